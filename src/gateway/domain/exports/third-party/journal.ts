import { formatFixed } from "../../../../values/amount.ts";
import type { Instant } from "../../../../values/time.ts";
import { moveOf, type EntryItem } from "../entryItem.ts";
import { placeText } from "../linePlace.ts";
import type { Account, CurrencyId } from "../../books/ledger.ts";
import type { Commodity } from "./commodities.ts";

/** The journal of hledger and its relatives: a text of transactions, of which each entry of the ledger is one. */

type Naming = Readonly<{
  commodityOf(currency: CurrencyId): Commodity;
  time(at: Instant): string;
}>;

/** Collects the names that entries use, for a journal's head: strict readers want each declared. */
export function journalNames({ commodityOf }: Pick<Naming, "commodityOf">) {
  const accounts = new Set<string>();
  const used = new Map<string, Commodity>();
  return {
    add({ storeId, from, to, currency }: EntryItem): void {
      for (const account of [from, to]) accounts.add(accountName(storeId, account));
      const commodity = commodityOf(currency);
      used.set(commodity.name, commodity);
    },
    head(schema: string, zone: string): string {
      const declared = [
        ...[...used.values()].map(({ name, decimals }) => `commodity ${sample(decimals)} ${name}`).sort(),
        ...[...accounts].sort().map((account) => `account ${account}`),
      ];
      return `; ${schema}, days in ${zone}\ndecimal-mark .\n\n${declared.map((line) => `${line}\n`).join("")}`;
    },
  };
}

/** A declaration shows how an amount is written, and needs a decimal mark for it. */
function sample(decimals: number): string {
  return `1000.${"0".repeat(decimals)}`;
}

/** An entry as a transaction: what took one back is a transaction of its own, the other way round. */
export function journalTransaction(entry: EntryItem, { commodityOf, time }: Naming): string {
  const { id, at, storeId, invoiceId, from, to, currency, amount } = entry;
  const { name, decimals } = commodityOf(currency);
  const { kind } = moveOf(entry, "to");
  const moment = time(at);
  const code = plain(id, UNPLAIN_ID);
  const tags = [
    `line: ${placeText({ at, id: code })}`,
    `time: ${moment}`,
    ...(invoiceId ? [`invoice: ${invoiceId}`] : []),
  ];
  const posting = (account: Account, units: bigint) =>
    `    ${accountName(storeId, account)}  ${formatFixed(units, decimals)} ${name}\n`;
  return [
    `\n${moment.slice(0, 10)} (${code}) ${words(from)} to ${words(to)}${kind === "booked" ? "" : `, ${kind}`}`,
    `  ; ${tags.join(", ")}\n`,
    posting(to, amount),
    posting(from, -amount),
  ].join("");
}

/** crosstill:<store>:in flight; money that is no store's is under "no store". */
export function accountName(storeId: string, account: Account): string {
  return `crosstill:${storeId === "" ? "no store" : plain(storeId, UNPLAIN)}:${words(account)}`;
}

const UNPLAIN = /[^\w.-]/gu;
const UNPLAIN_ID = /[^\w.:-]/gu;

/** Kinds of fees are words of the service, and might hold anything. */
function words(account: Account): string {
  if (!account.startsWith("fees:")) return account.replaceAll("_", " ");
  return `fees:${plain(account.slice("fees:".length), UNPLAIN)}`;
}

/** The id of an entry by its code in a journal. */
export function entryIdOf(code: string): string {
  // eslint-disable-next-line no-restricted-syntax -- the number of a character
  return code.replace(/%([0-9a-f]{1,5})\./g, (_, hex: string) => String.fromCodePoint(Number(`0x${hex}`)));
}

/** Characters that might mean something to a reader become their numbers, so that two names never become one. */
function plain(text: string, odd: RegExp): string {
  return text.replace(odd, (character) => `%${character.codePointAt(0)?.toString(16)}.`);
}
