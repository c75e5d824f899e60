import { expect } from "chai";
import { SECOND_MS } from "../../../src/values/time.ts";
import { startAuditedWorld, troublesOf, type AuditedWorld } from "../auditWorld.ts";
import type { Wallet } from "../evmWorld.ts";
import { RECIPIENT, type World } from "../world.ts";
import { postSignature, signedQuote, signStep } from "./signed.ts";

describe("a signature whose time passes before a block has it", () => {
  let audited: AuditedWorld;
  let world: World;
  let wallet: Wallet;
  before(async () => {
    audited = await startAuditedWorld({ twoChains: true });
    world = audited.world;
    wallet = await world.evm.wallet(12);
  });
  after(() => audited.close());

  it("moves nothing: the quote waits, the same signature is refused, and a new quote is paid", async () => {
    const quote = await signedQuote(world, wallet.address);
    const signature = await signStep(wallet.account, quote.sign);
    const [held, received] = [
      await world.evm.balanceOf(world.usdc, wallet.address),
      await world.other.balanceOf(world.other.usdc, RECIPIENT),
    ];
    world.swallowSends = true;
    expect((await postSignature(world, quote, signature)).status).to.equal(200);
    const deadline = Number(quote.sign.value["validBefore"]); // unix seconds
    await world.evm.client.request({
      method: "evm_setNextBlockTimestamp",
      params: [deadline + 1],
    } as never);
    await world.evm.client.mine({ blocks: 1 });
    world.now = (deadline + 1) * SECOND_MS;
    world.swallowSends = false;
    await world.tick(4);
    expect(await world.status(quote.requestId)).to.deep.include({ status: "waiting", inTxHashes: [] });
    expect(await world.evm.balanceOf(world.usdc, wallet.address)).to.equal(held);
    const again = await postSignature(world, quote, signature);
    expect(`${again.status} ${String(again.code)}`).to.equal("400 PERMIT_FAILED");

    const next = await signedQuote(world, wallet.address);
    expect((await postSignature(world, next, await signStep(wallet.account, next.sign))).status).to.equal(
      200,
    );
    await world.tick(4);
    expect(await world.status(next.requestId)).to.include({ status: "success" });
    const came = (await world.other.balanceOf(world.other.usdc, RECIPIENT)) - received;
    expect(came >= next.minimum && came < 2n * next.minimum, `${came} came`).to.equal(true);
    expect(troublesOf(await audited.audit()), "the books agree with the chains").to.deep.equal([]);
  });
});
