import { expect } from "chai";
import { decodeFunctionData, type Hex } from "viem";
import { ZERO_ADDRESS } from "../../src/evm/codec/address.ts";
import { swapDeskAbi } from "../../src/evm/codec/contracts.ts";
import { balance, createPayees, evmQuote, walk } from "./evmRoutes.ts";
import type { Wallet } from "./evmWorld.ts";
import { EVM_CHAIN_ID, startWorld, type World } from "./world.ts";

const DAY = 86_400_000;
const USD = 100_000_000; // prices are in 10^-8 US dollars

describe("prices that move until the fill", () => {
  const payees = createPayees();
  let world: World;
  let user: Wallet;
  let ether = 3_000;

  before(async () => {
    const price = async (symbol: string) =>
      BigInt(Math.round((symbol === "ETH" || symbol === "WETH" ? ether : 1) * USD));
    world = await startWorld({ twoChains: true, priceSource: { price } });
    user = await world.evm.wallet(10);
  });
  after(() => world.close());
  beforeEach(() => (ether = 3_000));

  /** An exact output of 30,000 dollars, paid a month after its quote, when ether is worth so much of what it was. */
  const paidLater = async (share: number) => {
    const recipient = payees();
    const exact = { destinationCurrency: world.other.usdc, tradeType: "EXACT_OUTPUT", amount: "30000000000" };
    const quote = await evmQuote(world, user, { ...exact, recipient });
    world.now += 30 * DAY;
    ether *= share;
    await world.tick();
    await walk(user, quote.steps);
    await world.tick(5);
    return {
      ...(await world.status(quote.requestId)),
      paid: await balance(world.other, world.other.usdc, recipient),
    };
  };

  it("an exact output is filled while the move costs the service no more than its own fee (15 basis points)", async () => {
    expect(await paidLater(0.9988)).to.include({ status: "success", paid: 30_000_000_000n });
  });

  it("beyond that it goes back, also a month later: an exact output is no option at the service's cost", async () => {
    expect(await paidLater(0.9951)).to.include({ status: "refund", failReason: "SLIPPAGE", paid: 0n });
  });

  it("an order at the swap desk is good for a minute", async () => {
    const { steps } = await evmQuote(world, user, {
      ...{
        destinationChainId: EVM_CHAIN_ID,
        originCurrency: ZERO_ADDRESS,
        destinationCurrency: world.evm.usdc,
      },
    });
    const data = steps.at(-1)?.items[0]?.data.data as Hex;
    const { args } = decodeFunctionData({ abi: swapDeskAbi, data });
    const [order] = args as unknown as readonly [Readonly<{ deadline: bigint }>];
    expect(Number(order.deadline)).to.equal(Math.floor(world.now / 1_000) + 60);
  });
});
