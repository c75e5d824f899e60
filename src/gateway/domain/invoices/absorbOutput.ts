import { credit } from "./credit.ts";
import { isReported, isReportedIn, txOf } from "./outpoint.ts";
import { isConcluded, updateDeposit, updateDeposits, withException } from "./factChanges.ts";
import type { Deposit, Facts, Terms } from "./invoice.ts";
import type { OutputSeen } from "./observation.ts";

/**
 * Observations of an output that pays one of the invoice's addresses: credited when first seen, then
 * updated by what chains show.
 */
export function absorbOutput(terms: Terms, facts: Facts, seen: OutputSeen): Facts {
  const known = facts.deposits.find(({ outpoint }) => outpoint === seen.outpoint);
  if (isVoid(facts, known, seen)) {
    return known ? updateDeposit(facts, seen.outpoint, (deposit) => dropped(facts, deposit)) : facts;
  }
  if (known && !isCorrected(known, seen)) {
    const after = updateDeposit(facts, seen.outpoint, (deposit) => moved(terms, facts, deposit, seen));
    return after === facts ? facts : withoutConflicts(after, known);
  }
  if (!known && wasReported(facts, seen)) return facts;
  const share = credit(facts.offers, seen);
  if (!share) return facts; // not an address of this invoice
  if (!known && !seen.assigned && (isSpam(terms, facts, share.credit) || isRepeated(facts, seen)))
    return facts; // isRejectedDeposit
  const deposit: Deposit = {
    outpoint: seen.outpoint,
    chainId: seen.chainId,
    currency: seen.currency,
    address: seen.address,
    value: seen.value,
    seenAt: known?.seenAt ?? seen.at,
    ...(seen.firstSeenAt === undefined ? {} : { firstSeenAt: seen.firstSeenAt }),
    seenHeight: known?.seenHeight ?? seen.tipHeight,
    spends: known?.spends ?? seen.spends?.slice(0, MOST_SPENDS) ?? [],
    late: known?.late ?? seen.sentBy >= terms.expiresAt,
    undone: known?.undone ?? 0,
    delayed: known?.delayed ?? false,
    stalled: known?.stalled ?? false,
    ...(share.mismatch && seen.coin ? { coin: seen.coin } : {}),
    ...(seen.assigned?.direct ? { direct: true as const } : {}),
    ...share,
    ...placeOf(terms, seen),
  };
  if (!known) {
    const others = withoutConflicts(facts, deposit);
    return { ...others, deposits: [...others.deposits, deposit] };
  }
  const corrected = updateDeposit(facts, seen.outpoint, () => deposit);
  return withException(corrected, "mempool_value_was_wrong", seen.outpoint, seen.at);
}

/** Neither in a block nor in a mempool any more; money that was already passed on or sent back stays where it is. */
export function dropped(facts: Facts, deposit: Deposit): Deposit {
  if (deposit.presence === "gone" || isConcluded(facts, deposit.outpoint)) return deposit;
  const undone = deposit.undone + (deposit.presence === "block" ? 1 : 0);
  return { ...deposit, presence: "gone", confirmations: 0, blockHash: undefined, undone };
}

/**
 * Of two transactions that spend the same coin one is void. A newer one is only reported when it has
 * replaced the older, so the older is dropped at once: until the next poll the payment would count twice. A
 * block decides.
 */
function withoutConflicts(facts: Facts, deposit: Deposit): Facts {
  const isReplaced = (other: Deposit) => other.presence === "mempool" && isConflict(deposit, other);
  return updateDeposits(facts, (other) => (isReplaced(other) ? dropped(facts, other) : other));
}

/**
 * True for an unconfirmed payment that conflicts with one in a block, or, when it has just lost its own
 * block, with any other.
 */
function isVoid(
  { deposits }: Facts,
  known: Deposit | undefined,
  { outpoint, spends, blockHash }: OutputSeen,
): boolean {
  if (blockHash !== undefined) return false;
  const own = { outpoint, spends: known?.spends ?? spends ?? [] };
  const isStronger = ({ presence }: Deposit) =>
    presence === "block" || (presence === "mempool" && known?.presence === "block");
  return deposits.some((other) => isStronger(other) && isConflict(own, other));
}

type Spending = Pick<Deposit, "outpoint" | "spends">;

function isConflict(one: Spending, other: Spending): boolean {
  if (txOf(one.outpoint) === txOf(other.outpoint)) return false;
  return other.spends.some((spent) => one.spends.includes(spent));
}

/**
 * True for a deposit that the service reported before the chain showed it: the same money under two
 * outpoints.
 */
function wasReported({ deposits }: Facts, { outpoint, value, address }: OutputSeen): boolean {
  if (isReported(outpoint)) return false; // two requests are two deposits
  return deposits.some(
    (other) => isReportedIn(other.outpoint, outpoint) && other.value === value && other.address === address,
  );
}

const MOST_SPENDS = 100; // of a transaction with more inputs; looks at the mempool find out about the rest
const MANY_DEPOSITS = 100;

/**
 * Dust can be sent to any address. After a hundred deposits, one that pays less than a thousandth of the
 * price is not stored.
 */
function isSpam(terms: Terms, facts: Facts, share: bigint): boolean {
  return facts.deposits.length >= MANY_DEPOSITS && share * 1_000n < terms.due;
}

const MOST_DIRECT = 20;

/**
 * The exact amount of a direct offer is not paid this often by mistake; further payments still belong to
 * the merchant.
 */
function isRepeated({ offers, deposits }: Facts, { address, value }: OutputSeen): boolean {
  const isAgain = (deposit: Deposit) => deposit.address === address && deposit.value === value;
  return (
    offers.some((offer) => offer.direct === true && offer.depositAddress === address) &&
    deposits.filter(isAgain).length >= MOST_DIRECT
  );
}

/** A block is more reliable than a mempool listing: its transaction hashes to the requested txid. */
function isCorrected(known: Deposit, seen: OutputSeen): boolean {
  return seen.blockHash !== undefined && known.presence !== "block" && known.value !== seen.value;
}

type Place = Pick<Deposit, "presence" | "confirmations" | "blockHash">;

function placeOf({ policy }: Terms, { blockHash, confirmations }: OutputSeen): Place {
  return {
    presence: blockHash === undefined ? "mempool" : "block",
    confirmations: Math.min(confirmations, policy.confirmations),
    blockHash,
  };
}

/**
 * A deposit whose money was forwarded or returned keeps its place: a reorganisation after that is an
 * exception.
 */
function moved(terms: Terms, facts: Facts, deposit: Deposit, seen: OutputSeen): Deposit {
  const place = placeOf(terms, seen);
  const same =
    deposit.presence === place.presence &&
    deposit.confirmations === place.confirmations &&
    deposit.blockHash === place.blockHash;
  if (same || seen.value !== deposit.value) return deposit;
  if (place.presence === "mempool" && isConcluded(facts, deposit.outpoint)) return deposit;
  const hasLeft = deposit.presence === "block" && place.presence !== "block";
  const delayed = deposit.delayed && place.presence !== "block";
  return { ...deposit, ...place, delayed, undone: deposit.undone + (hasLeft ? 1 : 0) };
}
