import { expect } from "chai";
import { eq } from "drizzle-orm";
import { encodeFunctionData, type Hex } from "viem";
import { depositAddressFactoryAbi } from "../../src/evm/codec/contracts.ts";
import type { Place } from "../../src/network/audit/places.ts";
import { BITCOIN_CHAIN_ID } from "../../src/intents/identifiers.ts";
import { saltOf, startAuditedWorld, troublesOf, type AuditedWorld } from "./auditWorld.ts";
import { quoteToBitcoin, topUp } from "./bitcoinSpending.ts";
import { transferOf } from "./evmRoutes.ts";
import { EVM_CHAIN_ID, type World } from "./world.ts";

describe("an audit that finds something", () => {
  let audited: AuditedWorld;
  let world: World;
  before(async () => {
    audited = await startAuditedWorld();
    world = audited.world;
    await topUp(world, 1_000_000);
    world.now += 60_000; // the first coins open the books of Bitcoin at the next look
    await world.tick(3);
  });
  after(() => audited.close());
  beforeEach(async () => {
    world.explorerDown = false;
    expect(troublesOf(await audited.audit())).to.deep.equal([]);
  });

  const solver = () => world.network.solver.evm;
  const wrong = async () => (await audited.audit()).places.filter(({ outcome }) => outcome !== "equal");
  const summary = ({ place, currency, difference }: Place) => ({ place, currency, difference });

  it("one unit that the solver's account lost has a name", async () => {
    const held = await world.received(solver());
    await world.evm.setUsdc(solver(), held - 1n);
    const found = await wrong();
    expect(found.map(summary)).to.deep.equal([
      { place: "inventory:solver", currency: world.usdc, difference: -1n },
    ]);
    expect((await audited.audit()).ok).to.equal(false);
    await world.evm.setUsdc(solver(), held);
  });

  it("the operator's own money is found, and is in the books once it is adopted", async () => {
    await world.evm.mint(world.usdc, solver(), 7n);
    const report = await audited.audit();
    expect(report.places.filter(({ outcome }) => outcome !== "equal").map(summary)).to.deep.equal([
      { place: "inventory:solver", currency: world.usdc, difference: 7n },
    ]);
    expect(await audited.adopt(report)).to.have.length(1);
    expect(troublesOf(await audited.audit())).to.deep.equal([]);
    await audited.adopt(report).then(
      () => expect.fail("the same money was adopted twice"),
      (error: Error) => expect(error.message).to.contain("have changed since the audit"),
    );
    expect(troublesOf(await audited.audit())).to.deep.equal([]);
  });

  it("bitcoin that the operator sends is adopted in the same way", async () => {
    await topUp(world, 5_000);
    const report = await audited.audit();
    expect(
      report.places.filter(({ outcome }) => outcome !== "equal").map(({ difference }) => difference),
    ).to.deep.equal([5_000n]);
    await audited.adopt(report);
    expect(troublesOf(await audited.audit())).to.deep.equal([]);
  });

  it("money of payers that is missing is never booked away", async () => {
    const user = await world.evm.wallet(10);
    const quote = await quoteToBitcoin(world, 20_000_000n, { refundTo: undefined });
    await user.send(transferOf(world.usdc, quote.address, 1_000n)); // too little, and nobody to give it back to
    await world.tick(2);
    expect(troublesOf(await audited.audit())).to.deep.equal([]);
    await world.evm.setUsdc(quote.address, 999n);
    const report = await audited.audit();
    expect(report.places.filter(({ outcome }) => outcome !== "equal").map(summary)).to.deep.equal([
      { place: "custody", currency: world.usdc, difference: -1n },
    ]);
    expect(await audited.adopt(report)).to.deep.equal([]);
    expect(await audited.adopt(report, "withdrawn")).to.deep.equal([]);
    expect((await audited.audit()).ok).to.equal(false);
    expect(report.refundsOwed.map(({ amount }) => amount)).to.deep.equal([1_000n]);
    await world.evm.setUsdc(quote.address, 1_000n);
  });

  it("what somebody gives to the depository without a deposit is nobody's, once an operator has seen it", async () => {
    const user = await world.evm.wallet(10);
    await user.send(transferOf(world.usdc, world.evm.contracts.Depository, 9n));
    await world.tick();
    const report = await audited.audit();
    expect((await wrong()).map(summary)).to.deep.equal([
      { place: "custody", currency: world.usdc, difference: 9n },
    ]);
    await audited.adopt(report);
    expect(troublesOf(await audited.audit())).to.deep.equal([]);
  });

  it("a chain that gives no answer is listed, and the others are compared", async () => {
    world.explorerDown = true;
    const report = await audited.audit();
    expect(report.unreached.map(({ chainId }) => chainId)).to.deep.equal([BITCOIN_CHAIN_ID]);
    expect(report.places.some(({ chainId }) => chainId === EVM_CHAIN_ID)).to.equal(true);
    expect(report.ok).to.equal(false);
    world.explorerDown = false;
    expect(troublesOf(await audited.audit())).to.deep.equal([]);
  });

  it("blocks that the service has not read yet are no theft", async () => {
    const quote = await world.quote();
    await world.pay(quote.address, 100_000);
    await world.mine();
    const report = await audited.audit();
    expect(report.tips.find(({ chainId }) => chainId === BITCOIN_CHAIN_ID)?.isRead).to.equal(false);
    expect(report.places.filter(({ outcome }) => outcome === "unexplained")).to.deep.equal([]);
    await world.tick(2);
    expect(troublesOf(await audited.audit())).to.deep.equal([]);
  });

  it("a payment that comes into a block, and into the books, while the audit looks is no theft", async () => {
    const user = await world.evm.wallet(10);
    const quote = await quoteToBitcoin(world, 20_000_000n);
    await user.send(transferOf(world.usdc, quote.address, 20_000_000n));
    for (let tried = 0; world.ledger.view.mempool().size === 0 && tried < 10; tried++) await world.tick();
    expect(world.ledger.view.mempool().size, "the payment waits for a block").to.equal(1);
    world.gate = (request, _response, next) => {
      if (!request.path.startsWith("/address/")) return next();
      world.gate = undefined; // books and blocks have been read, and balances have not
      void world
        .mine()
        .then(() => world.tick(3))
        .then(() => next(), next);
    };
    const report = await audited.audit();
    expect(world.gate, "the audit has asked for a balance").to.equal(undefined);
    expect(report.places.filter(({ outcome }) => outcome === "unexplained")).to.deep.equal([]);
    expect(troublesOf(await audited.audit())).to.deep.equal([]);
  });

  it("an address that a stranger has swept is no theft", async () => {
    const user = await world.evm.wallet(10);
    const quote = await quoteToBitcoin(world, 20_000_000n, { refundTo: undefined });
    await user.send(transferOf(world.usdc, quote.address, 1_000n)); // too little: it stays where it is
    await world.tick(2);
    const salt = await saltOf(audited, quote.address);
    const data = encodeFunctionData({
      ...{ abi: depositAddressFactoryAbi, functionName: "sweep" },
      args: [salt, [world.usdc], quote.requestId as Hex],
    });
    await user.send({ to: world.evm.contracts.DepositAddressFactory, data });
    await world.tick(2);
    expect(await world.evm.balanceOf(world.usdc, quote.address)).to.equal(0n);
    expect(troublesOf(await audited.audit())).to.deep.equal([]);
  });

  it("a request that claims success without a payment, and a payment without a booking, are named", async () => {
    const quote = await world.quote();
    await world.pay(quote.address, 100_000);
    await world.mine();
    await world.tick(3);
    const { db, tables } = audited.parts.store;
    const payment = `${quote.requestId}/fill`;
    await db.delete(tables.ledger).where(eq(tables.ledger.booking, `payment/${payment}@1`));
    const { faults } = await audited.audit();
    expect(faults.map(({ id }) => id)).to.include(payment);
    await db.update(tables.outbound).set({ state: "cancelled" }).where(eq(tables.outbound.id, payment));
    expect((await audited.audit()).faults).to.deep.include({
      id: quote.requestId,
      what: "succeeded, but no payment of it is in a block",
    });
  });
});
