import type { Response } from "express";
import { booksOf } from "../../usecases/books/bookSettings.ts";
import { GatewayError } from "../../errors.ts";
import {
  AT_LEAST_BACK_MS,
  readExportAsk,
  type ExportAsk,
  type ExportWords,
} from "../../usecases/exports/exportAsk.ts";
import { exportNamed, requireTaken } from "../../usecases/exports/exports.ts";
import { partsOf } from "../../usecases/exports/partsOf.ts";
import type { Statement } from "../../usecases/books/makeStatement.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import type { MerchantStore } from "../../usecases/stores/merchantStore.ts";
import type { Month } from "../../../values/month.ts";
import type { Language } from "../../../languages/languages.ts";
import { merchantWords, type Translate } from "../../../languages/merchantWords.ts";
import { isoTime } from "../../../values/time.ts";
import { HttpError } from "../errors.ts";
import { sendExport } from "../sendExport.ts";

/** The files that stand beside a statement, and what each has. */
function wholeFiles(tr: Translate): Readonly<Record<string, string>> {
  return {
    "payments.csv": tr("each payment with what came, what it became, its rate and its fees"),
    "invoices.csv": tr("each invoice that was settled, or that had money"),
    "refunds.csv": tr("refunds, and what the shop has paid out"),
    "fees.csv": tr("each fee by its kind"),
    "ledger.csv": tr("every movement, in double entry"),
    "unattributed.csv": tr("money that no invoice explains"),
    "ledger.journal": tr("the ledger for hledger"),
  };
}

/** Those for other programs, which take so much at once that a month may need several. */
function filesInParts(tr: Translate): Readonly<Record<string, string>> {
  return {
    "koinly.csv": tr("for Koinly"),
    "xero-statement.csv": tr("a bank statement for Xero"),
    "xero-invoices.csv": tr("sales for Xero"),
    "quickbooks.csv": tr("a bank statement for QuickBooks Online"),
    "coin-statement.csv": tr("a bank statement in the coin that the shop is paid in"),
  };
}

const KNOWN = [wholeFiles, filesInParts].flatMap((files) => Object.keys(files(merchantWords("en"))));

/** Of more payments a page would read for too long how many parts there are. */
const MOST_READ = 20_000;

type Reading = Pick<Gateway, "persistence" | "clock" | "log">;
type PathOf = (file: string, part?: string) => string;
type Link = Readonly<{ name: string; about: string; leftOut?: string | undefined; path: string }>;

/**
 * The files of a month as links; `pathOf` gives the path of each. A file that cannot be made in the
 * bookkeeping currency has none.
 */
export async function fileLinks(
  gateway: Reading,
  merchant: MerchantStore,
  { month, worth }: Pick<Statement, "month" | "worth">,
  pathOf: PathOf,
  language: Language,
): Promise<readonly Link[]> {
  const tr = merchantWords(language);
  const ask = monthAsk(gateway, merchant, month);
  const whole = Object.entries(wholeFiles(tr)).map(([name, about]) => ({ name, about, path: pathOf(name) }));
  const isLong = worth.payments + worth.payouts > MOST_READ;
  const taken = Object.entries(filesInParts(tr)).filter(([name]) => canBeMade(name, ask));
  const inParts = taken.map(async ([name, about]): Promise<readonly Link[]> => {
    if (isLong)
      return [
        {
          name,
          about: tr("{what}: its first part, the next ones over the API", { what: about }),
          path: pathOf(name),
        },
      ];
    const parts = await partsOf(gateway.persistence, name, ask);
    return parts.map(({ part, leftOut }, index) => ({
      name:
        parts.length === 1
          ? name
          : tr("{name}, part {part} of {parts}", { name, part: index + 1, parts: parts.length }),
      about,
      leftOut: leftOut > 0 ? leftOutText(name, ask, leftOut, tr) : undefined,
      path: index === 0 ? pathOf(name) : pathOf(name, part),
    }));
  });
  return [...whole, ...(await Promise.all(inParts)).flat()];
}

function leftOutText(name: string, ask: ExportAsk, count: number, tr: Translate): string {
  const { currency = "" } = ask.imports;
  return exportNamed(name).takes.has("currency")
    ? tr(
        {
          one: "{count} booking is left out: it has no value in {currency}.",
          other: "{count} bookings are left out: they have no value in {currency}.",
        },
        { count, currency },
      )
    : tr(
        {
          one: "{count} booking is left out: its amount is unknown.",
          other: "{count} bookings are left out: their amounts are unknown.",
        },
        { count },
      );
}

function canBeMade(name: string, ask: ExportAsk): boolean {
  try {
    requireTaken(exportNamed(name), ask);
    return true;
  } catch (error) {
    if (error instanceof GatewayError && error.code === "export_refused") return false;
    throw error;
  }
}

/** The range of a month's file, in the store's zone; of a running month, what is booked until now. */
function monthAsk(
  { clock }: Pick<Reading, "clock">,
  { id: storeId, settings }: MerchantStore,
  month: Month,
  words: ExportWords = {},
): ExportAsk {
  const now = clock();
  const to = month.to <= now - AT_LEAST_BACK_MS ? { to: isoTime(month.to) } : {};
  const span = { from: isoTime(month.from), ...to, zone: "store" };
  return readExportAsk(
    { ...words, ...span },
    { storeId, ...booksOf(settings), now, ...(now < month.to ? { untilNow: true } : {}) },
  );
}

/** Answers with a file of a month, or a part of one, in the store's zone. Throws HttpError (404) for any other name. */
export async function sendMonthFile(
  gateway: Reading,
  response: Response,
  merchant: MerchantStore,
  { month, name, part }: Readonly<{ month: Month; name: string; part: string | undefined }>,
): Promise<void> {
  if (!KNOWN.includes(name)) throw new HttpError(404, "not-found", `Expected one of ${KNOWN.join(", ")}.`);
  const ask = monthAsk(gateway, merchant, month, part === undefined ? {} : { part });
  response.set({ "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" });
  await sendExport(gateway, response, { name, ask, saveAs: `${month.name}-${name}` });
}
