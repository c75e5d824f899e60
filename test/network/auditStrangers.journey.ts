import { expect } from "chai";
import { eq } from "drizzle-orm";
import { parseTransaction, type Hex } from "viem";
import { ZERO_ADDRESS } from "../../src/evm/codec/address.ts";
import { SOLVER_DEFAULTS } from "../../src/network/solver/settings.ts";
import { startAuditedWorld, troublesOf, type AuditedWorld } from "./auditWorld.ts";
import { createPayees, evmQuote, sweepOf, walk, type Row, type Walk, listOfCalls } from "./evmRoutes.ts";
import type { Wallet } from "./evmWorld.ts";
import { alarmLog } from "./solverAlarms.ts";
import { OTHER_CHAIN_ID, type World } from "./world.ts";

const MINUTE = 60_000;
const HOUR = 3_600_000;
const HUNDRED = 100_000_000n; // dollars of 6 decimals

describe("withdrawals of settled deposits, whose orders anybody may hand in", () => {
  const { log, events } = alarmLog();
  let audited: AuditedWorld;
  let world: World;
  let user: Wallet;
  let owed: Walk; // in the depository, and not settled: somebody else's money
  const payee = createPayees();

  before(async () => {
    const solver = { ...SOLVER_DEFAULTS, withdrawAbove: 0n };
    audited = await startAuditedWorld({ twoChains: true, solver, log });
    world = audited.world;
    user = await world.evm.wallet(10);
    await world.tick(3);
    owed = await quoted(2n * HUNDRED, { destinationChainId: OTHER_CHAIN_ID });
    world.gate = (request, response, next) =>
      request.url.startsWith(`/${OTHER_CHAIN_ID}`) ? void response.status(400).end() : next();
    await walk(user, owed.steps);
    await world.tick(3);
  });
  after(() => audited.close());
  beforeEach(() => {
    events.length = world.failures.length = 0;
    world.swallowSends = false;
  });
  afterEach(function () {
    if (this.currentTest?.state === "failed") console.error(world.failures, events);
  });

  const quoted = (amount: bigint, changes: Readonly<Record<string, unknown>> = {}) =>
    evmQuote(world, user, {
      ...{ originCurrency: world.usdc, destinationCurrency: world.other.usdc, recipient: payee() },
      ...{ amount: String(amount), ...changes },
    });
  const inDepository = () => world.received(world.evm.contracts.Depository);
  const atSolver = () => world.received(world.network.solver.evm);
  /** Turns of the jobs, six minutes apart: longer than a chain has to say something expensive. */
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn++) {
      world.now += 6 * MINUTE;
      await world.tick();
    }
  };
  const withdrawals = async () => {
    const { db, tables } = audited.parts.store;
    return db.select().from(tables.outbound).where(eq(tables.outbound.kind, "withdraw"));
  };
  /** A deposit is settled and swept, and its withdrawal signed and not sent. Gives the transaction with the order. */
  const signedWithdrawal = async () => {
    const before = await inDepository();
    const route = { destinationChainId: world.evm.id, destinationCurrency: world.evm.usdt };
    const quote = await quoted(HUNDRED, { ...route, useDepositAddress: true, refundTo: payee() });
    await walk(user, quote.steps);
    for (let turn = 0; turn < 10 && (await inDepository()) === before; turn++) await turns(1);
    expect((await inDepository()) - before).to.equal(HUNDRED);
    world.swallowSends = true;
    for (let turn = 0; turn < 10 && (await opened()).length === 0; turn++) await turns(1);
    world.swallowSends = false;
    const { db, tables } = audited.parts.store;
    const [open] = await opened();
    const ofOpen = eq(tables.attempts.outboundId, open?.id ?? "");
    const [attempt] = await db.select().from(tables.attempts).where(ofOpen);
    const { to, data } = parseTransaction(attempt?.raw as Hex);
    return { to: to ?? "", data: data ?? "0x" };
  };
  const opened = async () => (await withdrawals()).filter(({ state }) => state === "open");
  const expectEqualBooks = async () =>
    expect(troublesOf(await audited.audit()), "the books agree with the chains").to.deep.equal([]);

  it("somebody who hands in an order first changes nothing: it is paid once, and other payers' money stays", async () => {
    const held = await atSolver();
    const order = await signedWithdrawal();
    const before = await atSolver();
    await user.send(order);
    expect((await atSolver()) - before).to.equal(HUNDRED);
    await world.mine();
    await expectEqualBooks(); // although ours is in no block
    await turns(4);
    expect(await opened()).to.deep.equal([]);
    expect(await inDepository(), "what is owed to the other payer").to.equal(2n * HUNDRED);
    expect((await atSolver()) - held).to.equal(HUNDRED);
    expect(await withdrawals()).to.have.length(1);
    await expectEqualBooks();
  });

  it("an order that reverted is not signed anew while it can be handed in, and counts when somebody does that", async () => {
    const held = await atSolver();
    const order = await signedWithdrawal();
    await revert();
    await turns(4);
    expect(events.filter((event) => event === "network.withdrawal_reverted")).to.have.length(1);
    await expectEqualBooks();
    await user.send(order);
    await turns(3);
    expect(await opened()).to.deep.equal([]);
    expect(await inDepository()).to.equal(2n * HUNDRED);
    expect((await atSolver()) - held).to.equal(HUNDRED);
    expect(await withdrawals()).to.have.length(2);
    await expectEqualBooks();
  });

  it("an order that reverted and got too old is signed anew", async () => {
    const held = await atSolver();
    await signedWithdrawal();
    await revert();
    await turns(3);
    expect(await opened()).to.have.length(1);
    world.now += 26 * HOUR;
    await turns(3);
    expect(await opened()).to.deep.equal([]);
    expect(await inDepository()).to.equal(2n * HUNDRED);
    expect((await atSolver()) - held).to.equal(HUNDRED);
    expect(await withdrawals()).to.have.length(4);
    await expectEqualBooks();
  });

  it("the money of the other payer was there all the time, and is filled in the end", async () => {
    world.gate = undefined;
    await turns(3);
    expect(await world.status(owed.requestId)).to.include({ status: "success" });
    await expectEqualBooks();
  });

  /** The withdrawal lands while the depository's dollars are gone for a moment. */
  async function revert(): Promise<void> {
    const { Depository } = world.evm.contracts;
    const held = await inDepository();
    await world.evm.setUsdc(Depository, 0n);
    await world.tick(2);
    await world.evm.setUsdc(Depository, held);
  }

  it("hidden coins that were booked as unknown are in the books once when they turn out to be a payer's", async () => {
    world.gate = undefined;
    const { id: chainId, client } = world.evm;
    const coins = 10n ** 17n;
    const own = { originCurrency: ZERO_ADDRESS, useDepositAddress: true, refundTo: user.address };
    const { address, requestId } = await quoted(coins, own);
    await user.send({ to: address, value: coins }); // the books know the address
    await turns(2);
    await user.send(listOfCalls(world.evm, user, [{ to: address, value: coins }])); // without a trace in blocks
    await user.send(sweepOf(world, address, requestId)); // into the depository, where the audit sees it
    await turns(1);
    await world.tick(2);
    const report = await audited.audit();
    expect((await audited.adopt(report)).map(({ difference }) => difference)).to.deep.equal([coins]);
    expect(troublesOf(await audited.audit())).to.deep.equal([]);

    await client.mine({ blocks: 6 });
    await turns(1);
    const body = { chainId, depositAddress: address };
    expect((await world.post("/transactions/deposit-address/reindex", body)).status).to.equal(200);
    await turns(3);
    await world.tick(2);
    const { body: found } = await world.get(`/requests/v2?id=${requestId}&includeChildRequests=true`);
    expect((found.requests as Row[]).map(({ status }) => status)).to.deep.equal(["success", "success"]);
    expect(troublesOf(await audited.audit())).to.deep.equal([]);
  });
});
