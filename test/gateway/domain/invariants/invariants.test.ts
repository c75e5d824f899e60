import { expect } from "chai";
import fc from "fast-check";
import {
  checkDay,
  checkUnattributed,
  newDaySums,
  type DayTotal,
} from "../../../../src/gateway/domain/invariants/books.ts";
import { checkInvoice } from "../../../../src/gateway/domain/invariants/checkInvoice.ts";
import type { InvoiceRecord, WebhookRow } from "../../../../src/gateway/domain/invariants/record.ts";
import {
  closingEntry,
  reversalOf,
  unattributedEntry,
  type Entry,
} from "../../../../src/gateway/domain/books/ledger.ts";
import { policyFor } from "../../../../src/gateway/domain/invoices/policy.ts";
import { blankOf, differencesOf, replayed } from "../../../../src/gateway/domain/invoices/replay.ts";
import type { Observation } from "../../../../src/gateway/domain/invoices/observation.ts";
import {
  A,
  B,
  DUE,
  EXPIRES,
  IN_TIME,
  ISSUED,
  LATE,
  gone,
  inBlock,
  inMempool,
  marked,
  refund,
  success,
  tick,
} from "../invoices/given.ts";
import { anyHistory } from "../books/anyHistory.ts";
import { recordOf } from "./recordOf.ts";
import { runs } from "../../../support/sizes.ts";

const ids = (record: InvoiceRecord) => [...new Set(checkInvoice(record).map(({ id }) => id))];
const paid = () => recordOf([inMempool(), inBlock(), success()]);

/** An invoice that was shown a direct offer. */
function directly(change: Partial<InvoiceRecord> = {}): InvoiceRecord {
  const record = recordOf([]);
  const { chainId, recipient: depositAddress } = record.invoice.terms.settlement;
  const offer = { ...record.invoice.facts.offers[0]!, chainId, depositAddress, direct: true as const };
  const invoice = { ...record.invoice, facts: { ...record.invoice.facts, offers: [offer] } };
  const amounts = [{ chainId, address: depositAddress, amount: offer.input, requestId: offer.requestId }];
  const decided = record.decided.map((one) => (one.seen.kind === "offer" ? { ...one, seen: { ...one.seen, offer } } : one));
  return { ...record, invoice, decided, leases: [], amounts, ...change };
} // prettier-ignore

