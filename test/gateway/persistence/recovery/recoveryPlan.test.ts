import { expect } from "chai";
import type { JournalEntry } from "../../../../src/gateway/persistence/journal.ts";
import {
  planAddress,
  type KnownAddress,
  type KnownLease,
} from "../../../../src/gateway/persistence/recovery/recoveryPlan.ts";

const UNKNOWN: KnownAddress = { requestId: undefined, leases: [] };

/** What the journal says: at that time the address went to that invoice, with that request. */
function entry(at: number, invoiceId: string, requestId = "r1"): JournalEntry {
  const rest = { storeId: "s", methodId: "m", chainId: 1, depositAddress: "a", refundTo: "b", input: 1n };
  return { at, invoiceId, requestId, ...rest };
}

function lease(invoiceId: string, fromAt: number, untilAt: number | null): KnownLease {
  return { id: `lease-${invoiceId}`, invoiceId, fromAt, untilAt };
}

const holderOf = (known: KnownAddress, entries: readonly JournalEntry[]) => {
  const { holder, contested, ended } = planAddress(known, entries);
  return {
    holder: holder?.entries[0]?.invoiceId,
    isNew: holder?.isNew,
    contested: contested.map(({ invoiceId }) => invoiceId),
    ended: ended?.lease.id,
  };
};
const NOBODY = { holder: undefined, isNew: undefined, contested: [], ended: undefined };

describe("after a restore, an address", () => {
  it("that the database never heard of belongs to the invoice that the journal names", () => {
    const found = holderOf(UNKNOWN, [entry(1, "x"), entry(2, "x")]);
    expect(found).to.deep.equal({ ...NOBODY, holder: "x", isNew: true });
  });

  it("whose lease the database has keeps it, with the prices that were shown since", () => {
    const known = { requestId: "r1", leases: [lease("x", 1, null)] };
    expect(planAddress(known, [entry(1, "x"), entry(5, "x")]).holder?.entries).to.have.length(2);
    expect(holderOf(known, [entry(5, "x")]).isNew).to.equal(false);
  });

  it("whose lease had ended before the backup stays free", () => {
    const known = { requestId: "r1", leases: [lease("x", 1, 4)] };
    expect(holderOf(known, [entry(1, "x")])).to.deep.equal(NOBODY);
  });

  it("that was free and was used again belongs to the later invoice", () => {
    const known = { requestId: "r1", leases: [lease("x", 1, 4)] };
    expect(holderOf(known, [entry(1, "x"), entry(9, "y")])).to.deep.equal({ ...NOBODY, holder: "y", isNew: true });
  });

  it("that the service handed out a second time, with another request, stays with the first", () => {
    const known = { requestId: "r1", leases: [lease("x", 1, null)] };
    expect(holderOf(known, [entry(9, "y", "r2")])).to.deep.equal(NOBODY);
    expect(holderOf(UNKNOWN, [entry(8, "x"), entry(9, "y", "r2")])).to.deep.equal({ ...NOBODY, holder: "x", isNew: true });
  });

  it("is not taken from its holder by an entry that the database refused before the backup", () => {
    const known = { requestId: "r1", leases: [lease("x", 5, null)] };
    expect(holderOf(known, [entry(3, "y")])).to.deep.equal(NOBODY);
  });

  it("is nobody's when another invoice has, or may have, had it after its holder", () => {
    const known = { requestId: "r1", leases: [lease("x", 1, null)] };
    expect(holderOf(known, [entry(9, "y")])).to.deep.equal({ ...NOBODY, contested: ["y"], ended: "lease-x" });
    expect(holderOf(UNKNOWN, [entry(8, "x"), entry(9, "y")])).to.deep.equal({ ...NOBODY, contested: ["x", "y"] });
  });

  it("stays its holder's when that is shown a new price after the other's entry, which therefore took no effect", () => {
    const known = { requestId: "r1", leases: [lease("x", 1, null)] };
    expect(holderOf(known, [entry(8, "y"), entry(9, "x")])).to.deep.equal({ ...NOBODY, holder: "x", isNew: false });
  });
}); // prettier-ignore
