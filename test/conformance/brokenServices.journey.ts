import { expect } from "chai";
import { createEsplora, spendableBalance } from "../../src/bitcoin/reader/esplora.ts";
import type { Report } from "../../src/conformance/report.ts";
import { textReport } from "../../src/conformance/report/text.ts";
import { createHttp } from "../../src/http-client/http.ts";
import { merchantBitcoin } from "../../src/sandbox/accounts.ts";
import { readySolver } from "../network/quote/solverAccount.ts";
import { API_KEY, startWorld, type World } from "../network/world.ts";
import { BROKEN_SERVICES } from "./broken/brokenServices.ts";
import { isEvmWallet, ZERO, type BrokenService } from "./broken/brokenService.ts";
import { everyData } from "./proxy.ts";
import { wrap, type Recording } from "./broken/wrapped.ts";
import { idsOf, runOn } from "./runOn.ts";

const START_MS = 120_000; // two chains and their contracts

describe("the conformance checks on broken services", () => {
  it("knows more than a hundred faults, each by a name of its own", () => {
    const names = new Set(BROKEN_SERVICES.map(({ name }) => name));
    expect(names.size).to.equal(BROKEN_SERVICES.length).and.be.above(100);
    expect(BROKEN_SERVICES.filter(({ harms }) => harms).length).to.be.above(60);
  });

  describe("that charges nothing, which is no fault", () => {
    const judge = beforeJudging({ bare: true });

    it("finds no harm where an exact output costs as much as comes out", async () => {
      const report = await judge({
        name: "charges nothing",
        section: "2.1",
        harms: false,
        answers: everyData((data, asked) =>
          isEvmWallet(asked) && asked["tradeType"] === "EXACT_OUTPUT" && asked["originCurrency"] === ZERO
            ? { ...data, value: asked["amount"] }
            : data,
        ),
      });
      expect(idsOf(report, "harmful"), textReport(report)).to.deep.equal([]);
      expect(idsOf(report, "failed"), textReport(report)).to.deep.equal([]);
    });
  });

  describe("that show only what the contract names", () => {
    judgeEach(
      BROKEN_SERVICES.filter(({ needs }) => needs === undefined),
      { bare: true },
    );
  });

  describe("that show their contracts, fees and details", () => {
    judgeEach(
      BROKEN_SERVICES.filter(({ needs }) => needs !== undefined),
      { bare: false },
    );
  });
});

/** Starts a right service before the tests, and judges broken ones that share its answers. */
function beforeJudging({ bare }: Readonly<{ bare: boolean }>): (broken: BrokenService) => Promise<Report> {
  const recording: Recording = new Map();
  let world: World;
  let user: string;
  before(async function () {
    this.timeout(START_MS);
    world = await startWorld({ twoChains: true, elevatedPerSecond: 10_000, bare });
    await world.pay(world.network.solver.bitcoin, 50_000_000);
    await world.pay(merchantBitcoin().address, 200_000);
    await world.mine();
    await world.tick();
    await readySolver(world.evm, world.network.solver.evm);
    user = (await world.evm.wallet(10)).address;
  });
  after(() => world.close());

  return (broken) => {
    const baseUrl = world.url.replace("/base/path", "/explorer/api");
    const explorer = createEsplora(createHttp({ baseUrl, timeoutMs: 5_000, maxBytes: 1e6 }));
    return runOn(world.url, {
      ...(!bare && { apiKey: API_KEY }),
      parties: { user },
      bitcoinUser: merchantBitcoin().address,
      explorer: {
        balance: async (address) => spendableBalance(await explorer.addressSums(address)),
        isConfirmed: async () => false,
      },
      send: wrap(broken, recording),
    });
  };
}

/** A test for each service. They share the answers of one right service. */
function judgeEach(services: readonly BrokenService[], options: Readonly<{ bare: boolean }>): void {
  const judge = beforeJudging(options);
  for (const broken of services)
    it(`${broken.harms ? "calls a service harmful" : "fails a service"} that ${broken.name}`, async () => {
      const report = await judge(broken);
      const harmful = idsOf(report, "harmful");
      if (broken.harms) expect(harmful, textReport(report)).to.not.deep.equal([]);
      else {
        expect(idsOf(report, "failed"), textReport(report)).to.not.deep.equal([]);
        expect(harmful, textReport(report)).to.deep.equal([]);
      }
      if (broken.row !== undefined)
        expect([...harmful, ...idsOf(report, "failed")], textReport(report)).to.include(broken.row);
    });
}
