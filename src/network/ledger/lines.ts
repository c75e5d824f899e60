import type { CurrencyKey } from "../request.ts";
import type { Line } from "./accounts.ts";

/** The lines that are missing between what is booked and what should be; none when the books are right already. */
export function missingLines(booked: readonly Line[], wanted: readonly Line[]): readonly Line[] {
  return merge([...wanted, ...booked.map((line) => ({ ...line, amount: -line.amount }))]);
}

/** The same lines with one for each account, currency and request; lines of zero go. */
export function merge(lines: readonly Line[]): readonly Line[] {
  const merged = new Map<string, Line>();
  for (const line of lines) {
    const key = [line.account, line.chainId, line.currency, line.requestId ?? ""].join("|");
    const amount = (merged.get(key)?.amount ?? 0n) + line.amount;
    merged.set(key, { ...line, amount });
  }
  return [...merged.values()].filter(({ amount }) => amount !== 0n);
}

/** The currencies in which lines do not sum to zero, with what is too much. Empty for every booking there is. */
export function imbalances(lines: readonly Line[]): readonly (CurrencyKey & Readonly<{ amount: bigint }>)[] {
  return merge(lines.map((line) => ({ ...line, account: "", requestId: null }))).map(
    ({ chainId, currency, amount }) => ({ chainId, currency, amount }),
  );
}
