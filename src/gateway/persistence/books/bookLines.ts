import {
  and,
  asc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  min,
  or,
  sql,
  type Column,
  type SQL,
} from "drizzle-orm";
import { z } from "zod";
import type { Asset } from "../../domain/books/assets.ts";
import type { BookedLine } from "../../domain/books/lines/line.ts";
import type { Worth } from "../../../values/worth.ts";
import { ConflictError, type Write } from "../../../database/driver.ts";
import { insertRow } from "../../../database/insertRow.ts";
import { preparedRows } from "../../../database/prepared.ts";
import type { Booked, BookLines, BookRange, Booking } from "../../ports/bookLinesPort.ts";
import { keysOfCurrency } from "../invoices/priceKey.ts";
import { isoTime, type Instant } from "../../../values/time.ts";
import { one, type PersistenceContext } from "../context.ts";
import { check, text } from "../invoices/invoiceRows.ts";
import { ledgerWrites, toBookedEntry } from "./ledger.ts";

/** What olderLines.ts does. */
type OlderLines = Pick<BookLines, "linedPage" | "fillLines">;

/** Lines and entries as accountants read them: by the time of booking, a page at a time, through an index. */
export function bookLineQueries(context: PersistenceContext): Omit<BookLines, keyof OlderLines> {
  const { database, db, t } = context;
  const { bookLines, ledger, assets, valuations, deposits, invoices, unattributed } = t;
  const linesOf = (which: Which) =>
    preparedRows(`lines_of_${which}`, bookLines, () =>
      db
        .select()
        .from(bookLines)
        .where(and(eq(bookLines.file, sql.placeholder("file")), isIn(bookLines, which)))
        .orderBy(asc(bookLines.at), asc(bookLines.id))
        .limit(sql.placeholder("limit")),
    );
  const entriesOf = (which: Which) =>
    preparedRows(`entries_of_${which}`, ledger, () =>
      db
        .select()
        .from(ledger)
        .where(isIn(ledger, which))
        .orderBy(asc(ledger.at), asc(ledger.id))
        .limit(sql.placeholder("limit")),
    );
  const worthsText = textOfWorths(context);
  const lines = { store: linesOf("store"), all: linesOf("all") };
  const entries = { store: entriesOf("store"), all: entriesOf("all") };
  return {
    async linesIn(file, range) {
      const rows = await lines[readOf(range)]({ ...placesOf(range), file });
      return rows.map(toLine);
    },

    async linesOf(invoiceId) {
      const rows = await db.select().from(bookLines).where(eq(bookLines.invoiceId, invoiceId));
      return rows.map(toLine);
    },

    async findLine(id) {
      const [row] = await db.select().from(bookLines).where(eq(bookLines.id, id));
      return row && toLine(row);
    },

    async entriesIn(range) {
      const rows = await entries[readOf(range)](placesOf(range));
      return rows.map(toBookedEntry);
    },

    balancesBefore: (storeId, day) => balancesBefore(context, storeId, day),

    async unattributedAddresses(keys) {
      if (keys.length === 0) return new Map();
      const rows = await db
        .select({ key: unattributed.key, address: unattributed.address })
        .from(unattributed)
        .where(inArray(unattributed.key, [...new Set(keys)]));
      return new Map(rows.map(({ key, address }) => [key, address]));
    },

    assets: async () => new Map((await db.select().from(assets)).map((row) => [row.id, row])),

    lateAssets: () => lateAssets(context),

    async worthsOf(invoiceId) {
      const rows = await db.select().from(valuations).where(eq(valuations.invoiceId, invoiceId));
      return new Map(rows.map((row) => [outpointOf(row.key), toWorths(row)]));
    },

    unvalued: ({ storeId, currency, from, to, after, limit }) =>
      db
        .select({ key: deposits.key, invoiceId: deposits.invoiceId, at: deposits.at })
        .from(deposits)
        .leftJoin(valuations, eq(valuations.key, deposits.key))
        .where(
          and(
            sql`(${deposits.at}, ${deposits.key}) > (${after?.at ?? from}, ${after?.key ?? ""})`,
            lt(deposits.at, to),
            currency === undefined ? isNull(valuations.key) : lacksWorth(currency),
            storeId === undefined ? undefined : exists(invoiceIn(storeId, currency)),
          ),
        )
        .orderBy(asc(deposits.at), asc(deposits.key))
        .limit(limit),

    keepValuation: ({ id: invoiceId, version }, { key, before, worths, lines }, at) =>
      database.commit([
        one(
          (tx) =>
            tx
              .update(invoices)
              .set({ version }) // the same: it locks the row, and a step that follows reads the valuation
              .where(and(eq(invoices.id, invoiceId), eq(invoices.version, version)))
              .returning({ id: invoices.id }),
          `Invoice ${invoiceId} has moved on from version ${version}.`,
        ),
        one(
          (tx) =>
            before
              ? tx
                  .update(valuations)
                  .set({ worths, at })
                  .where(and(eq(valuations.key, key), sql`${worthsText} = ${JSON.stringify(before)}`))
                  .returning({ key: valuations.key })
              : insertRow(tx, valuations, { key, invoiceId, worths, at }, "unlessThere"),
          `Payment ${key} is valued already.`,
        ),
        ...lineWrites(context, lines, at),
      ]),
  };

  /** The invoice of a deposit, if it is in the store and its price is not in the currency. */
  function invoiceIn(storeId: string, currency: string | undefined) {
    const [from, before] = currency === undefined ? [] : keysOfCurrency(currency);
    const isOfStore = and(
      eq(invoices.id, deposits.invoiceId),
      eq(invoices.storeId, storeId),
      from === undefined || before === undefined
        ? undefined
        : or(lt(invoices.priceKey, from), gte(invoices.priceKey, before)),
    );
    return db.select({ id: invoices.id }).from(invoices).where(isOfStore);
  }

  function lacksWorth(currency: string): SQL | undefined {
    return or(isNull(valuations.key), sql`${worthsText} not like ${`%"currency":"${currency}"%`}`);
  }

  function toWorths({ key, worths }: typeof valuations.$inferSelect): readonly Worth[] {
    return check(z.array(worthSchema), worths, `valuation of ${key}`);
  }
}

