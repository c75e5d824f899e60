import { allowanceIn, givenBy } from "./planEvm.ts";
import type { PlannedAction } from "./plannedAction.ts";

/** What an item lets be taken. `allows` is the spender of an approval, `uses` the contract whose approval a signature spends. */
type Taking = Readonly<{ amount: bigint; allows?: string; uses?: string }>;

/**
 * Sums what all items together let be taken from the payer, in smallest units of the origin currency. An approval of Permit2 and a
 * later Permit2 signature that spends it count once.
 */
export function sumTakings(items: readonly PlannedAction[]): bigint {
  const allowed = new Map<string, bigint>(); // approved and not spent by a signature yet
  let total = 0n;
  for (const { amount, allows, uses } of items.map(takingOf)) {
    if (allows !== undefined) allowed.set(allows, (allowed.get(allows) ?? 0n) + amount);
    const rest = uses === undefined ? 0n : (allowed.get(uses) ?? 0n);
    const covered = amount < rest ? amount : rest;
    if (uses !== undefined) allowed.set(uses, rest - covered);
    total += amount - covered;
  }
  return total;
}

function takingOf(item: PlannedAction): Taking {
  switch (item.kind) {
    case "evm-transaction": {
      const allowance = allowanceIn(item.transaction.data);
      return allowance
        ? { amount: allowance.amount, allows: allowance.spender }
        : { amount: givenBy(item.transaction) };
    }
    case "psbt":
      return { amount: item.offer.paidSats };
    case "bitcoin-payment":
      return { amount: item.sats };
    case "signature":
      return takingBySignature(item);
  }
}

function takingBySignature({ grant }: Extract<PlannedAction, { kind: "signature" }>): Taking {
  if (grant === undefined) return { amount: 0n };
  const { effect, amount, verifier, spender } = grant;
  if (effect === "permit2") return { amount, uses: verifier };
  return spender === undefined ? { amount } : { amount, allows: spender };
}
