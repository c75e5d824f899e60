import { schemaOf, type ExportFile, type ExportLine } from "../../domain/exports/exportFile.ts";
import { feesFile } from "../../domain/exports/feesFile.ts";
import { invoicesFile, type InvoiceItem } from "../../domain/exports/invoicesFile.ts";
import { ledgerFile } from "../../domain/exports/ledgerFile.ts";
import { paymentsFile, type PaymentExportLine } from "../../domain/exports/paymentsFile.ts";
import { refundsFile, type RefundExportLine } from "../../domain/exports/refundsFile.ts";
import {
  unattributedFile,
  unattributedKey,
  type UnattributedItem,
} from "../../domain/exports/unattributedFile.ts";
import { isMoney } from "../../../values/currency.ts";
import type { BookPlace, BookRange } from "../../ports/bookLinesPort.ts";
import { GatewayError } from "../../errors.ts";
import type { Persistence } from "../../ports/persistencePort.ts";
import { entries, linesOf } from "./bookPages.ts";
import type { Export, Wish } from "./export.ts";
import type { ExportAsk } from "./exportAsk.ts";
import { exportTable, type PageOf, type TableFormat } from "./exportTable.ts";
import { IMPORTS } from "./imports.ts";
import { refused } from "./refused.ts";

const TYPES: Readonly<Record<TableFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/x-ndjson; charset=utf-8",
};

/** Every file by its name and ending: "payments.csv". */
export const EXPORTS: Readonly<Record<string, Export>> = {
  ...table("payments", paymentsFile, linesOf<PaymentExportLine>("payments")),
  ...table("invoices", invoicesFile, linesOf<InvoiceItem>("invoices"), ["include"]),
  ...table("refunds", refundsFile, linesOf<RefundExportLine>("refunds")),
  ...table("ledger", ledgerFile, entries),
  ...table("fees", feesFile, entries),
  ...table("unattributed", unattributedFile, entriesWithAddresses),
  ...IMPORTS,
};

/** The file of a name. Throws GatewayError (export_not_found). */
export function exportNamed(name: string): Export {
  const found = Object.hasOwn(EXPORTS, name) ? EXPORTS[name] : undefined;
  if (found) return found;
  const names = Object.keys(EXPORTS).join(", ");
  throw new GatewayError("export_not_found", `Expected one of ${names}; got "${name.slice(0, 60)}".`);
}

/** Throws GatewayError (export_refused) where a file is asked for what it does not have. */
export function requireTaken(
  { takes, needs }: Export,
  { include, metadata, control, after, imports }: ExportAsk,
): void {
  if (include.size > 0 && !takes.has("include"))
    throw refused("include", "Expected nothing: only invoices are left out", [...include].join());
  if (metadata.length > 0 && !takes.has("metadata"))
    throw refused("metadata", "Expected nothing: this file has no metadata", metadata.join());
  if (control && !takes.has("control"))
    throw refused("control", "Expected nothing: only the ledger has control lines", "true");
  if (after && !takes.has("after"))
    throw refused("after", `Expected nothing: this file has parts ("part")`, after.id);
  const odd = imports.said.find((word) => !takes.has(word));
  if (odd) throw refused(odd, "Expected nothing: this file has no such choice", "a value");
  if (needs === "coin" && imports.coin === undefined)
    throw refused(
      "coin",
      "Expected a coin's chain and contract: stores may be paid in different ones",
      "none",
    );
  if ((needs === "currency" || needs === "money") && imports.currency === undefined)
    throw refused(
      "currency",
      "Expected one such as EUR: stores may keep their books in different ones",
      "none",
    );
  if (needs === "money" && imports.currency !== undefined && !isMoney(imports.currency))
    throw refused(
      "currency",
      "Expected one such as EUR, because this program knows no coins; say which, or let the store track one first",
      imports.currency,
    );
}

/** The entries do not name the address, so it is read from its row. */
async function entriesWithAddresses(
  persistence: Persistence,
  range: BookRange,
): Promise<readonly UnattributedItem[]> {
  const found = await persistence.books.entriesIn(range);
  const addresses = await persistence.books.unattributedAddresses(
    found.flatMap((entry) => unattributedKey(entry) ?? []),
  );
  return found.map((entry) => ({ ...entry, address: addresses.get(unattributedKey(entry) ?? "") }));
}

/** A table in both of its formats. */
function table<Item extends BookPlace, Line extends ExportLine>(
  name: string,
  file: ExportFile<Item, Line>,
  pageOf: PageOf<Item>,
  more: readonly Wish[] = [],
): Readonly<Record<string, Export>> {
  const takes = new Set<Wish>([
    "after",
    ...more,
    ...(file.metadataOf ? ["metadata" as const] : []),
    ...(file.control ? ["control" as const] : []),
  ]);
  const inFormat = (format: TableFormat): Export => ({
    schema: schemaOf(file),
    type: TYPES[format],
    takes,
    chunks: (persistence, ask) => exportTable({ file, pageOf }, format, persistence, ask),
  });
  return { [`${name}.csv`]: inFormat("csv"), [`${name}.jsonl`]: inFormat("jsonl") };
}
