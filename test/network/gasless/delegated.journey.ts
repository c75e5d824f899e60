import { expect } from "chai";
import type { Wallet } from "../evmWorld.ts";
import { ask, refused, walletQuote } from "../quote/quoted.ts";
import { RECIPIENT, startWorld, type World } from "../world.ts";
import { postSignature, signedQuote, signStep } from "./signed.ts";

const USDT = { originCurrency: "USDT", destinationCurrency: "USDT" };

describe("permits of accounts that have delegated (EIP-7702)", () => {
  let world: World;
  let wallet: Wallet;
  before(async () => {
    world = await startWorld({ twoChains: true });
    wallet = await world.evm.wallet(12);
  });
  after(() => world.close());

  const delegate = (contract: string) =>
    world.evm.client.request({
      method: "anvil_setCode",
      params: [wallet.address, `0xef0100${contract.slice(2)}`],
    } as never);

  it("to foreign code: Permit2 asks that code, which says no, so nothing is taken and the refusal says why", async () => {
    const { steps } = await ask(world, walletQuote(world, wallet.address, { ...USDT, usePermit: true, recipient: RECIPIENT })); // prettier-ignore
    await wallet.send({ to: steps[0]!.items[0].data.to, data: steps[0]!.items[0].data.data });
    const quote = await signedQuote(world, wallet.address, USDT);
    const signature = await signStep(wallet.account, quote.sign);
    await delegate(world.evm.weth); // after the quote, before the signature is posted
    const held = await world.evm.balanceOf(world.evm.usdt, wallet.address);
    const { status, code, message } = await postSignature(world, quote, signature);
    expect(`${status} ${String(code)}`).to.equal("400 PERMIT_FAILED");
    expect(message).to.contain("has the code of a contract");
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ status: "waiting" });
    expect(await world.evm.balanceOf(world.evm.usdt, wallet.address)).to.equal(held);
  });

  it("keep the token's own signatures, which ask the key", async () => {
    const quote = await signedQuote(world, wallet.address);
    expect(quote.post.body).to.include({ kind: "eip3009" });
    expect((await postSignature(world, quote, await signStep(wallet.account, quote.sign))).status).to.equal(
      200,
    );
    await world.tick(4);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
  });

  it("a quote that asks for sponsored fees is refused without a key", async () => {
    const body = walletQuote(world, wallet.address, { recipient: RECIPIENT, subsidizeFees: true });
    expect(await refused(world, body)).to.equal("401 UNAUTHORIZED");
    expect(await ask(world, { ...body, subsidizeFees: false })).to.have.property("steps");
  });
});
