import { expect } from "chai";
import type { PriceSource } from "../../../src/network/prices/priceSource.ts";
import { PriceMissing } from "../../../src/network/prices/priceSource.ts";
import type { EvmWorld, Wallet } from "../evmWorld.ts";
import { RECIPIENT, startWorld, type World } from "../world.ts";
import { ask, refused, walk, walletQuote } from "./quoted.ts";

const ETHER = 10n ** 18n;
const FILL_GAS = 65_000n; // of a token
const USD = 100_000_000n;

describe("a quote follows the market", () => {
  const usd = new Map<string, bigint>();
  const priceSource: PriceSource = {
    async price(symbol) {
      const price = usd.get(symbol === "WETH" ? "ETH" : symbol);
      if (price === undefined) throw new PriceMissing(`No source gives a price of ${symbol}.`);
      return price;
    },
  };
  let world: World;
  let wallet: Wallet;
  before(async () => {
    usd
      .set("ETH", 3_000n * USD)
      .set("USDC", USD)
      .set("USDT", USD)
      .set("BTC", 80_000n * USD);
    world = await startWorld({ twoChains: true, priceSource });
    wallet = await world.other.wallet(10);
  });
  beforeEach(async () => {
    usd
      .set("ETH", 3_000n * USD)
      .set("USDC", USD)
      .set("USDT", USD);
    await setGas(world.evm, 2_000_000_000n);
    await setInventory(1_000_000_000_000n);
    world.now += 10_000; // what was cached is too old
  });
  after(() => world.close());
  const setInventory = async (amount: bigint) => {
    await world.takeSolverTokens();
    await world.setSolverTokens(amount);
  };

  /** From the other chain to the first, whose dollars the test can give and take. */
  const body = (changes: Record<string, unknown> = {}) =>
    walletQuote(world, wallet.address, {
      ...{ originChainId: world.other.id, destinationChainId: world.evm.id, recipient: RECIPIENT },
      ...{ originCurrency: "ETH", destinationCurrency: "USDC", amount: String(ETHER / 10n) },
      ...changes,
    });
  const quote = async (changes: Record<string, unknown> = {}) => {
    const { steps, fees, details } = await ask(world, body(changes));
    return {
      steps,
      requestId: steps[0]!.requestId,
      relayerGas: BigInt(fees.relayerGas.amount),
      relayerService: BigInt(fees.relayerService.amount),
      input: BigInt(details.currencyIn.amount),
      output: BigInt(details.currencyOut.amount),
      minimum: BigInt(details.currencyOut.minimumAmount),
    };
  };
  /** What the fill costs in dollars of six decimals, at the gas price that the chain names. */
  const fillCost = async () => {
    const { maxFeePerGas } = await world.evm.client.estimateFeesPerGas();
    return ceil(FILL_GAS * maxFeePerGas * usd.get("ETH")! * 10n ** 6n, usd.get("USDC")! * ETHER);
  };
  const minimumOf = (output: bigint) => (output * 99n) / 100n;

  it("twice the price of the coin that comes in: twice the gross, so much more the output and its minimum", async () => {
    const before = await quote();
    usd.set("ETH", 6_000n * USD);
    world.now += 1_000;
    const after = await quote();
    // 0.1 ETH is 300 and then 600 dollars: less 15 bps, two cents and the gas
    expect(before.output).to.equal(300_000_000n - 450_000n - 20_000n - before.relayerGas);
    expect(after.output).to.equal(600_000_000n - 900_000n - 20_000n - after.relayerGas);
    expect(after.relayerGas, "gas is paid in the coin whose price doubled").to.equal(await fillCost());
    for (const { output, minimum } of [before, after]) expect(minimum).to.equal(minimumOf(output));
  });

  it("an exact output then costs half as much", async () => {
    const exact = { tradeType: "EXACT_OUTPUT", amount: "300000000" };
    const { input } = await quote(exact);
    usd.set("ETH", 6_000n * USD);
    world.now += 1_000;
    const halved = await quote(exact);
    const moreGas = ceil((halved.relayerGas / 2n) * ETHER * 10_000n, 6_000n * 1_000_000n * 9_985n);
    expect(Number(halved.input - input / 2n)).to.be.closeTo(Number(moreGas), 1e12); // a millionth of a coin
  });

  it("twice the price of gas: the gas part doubles, and output and minimum fall by it", async () => {
    const before = await quote();
    expect(before.relayerGas).to.equal(await fillCost());
    await setGas(world.evm, 4_000_000_000n);
    expect((await quote()).relayerGas, "asked at most every five seconds").to.equal(before.relayerGas);
    world.now += 6_000;
    const after = await quote();
    expect(after.relayerGas).to.equal(await fillCost());
    expect(Number(after.relayerGas) / Number(before.relayerGas)).to.be.closeTo(2, 0.3); // the tip does not double
    expect(before.output - after.output).to.equal(after.relayerGas - before.relayerGas);
    expect(after.minimum).to.equal(minimumOf(after.output));
    expect(after.relayerService).to.equal(before.relayerService);
  });

  it("the solver promises up to the last unit that it holds, and twice as much with twice the inventory", async () => {
    const exactly = (amount: bigint) => body({ tradeType: "EXACT_OUTPUT", amount: String(amount) });
    for (const held of [100_000_000n, 200_000_000n]) {
      await setInventory(held);
      expect(await refused(world, exactly(held))).to.equal("200 undefined");
      expect(await refused(world, exactly(held + 1n))).to.equal("400 INSUFFICIENT_LIQUIDITY");
    }
  });

  it("without a price there is no quote", async () => {
    usd.delete("ETH");
    world.now += 1_000;
    expect(await refused(world, body())).to.equal("503 PRICE_FETCH_FAILED");
  });

  const decisions: readonly (readonly [what: string, change: () => Promise<unknown>, outcome: string])[] = [
    ["the price fell by half a percent", async () => usd.set("ETH", 2_985n * USD), "success"],
    ["the price fell by two percent", async () => usd.set("ETH", 2_940n * USD), "refund"],
    ["gas became a little dearer", () => setGas(world.evm, 4_000_000_000n), "success"],
    ["gas became so dear that it eats the tolerance", () => setGas(world.evm, 40_000_000_000n), "refund"],
    ["the inventory is gone", () => setInventory(1_000_000n), "refund"],
  ];
  for (const [what, change, outcome] of decisions) {
    it(`a deposit after ${what} ends in ${outcome}, as a quote of that moment says`, async () => {
      const quoted = await quote();
      await walk(world.other, wallet, quoted.steps);
      await change();
      world.now += 10_000;
      const now = await quote().catch(() => undefined); // refused where nothing is left to promise
      expect(now !== undefined && now.output >= quoted.minimum).to.equal(outcome === "success");
      const before = await world.received();
      await world.tick(4);
      expect(await world.status(quoted.requestId)).to.include({ status: outcome });
      expect((await world.received()) - before).to.equal(outcome === "success" ? now!.output : 0n);
    });
  }
});

function ceil(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}

/** Mines a block with this base fee (wei), which the chain then reckons with. */
async function setGas({ client }: EvmWorld, baseFee: bigint): Promise<void> {
  const request = (method: string, params: readonly unknown[]) => client.request({ method, params } as never); // anvil's own methods
  await request("anvil_setNextBlockBaseFeePerGas", [`0x${baseFee.toString(16)}`]);
  await client.mine({ blocks: 1 });
}
