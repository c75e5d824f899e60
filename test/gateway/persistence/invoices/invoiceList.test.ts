import { expect } from "chai";
import fc from "fast-check";
import type { InvoiceFilter, Persistence } from "../../../../src/gateway/ports/persistencePort.ts";
import { INVOICE_STATES, type Invoice } from "../../../../src/gateway/domain/invoices/invoice.ts";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import { ISSUED } from "../../domain/invoices/given.ts";
import { onBothDatabases } from "../../../support/databases.ts";
import { ALONE, newInvoice } from "../storedThings.ts";

const refuse = (error: unknown): never => {
  throw error;
};

const state = fc.constantFrom(...INVOICE_STATES);
const orderId = fc.constantFrom("7", "8", "9", "");
const additional = fc.constantFrom("None" as const, "PaidLate" as const, "PaidOver" as const);
const invoices = fc.array(
  fc.record({ state, additional, orderId, isArchived: fc.boolean(), at: fc.nat(5) }),
  {
    minLength: 10,
    maxLength: 25,
  },
);
const filters = fc.record(
  {
    states: fc.array(state, { minLength: 1, maxLength: 4 }),
    orderIds: fc.array(orderId, { minLength: 1, maxLength: 3 }),
    createdFrom: fc.nat(5).map((at) => ISSUED + at),
    createdUntil: fc.nat(5).map((at) => ISSUED + at),
    oldestFirst: fc.boolean(),
    withArchived: fc.boolean(),
    archivedOnly: fc.boolean(),
    exceptions: fc
      .array(additional, { minLength: 1, maxLength: 2 })
      .map((all) => all.filter((one) => one !== "None"))
      .filter((all) => all.length > 0),
    skip: fc.nat(6),
  },
  { requiredKeys: [] },
);

describe("a list of invoices", function () {
  this.timeout(60_000);
  onBothDatabases("gateway", (open) => {
    it("has what the filter asks for, in order, page by page, of one store and of all", async () => {
      const persistence = createPersistence(await open(), refuse);
      let run = 0;
      await fc.assert(
        fc.asyncProperty(
          invoices,
          fc.array(filters, { minLength: 5, maxLength: 5 }),
          fc.integer({ min: 1, max: 6 }),
          async (all, asked, limit) => {
            const name = `l${String(++run).padStart(3, "0")}`;
            const made: Invoice[] = [];
            for (const [
              index,
              { state: own, additional: odd, orderId: order, isArchived, at },
            ] of all.entries()) {
              const id = `${name}-${String(index).padStart(3, "0")}`;
              const invoice = {
                ...newInvoice(id, { createdAt: ISSUED + at, metadata: { orderId: order } }, name),
                state: own,
                additional: odd,
              };
              await persistence.invoices.issue(invoice, ALONE);
              if (isArchived) await persistence.invoices.label(id, { archivedAt: ISSUED });
              made.push(isArchived ? { ...invoice, archivedAt: ISSUED } : invoice);
            }
            for (const filter of asked) {
              const expected = wanted(made, filter);
              expect(await pages(persistence, name, filter, limit)).to.deep.equal(expected);
              const ofAll = wanted(made, filter, byId).filter((id) => id.startsWith(name));
              const found = (
                await persistence.invoices.list(undefined, { ...filter, skip: 0, limit: 100_000 })
              ).map(({ id }) => id);
              if (!filter.skip) expect(found.filter((id) => id.startsWith(name))).to.deep.equal(ofAll);
            }
          },
        ),
        { numRuns: 15, endOnFailure: true },
      );
    });
  });
});

type Filter = Omit<InvoiceFilter, "limit">;
type Order = (a: Invoice, b: Invoice) => number;

const byId: Order = (a, b) => (a.id < b.id ? -1 : 1);
const byTime: Order = (a, b) => a.terms.createdAt - b.terms.createdAt || byId(a, b);

/** The same, found by reading every invoice. */
function wanted(all: readonly Invoice[], filter: Filter, order = byTime): readonly string[] {
  const {
    states,
    orderIds,
    createdFrom = 0,
    createdUntil = Infinity,
    oldestFirst,
    withArchived,
    archivedOnly,
    exceptions,
    skip,
  } = filter;
  const isWanted = ({ state: own, additional: odd, terms, archivedAt }: Invoice) =>
    (!exceptions || exceptions.includes(odd)) &&
    (!states || states.includes(own)) &&
    (!orderIds || orderIds.includes((terms.metadata as { orderId: string }).orderId)) &&
    terms.createdAt >= createdFrom &&
    terms.createdAt <= createdUntil &&
    (archivedOnly ? archivedAt !== undefined : withArchived === true || archivedAt === undefined);
  const ordered = all.filter(isWanted).toSorted(order);
  return (oldestFirst ? ordered : ordered.toReversed()).slice(skip).map(({ id }) => id);
}

/** Reads all pages, the first behind what the filter skips. */
async function pages(
  persistence: Persistence,
  storeId: string,
  filter: Filter,
  limit: number,
): Promise<readonly string[]> {
  const { skip = 0, ...others } = filter;
  const read: string[] = [];
  let page = await persistence.invoices.list(storeId, { ...others, skip, limit });
  for (let last = page.at(-1); last; last = page.at(-1)) {
    read.push(...page.map(({ id }) => id));
    page = await persistence.invoices.list(storeId, {
      ...others,
      after: { createdAt: last.terms.createdAt, id: last.id },
      limit,
    });
  }
  return read;
}
