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
import { idsOf } from "./runOn.ts";

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
  const run = async (): Promise<Report> => {
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
      service: openService({ url: world.url, apiKey: API_KEY, limits: { perMinute: 6_000 }, clock, wait }),
      checks: ALL_CHECKS.filter(({ funded }) => funded),
      parties: { user: evm.address, bitcoin: { user: minerBitcoin().address, isGuess: false } },
      explorer: {
        balance: async (address) => spendableBalance(await explorer.addressSums(address)),
        isConfirmed: async (txid) => (await explorer.tx(txid))?.status.confirmed === true,
      },
      funds: {
        wallets: { evm, bitcoin: createKeyPayer(merchantBitcoin().wif, "regtest", explorer) },
        intents: createIntentService({ baseUrl: world.url, apiKey: API_KEY }),
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

  it("none fails when it is bare", async () => {
    await start({ bare: true });
    const report = await run();
    expect([...idsOf(report, "failed"), ...idsOf(report, "not-run")], textReport(report)).to.deep.equal([]);
    expect(idsOf(report, "not-applicable")).to.deep.equal([
      "service.indexing",
      "rule-2",
      "client.signature",
      "stream.status",
      "x.children",
    ]);
  });
});
