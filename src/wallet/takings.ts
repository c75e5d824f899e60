import { allowanceIn, givenBy } from "./planEvm.ts";
import type { PlannedAction } from "./plannedAction.ts";

/** An item's part of what may leave the wallet. `allows` names who may take later, `uses` whose allowance a signature needs. */
type Taking = Readonly<{ amount: bigint; allows?: string; uses?: string }>;

/**
 * What items let be taken in all, in smallest units of the origin currency. A signature for Permit2 takes from what an earlier
 * item allowed Permit2, so that the two count once.
 */
export function sumTakings(items: readonly PlannedAction[]): bigint {
  const allowed = new Map<string, bigint>(); // and not used by a signature yet
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