/** Of one store, or of all of them. */
type Which = "store" | "all";
type Ordered = Readonly<{ storeId: Column; at: Column; id: Column }>;

/** What comes after a place. One lower bound, never two: SQLite would begin at the other one, and read all pages before each page. */
function isIn(table: Ordered, which: Which): SQL | undefined {
  const { placeholder } = sql;
  return and(
    which === "all" ? undefined : eq(table.storeId, placeholder("storeId")),
    sql`(${table.at}, ${table.id}) > (${placeholder("at")}, ${placeholder("id")})`,
    lt(table.at, placeholder("to")),
  );
}

function readOf({ storeId }: BookRange): Which {
  return storeId === undefined ? "all" : "store";
}

/** Where a page begins: behind the one before, or at the beginning, which comes before every id. */
function placesOf({ storeId, from, to, after, limit }: BookRange) {
  const { at, id } = after && after.at >= from ? after : { at: from, id: "" };
  return { storeId, at, id, to, limit };
}

const TOTALS_A_PAGE = 1_000;

/** Added here and not in SQL, because SUM over text turns into a float. */
async function balancesBefore({ db, t: { rollups } }: PersistenceContext, storeId: string, day: string) {
  const balances = new Map<string, bigint>();
  for (let after = ""; ;) {
    const isNext = and(eq(rollups.storeId, storeId), lt(rollups.day, day), gt(rollups.key, after));
    const page = await db.select().from(rollups).where(isNext).orderBy(asc(rollups.key)).limit(TOTALS_A_PAGE);
    for (const { account, currency, out, into } of page) {
      const key = `${account} ${currency}`;
      balances.set(key, (balances.get(key) ?? 0n) + into - out);
    }
    const last = page.at(-1);
    if (!last) return balances;
    after = last.key;
  }
}

