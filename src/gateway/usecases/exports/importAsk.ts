import { currencyId, type CurrencyId } from "../../domain/books/ledger.ts";
import { readPlace } from "../../domain/exports/linePlace.ts";
import type { BookPlace } from "../../ports/bookLinesPort.ts";
import { refused } from "./refused.ts";

/** How a file for another program is to be made. */
export type ImportAsk = Readonly<{
  after: BookPlace | undefined; // programs take so many lines at once: the booking before the part; the first part has none
  format: "world" | "us"; // of days
  currency: string | undefined; // the bookkeeping currency of the program that imports it
  coin: CurrencyId | undefined; // of which an account is wanted
  account: string;
  tax: string;
  said: readonly ImportWord[]; // what was asked for in so many words
}>;

export const IMPORT_WORDS = ["part", "format", "currency", "coin", "account", "tax"] as const;
export type ImportWord = (typeof IMPORT_WORDS)[number];
export type ImportWords = Readonly<Partial<Record<ImportWord, string>>>;

/** How a store keeps its books; of several stores there is no such thing. */
export type StoreBooks = Readonly<{ storeCurrency?: string | undefined; storeCoin?: CurrencyId | undefined }>;

const FIRST = "1";
const SALES = "200"; // Xero's own account for sales
const UNTAXED = "Tax Exempt";
const LONGEST = 100;

/** Reads how a file is to be made for another program. Throws GatewayError (export_refused) for what makes no sense. */
export function readImportAsk(words: ImportWords, { storeCurrency, storeCoin }: StoreBooks): ImportAsk {
  return {
    after: readPart(words.part),
    format: readFormat(words.format),
    currency: readCurrency(words.currency) ?? storeCurrency,
    coin: readCoin(words.coin) ?? storeCoin,
    account: readText("account", words.account) ?? SALES,
    tax: readText("tax", words.tax) ?? UNTAXED,
    said: IMPORT_WORDS.filter((word) => words[word] !== undefined),
  };
}

function readPart(text = FIRST): BookPlace | undefined {
  const place = readPlace(text);
  if (place || text === FIRST) return place;
  throw refused("part", "Expected 1, or what the part before names as the next", text);
}

function readFormat(text = "world"): "world" | "us" {
  if (text === "world" || text === "us") return text;
  throw refused("format", `Expected "world" (21/11/2026) or "us" (11/21/2026)`, text);
}

function readCurrency(text: string | undefined): string | undefined {
  if (text === undefined || /^[A-Z0-9]{2,10}$/.test(text)) return text;
  throw refused("currency", "Expected a currency's code, such as EUR", text);
}

/** As refunds.csv has it in two columns: "<chain id>:<contract, or name on its chain>". */
function readCoin(text: string | undefined): CurrencyId | undefined {
  if (text === undefined) return undefined;
  const [, chainId = "", currency = ""] = /^(\d{1,15}):([0-9a-zA-Z]{1,100})$/.exec(text) ?? [];
  if (currency === "")
    throw refused("coin", `Expected a coin's chain and contract, such as "8453:0x8335…"`, text);
  return currencyId(Number(chainId), currency);
}

function readText(name: ImportWord, text: string | undefined): string | undefined {
  if (text === undefined || (text.trim() !== "" && text.length <= LONGEST)) return text;
  throw refused(name, `Expected a text of at most ${LONGEST} characters`, text);
}
