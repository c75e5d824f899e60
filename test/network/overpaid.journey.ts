import { expect } from "chai";
import { ZERO_ADDRESS } from "../../src/evm/codec/address.ts";
import { balance, createPayees, evmQuote, type Walk } from "./evmRoutes.ts";
import type { Wallet } from "./evmWorld.ts";
import { startWorld, type World } from "./world.ts";

const DAY_MS = 86_400_000;
const AT_FIRST = { ETH: 3_000n, WETH: 3_000n, BTC: 80_000n };

describe("an exact output that is overpaid", () => {
  const dollars = new Map<string, bigint>();
  let world: World;
  let user: Wallet;
  const payee = createPayees();

  before(async () => {
    const price = async (symbol: string) => (dollars.get(symbol) ?? 1n) * 10n ** 8n;
    resetPrices();
    world = await startWorld({ twoChains: true, priceSource: { price } });
    user = await world.evm.wallet(10);
  });
  after(() => world.close());
  beforeEach(resetPrices);

  function resetPrices() {
    for (const [symbol, price] of Object.entries(AT_FIRST)) dollars.set(symbol, price);
  }
  /** The coin has lost a third a day later. */
  const fall = async (...symbols: (keyof typeof AT_FIRST)[]) => {
    for (const symbol of symbols) dollars.set(symbol, (AT_FIRST[symbol] * 2n) / 3n);
    world.now += DAY_MS;
    await world.tick();
  };
  const wordOf = async ({ requestId }: Pick<Walk, "requestId">) => (await world.status(requestId)).status;

  it("does not make an old price good: it goes back when its quoted input does not pay for it any more", async () => {
    const recipient = payee();
    const terms = { destinationCurrency: world.other.usdc, tradeType: "EXACT_OUTPUT", amount: "3000000000" };
    const quote = await evmQuote(world, user, { ...terms, recipient });
    const { to, data, value } = quote.steps.at(-1)?.items[0]?.data as { to: string; data: string; value: string }; // prettier-ignore
    await fall("ETH", "WETH");
    const before = await balance(world.evm, ZERO_ADDRESS, user.address);
    await user.send({ to, data, value: BigInt(value) * 2n });
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ status: "refund", failReason: "SLIPPAGE" });
    expect(await balance(world.other, world.other.usdc, recipient)).to.equal(0n);
    const lost = before - (await balance(world.evm, ZERO_ADDRESS, user.address));
    expect(lost < BigInt(value) / 100n, `${lost} was lost on gas`).to.equal(true);
  });

  describe("with slippageTolerance", () => {
    const exact = { destinationCurrency: "USDC", tradeType: "EXACT_OUTPUT", amount: "3000000000" };
    /** Pays the quoted input once ether has fallen to this, in dollars, and tells what was paid and what came back. */
    const fallenTo = async (price: bigint, slippageTolerance?: string) => {
      resetPrices();
      const recipient = payee();
      const quote = await evmQuote(world, user, {
        ...exact,
        recipient,
        ...(slippageTolerance && { slippageTolerance }),
      });
      const data = quote.steps.at(-1)?.items[0]?.data as { to: string; data: string; value: string };
      dollars.set("ETH", price);
      dollars.set("WETH", price);
      const before = await balance(world.evm, ZERO_ADDRESS, user.address);
      await user.send({ to: data.to, data: data.data, value: BigInt(data.value) });
      await world.tick(4);
      const cost = before - (await balance(world.evm, ZERO_ADDRESS, user.address));
      return {
        ...{ word: await wordOf(quote), input: BigInt(data.value), cost },
        paid: await balance(world.other, world.other.usdc, recipient),
      };
    };

    it("costs no more than it has to while the price stays, and holds while it falls by no more [x.slippage]", async () => {
      const plain = await fallenTo(3_000n);
      const same = await fallenTo(3_000n, "300");
      const fallen = await fallenTo(2_925n, "300");
      for (const { word, paid } of [plain, same, fallen])
        expect([word, paid]).to.deep.equal(["success", 3_000_000_000n]);
      const share = (amount: bigint, of: bigint) => Number((amount * 1_000n) / of);
      expect(share(same.input, plain.input), "the room is in the input").to.be.within(1_029, 1_031);
      expect(share(same.cost, plain.cost), "what was not needed came back").to.be.within(999, 1_001);
      expect(share(fallen.cost, plain.cost), "the user bears the move").to.be.within(1_024, 1_027);
    });

    it("goes back where the price has fallen further, or no room was asked for [x.slippage]", async () => {
      for (const [price, slippageTolerance] of [
        [2_900n, "300"],
        [2_985n, "0"],
        [2_985n, undefined],
      ] as const) {
        const { word, paid } = await fallenTo(price, slippageTolerance);
        expect([word, paid]).to.deep.equal(["refund", 0n]);
      }
    });
  });

  it("goes back on Bitcoin too, and is filled at the price of its quote: what was too much goes back", async () => {
    const strict = { strict: true, tradeType: "EXACT_OUTPUT", amount: "800000000" };
    const [good, bad] = [payee(), payee()];
    const filled = await world.quote({ ...strict, recipient: good });
    await world.pay(filled.address, Number(filled.input) * 2);
    await world.mine();
    await world.tick(3);
    expect(await wordOf(filled)).to.equal("success");
    expect(await world.received(good)).to.equal(800_000_000n);
    const late = await world.quote({ ...strict, recipient: bad });
    await fall("BTC");
    await world.pay(late.address, Number(late.input) * 2);
    for (let blocks = 0; blocks < 2; blocks++) {
      await world.mine();
      await world.tick(3);
    }
    expect(await world.status(late.requestId)).to.include({ status: "refund", failReason: "SLIPPAGE" });
    expect(await world.received(bad)).to.equal(0n);
  });
});
