import { expect } from "chai";
import { balance, evmQuote, walk } from "../evmRoutes.ts";
import { troublesOf } from "../auditWorld.ts";
import type { Wallet } from "../evmWorld.ts";
import { ask } from "../quote/quoted.ts";
import { DOLLAR, startPoolWorld, type PoolWorld } from "./poolWorld.ts";

describe("fills through pools", () => {
  let pooled: PoolWorld;
  let user: Wallet;

  before(async () => {
    pooled = await startPoolWorld();
    user = await pooled.world.evm.wallet(10);
  });
  after(() => pooled.close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") console.error(pooled.world.failures);
  });

  it("a user gets more through a deep pool than from the service's own coins, and the books agree to the unit", async () => {
    const { world } = pooled;
    const recipient = `0x${"a1".repeat(20)}`;
    const changes = {
      ...{ originCurrency: world.evm.usdc, destinationCurrency: world.other.weth, recipient },
      amount: String(3_000n * DOLLAR),
    };
    const body = { user: user.address, originChainId: world.evm.id, destinationChainId: world.other.id };
    const own = await ask(world, {
      ...body,
      ...changes,
      tradeType: "EXACT_INPUT",
      useExternalLiquidity: false,
    });
    const quote = await evmQuote(world, user, changes);
    await walk(user, quote.steps);
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    const got = await balance(world.other, world.other.weth, recipient);
    expect(
      got > BigInt(own.details.currencyOut.amount),
      `${got} against ${own.details.currencyOut.amount}`,
    ).to.equal(true);
    expect(troublesOf(await pooled.audit())).to.deep.equal([]);
  });
});