describe("the invariants of an invoice", () => {
  it("hold whatever happens to it, and it can be derived again", () => {
    const settings = fc.record({
      evidence: fc.constantFrom("reported" as const, "verified" as const),
      underpaid: fc.constantFrom("keepOpen" as const, "accept" as const, "hold" as const),
      toleranceBps: fc.constantFrom(0, 100),
    });
    fc.assert(
      fc.property(anyHistory, settings, (story, policy) => {
        const record = recordOf(story, { policy: policyFor(policy, DUE, "reported") });
        expect(checkInvoice(record)).to.deep.equal([]);
        const again = replayed(blankOf(record.invoice), record.decided);
        expect(differencesOf(record.invoice, again)).to.deep.equal([]);
      }),
      { numRuns: runs(1_000) },
    );
  }).timeout(60_000);

  it("I-20: what a merchant writes beside an invoice changes no money and no state", () => {
    fc.assert(
      fc.property(anyHistory, fc.jsonValue(), (story, metadata) => {
        const { terms: plain, ...invoice } = recordOf(story).invoice;
        const { terms: noted, ...other } = recordOf(story, { metadata }).invoice;
        expect(other).to.deep.equal(invoice);
        expect({ ...noted, metadata: 0 }).to.deep.equal({ ...plain, metadata: 0 });
      }),
      { numRuns: runs(300) },
    );
  }).timeout(30_000);

  it("hold of one that was asked for directly", () => {
    expect(checkInvoice(directly())).to.deep.equal([]);
  });

  const BROKEN: readonly (readonly [string, string, InvoiceRecord])[] = [
    ["I-1", "an address without a lease", { ...paid(), leases: [] }],
    ["I-1", "an address that nobody remembers", { ...paid(), leases: paid().leases.map((lease) => ({ ...lease, isRemembered: false })) }],
    ["I-1", "a lease for another request", { ...paid(), leases: paid().leases.map((lease) => ({ ...lease, requestId: "x" })) }],
    ["I-1", "an offer without its quote", { ...paid(), quotes: [] }],
    ["I-1", "a direct offer whose amount is nobody's", directly({ amounts: [] })],
    ["I-3", "an offer that its quote does not confirm", { ...paid(), quotes: paid().quotes.map((quote) => ({ ...quote, input: 1n })) }],
    ["I-14", "a claim without a deposit", { ...paid(), claims: [...paid().claims, "1:x:0"] }],
    ["I-15", "an entry that is lost", { ...paid(), entries: paid().entries.slice(1) }],
    ["I-15", "an entry of something else", { ...paid(), entries: [...paid().entries, { ...paid().entries[0]!, id: "1:x:0:received.0" }] }],
    ["I-15", "an entry in another store's books", { ...paid(), entries: paid().entries.map((entry) => ({ ...entry, storeId: "x" })) }],
    ["I-26", "an event that is lost in the middle", { ...paid(), events: paid().events.filter(({ version, ordinal }) => version !== 2 || ordinal > 0) }],
    ["I-25", "a version's last event that is lost", { ...paid(), events: paid().events.slice(0, -1) }],
    ["I-27", "a delivery of no event", { ...paid(), deliveries: [{ id: "d", webhookId: "w", eventId: "x", state: "due", attempts: 0, dueAt: 0, createdAt: 0 }] }],
    ["I-42", "a proof that nobody claimed", { ...paid(), proofs: [] }],
  ]; // prettier-ignore
  for (const [id, what, record] of BROKEN) {
    it(`${id} names ${what}`, () => expect(ids(record)).to.deep.equal([id]));
  }

  it("I-27: webhooks are owed what they wanted when it happened", () => {
    const hook: WebhookRow = { id: "w", enabled: true, everything: true, specificEvents: [], createdAt: 0 };
    const owed = (change: Partial<WebhookRow>) => ids({ ...paid(), webhooks: [{ ...hook, ...change }] });
    expect(owed({})).to.deep.equal(["I-27"]);
    expect(owed({ enabled: false }), "switched off").to.deep.equal([]);
    expect(owed({ everything: false }), "wants nothing").to.deep.equal([]);
    expect(owed({ everything: false, specificEvents: ["InvoiceSettled"] })).to.deep.equal(["I-27"]);
    expect(owed({ createdAt: ISSUED - 1_000 }), "made while it happened").to.deep.equal([]);
    expect(owed({ createdAt: ISSUED + 1 }), "made later").to.deep.equal([]);
  });

  it("a reorganisation after the end breaks nothing: what was settled stays so", () => {
    const story = [inBlock(), success({ evidence: "hash" }), inBlock({ blockHash: "block-2" }), gone()];
    expect(recordOf(story).invoice.state).to.equal("Settled");
    expect(checkInvoice(recordOf(story))).to.deep.equal([]);
  });

  it("I-24: a payment that was undone after its money had been passed on may be paid anew by the same coins", () => {
    const spending = (seen: Observation) => ({ ...seen, spends: ["cc:0"] }) as Observation;
    const told: Observation = { kind: "anomaly", at: IN_TIME, what: "origin_reorganised", detail: A };
    const paidTwice = [spending(inBlock()), success(), spending(inBlock({ outpoint: B }))];
    expect(ids(recordOf([...paidTwice, success({ outpoint: B }), told]))).to.deep.equal([]);
    expect(ids(recordOf(paidTwice)), "nobody has seen that it was undone").to.deep.equal(["I-24"]);
  });

  it("a mark, an end and late money break nothing", () => {
    const story = [tick(EXPIRES), inBlock({ at: LATE }), success({ at: LATE }), marked("Invalid", LATE), refund({ at: LATE })];
    expect(checkInvoice(recordOf(story))).to.deep.equal([]);
  }); // prettier-ignore

  it("events that were removed because they are old are missed by nobody, and all else is checked", () => {
    for (const kept of [0, 1, 3]) {
      const events = paid().events.slice(paid().events.length - kept);
      const pruned = { ...paid(), events, isPruned: true };
      expect(ids(pruned)).to.deep.equal([]);
      expect(ids({ ...pruned, isPruned: false }), `only ${kept} events`).not.to.deep.equal([]);
      expect(ids({ ...pruned, claims: [] })).to.deep.equal(["I-14"]);
    }
  });

  it("an invoice from before decisions were kept is checked as far as that goes", () => {
    const older = { ...paid(), isOlder: true, decided: [], entries: [] };
    expect(checkInvoice(older)).to.deep.equal([]);
    expect(ids({ ...older, claims: [] })).to.deep.equal(["I-14"]);
  });
});

