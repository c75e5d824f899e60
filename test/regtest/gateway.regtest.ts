import { expect } from "chai";
import { addressOf } from "../../src/sandbox/bitcoin/rules/outputScript.ts";
import { STRANGER_SCRIPT } from "./bitcoin.ts";
import { customerOf, isSettled } from "./customer.ts";
import { REFUNDS, startGatewayWorld, type GatewayWorld } from "./gatewayWorld.ts";
import { provenBlocks } from "./proofs.ts";

const SATS = 100_000_000;

describe("the gateway on a real node", function () {
  this.timeout(60_000);
  let world: GatewayWorld;
  let shop: ReturnType<typeof customerOf>;
  before(async () => {
    world = await startGatewayWorld();
    shop = customerOf(world);
  });
  after(() => world?.close());
  afterEach(() => expect(world.alarms).to.deep.equal([]));

  it("settles a payment, which it saw unconfirmed, then proved to be in a block, and at last on the merchant's address", async () => {
    const { bitcoin } = world;
    const before = await shop.received();
    const { id } = await shop.invoice();
    const { txid } = await shop.pay(id);
    await shop.look(id);
    expect((await shop.load(id)).status).to.equal("Processing");
    expect(await shop.page(id)).to.deep.include({ stage: "seen", confirmations: { need: 1, have: 0 } });
    for (let others = 0; others < 5; others++) await bitcoin.pay(addressOf(STRANGER_SCRIPT)!, 70_000n); // a block that is worth a branch
    const [block] = await bitcoin.mine();
    const settled = await shop.until(id, isSettled);
    const [settlement] = settled.crosstill.settlements;
    expect(settlement).to.include({ evidence: "verified", originOutpoint: `${txid}:0` });
    expect(settled.additionalStatus).to.equal("None");
    expect(BigInt(settlement!.amount) >= 100_000_000n, "the price in full").to.equal(true);
    expect((await shop.received()) - before).to.equal(BigInt(settlement!.amount));
    expect(await provenBlocks(world, id)).to.deep.equal([block]);
  });

  it("reopens when the payment is replaced by one that pays somebody else, and settles the next one", async () => {
    const { id } = await shop.invoice();
    const payment = await shop.pay(id);
    await shop.look(id);
    expect((await shop.load(id)).status).to.equal("Processing");
    await world.bitcoin.replace(payment);
    await shop.look(id);
    await shop.look(id); // one look may be wrong
    await world.bitcoin.mine();
    await shop.tick(4);
    const open = await shop.load(id);
    expect([open.status, open.paidAmount]).to.deep.equal(["New", "0.00"]);
    expect(await provenBlocks(world, id)).to.deep.equal([]);
    const { txid } = await shop.pay(id);
    await world.bitcoin.mine();
    const settled = await shop.until(id, isSettled);
    expect(settled.crosstill.settlements.map(({ originOutpoint }) => originOutpoint)).to.deep.equal([
      `${txid}:0`,
    ]);
  });

  it("takes a confirmation back when its block is reorganised away, and settles once after the next", async () => {
    const { bitcoin } = world;
    const [node] = bitcoin.nodes;
    const before = await shop.received();
    const { id } = await shop.invoice();
    await shop.pay(id);
    const [left] = await bitcoin.mine();
    // Only the gateway looks, so that the service has not converted anything yet.
    await world.run("follow bitcoin");
    expect(await shop.page(id)).to.deep.include({ stage: "confirmed" });
    await node!.rpc("invalidateblock", left);
    await bitcoin.mineNothing();
    await bitcoin.mineNothing();
    await world.run("follow bitcoin");
    expect(await shop.page(id)).to.deep.include({ stage: "seen", confirmations: { need: 1, have: 0 } });
    const [joined] = await bitcoin.mine();
    const settled = await shop.until(id, isSettled);
    expect(settled.crosstill.settlements).to.have.length(1);
    expect((await shop.received()) - before).to.equal(BigInt(settled.crosstill.settlements[0]!.amount));
    expect(await provenBlocks(world, id)).to.deep.equal([left, joined]);
  });

  it("pays the merchant once when the block goes away after the money has arrived", async () => {
    const { bitcoin } = world;
    const [node] = bitcoin.nodes;
    const before = await shop.received();
    const { id } = await shop.invoice();
    await shop.pay(id);
    const [left] = await bitcoin.mine();
    const settled = await shop.until(id, isSettled);
    await node!.rpc("invalidateblock", left);
    await bitcoin.mine(2); // other blocks, and the payment in the first of them
    for (let second = 0; second < 5; second++) await shop.tick();
    const after = await shop.load(id);
    expect([after.status, after.additionalStatus]).to.deep.equal(["Settled", "None"]);
    expect(after.crosstill.settlements).to.deep.equal(settled.crosstill.settlements);
    expect((await shop.received()) - before).to.equal(BigInt(after.crosstill.settlements[0]!.amount));
  });

  it("sees what was too little come back to the shop in a transaction of the node's, and stays open", async () => {
    const { bitcoin } = world;
    const { id } = await shop.invoice();
    await shop.pay(id, 700n);
    await bitcoin.mine();
    for (let second = 0; second < 5; second++) await shop.tick();
    await bitcoin.mine(); // what the service has sent
    const refunded = await shop.until(id, ({ crosstill }) => crosstill.refunds.length > 0);
    const [refund] = refunded.crosstill.refunds;
    const { vout } = await bitcoin.nodes[0]!.rpc<Shown>("getrawtransaction", refund!.txHash, true);
    const paid = vout.filter(({ scriptPubKey }) => scriptPubKey.hex === REFUNDS.script);
    expect(paid.map(({ value }) => Math.round(value * SATS))).to.deep.equal([Number(refund!.amount)]);
    expect(Number(refund!.amount)).to.be.greaterThan(0).and.lessThan(700);
    expect([refunded.status, refunded.paidAmount]).to.deep.equal(["New", "0.00"]);
    const booked = (await world.app.gateway.persistence.books.entriesOf(id)).filter(
      ({ to }) => to === "refunded",
    );
    expect(booked.map(({ amount }) => amount)).to.deep.equal([BigInt(refund!.amount)]);
    await shop.pay(id);
    await bitcoin.mine();
    await shop.until(id, isSettled);
  });
});

type Shown = Readonly<{ vout: readonly Readonly<{ value: number; scriptPubKey: { hex: string } }>[] }>;
