import { formatDecimal } from "../../../values/amount.ts";
import type { LineKind } from "../books/lines/line.ts";
import type { Entry } from "../books/ledger.ts";
import type { Instant } from "../../../values/time.ts";
import { LEAD_COLUMNS, number, text } from "./columns.ts";
import type { Column, ExportLine } from "./exportFile.ts";

/** An entry of the ledger with the time of its booking. */
export type EntryItem = Entry & Readonly<{ at: Instant }>;

/** A line about what an entry does to one of its accounts. */
export type MoveLine = ExportLine &
  Readonly<{
    account: string;
    other: string;
    currency: string;
    units: bigint; // above zero for what goes into the account, below for what leaves it
  }>;

/** The columns of everything that is made from the ledger. */
export const MOVE_COLUMNS: readonly Column<MoveLine>[] = [
  ...LEAD_COLUMNS,
  text("account", ({ account }) => account),
  text("other_account", ({ other }) => other),
  number("chain_id", ({ currency }) => currency.slice(0, currency.indexOf(":"))),
  text("currency", ({ currency }) => currency.slice(currency.indexOf(":") + 1)),
  text("symbol", (line, { assetOf }) => assetOf(line.currency, line.at)?.symbol),
  number("amount", ({ currency, units, at }, { assetOf }) => {
    const asset = assetOf(currency, at);
    return asset && formatDecimal(units, asset.decimals);
  }),
  number("units", ({ units }) => units.toString()),
];

/** What an entry does to one of its accounts; of which part of its lines, where it has several. */
export function moveOf(entry: EntryItem, side: "from" | "to", part?: number): MoveLine {
  const { id, at, storeId, invoiceId, from, to, currency, amount } = entry;
  const kind = kindOf(id);
  return side === "to"
    ? { id, at, part, kind, storeId, invoiceId, account: to, other: from, currency, units: amount }
    : { id, at, part, kind, storeId, invoiceId, account: from, other: to, currency, units: -amount };
}

/** The kind of an entry (first, reversal or correction), from its id (gateway/domain/books/ledger.ts). */
function kindOf(id: string): LineKind {
  const last = id.slice(id.lastIndexOf(":") + 1);
  if (/^reversed(\.\d+)?$/.test(last)) return "reversed";
  return /^corrected\.\d+$/.test(last) ? "corrected" : "booked";
}
