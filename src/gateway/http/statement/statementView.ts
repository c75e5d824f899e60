import { assetByItself } from "../../domain/books/assets.ts";
import type { Statement } from "../../usecases/books/makeStatement.ts";
import type { MerchantStore } from "../../usecases/stores/merchantStore.ts";
import { settlementsBetween } from "../../usecases/stores/settlements.ts";
import { monthIn } from "../../../languages/formats.ts";
import type { Language } from "../../../languages/languages.ts";
import { merchantWords, type Translate } from "../../../languages/merchantWords.ts";
import { formatDecimal } from "../../../values/amount.ts";
import type { Instant } from "../../../values/time.ts";
import { zonedTime } from "../../../values/zone.ts";

/**
 * The data of views/statement/sheet.eta for a month of a store, for any reader. Times are in the store's
 * zone, words in the reader's language.
 */
export function statementView(
  { id, name, settings }: MerchantStore,
  { month, until, rows, worth, faults }: Statement,
  language: Language,
) {
  const tr = merchantWords(language);
  const show = localTime(month.zone);
  return {
    title: monthIn(language, month.name),
    storeName: name,
    storeId: id,
    paid: settlementsBetween(settings, month.from, until).map(({ symbol, chainName, recipient }) => ({
      coin: tr("{coin} on {network}", { coin: symbol, network: chainName }),
      recipient,
    })),
    zone: month.zone,
    worth,
    faults,
    isRunning: until < month.to,
    hasNothingYet: until === month.from,
    from: show(month.from),
    until: show(until),
    currencies: rows.map((row) => currencyView(row, tr)),
  };
}

/** "2026-11-01 00:00", with the exact moment for programs. */
function localTime(zone: string): (at: Instant) => Readonly<{ exact: string; words: string }> {
  const time = zonedTime(zone);
  return (at) => {
    const exact = time(at);
    return { exact, words: `${exact.slice(0, 10)} ${exact.slice(11, 16)}` };
  };
}

type Line = readonly [words: string, amount: bigint, sign?: "+" | "−"];

/** The non-empty lines of a currency, as they add up from the opening to the closing balance. */
function currencyView(row: Statement["rows"][number], tr: Translate) {
  const { asset, token, chainName, opening, closing, settled, paidOut, spent, payoutCost } = row;
  const between: readonly Line[] = [
    [tr("Received from payers"), row.received, "+"],
    [tr("Brought by conversion, before fees"), row.brought, "+"],
    [tr("Converted into another coin"), row.converted, "−"],
    [tr("Fees"), row.fees, "−"],
    row.surplus < 0n
      ? [tr("Gained by moving prices"), -row.surplus, "+"]
      : [tr("Lost to moving prices"), row.surplus, "−"],
    [tr("Sent back to payers by the service"), row.refunded, "−"],
    [tr("Passed on to the shop’s address"), settled, "−"],
  ];
  const lines: readonly Line[] = [
    [tr("On its way at the beginning"), opening],
    ...between.filter(([, amount]) => amount !== 0n),
    [tr("On its way at the end"), closing],
  ];
  const show = aligned(
    [...lines.map(([, amount]) => amount), paidOut, spent, payoutCost],
    asset?.decimals ?? 0,
  );
  const some = (amount: bigint) => (amount === 0n ? undefined : show(amount));
  return {
    symbol: asset?.symbol ?? tr("Unknown coin"),
    chain: chainName,
    isUnits: !asset,
    contract: assetByItself(row.currency) ? undefined : token,
    lines: lines.map(([words, amount, sign = ""]) => ({ words, amount: sign + show(amount) })),
    settled: some(settled),
    paidOut: some(paidOut),
    spent: some(spent),
    payoutCost: some(payoutCost),
  };
}

const FEWEST_DIGITS = 2;

/** Writes amounts with as many digits behind the point as the longest of them needs, so that they stand under each other. */
function aligned(amounts: readonly bigint[], decimals: number): (amount: bigint) => string {
  if (decimals === 0) return String;
  const needed = amounts.map((amount) => digitsOf(formatDecimal(amount, decimals)).length);
  const digits = Math.max(Math.min(FEWEST_DIGITS, decimals), ...needed);
  return (amount) => {
    const text = formatDecimal(amount, decimals);
    return `${text.split(".")[0]}.${digitsOf(text).padEnd(digits, "0")}`;
  };
}

function digitsOf(decimal: string): string {
  return decimal.split(".")[1] ?? "";
}
