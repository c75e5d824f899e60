import { expect } from "chai";
import { callBudget } from "../../../../src/http-client/callBudget.ts";
import { pollRequestsOf } from "../../../../src/gateway/usecases/tracking/pollRequest.ts";
import { GatewayError } from "../../../../src/gateway/errors.ts";
import type { Gateway } from "../../../../src/gateway/usecases/gateway.ts";
import type { RequestNews } from "../../../../src/gateway/ports/servicePort.ts";
import { createSensors } from "../../../../src/gateway/usecases/tracking/sensors.ts";
import type { Lease } from "../../../../src/gateway/ports/persistencePort.ts";
import { decide, type Decision } from "../../../../src/gateway/domain/invoices/decide.ts";
import type { Invoice } from "../../../../src/gateway/domain/invoices/invoice.ts";
import type { Log } from "../../../../src/runtime/log.ts";
import { silentLog } from "../../../../src/runtime/log.ts";
import { anInvoice, anOffer, inBlock, refund, success } from "../../domain/invoices/given.ts";
import { testClock } from "../../../support/clock.ts";

const TXID = "ab".repeat(32);
const OUTPOINT = `${TXID}:0`;

/** One invoice, and a service that says what a test says. */
function worldOf(start: Invoice = decide(anInvoice(), inBlock({ outpoint: OUTPOINT })).invoice) {
  const clock = testClock();
  const offer = anOffer();
  let invoice = start;
  let list: readonly Partial<RequestNews>[] | undefined = [];
  let status: Partial<RequestNews> = {};
  let isFirst = true;
  const calls: string[] = [];
  const byId: string[] = [];
  const warnings: unknown[] = [];
  const newsOf = (news: Partial<RequestNews>): RequestNews => ({
    ...{ requestId: offer.requestId, word: "waiting", parent: undefined, depositTxid: TXID },
    ...{ input: undefined, output: undefined, outHashes: [], raw: {}, ...news },
  });
  const lease = (chainId: number, address: string): Lease =>
    ({
      id: address,
      invoiceId: invoice.id,
      requestId: offer.requestId,
      fromAt: 0,
      chainId,
      address,
    }) as Lease;
  let leases = [lease(offer.chainId, offer.depositAddress)];
  const log: Log = { ...silentLog, warn: (event, data) => void warnings.push({ event, ...data }) };
  const gateway = {
    ...{ clock, log, sensors: createSensors(), awaiting: new Map(), arrivals: new Map() },
    budgets: { service: callBudget(60, clock) },
    viewers: { announce: () => {} },
    persistence: {
      invoices: {
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
        of: async () => leases,
        isFirst: async () => isFirst,
      },
    },
    service: {
      async requestsOf(address: string) {
        calls.push(address);
        return list?.map(newsOf);
      },
      async status(requestId: string) {
        byId.push(requestId);
        return newsOf({ requestId, depositTxid: undefined, ...status });
      },
    },
  } as unknown as Gateway; // the rest of the gateway is not touched here
  return {
    ...{ calls, byId, warnings, lease, gateway },
    statusIs: (given: Partial<RequestNews>) => (status = given),
    wasLeasedBefore: () => (isFirst = false),
    invoice: () => invoice,
    has: (...given: readonly Lease[]) => (leases = [...given]),
    says: (...news: readonly Partial<RequestNews>[]) => (list = news),
    look: () => pollRequestsOf(gateway, invoice),
  };
}

type World = ReturnType<typeof worldOf>;

