import { expect } from "chai";
import { scriptOf } from "../../src/bitcoin/codec/address.ts";
import { PAYEE, held, outgoing, raiseRates, topUp } from "./bitcoinSpending.ts";
import { startWorld, type Quoted, type World } from "./world.ts";

describe("refunds on Bitcoin", () => {
  let world: World;
  beforeEach(async () => {
    world = await startWorld();
  });
  afterEach(() => world.close());
  afterEach(function () {
    if (this.currentTest?.state === "failed") console.error(world.failures);
  });

  it("a stuck refund is replaced by a dearer one, which its receiver pays for", async () => {
    const quote = await world.quote({ refundTo: PAYEE });
    await world.takeSolverTokens();
    await world.pay(quote.address, 100_000);
    await world.mine();
    await world.tick(2);
    const cheap = await outgoing(world, quote.requestId);
    await raiseRates(world);
    world.now += 30 * 60_000;
    await world.tick();
    const { status, txHashes } = await world.status(quote.requestId);
    const dear = await outgoing(world, quote.requestId);
    expect([status, txHashes]).to.deep.equal(["pending", [dear.tx.txid]]);
    expect(dear.fee > cheap.fee).to.equal(true);
    expect(world.ledger.view.tx(cheap.tx.txid)).to.equal(undefined);
    await world.mine();
    await world.tick();
    expect(await world.status(quote.requestId)).to.include({ status: "refund" });
    expect(held(world, PAYEE)).to.equal(100_000n - dear.fee);
  });

  it("what an exact output left over goes back from the solver's coins, and the deposit itself is kept", async () => {
    await topUp(world, 900_000);
    const quote = await world.quote({
      strict: true,
      tradeType: "EXACT_OUTPUT",
      amount: "50000000",
      refundTo: PAYEE,
    });
    await world.pay(quote.address, Number(quote.input) + 40_000);
    await world.mine();
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    const { body } = await world.get(
      `/requests/v2?depositAddress=${quote.address}&includeChildRequests=true`,
    );
    const child = (body.requests as { id: string; parentRequestId: string | null }[]).find(
      ({ parentRequestId }) => parentRequestId === quote.requestId,
    );
    const { tx } = await outgoing(world, child?.id ?? "");
    expect(tx.outputs[0]?.script).to.equal(scriptOf("regtest", PAYEE));
    expect(Number(held(world, PAYEE)))
      .to.be.greaterThan(39_000)
      .and.lessThan(40_000);
    await world.mine();
    await world.tick();
    expect(await world.status(child?.id ?? "")).to.include({ status: "refund" });
    expect(held(world, quote.address)).to.equal(quote.input + 40_000n);
  });

  it("a deposit that was undone and spent otherwise: its refund is given up, and nobody waits for it", async () => {
    const quote = await tooSmall();
    await spendOtherwise(quote, 1);
    expect(await world.status(quote.requestId)).to.include({ status: "pending" });
    await world.mine(6);
    await world.tick();
    expect(await world.status(quote.requestId)).to.include({
      status: "failure",
      failReason: "DEPOSIT_REORGED",
    });
    world.now += 60_000;
    await world.tick(2);
    expect(held(world, PAYEE)).to.equal(0n);
  });

  it("a deposit that comes back when nobody expected it any more gets the refund that was signed for it", async () => {
    const quote = await tooSmall();
    const { tx: refund } = await outgoing(world, quote.requestId);
    const deposit = world.ledger.view.tx(quote.txid)?.tx.raw.toString("hex") ?? "";
    await world.ledger.reorg(1);
    await world.ledger.drop(quote.txid);
    await world.mine(7);
    await world.tick();
    expect(await world.status(quote.requestId)).to.include({
      status: "failure",
      failReason: "DEPOSIT_REORGED",
    });
    await world.ledger.accept(deposit);
    await world.mine();
    world.now += 60_000;
    await world.tick(2);
    expect(await world.status(quote.requestId)).to.include({ status: "pending" });
    await world.mine();
    await world.tick();
    expect(await world.status(quote.requestId)).to.include({ status: "refund" });
    expect(world.ledger.view.tx(refund.txid)?.block).to.not.equal(undefined);
  });

  it("a refund whose block and deposit were undone is sent again, as it was signed", async () => {
    const quote = await tooSmall();
    const { tx } = await outgoing(world, quote.requestId);
    await world.mine();
    await world.tick();
    expect(await world.status(quote.requestId)).to.include({ status: "refund" });
    await world.ledger.reorg(2);
    await world.ledger.drop(tx.txid);
    await world.tick();
    await world.mine();
    world.now += 60_000;
    await world.tick(2);
    await world.mine();
    await world.tick();
    expect(world.ledger.view.tx(tx.txid)?.block).to.not.equal(undefined);
    expect(await world.status(quote.requestId)).to.include({ status: "refund" });
  });

  it("a deposit that was undone before its fill and spent otherwise leaves the request waiting, with the reason", async () => {
    const quote = await world.quote();
    const txid = await world.pay(quote.address, 100_000);
    await world.mine();
    world.rpcDown = true; // confirmed, but not filled yet
    await world.tick();
    await world.ledger.reorg(1);
    await world.wallet.replace({ txid, address: PAYEE, feeRate: 20 });
    await world.mine(7);
    world.rpcDown = false;
    await world.tick();
    expect(await world.status(quote.requestId)).to.include({ status: "waiting", failReason: "DOUBLE_SPEND" });
    await world.pay(quote.address, 100_000); // the address is as good as before
    await world.mine();
    await world.tick(2);
    expect(await world.status(quote.requestId)).to.include({ status: "success", failReason: "N/A" });
  });

  it("a deposit that was undone and still waits for a block is not given up", async () => {
    const quote = await world.quote();
    await world.pay(quote.address, 100_000);
    await world.mine(7);
    world.rpcDown = true; // confirmed, but not filled yet
    await world.tick();
    await world.ledger.reorg(7); // eight empty blocks are better
    await world.tick();
    expect(await world.status(quote.requestId)).to.include({ status: "waiting", failReason: "N/A" });
    world.rpcDown = false;
    await world.mine();
    await world.tick(2);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
  });

  /** A deposit that has to go back to PAYEE; its refund is sent and in no block. */
  async function tooSmall(): Promise<Quoted & { txid: string }> {
    const quote = await world.quote({ refundTo: PAYEE, amount: "50000" });
    const txid = await world.pay(quote.address, 600);
    await world.mine();
    await world.tick(2);
    return { ...quote, txid };
  }

  /** The deposit's block is undone, and the payer sends its coins back to itself. */
  async function spendOtherwise({ txid }: { txid: string }, depth: number): Promise<void> {
    await world.ledger.reorg(depth);
    await world.wallet.replace({ txid, address: world.refundTo, feeRate: 200 });
    await world.tick();
  }
});
