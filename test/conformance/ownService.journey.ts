import { expect } from "chai";
import { createEsplora, spendableBalance } from "../../src/bitcoin/reader/esplora.ts";
import { createHttp } from "../../src/http-client/http.ts";
import { textReport } from "../../src/conformance/report/text.ts";
import { merchantBitcoin } from "../../src/sandbox/accounts.ts";
import { API_KEY, startWorld, type World, type WorldChanges } from "../network/world.ts";
import { readySolver } from "../network/quote/solverAccount.ts";
import { idsOf, runOn } from "./runOn.ts";

describe("the conformance checks on our own service", () => {
  let world: World;
  const start = async (changes: WorldChanges) => {
    world = await startWorld({ twoChains: true, elevatedPerSecond: 1_000, ...changes });
    await world.pay(world.network.solver.bitcoin, 50_000_000);
    await world.pay(merchantBitcoin().address, 200_000);
    await world.mine();
    await world.tick();
    await readySolver(world.evm, world.network.solver.evm);
  };
  afterEach(() => world.close());

  /** Every check that can be made without a payment, with what it can be given. */
  const run = async (apiKey?: string) => {
    const { address: user } = await world.evm.wallet(10);
    const explorer = createEsplora(
      createHttp({
        baseUrl: world.url.replace("/base/path", "/explorer/api"),
        timeoutMs: 5_000,
        maxBytes: 1e6,
      }),
    );
    return runOn(world.url, {
      ...(apiKey !== undefined && { apiKey }),
      parties: { user },
      bitcoinUser: merchantBitcoin().address,
      explorer: {
        balance: async (address) => spendableBalance(await explorer.addressSums(address)),
        isConfirmed: async () => false,
      },
    });
  };

  it("all pass in full, none is left out", async () => {
    await start({});
    const report = await run(API_KEY);
    const others = report.results.filter(({ verdict }) => verdict !== "passed");
    expect(others, textReport(report)).to.deep.equal([]);
    expect(report.results.length).to.be.above(90);
  });

  it("none fails when it is bare: what it does not show is not applicable", async () => {
    await start({ bare: true });
    const report = await run();
    const faults = (["failed", "harmful", "not-run"] as const).flatMap((verdict) => idsOf(report, verdict));
    expect(faults, textReport(report)).to.deep.equal([]);
    expect(idsOf(report, "not-applicable").filter((id) => !/^(x|v3)\./.test(id))).to.deep.equal([
      ...["service.amounts", "service.app-fees", "item.signature"],
      ...["call.cleanup-erc20s", "call.cleanup-native", "deposit.gas-native", "deposit.gas-erc20"],
    ]);
  });
});
