import type { Response } from "express";
import { booksOf } from "../../gateway/bookSettings.ts";
import { AT_LEAST_BACK_MS, readExportAsk } from "../../gateway/exports/exportAsk.ts";
import type { Gateway } from "../../gateway/ports.ts";
import type { MerchantStore } from "../../gateway/merchantStore.ts";
import type { Month } from "../../month.ts";
import { isoTime } from "../../time.ts";
import { HttpError } from "../errors.ts";
import { sendExport } from "../sendExport.ts";

/** The files that stand beside a statement, and what each has. */
const FILES: Readonly<Record<string, string>> = {
  "payments.csv": "each payment with what came, what it became, its rate and its fees",
  "invoices.csv": "each invoice that was settled, or that had money",
  "refunds.csv": "refunds, and what the shop has paid out",
  "fees.csv": "each fee by its kind",
  "ledger.csv": "every movement, in double entry",
  "unattributed.csv": "money that no invoice explains",
  "ledger.journal": "the ledger for hledger",
};

/** The files of a month as links; `pathOf` says where each is. */
export function fileLinks(pathOf: (file: string) => string) {
  return Object.entries(FILES).map(([name, about]) => ({ name, about, path: pathOf(name) }));
}

/** Answers with a file of a month, in the store's zone. Throws HttpError (404) for any other name. */
export async function sendMonthFile(
  gateway: Pick<Gateway, "store" | "clock" | "log">,
  response: Response,
  { id: storeId, settings }: MerchantStore,
  { month, name }: Readonly<{ month: Month; name: string }>,
): Promise<void> {
  if (!Object.hasOwn(FILES, name)) throw new HttpError(404, "not-found", `Expected one of ${Object.keys(FILES).join(", ")}.`); // prettier-ignore
  const now = gateway.clock();
  const to = month.to <= now - AT_LEAST_BACK_MS ? { to: isoTime(month.to) } : {};
  const ask = readExportAsk(
    { from: isoTime(month.from), ...to, zone: "store" },
    { storeId, ...booksOf(settings), now },
  );
  response.set({ "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" });
  await sendExport(gateway, response, { name, ask, saveAs: `${month.name}-${name}` });
}
