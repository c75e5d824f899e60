import { expect } from "chai";
import { setImmediate as turn } from "node:timers/promises";
import { callBudget } from "../../../../src/http-client/callBudget.ts";
import { createPushes } from "../../../../src/gateway/usecases/tracking/followHints.ts";
import { pollRequests } from "../../../../src/gateway/usecases/tracking/pollRequests.ts";
import type { Gateway } from "../../../../src/gateway/usecases/gateway.ts";
import type { StatusHints } from "../../../../src/gateway/ports/servicePort.ts";
import { createRequestPolls } from "../../../../src/gateway/usecases/tracking/requestPolls.ts";
import { createSensors } from "../../../../src/gateway/usecases/tracking/sensors.ts";
import type { Lease } from "../../../../src/gateway/ports/persistencePort.ts";
import type { Decision } from "../../../../src/gateway/domain/invoices/decide.ts";
import type { Invoice } from "../../../../src/gateway/domain/invoices/invoice.ts";
import { silentLog } from "../../../../src/runtime/log.ts";
import { aDeposit, anInvoice, anOffer } from "../../domain/invoices/given.ts";
import { testClock } from "../../../support/clock.ts";
import { requestWorld } from "../requestWorld.ts";

/** One invoice whose payment is confirmed, a service that counts how often it is asked, and a push channel. */
function worldOf() {
  const clock = testClock();
  const offer = anOffer();
  const deposit = aDeposit({ outpoint: `${"ab".repeat(32)}:0`, seenAt: clock(), credit: 1n, floor: 1n });
  const blank = anInvoice();
  let invoice: Invoice = { ...blank, facts: { ...blank.facts, offers: [offer], deposits: [deposit] } };
  let word = "waiting";
  let connection: number | undefined = 0;
  const listeners = new Map<string, () => void>();
  const asked: string[] = [];
  const hints: StatusHints = {
    get connection() {
      return connection;
    },
    subscribe(requestId, hint) {
      listeners.set(requestId, hint);
      return () => listeners.delete(requestId);
    },
  };
  const lease = {
    invoiceId: invoice.id,
    requestId: offer.requestId,
    address: offer.depositAddress,
    chainId: offer.chainId,
    fromAt: 0,
  } as Lease;
  const gateway = {
    ...{ clock, hints, log: silentLog, sensors: createSensors(), awaiting: new Map(), arrivals: new Map() },
    requestPolls: createRequestPolls(clock),
    budgets: { service: callBudget(6_000, clock) },
    viewers: { announce: () => {} },
    persistence: {
      invoices: {
        moving: async (after: string) => (after === "" ? [invoice] : []),
        load: async () => invoice,
        save: async (_: Invoice, decision: Decision) => void (invoice = decision.invoice),
      },
      stores: {
        load: async () => undefined,
      },
      webhooks: {
        of: async () => [],
      },
      mails: {
        recipientsOf: async () => [],
      },
      books: {
        worthsOf: async () => new Map(),
      },
      leases: {
        of: async () => [lease],
      },
    },
    service: {
      requestsOf: async () => undefined,
      status: async (requestId: string) => {
        asked.push(requestId);
        return {
          requestId,
          word,
          parent: undefined,
          depositTxid: undefined,
          input: undefined,
          output: undefined,
          outHashes: [],
          raw: {},
        };
      },
    },
  } as unknown as Gateway; // the rest of the gateway is not touched here
  const pushes = createPushes(gateway);
  return {
    asked,
    following: () => [...listeners.keys()],
    requestId: offer.requestId,
    word: () => invoice.facts.requests[0]?.word,
    says: (next: string) => (word = next),
    connect: (next: number | undefined) => (connection = next),
    settle: () => (invoice = { ...invoice, facts: { ...invoice.facts, deposits: [] } }),
    async push(times = 1) {
      for (let push = 0; push < times; push++) listeners.get(offer.requestId)?.();
      for (let round = 0; round < 20; round++) await turn(); // the look that it starts
    },
    /** Lets seconds pass with a look each, and gives how often the service was asked. */
    async seconds(count: number): Promise<number> {
      const before = asked.length;
      for (let second = 0; second < count; second++) {
        clock.advance(1_000);
        await pollRequests(gateway, pushes);
      }
      return asked.length - before;
    },
  };
}

describe("pushes of the service", () => {
  it("make polling rare while they can be relied upon", async () => {
    const world = worldOf();
    await world.seconds(5);
    expect(world.following()).to.deep.equal([world.requestId]);
    expect(await world.seconds(60)).to.equal(4);
  });

  it("are looked into at once, and what the look finds is what counts", async () => {
    const world = worldOf();
    await world.seconds(5);
    const before = world.asked.length;
    world.says("pending");
    await world.push();
    expect([world.asked.length - before, world.word()]).to.deep.equal([1, "pending"]);
    await world.push(); // a push without news behind it changes nothing
    expect(world.word()).to.equal("pending");
  });

  it("are done without when the channel is gone", async () => {
    const world = worldOf();
    await world.seconds(5);
    world.connect(undefined);
    expect(await world.seconds(10)).to.equal(10);
  });

  it("may have been lost while the channel was down, so a look follows its return", async () => {
    const world = worldOf();
    await world.seconds(5);
    world.connect(1);
    expect(await world.seconds(2)).to.be.at.least(1);
  });

  it("are not relied upon after news that came without one", async () => {
    const world = worldOf();
    await world.seconds(5);
    world.says("pending");
    await world.seconds(20);
    expect(world.word()).to.equal("pending");
    expect(await world.seconds(30)).to.equal(30);
    await world.seconds(5 * 60);
    expect(await world.seconds(60)).to.be.at.most(5);
  });

  it("are asked for only while money is on its way", async () => {
    const world = worldOf();
    await world.seconds(2);
    world.settle();
    await world.seconds(1);
    expect(world.following()).to.deep.equal([]);
  });

  it("that come while a look is on its way lead to one more look, however many they are", async () => {
    const world = worldOf();
    await world.seconds(5);
    const before = world.asked.length;
    await world.push(100);
    expect(world.asked.length - before).to.equal(2);
  });

  it("take nothing from others when they come in floods", async () => {
    const world = requestWorld({ perMinute: 60 });
    const moving = Array.from({ length: 10 }, world.bitcoin);
    const idle = Array.from({ length: 100 }, world.evm);
    for (const id of moving) world.pays(id);
    const [loud = "", ...quiet] = moving;
    await world.seconds(600, () => {
      for (let push = 0; push < 50; push++) world.push(loud);
    });
    for (const id of quiet) expect(world.askedAbout(id)).to.be.at.least(10);
    for (const id of idle) expect(world.askedAbout(id)).to.be.at.least(1);
    expect(world.askedAbout(loud)).to.be.at.least(10);
    expect(world.asked.length).to.be.at.most(11 * 60);
  });

  it("replace no look once the service has said its last word: the chain has to show the rest", async () => {
    const world = worldOf();
    await world.seconds(5);
    world.says("refund");
    await world.push();
    expect(await world.seconds(10)).to.equal(10);
  });
}); // prettier-ignore
