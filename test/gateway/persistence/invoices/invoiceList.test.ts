import { expect } from "chai";
import fc from "fast-check";
import {
  INVOICE_SORTS,
  type InvoiceFilter,
  type Persistence,
} from "../../../../src/gateway/ports/persistencePort.ts";
import { INVOICE_STATES, type Invoice } from "../../../../src/gateway/domain/invoices/invoice.ts";
import { persistenceContext } from "../../../../src/gateway/persistence/context.ts";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import { indexPrices } from "../../../../src/gateway/usecases/invoices/indexPrices.ts";
import { ISSUED } from "../../domain/invoices/given.ts";
import { onBothDatabases } from "../../../support/databases.ts";
import { ALONE, newInvoice } from "../storedThings.ts";
import { isFull } from "../../../support/sizes.ts";

const refuse = (error: unknown): never => {
  throw error;
};

const state = fc.constantFrom(...INVOICE_STATES);
const orderId = fc.constantFrom("7", "8", "9", "");
const additional = fc.constantFrom("None" as const, "PaidLate" as const, "PaidOver" as const);
const currency = fc.constantFrom("EUR", "USD", "USDT");
/** Few, so that many are equal, with more and fewer digits, and some in other decimals: 5, 10, 50 and 100 hundredths, or cents. */
const price = fc.record({
  units: fc.constantFrom(0n, 5n, 10n, 50n, 100n, 123_456_789_012_345_678_901n),
  decimals: fc.constantFrom(0, 2, 3),
});
const invoices = fc.array(
  fc.record({
    state,
    additional,
    orderId,
    isArchived: fc.boolean(),
    at: fc.nat(5),
    currency,
    price,
    topUp: fc.boolean(),
  }),
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
    sort: fc.constantFrom(...INVOICE_SORTS),
    currency,
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
              { state: own, additional: odd, orderId: order, isArchived, at, ...asked },
            ] of all.entries()) {
              const id = `${name}-${String(index).padStart(3, "0")}`;
              const priced = {
                currency: asked.currency,
                price: asked.price.units,
                decimals: asked.price.decimals,
                ...(asked.topUp ? { topUp: true as const } : {}),
              };
              const invoice = {
                ...newInvoice(id, { createdAt: ISSUED + at, metadata: { orderId: order }, ...priced }, name),
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
        { numRuns: isFull ? 15 : 5, endOnFailure: true },
      );
    });

    it("has the invoices of an older version, and has them by price as soon as their prices are in the index", async () => {
      const database = await open();
      const persistence = createPersistence(database, refuse);
      for (const [id, priceOfIt] of [
        ["a", 900n],
        ["b", 100_000n],
        ["c", 2_550n],
      ] as const)
        await persistence.invoices.issue(newInvoice(id, { price: priceOfIt }, "old"), ALONE);
      const { db, t } = persistenceContext(database, refuse);
      await db.update(t.invoices).set({ priceKey: "" });
      const highest = async () =>
        (await persistence.invoices.list("old", { sort: "highest", limit: 9 })).map(({ id }) => id);
      expect((await highest()).toSorted(), "none is missing meanwhile").to.deep.equal(["a", "b", "c"]);
      const cursor = { invoice: "", done: false };
      await indexPrices({ persistence, clock: () => ISSUED }, cursor);
      expect(cursor.done).to.equal(true);
      expect(await highest()).to.deep.equal(["b", "c", "a"]);
      expect(await persistence.invoices.priceCurrencies("old")).to.deep.equal(["USD"]);
      expect(await persistence.invoices.priceCurrencies("another")).to.deep.equal([]);
    });
  });
});

type Filter = Omit<InvoiceFilter, "limit">;
type Order = (a: Invoice, b: Invoice) => number;

const byId: Order = (a, b) => (a.id < b.id ? -1 : 1);
const byTime: Order = (a, b) => a.terms.createdAt - b.terms.createdAt || byId(a, b);
const thousandths = ({ terms }: Invoice) =>
  terms.topUp ? 0n : terms.price * 10n ** BigInt(3 - terms.decimals);
const byPrice: Order = (a, b) =>
  a.terms.currency < b.terms.currency
    ? -1
    : Number(a.terms.currency > b.terms.currency) || Number(thousandths(a) - thousandths(b)) || byId(a, b);

/** The same, found by reading every invoice. */
function wanted(all: readonly Invoice[], filter: Filter, order = byTime): readonly string[] {
  const {
    states,
    orderIds,
    createdFrom = 0,
    createdUntil = Infinity,
    sort = "newest",
    currency: wantedCurrency,
    withArchived,
    archivedOnly,
    exceptions,
    skip,
  } = filter;
  const isWanted = ({ state: own, additional: odd, terms, archivedAt }: Invoice) =>
    (!exceptions || exceptions.includes(odd)) &&
    (!states || states.includes(own)) &&
    (!wantedCurrency || terms.currency === wantedCurrency) &&
    (!orderIds || orderIds.includes((terms.metadata as { orderId: string }).orderId)) &&
    terms.createdAt >= createdFrom &&
    terms.createdAt <= createdUntil &&
    (archivedOnly ? archivedAt !== undefined : withArchived === true || archivedAt === undefined);
  const isByPrice = sort === "highest" || sort === "lowest";
  const ordered = all.filter(isWanted).toSorted(isByPrice ? byPrice : order);
  return (sort === "oldest" || sort === "lowest" ? ordered : ordered.toReversed())
    .slice(skip)
    .map(({ id }) => id);
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
