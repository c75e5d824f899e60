import { divCeil, max } from "../../values/amount.ts";
import type { KeepBounds } from "../catalog.ts";

/** What is to be done about a coin with bounds, in its smallest units: a surplus to send away, or what lacks. */
export type TreasuryMove = Readonly<{ kind: "kept" } | { kind: "surplus" | "lack"; amount: bigint }>;

/**
 * Judges what the service holds of a coin. `free` is what nothing is promised of; `reserve` has to stay in any case. Above the
 * second bound everything beyond the middle goes, and below the first one what fills it up to the middle lacks: so that the next
 * payment does not ask for another transfer. The middle is rounded up.
 */
export function treasuryMove(
  free: bigint,
  { least, most }: Pick<KeepBounds, "least" | "most">,
  reserve: bigint,
): TreasuryMove {
  const middle = max(divCeil(least + most, 2n), reserve);
  if (free < least) return { kind: "lack", amount: middle - free };
  if (free > most && free > middle) return { kind: "surplus", amount: free - middle };
  return { kind: "kept" };
}
