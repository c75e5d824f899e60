import { isHeld, OWED, type Line } from "../ledger/accounts.ts";
import { merge, imbalances } from "../ledger/lines.ts";
import type { CurrencyKey } from "../request.ts";
import { allLines } from "../persistence/ledger.ts";
import type { NetworkStore } from "../persistence/open.ts";

/** The ledger in sums. Amounts are smallest units; sums of zero are left out. */
export type Books = Readonly<{
  accounts: readonly Line[]; // one line per account and currency, without requests
  owed: readonly Line[]; // to payers, one line per request and currency; a credit is negative
  imbalances: readonly (CurrencyKey & Readonly<{ amount: bigint }>)[]; // always empty, unless the table was edited
}>;

/** Adds up the ledger, a page at a time. */
export async function readBooks(store: NetworkStore): Promise<Books> {
  let accounts: readonly Line[] = [];
  let owed: readonly Line[] = [];
  for await (const page of allLines(store)) {
    accounts = merge([...accounts, ...page.map((line) => ({ ...line, requestId: null }))]);
    owed = merge([...owed, ...page.filter(({ account }) => account === OWED)]);
  }
  return { accounts, owed, imbalances: imbalances(accounts) };
}

/** What lies on a chain according to some lines, by account and currency. */
export function heldOn(lines: readonly Line[], chainId: number): readonly Line[] {
  const held = lines.filter((line) => line.chainId === chainId && isHeld(line.account));
  return merge(held.map((line) => ({ ...line, requestId: null })));
}
