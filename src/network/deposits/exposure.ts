import { sum } from "../../values/amount.ts";
import type { NetworkParts } from "../parts.ts";
import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import { confirmedSince } from "../persistence/deposits.ts";
import type { DepositRow } from "../persistence/rows.ts";

/**
 * Those of the Bitcoin deposits, oldest first, that may be relied upon now: the sum of all that are, and that a reorganisation
 * of a few blocks could still take back, stays within what the operator risks (`unconfirmedLimit`, in sats). The others wait for
 * room, or for six blocks, or as many as the largest deposit needs. Many small deposits at once are worth as much as a large one.
 */
export async function withinLimit(
  { store, settings: { confirmations, unconfirmedLimit } }: Pick<NetworkParts, "store" | "settings">,
  due: readonly DepositRow[],
  tip: number,
): Promise<readonly DepositRow[]> {
  const deep = tip - Math.max(SAFE_BLOCKS, ...confirmations.map(({ need }) => need)) + 1; // from here down nothing is at risk
  if (unconfirmedLimit === undefined || due.every(({ height }) => height <= deep)) return due;
  const relied = await confirmedSince(store, BITCOIN_CHAIN_ID, deep + 1);
  let exposed = sum(relied.map(({ amount }) => amount));
  return due.filter(({ height, amount }) => {
    if (height <= deep) return true;
    if (exposed + amount > unconfirmedLimit) return false;
    exposed += amount;
    return true;
  });
}

const SAFE_BLOCKS = 6; // regardless of the operator's tiers
