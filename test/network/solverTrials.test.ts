import { expect } from "chai";
import { createPayees, evmQuote, walk } from "./evmRoutes.ts";
import type { Wallet } from "./evmWorld.ts";
import { startWorld, type World } from "./world.ts";

const MINUTE = 60_000;

type Question = Readonly<{ id: number; method: string; params: readonly { to?: string }[] }>;

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
  const refuseTrials = (recipient: string, error: object) => {
    world.tamper = (asked, answered) => {
      const refused = new Set(
        ([asked].flat() as Question[])
          .filter(({ method, params }) => method === "eth_estimateGas" && params[0]?.to === recipient)
          .map(({ id }) => id),
      );
      const tamper = (answer: Readonly<{ id: number }>) =>
        refused.has(answer.id) ? { jsonrpc: "2.0", id: answer.id, error } : answer;
      return Array.isArray(answered)
        ? (answered as { id: number }[]).map(tamper)
        : tamper(answered as { id: number });
    };
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
    world.now += 6 * MINUTE;
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({
      status: "refund",
      failReason: "EXECUTION_REVERTED",
    });
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
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
  });
});