describe("the invariants of the books", () => {
  const { entries } = paid();
  const sumsOf = (list: readonly Entry[]) => {
    const sums = newDaySums();
    sums.add(list);
    return sums;
  };
  const rollups = [...sumsOf(entries).totals].map(([name, total]) => {
    const [account = "", currency = ""] = name.split("|");
    return { key: name, account, currency, ...total };
  });
  const broken = (list: readonly Entry[], before: readonly DayTotal[], after = before) =>
    checkDay("day", sumsOf(list), before, after).map(({ message }) => message);

  it("I-16: a day's totals are the sums of its entries", () => {
    expect(broken(entries, rollups)).to.deep.equal([]);
    expect(broken(entries, rollups.slice(1))).to.have.length(1);
    expect(broken(entries.slice(1), rollups)).to.have.length(2);
    const more = rollups.map((total, index) => (index === 0 ? { ...total, out: total.out + 1n } : total));
    expect(broken(entries, more)).to.have.length(1);
    const idle = { ...entries[0]!, id: "x", amount: 0n };
    expect(broken([...entries, idle], rollups)).to.deep.equal(["x moves nothing"]);
  });

  it("I-16: while a day is being booked, its sums lie between the totals from before and after", () => {
    const fewer = entries.slice(1);
    const before = rollups.map((total) => ({ ...total, ...(sumsOf(fewer).totals.get(total.key) ?? { out: 0n, into: 0n }) }));
    for (const read of [fewer, entries]) expect(broken(read, before, rollups)).to.deep.equal([]);
    expect(broken(entries.slice(2), before, rollups), "an entry from before is missing").to.have.length(2);
    expect(broken(entries, before), "one is not in any total").to.have.length(2);
  }); // prettier-ignore

  it("I-17: what is nobody's is in the books while it is, and no longer", () => {
    const row = { chainId: 1, outpoint: A, currency: "0xaa", value: 5n, storeId: "s", state: "open" as const, undone: 0 };
    const entry = unattributedEntry(row);
    const both = [entry, reversalOf(entry)];
    expect(checkUnattributed(row, [entry])).to.deep.equal([]);
    expect(checkUnattributed({ ...row, state: "assigned" }, both)).to.deep.equal([]);
    expect(checkUnattributed({ ...row, state: "undone", undone: 1 }, both)).to.deep.equal([]);
    expect(checkUnattributed({ ...row, undone: 1 }, [...both, unattributedEntry({ ...row, undone: 1 })])).to.deep.equal([]);
    expect(checkUnattributed(row, both)).to.have.length(2);
    expect(checkUnattributed({ ...row, state: "assigned" }, [entry])).to.have.length(2);
    const paid = [entry, closingEntry(entry, "refunded")];
    expect(checkUnattributed({ ...row, state: "refunded" }, [entry], "AwaitingPayment")).to.deep.equal([]);
    expect(checkUnattributed({ ...row, state: "refunded" }, paid, "Completed")).to.deep.equal([]);
    expect(checkUnattributed({ ...row, state: "refunded" }, paid, "InProgress"), "before it is paid").to.have.length(2);
    expect(checkUnattributed({ ...row, state: "refunded" }, [entry], "Completed")).to.have.length(2);
    expect(checkUnattributed({ ...row, state: "refunded" }, [entry], "Cancelled")).to.have.length(1);
  }); // prettier-ignore
});
