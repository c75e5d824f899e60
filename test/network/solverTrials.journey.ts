import { expect } from "chai";
import { createPayees, evmQuote, walk } from "./evmRoutes.ts";
import type { Wallet } from "./evmWorld.ts";
import { itInFull } from "../support/sizes.ts";
import { startWorld, type World } from "./world.ts";

const MINUTE = 60_000;
const NO_ANSWER = { code: -32603, message: "something broke" };

type Question = Readonly<{ id: number; method: string; params: readonly { to?: string; gas?: string }[] }>;

describe("a node that does not run a call", () => {
  const payees = createPayees();
  let world: World;
  let user: Wallet;

  before(async () => {
    world = await startWorld({ twoChains: true });
    user = await world.evm.wallet(10);
  });
  after(() => world.close());
  afterEach(() => (world.tamper = undefined));

  /** The node gives this error to every trial of a payment to a recipient. */
  const refuseTrials = (recipients: string | readonly string[], error: object): readonly string[] => {
    const tried: string[] = [];
    world.tamper = (asked, answered) => {
      const refused = new Set(
        ([asked].flat() as Question[])
          .filter(
            ({ method, params }) => method === "eth_estimateGas" && recipients.includes(params[0]?.to ?? ""),
          )
          .map(({ id, params }) => (tried.push(params[0]?.to ?? ""), id)),
      );
      const tamper = (answer: Readonly<{ id: number }>) =>
        refused.has(answer.id) ? { jsonrpc: "2.0", id: answer.id, error } : answer;
      return Array.isArray(answered)
        ? (answered as { id: number }[]).map(tamper)
        : tamper(answered as { id: number });
    };
    return tried;
  };
  const minutes = async (count: number) => {
    for (let passed = 0; passed < count; passed++) {
      world.now += MINUTE;
      await world.tick();
    }
    await world.tick(2);
  };
  const paid = async (recipient: string) => {
    const quote = await evmQuote(world, user, { recipient });
    await walk(user, quote.steps);
    return quote;
  };

  it("words that nobody knows are a revert once they are repeated for five minutes, and hold up nobody else", async () => {
    const recipient = payees();
    const quote = await paid(recipient);
    refuseTrials(recipient, { code: -32015, message: "VM execution error: frobnicated" });
    await world.tick(3);
    const other = await paid(payees());
    await world.tick(3);
    expect(await world.status(other.requestId)).to.include({ status: "success" });
    expect(await world.status(quote.requestId)).to.include({ status: "pending" });
    await minutes(6);
    expect(await world.status(quote.requestId)).to.include({
      status: "refund",
      failReason: "EXECUTION_REVERTED",
    });
  });

  it("they must be repeated all the time: an outage in between, or silence, and it begins anew", async () => {
    const recipient = payees();
    const quote = await paid(recipient);
    const odd = { code: -32000, message: "strange thing" };
    refuseTrials(recipient, odd);
    await world.tick(3);
    refuseTrials(recipient, { code: -32000, message: "try again, the node is overloaded" });
    await minutes(6);
    refuseTrials(recipient, odd);
    await world.tick(3);
    world.now += 10 * MINUTE;
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ status: "pending" });
    world.tamper = undefined;
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
  });

  itInFull("a provider whose plan is used up says nothing about the call", async () => {
    const recipient = payees();
    const quote = await paid(recipient);
    refuseTrials(recipient, {
      code: -32003,
      message: "Insufficient balance of compute units, upgrade your plan",
    });
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ status: "pending" });
    world.tamper = undefined;
    await minutes(1);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
  });

  it("a trial without an answer waits, and those behind it do not", async () => {
    const recipient = payees();
    const quote = await paid(recipient);
    refuseTrials(recipient, NO_ANSWER);
    const other = await paid(payees());
    await world.tick(3);
    expect(await world.status(other.requestId)).to.include({ status: "success" });
    expect(await world.status(quote.requestId)).to.include({ status: "pending" });
    world.tamper = undefined;
    await minutes(1);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
  });

  it("five of them end the turn; then come those that were not tried yet, and one of the five at a time", async () => {
    const recipients = [...Array(6).keys()].map(() => payees());
    for (const recipient of recipients) await paid(recipient);
    const last = await paid(payees());
    const asked = refuseTrials(recipients, NO_ANSWER);
    await world.tick();
    expect([asked.length, new Set(asked).size]).to.deep.equal([5, 5]);
    await world.tick(2);
    expect([...asked].toSorted()).to.deep.equal(recipients.toSorted());
    expect(await world.status(last.requestId)).to.include({ status: "success" });
    world.now += MINUTE;
    await world.tick();
    expect(asked).to.have.length(recipients.length + 1);
  });

  it("needs no more gas than a payment may use; calls of quotes are tried two at a time, and the others wait", async () => {
    const limits: unknown[] = [];
    const { Router } = world.other.contracts;
    let [running, most] = [0, 0];
    world.tamper = async (asked, answered) => {
      const trials = ([asked].flat() as Question[]).filter(({ method }) => method === "eth_estimateGas");
      limits.push(...trials.map(({ params }) => params[0]?.gas));
      if (!trials.some(({ params }) => params[0]?.to?.toLowerCase() === Router)) return answered;
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve)); // the others had their chance
      running -= 1;
      return answered;
    };
    const to = payees();
    const changes = {
      ...{ amount: "1000", tradeType: "EXACT_OUTPUT" },
      txs: [{ to, value: "1000", data: "0x" }],
    };
    await Promise.all([1, 2, 3, 4, 5, 6].map(() => evmQuote(world, user, changes)));
    expect(most).to.be.within(1, 2);
    await evmQuote(world, user, { recipient: payees() });
    expect(limits.map(Number).filter((limit) => limit > 12_000_000 || Number.isNaN(limit))).to.deep.equal([]);
    expect(limits.map(Number)).to.include(150_000);
  });

  it("words about the node itself mean nothing, however often they are said", async () => {
    const recipient = payees();
    const quote = await paid(recipient);
    for (const error of [
      { code: -32000, message: "header not found" },
      { code: -32005, message: "daily request count exceeded" },
      { code: -32603, message: "something broke" },
    ]) {
      refuseTrials(recipient, error);
      await world.tick();
      world.now += 6 * MINUTE;
      await world.tick(2);
      expect(await world.status(quote.requestId), error.message).to.include({ status: "pending" });
    }
    world.tamper = undefined;
    await minutes(6);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
  });
});
