import { expect } from "chai";
import { toHex } from "viem";
import { createEsplora, spendableBalance } from "../../src/bitcoin/reader/esplora.ts";
import { ALL_CHECKS } from "../../src/conformance/checks/allChecks.ts";
import { createKeyPayer } from "../../src/conformance/funded/bitcoinPayers.ts";
import { createEvmPayer } from "../../src/conformance/funded/evmPayer.ts";
import { textReport } from "../../src/conformance/report/text.ts";
import type { Report } from "../../src/conformance/report.ts";
import { runChecks } from "../../src/conformance/run.ts";
import { openService } from "../../src/conformance/service.ts";
import { createHttp } from "../../src/http-client/http.ts";
import { evmAccount, merchantBitcoin, minerBitcoin } from "../../src/sandbox/accounts.ts";
import { createIntentService } from "../../src/wallet/intentService.ts";
import { API_KEY, startWorld, type World, type WorldChanges } from "../network/world.ts";
import { readySolver } from "../network/quote/solverAccount.ts";
import { EVM_STRANGER } from "./broken/brokenService.ts";
import { isFull } from "../support/sizes.ts";
import { everyData, startProxy, statusAnswer, type Defect, type Json } from "./proxy.ts";
import { idsOf } from "./runOn.ts";

/** Tells another status the first time that one is asked for. */
function firstStatus(word: string): Defect {
  let isTold = false;
  return statusAnswer((answer) => {
    const status = isTold ? answer["status"] : word;
    isTold = true;
    return { ...answer, status };
  });
}

/** Tells the status as it is until success was told once, and another one from then on. */
function afterSuccess(other: (answer: Json) => unknown): Defect {
  let isTold = false;
  return statusAnswer((answer) => {
    const status = isTold ? other(answer) : answer["status"];
    isTold ||= status === "success";
    return { ...answer, status };
  });
}

/** Lists currencies of a symbol with other fields than they have. */
function currenciesListed(symbol: string, lie: Json): Defect {
  const changed = (one: Json) => (one["symbol"] === symbol ? { ...one, ...lie } : one);
  return ({ url, answer }) => {
    if (!url.pathname.endsWith("/chains")) return undefined;
    const chains = (answer["chains"] as Json[]).map((chain) => ({
      ...chain,
      solverCurrencies: (chain["solverCurrencies"] as Json[]).map(changed),
    }));
    return { answer: { ...answer, chains } };
  };
}

