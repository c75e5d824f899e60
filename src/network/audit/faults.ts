import { isCustody } from "../ledger/accounts.ts";
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
} from "../store/audit.ts";
import type { NetworkStore } from "../store/open.ts";
import type { Books } from "./books.ts";

/** Something that cannot be true of a request, a payment or an account, with its id. */
export type Fault = Readonly<{ id: string; what: string }>;

/** A deposit that was neither bridged nor given back, and that waits for a person. */
export type Owed = CurrencyKey & Readonly<{ requestId: string; amount: bigint }>;

/** Looks for requests whose payments or books contradict them. */
export async function findFaults(store: NetworkStore, books: Books): Promise<readonly Fault[]> {
  const checks = [
    [await filledWithoutPayment(store), "succeeded, but no payment of it is in a block"],
    [await refundedWithoutPayment(store), "was refunded, but no refund of it is in a block"],
    [await filledAndRefunded(store), "was filled and refunded"],
    [await paidTwice(store), "was paid twice"],
    [await paidUnnoticed(store), "was paid, but its state says that it was not"],
    [await refundedTooMuch(store), "got back more than was owed"],
    [overdrawn(books), "has less than nothing in the books: money of others was paid out"],
    [(await unbookedPayments(store)).map(({ id }) => id), "is in a block, but not in the books"],
    [
      await unsettled(store, books),
      "is over, but the books still owe its payer something, or the other way round",
    ],
  ] as const;
  return checks.flatMap(([ids, what]) => ids.map((id) => ({ id, what })));
}

/** The deposits of requests that ended in failure. */
export async function findOwed(store: NetworkStore, { owed }: Books): Promise<readonly Owed[]> {
  const states = await statesOf(store, idsOf(owed));
  return owed.flatMap(({ requestId, chainId, currency, amount }) =>
    requestId !== null && states.get(requestId) === "failure"
      ? [{ requestId, chainId, currency, amount: -amount }]
      : [],
  );
}

/** Requests that are over, and with which the books are not even. */
async function unsettled(store: NetworkStore, { owed }: Books): Promise<readonly string[]> {
  const states = await statesOf(store, idsOf(owed));
  const isOver = (id: string) => states.get(id) === "success" || states.get(id) === "refund";
  return [...new Set(idsOf(owed).filter(isOver))];
}

/** Places that gave out more of payers' money than they got. */
function overdrawn({ accounts }: Books): readonly string[] {
  return accounts.flatMap(({ account, amount }) => (isCustody(account) && amount < 0n ? [account] : []));
}

function idsOf(lines: Books["owed"]): readonly string[] {
  return lines.flatMap(({ requestId }) => requestId ?? []);
}
