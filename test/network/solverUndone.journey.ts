import { expect } from "chai";
import type { Hex } from "viem";
import { ZERO_ADDRESS } from "../../src/evm/codec/address.ts";
import { startAuditedWorld, troublesOf, type AuditedWorld } from "./auditWorld.ts";
import { balance, createPayees, evmQuote, walk, type Walk } from "./evmRoutes.ts";
import type { Wallet } from "./evmWorld.ts";
import { alarmLog } from "./solverAlarms.ts";
import type { World } from "./world.ts";

const MINUTE = 60_000;
const BETWEEN_LOOKS = 2; // minutes
const ACCEPTS = "0x00"; // does nothing and takes coins
const BURNS = "0xfe"; // the invalid opcode

describe("a fill that reverted, and whose block a reorganisation takes away after the refund", () => {
  const { log, events } = alarmLog();
  const payees = createPayees();
  let audited: AuditedWorld;
  let world: World;
  let user: Wallet;

  before(async () => {
    audited = await startAuditedWorld({ twoChains: true, log });
    world = audited.world;
    user = await world.evm.wallet(10);
  });
  after(() => audited.close());
  beforeEach(() => void (events.length = 0));
  afterEach(() => world.other.client.setAutomine(true));

  const setCode = (address: string, code: Hex) =>
    world.other.client.request({ method: "anvil_setCode", params: [address, code] } as never);
  const paid = (recipient: string) => balance(world.other, ZERO_ADDRESS, recipient);
  const minutes = async (count: number) => {
    for (let left = count; left > 0; left -= BETWEEN_LOOKS) {
      world.now += BETWEEN_LOOKS * MINUTE;
      await world.tick(2);
      await world.other.client.mine({ blocks: BETWEEN_LOOKS });
    }
  };

  /** The fill reverts and the deposit goes back; then its block is gone, and the recipient takes coins again. */
  const undo = async (): Promise<Walk & Readonly<{ recipient: string; raw: Hex }>> => {
    const { client } = world.other;
    const recipient = payees();
    await setCode(recipient, ACCEPTS);
    const quote = await evmQuote(world, user, { recipient });
    await walk(user, quote.steps);
    const snapshot = await client.snapshot();
    await client.setAutomine(false);
    world.sent.length = 0;
    await world.tick(2);
    const raw = world.sent.at(-1) ?? "0x";
    await setCode(recipient, BURNS);
    await client.mine({ blocks: 1 });
    await client.setAutomine(true);
    await minutes(8);
    expect(await world.status(quote.requestId)).to.include({ status: "refund" });
    await client.revert({ id: snapshot });
    await client.mine({ blocks: 3 });
    return { ...quote, recipient, raw };
  };

  it("is never sent again: its nonce goes to a transaction of nothing, and the next fill follows", async () => {
    const { requestId, recipient } = await undo();
    await minutes(4);
    const next = payees();
    const other = await evmQuote(world, user, { recipient: next });
    await walk(user, other.steps);
    await minutes(4);
    expect(await paid(recipient)).to.equal(0n);
    expect((await paid(next)) >= other.minimum).to.equal(true);
    expect(await world.status(requestId)).to.include({ status: "refund" });
    expect(events).to.deep.equal([]);
    expect(troublesOf(await audited.audit()), "the fee is booked as it is now").to.deep.equal([]);
  });

  it("when somebody else sends it before us, somebody is called", async () => {
    const { recipient, raw } = await undo();
    await world.other.client.request({ method: "eth_sendRawTransaction", params: [raw] });
    await minutes(4);
    expect((await paid(recipient)) > 0n).to.equal(true);
    expect(events).to.deep.equal(["network.reverted_payment_paid"]);
  });
});