/**
 * The day totals answer this for almost all assets; entries are read only for the day on which an asset
 * became known.
 */
async function lateAssets({
  db,
  t: { assets, ledger, rollups },
}: PersistenceContext): Promise<ReadonlySet<string>> {
  const { currency, day } = rollups;
  const days = await db
    .select({ currency, first: min(day) })
    .from(rollups)
    .groupBy(currency);
  const firsts = new Map(days.map((one) => [one.currency, one.first ?? ""]));
  const late = new Set<string>();
  for (const { id, at } of await db.select().from(assets)) {
    const today = isoTime(at).slice(0, 10);
    const first = firsts.get(id) ?? today;
    if (first > today) continue;
    const isBefore = and(gte(ledger.at, Date.parse(today)), lt(ledger.at, at), eq(ledger.currency, id));
    if (
      first < today ||
      (await db.select({ id: ledger.id }).from(ledger).where(isBefore).limit(1)).length > 0
    )
      late.add(id);
  }
  return late;
}

const worthSchema = z.object({
  currency: text,
  value: text,
  rate: text,
  source: text,
  at: z.number().int(),
});

/** Only what was made from the same types is ever written: a line is given as it was kept. */
export function toLine(row: PersistenceContext["t"]["bookLines"]["$inferSelect"]): Booked<BookedLine> {
  const { invoiceId, ...rest } = row;
  return { ...rest, invoiceId: invoiceId ?? undefined } as Booked<BookedLine>;
}

function outpointOf(key: string): string {
  return key.slice(key.indexOf(":") + 1);
}

/** Entries with their day totals, lines, and currencies that were not named before. */
export function bookingWrites(
  context: PersistenceContext,
  { entries, lines, assets }: Booking,
  at: Instant,
): readonly Write[] {
  return [
    ...ledgerWrites(context, entries, at),
    ...lineWrites(context, lines, at),
    ...assets.map((asset) => assetWrite(context, asset, at)),
  ];
}

function lineWrites({ t }: PersistenceContext, lines: readonly BookedLine[], at: Instant): readonly Write[] {
  return lines.map((line) =>
    one((tx) => insertRow(tx, t.bookLines, { ...line, invoiceId: line.invoiceId ?? null, at })),
  );
}

function textOfWorths({ t }: PersistenceContext): SQL {
  return sql`cast(${t.valuations.worths} as text)`;
}

/**
 * Fails the commit when a payment of the invoice was valued since its lines were made. It must follow the write of the invoice,
 * which waits for the commit of a valuation.
 */
export function valuationsWrite(context: PersistenceContext, invoiceId: string, known: number): Write {
  const { valuations } = context.t;
  const text = textOfWorths(context);
  const worths = sql`(length(${text}) - length(replace(${text}, '"currency":', ''))) / ${'"currency":'.length}`;
  return {
    rows: 1,
    build: (tx) =>
      tx
        .select({ count: sql`count(*)` })
        .from(valuations)
        .where(eq(valuations.invoiceId, invoiceId))
        .having(sql`count(*) + coalesce(sum(${worths}), 0) = ${known}`),
    otherwise: () => new ConflictError(`A payment of invoice ${invoiceId} was valued meanwhile.`),
  };
}

/** Names a currency of the books. A known asset never changes: an earlier export must be reproducible. */
export function assetWrite({ t: { assets } }: PersistenceContext, asset: Asset, at: Instant): Write {
  return one((tx) =>
    tx
      .insert(assets)
      .values({ ...asset, at })
      .onConflictDoUpdate({ target: assets.id, set: { id: asset.id } })
      .returning({ id: assets.id }),
  );
}
