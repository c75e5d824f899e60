import { appBalanceOf, appFeesOf, isCustody } from "../ledger/accounts.ts";
import type { CurrencyKey } from "../request.ts";
import {
  filledAndRefunded,
  filledWithoutPayment,
  paidTwice,
  paidUnnoticed,
  refundedTooMuch,
  refundedWithoutPayment,
  statesOf,
  unbookedPayments,
} from "../persistence/audit.ts";
import type { NetworkStore } from "../persistence/open.ts";
import type { Books } from "./books.ts";

/** Something that cannot be true of a request, a payment or an account, with its id. */
export type Fault = Readonly<{ id: string; what: string }>;

/** Open positions between payers and the service. Amounts are positive. */
export type Owed = CurrencyKey & Readonly<{ requestId: string; amount: bigint }>;

/** What an application is owed, in dollars of 6 decimals. */
export type Share = Readonly<{ wallet: string; amount: bigint }>;

/** Finds requests with payments or books that contradict them. */
export async function findFaults(store: NetworkStore, books: Books): Promise<readonly Fault[]> {
  const checks = [
    [await filledWithoutPayment(store), "succeeded, but no payment of it is in a block"],
    [await refundedWithoutPayment(store), "was refunded, but no refund of it is in a block"],
    [await filledAndRefunded(store), "was filled and refunded"],
    [await paidTwice(store), "was paid twice"],
    [await paidUnnoticed(store), "was paid, but its state says that it was not"],
    [await refundedTooMuch(store), "got back more than was owed"],
    [overdrawn(books), "has less than nothing in the books: money of others was paid out"],
    [
      sharesOf(books)
        .filter(({ amount }) => amount < 0n)
        .map(({ wallet }) => wallet),
      "got more app fees than it has earned",
    ],
    [
      appBalances(books)
        .filter(({ amount }) => amount < 0n)
        .map(({ owner }) => owner),
      "has spent more on calls and fees than it has paid in",
    ],
    [(await unbookedPayments(store)).map(({ id }) => id), "is in a block, but not in the books"],
    [await unsettled(store, books), "is over, but its payer is still owed something"],
  ] as const;
  return checks.flatMap(([ids, what]) => ids.map((id) => ({ id, what })));
}

/**
 * Ended requests with an open position: deposits that wait for a person, and losses (the request was paid,
 * and its deposit left the chain and did not return).
 */
export async function findOwed(
  store: NetworkStore,
  { owed }: Books,
): Promise<Readonly<{ refunds: readonly Owed[]; losses: readonly Owed[] }>> {
  const states = await statesOf(store, idsOf(owed));
  const named = owed.flatMap(({ requestId, chainId, currency, amount }) =>
    requestId === null ? [] : [{ requestId, chainId, currency, amount }],
  );
  return {
    refunds: named
      .filter(({ requestId, amount }) => amount < 0n && states.get(requestId) === "failure")
      .map((line) => ({ ...line, amount: -line.amount })),
    losses: named.filter(({ requestId, amount }) => amount > 0n && isPaid(states.get(requestId))),
  };
}

/** What the books owe to applications. */
export function sharesOwed(books: Books): readonly Share[] {
  return sharesOf(books).filter(({ amount }) => amount > 0n);
}

/** What applications have paid in for calls and not spent, by the hashes of their API keys. */
export function appBalances({ accounts }: Books): readonly Readonly<{ owner: string; amount: bigint }>[] {
  const prefix = appBalanceOf("");
  return accounts.flatMap(({ account, amount }) =>
    account.startsWith(prefix) && amount !== 0n
      ? [{ owner: account.slice(prefix.length), amount: -amount }]
      : [],
  );
}

function sharesOf({ accounts }: Books): readonly Share[] {
  const prefix = appFeesOf("");
  return accounts.flatMap(({ account, amount }) =>
    account.startsWith(prefix) ? [{ wallet: account.slice(prefix.length), amount: -amount }] : [],
  );
}

/** Requests that were paid, while the books still owe their payer something. */
async function unsettled(store: NetworkStore, { owed }: Books): Promise<readonly string[]> {
  const credits = idsOf(owed.filter(({ amount }) => amount < 0n));
  const states = await statesOf(store, credits);
  return credits.filter((id) => isPaid(states.get(id)));
}

function isPaid(state: string | undefined): boolean {
  return state === "success" || state === "refund";
}

/** Places that gave out more of payers' money than they got. */
function overdrawn({ accounts }: Books): readonly string[] {
  return accounts.flatMap(({ account, amount }) => (isCustody(account) && amount < 0n ? [account] : []));
}

function idsOf(lines: Books["owed"]): readonly string[] {
  return lines.flatMap(({ requestId }) => requestId ?? []);
}
