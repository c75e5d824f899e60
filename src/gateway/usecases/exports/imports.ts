import { schemaOf } from "../../domain/exports/exportFile.ts";
import type { BankItem } from "../../domain/exports/third-party/bankMove.ts";
import type { ImportFile } from "../../domain/exports/third-party/importFile.ts";
import { coinStatementFile } from "../../domain/exports/third-party/coinStatementFile.ts";
import { koinlyFile } from "../../domain/exports/third-party/koinlyFile.ts";
import { quickBooksFile } from "../../domain/exports/third-party/quickBooksFile.ts";
import { xeroInvoicesFile, type SaleItem } from "../../domain/exports/third-party/xeroInvoicesFile.ts";
import { xeroStatementFile } from "../../domain/exports/third-party/xeroStatementFile.ts";
import type { BookPlace } from "../../ports/bookLinesPort.ts";
import type { Persistence } from "../../ports/persistencePort.ts";
import { entries, linesOf } from "./bookPages.ts";
import type { Export, Wish } from "./export.ts";
import type { ExportAsk } from "./exportAsk.ts";
import { exportImport, type ItemsOf } from "./exportImport.ts";
import { exportJournal } from "./exportJournal.ts";
import { pages } from "./exportTable.ts";
import { inOrder } from "./inOrder.ts";

const JOURNAL = { name: "crosstill.journal", version: 1 };

/** Files that other programs take as they are (docs/how-to/accounting.md). */
export const IMPORTS: Readonly<Record<string, Export>> = {
  "koinly.csv": { ...importOf(koinlyFile, bankItems, ["currency"]), needs: "currency" },
  "xero-statement.csv": { ...importOf(xeroStatementFile, bankItems, ["currency", "format"]), needs: "money" },
  "xero-invoices.csv": importOf(xeroInvoicesFile, sales, ["currency", "format", "account", "tax"]),
  "quickbooks.csv": { ...importOf(quickBooksFile, bankItems, ["currency"]), needs: "money" },
  "coin-statement.csv": { ...importOf(coinStatementFile, bankItems, ["coin", "format"]), needs: "coin" },
  "ledger.journal": {
    schema: schemaOf(JOURNAL),
    type: "text/plain; charset=utf-8",
    takes: new Set<Wish>(["after"]),
    chunks: (persistence, ask) => exportJournal(JOURNAL, entries, persistence, ask),
  },
};

function importOf<Item extends BookPlace, Row>(
  file: ImportFile<Item, Row>,
  itemsOf: ItemsOf<Item>,
  more: readonly Wish[],
): Export {
  return {
    schema: schemaOf(file),
    type: "text/csv; charset=utf-8",
    takes: new Set<Wish>(["part", ...more]),
    chunks: (persistence, ask) => exportImport({ file, itemsOf }, persistence, ask),
  };
}

/** Payments, receipts and refunds in the order of time. */
function bankItems(persistence: Persistence, ask: ExportAsk): AsyncGenerator<readonly BankItem[]> {
  const { after } = ask.imports;
  const of = (file: BankItem["file"]) => pages(linesOf<BankItem>(file), persistence, ask, after);
  return inOrder(inOrder(of("payments"), of("receipts")), of("refunds"));
}

function sales(persistence: Persistence, ask: ExportAsk): AsyncGenerator<readonly SaleItem[]> {
  return pages(linesOf<SaleItem>("invoices"), persistence, ask, ask.imports.after);
}