describe("a look at the requests of an invoice", () => {
  it("says once that a word is unknown, and changes nothing of what the invoice is [bug:unknown-is-success]", async () => {
    const world = worldOf();
    const { state, additional } = world.invoice();
    world.says({ word: "WEIRD" });
    for (let look = 0; look < 5; look++) await world.look();
    expect(world.warnings).to.deep.equal([
      {
        event: "request.unknown_status",
        invoice: "invoice-1",
        requestId: anOffer().requestId,
        word: "WEIRD",
      },
    ]);
    expect(world.invoice()).to.include({ state, additional });
    expect(world.invoice().facts.requests.map(({ word }) => word)).to.deep.equal(["WEIRD"]);
    world.says({ word: "WEIRDER" });
    for (let look = 0; look < 5; look++) await world.look();
    expect(world.warnings).to.have.length(2);
  });

  it("leaves what has settled or come back as it is, whatever word comes after it", async () => {
    for (const end of [success({ outpoint: OUTPOINT }), refund({ outpoint: OUTPOINT })]) {
      const start = decide(decide(anInvoice(), inBlock({ outpoint: OUTPOINT })).invoice, end).invoice;
      const world = worldOf(start);
      const { state, additional } = start;
      for (const word of ["WEIRD", "waiting", "pending", "failure"]) {
        world.says({ word, requestId: `request-of-${OUTPOINT}` });
        await world.look();
        expect(world.invoice(), word).to.include({ state, additional });
        expect(world.invoice().facts).to.deep.include({
          settlements: start.facts.settlements,
          refunds: start.facts.refunds,
        });
      }
    }
  });

  it("changes nothing when the service does not answer", async () => {
    const world = worldOf();
    const before = world.invoice();
    Object.assign(world.gateway.service, { requestsOf: refuse, status: refuse });
    expect(await world.look().catch((error: Error) => error.message)).to.equal("No answer.");
    expect(world.invoice()).to.equal(before);
    expect(world.gateway.sensors.seenAt("service")).to.equal(0);
  });

  const REQUEST = anOffer().requestId;
  const SUCCESS = { word: "success" } as const;
  const refuse = () => Promise.reject(new GatewayError("service_unavailable", "No answer."));
  const FOREIGN = { requestId: "0xf0", parent: "0xf1", depositTxid: "cd".repeat(32), ...SUCCESS };

  for (const [what, spoil] of Object.entries({
    "an empty list": (world: World) => world.says(),
    "a list of other payments": (world: World) => world.says(FOREIGN),
    "a list that is refused or late": (world: World) =>
      Object.assign(world.gateway.service, { requestsOf: refuse }),
  })) {
    it(`${what} does not hide the status by id`, async () => {
      const world = worldOf();
      spoil(world);
      world.statusIs(SUCCESS);
      await world.look();
      expect(world.byId).to.deep.equal([REQUEST]);
      expect(world.invoice().facts.requests.map(({ requestId, word }) => [requestId, word])).to.deep.equal([
        [REQUEST, "success"],
      ]);
    });
  }

  it("a list that has the request, or the payment's own request, needs no status by id", async () => {
    for (const listed of [{ word: "pending" }, { requestId: "0xchild", parent: REQUEST, word: "pending" }]) {
      const world = worldOf();
      world.says(listed);
      await world.look();
      expect(world.byId).to.deep.equal([]);
    }
  });

  it("the status of an address that was leased before counts only where it names a transaction of this payment", async () => {
    for (const [inHashes, words] of [
      [undefined, []],
      [["ef".repeat(32)], []],
      [[TXID], ["success"]],
    ] as const) {
      const world = worldOf();
      world.wasLeasedBefore();
      world.says();
      world.statusIs({ ...SUCCESS, inHashes });
      await world.look();
      expect(world.invoice().facts.requests.map(({ word }) => word)).to.deep.equal(words);
    }
  });

  it("needs no call for a Bitcoin address without a deposit, and one for an address of another chain", async () => {
    const world = worldOf(anInvoice());
    world.has(world.lease(anOffer().chainId, anOffer().depositAddress), world.lease(31337, "0xd"));
    await world.look();
    expect(world.calls).to.deep.equal(["0xd"]);
  });

  it("takes a call from the budget for each address, and asks nothing once that is used up", async () => {
    const world = worldOf();
    world.has(world.lease(31337, "0xd0"), world.lease(31337, "0xd1"));
    const { service } = world.gateway.budgets;
    const before = service.left();
    await world.look();
    expect(service.left()).to.equal(before - 2);
    for (let look = 0; look < 10; look++) await world.look();
    expect(world.calls).to.have.length(before);
  });
});
