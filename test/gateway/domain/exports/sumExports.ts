import { parse } from "csv-parse/sync";

/**
 * Adds up files for accountants as their readers would: knows their documentation (docs/reference/exports.md) and CSV, and nothing of
 * the program that wrote them.
 */

type Row = Readonly<Record<string, string>>;

export function readTable(text: string): readonly Row[] {
  return parse(text, { columns: true, bom: true, record_delimiter: "\r\n" });
}

/** The sum of each currency's lines in ledger.csv, by "<chain>:<currency>". */
export function sumLedger(text: string): ReadonlyMap<string, bigint> {
  return summed(readTable(text), "chain_id", "currency", "units");
}

/** What the ledger says has settled, and what the payments say. */
export function sumSettled(ledger: string, payments: string) {
  const lines = readTable(ledger).filter(({ account }) => account === "settled");
  return {
    inLedger: summed(lines, "chain_id", "currency", "units"),
    inPayments: summed(readTable(payments), "settled_chain_id", "settled_currency", "settled_units"),
  };
}

/** The fees of fees.csv without those of refunds, and those of payments.csv, in smallest units of a coin with so many decimals. */
export function sumFees(fees: string, payments: string, decimals: number) {
  const booked = readTable(fees).filter(({ fee }) => fee !== "refund").map(({ units }) => BigInt(units ?? ""));
  const told = readTable(payments).map(({ fees: all }) => unitsOf(all || "0", decimals));
  const stated = readTable(payments).flatMap((row) => Object.entries(row).filter(([name]) => name.startsWith("fee_")).map(([, fee]) => unitsOf(fee || "0", decimals)));
  return { booked: total(booked), told: total(told), stated: total(stated) };
} // prettier-ignore

function summed(
  rows: readonly Row[],
  chain: string,
  currency: string,
  units: string,
): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const row of rows) {
    if (!row[units]) continue;
    const key = `${row[chain]}:${row[currency]}`;
    sums.set(key, (sums.get(key) ?? 0n) + BigInt(row[units]));
  }
  return new Map([...sums].filter(([, sum]) => sum !== 0n));
}

function total(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

function unitsOf(decimal: string, decimals: number): bigint {
  const [whole = "0", fraction = ""] = decimal.replace("-", "").split(".");
  const units = BigInt(whole + fraction.padEnd(decimals, "0"));
  return decimal.startsWith("-") ? -units : units;
}