describe("the conformance checks that pay, on our own service", function () {
  this.timeout(120_000);
  let world: World;
  const start = async (changes: WorldChanges) => {
    world = await startWorld({ twoChains: true, elevatedPerSecond: 1_000, ...changes });
    await world.pay(world.network.solver.bitcoin, 50_000_000);
    await world.pay(merchantBitcoin().address, 1_000_000);
    await world.mine();
    await world.tick();
    await readySolver(world.evm, world.network.solver.evm);
    await world.evm.wallet(10);
    await world.other.wallet(10);
  };
  afterEach(() => world.close());

  /** Pays from account 10 and from the merchant's Bitcoin key; time passes while the run waits. */
  const run = async (url = world.url, only?: readonly string[]): Promise<Report> => {
    const baseUrl = world.url.replace("/base/path", "/explorer/api");
    const explorer = createEsplora(createHttp({ baseUrl, timeoutMs: 5_000, maxBytes: 1e6 }));
    const { privateKey } = evmAccount(10).getHdKey();
    const rpcUrls = new Map([world.evm, world.other].map(({ id, url }) => [id, url]));
    const evm = createEvmPayer(toHex(privateKey!), rpcUrls);
    const clock = () => world.now;
    let waits = 0;
    const wait = async (ms: number) => {
      world.now += Math.max(0, ms - 1_000);
      await world.tick();
      if (++waits % 3 === 0) await world.mine();
    };
    return runChecks({
      service: openService({ url, apiKey: API_KEY, limits: { perMinute: 6_000 }, clock, wait }),
      checks: ALL_CHECKS.filter(({ funded, rows: [id] }) => funded && (only?.includes(id) ?? true)),
      parties: { user: evm.address, bitcoin: { user: minerBitcoin().address, isGuess: false } },
      explorer: {
        balance: async (address) => spendableBalance(await explorer.addressSums(address)),
        isConfirmed: async (txid) => (await explorer.tx(txid))?.status.confirmed === true,
      },
      funds: {
        wallets: { evm, bitcoin: createKeyPayer(merchantBitcoin().wif, "regtest", explorer) },
        intents: createIntentService({ baseUrl: url, apiKey: API_KEY }),
      },
      clock,
      startedAt: world.now,
    });
  };

  it("all pass in full", async () => {
    await start({});
    const report = await run();
    expect(idsOf(report, "passed"), textReport(report)).to.have.length(report.results.length);
  });

  it("pay nothing that is more than a small sum, whatever a service lists", async () => {
    await start({});
    const payer = evmAccount(10).address;
    const balances = () =>
      Promise.all([world.evm, world.other].map(({ client }) => client.getBalance({ address: payer })));
    for (const lie of [{ decimals: 19 }, { decimals: 19, symbol: "USDX" }]) {
      const proxy = await startProxy(world.url, currenciesListed("ETH", lie));
      try {
        const before = await balances();
        const report = await run(proxy.url, ["rule-3", "rule-6", "state.failure"]);
        expect(await balances(), textReport(report)).to.deep.equal(before);
        expect(textReport(report)).to.contain("more than is lent to a test: 10000000000000000");
      } finally {
        await proxy.close();
      }
    }
    const proxy = await startProxy(world.url, currenciesListed("USDC", { decimals: 7 }));
    try {
      expect(textReport(await run(proxy.url, ["service.solver"]))).to.contain(
        "more than is lent to a test: 25000000",
      );
    } finally {
      await proxy.close();
    }
  });

  it("none fails when it is bare", async () => {
    await start({ bare: true });
    const report = await run();
    const faults = (["failed", "harmful", "not-run"] as const).flatMap((verdict) => idsOf(report, verdict));
    expect(faults, textReport(report)).to.deep.equal([]);
    expect(idsOf(report, "not-applicable")).to.deep.equal([
      "service.indexing",
      "rule-2",
      "client.signature",
      "stream.status",
      "x.children",
    ]);
  });

  /**
   * What a service that breaks one rule tells, or asks for; the check that fails, those that it builds on, and with
   * JOURNEYS=full the others that look at the same payment.
   */
  const LIES: Readonly<
    Record<
      string,
      Readonly<{
        row: string;
        harms?: true;
        needs?: readonly string[];
        beside: readonly string[];
        defect: Defect;
      }>
    >
  > = {
    "success is told before anything is filled": {
      row: "service.solver",
      harms: true,
      beside: ["state.pending", "state.success", "client.transaction"],
      defect: statusAnswer((answer) => ({ ...answer, status: "success" })),
    },
    "success is taken back": {
      row: "state.success",
      beside: ["service.solver", "client.transaction"],
      defect: afterSuccess(({ status }) => (status === "success" ? "pending" : status)),
    },
    "a word that there is not comes before success": {
      row: "state.pending",
      beside: ["service.solver", "state.success"],
      defect: firstStatus("cooking"),
    },
    "the transaction would pay more than was asked for": {
      row: "client.transaction",
      harms: true,
      beside: ["service.solver", "state.success"],
      defect: everyData((data) => {
        const call = String(data["data"]);
        return call.startsWith("0x095ea7b3")
          ? { ...data, data: `${call.slice(0, -64)}${"f".repeat(64)}` }
          : data;
      }),
    },
    "a refund is told and nothing comes back": {
      row: "state.failure",
      harms: true,
      beside: [],
      defect: statusAnswer((answer) => ({ ...answer, status: "refund" })),
    },
    "a strict order has another address paid than it shows": {
      row: "state.failure",
      harms: true,
      needs: ["client.transaction"],
      beside: [],
      defect: everyData((data, asked) => (asked["strict"] === true ? { ...data, to: EVM_STRANGER } : data)),
    },
    "less than the minimum comes out": {
      row: "rule-2",
      harms: true,
      beside: ["service.solver"],
      defect: ({ url, status, answer }) => {
        if (status !== 200 || !url.pathname.endsWith("/quote/v2")) return undefined;
        const details = answer["details"] as { currencyOut: { minimumAmount: string } };
        const minimumAmount = String(BigInt(details.currencyOut.minimumAmount) * 2n);
        return {
          answer: {
            ...answer,
            details: { ...details, currencyOut: { ...details.currencyOut, minimumAmount } },
          },
        };
      },
    },
    "bitcoin is success before its block": {
      row: "rule-1",
      beside: [],
      defect: statusAnswer((answer) =>
        answer["status"] === "waiting" ? { ...answer, status: "success" } : undefined,
      ),
    },
  };

  for (const [what, { row, harms = false, needs = [], beside, defect }] of Object.entries(LIES))
    it(`${what}: ${row} ${harms ? "is harmful" : "fails"} and nothing else is at fault`, async () => {
      await start({});
      const lying = await startProxy(world.url, defect);
      try {
        const report = await run(lying.url, [row, ...needs, ...(isFull ? beside : [])]);
        expect(idsOf(report, "harmful"), textReport(report)).to.deep.equal(harms ? [row] : []);
        expect(idsOf(report, "failed"), textReport(report)).to.deep.equal(harms ? [] : [row]);
        expect(idsOf(report, "not-run"), textReport(report)).to.deep.equal([]);
      } finally {
        await lying.close();
      }
    });
});
