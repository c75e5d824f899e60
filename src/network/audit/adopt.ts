import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import { isCustody } from "../ledger/accounts.ts";
import { foundLines } from "../ledger/postings.ts";
import type { AuditParts } from "./auditParts.ts";
import { MINUTE_MS, SECOND_MS } from "../../values/time.ts";
import { bookedAbout, insertBooking } from "../persistence/ledger.ts";
import { audit, compareChains, type AuditReport } from "./audit.ts";
import type { Place } from "./places.ts";

const MOVED_MS = 5 * SECOND_MS;

/**
 * Which unexplained differences an operator accounts for: money that arrived, or that the operator
 * withdrew.
 */
export type Direction = "came" | "withdrawn";

/**
 * Books unexplained money that an operator has seen in a report and accounts for: at the solver's account
 * and the desk as the operator's own deposit or withdrawal, in custody arrivals as money of an unknown
 * sender. Missing custody money belongs to payers and is never booked away. Returns the bookings. Throws
 * when the chains or the books have moved since the report, so that nothing is booked unseen or twice.
 */
export async function adopt(
  parts: AuditParts,
  report: AuditReport,
  direction: Direction,
): Promise<readonly Place[]> {
  const { store, clock } = parts;
  const now = await audit(parts);
  const wanted = adoptable(report.places, direction);
  const found = adoptable(now.places, direction);
  const isStill = (place: Place) =>
    found.some((other) => nameOf(other) === nameOf(place) && other.difference === place.difference);
  if (wanted.length !== found.length || !wanted.every(isStill)) {
    throw new Error("The differences have changed since the audit. Look at a new one before you adopt it.");
  }
  const lines = found.flatMap(linesOf);
  if (lines.length > 0) await store.commit([insertBooking(store, `adopted/${now.lines}@1`, lines, clock())]);
  return found;
}

/**
 * The job that opens the books of every chain once: what the service's own accounts hold on it then is the operator's. A chain
 * that gives no answer, or on which there is nothing yet, is looked at again after a minute; one that has moved on meanwhile, after five seconds. The first polls, and so a small
 * delay of the first start, are the price of books that agree with the chain from the beginning.
 */
export function createBookOpener(parts: AuditParts): () => Promise<void> {
  const waiting = new Set([BITCOIN_CHAIN_ID, ...parts.evm.keys()]);
  let next = 0;
  return async () => {
    if (parts.clock() < next) return;
    next = parts.clock() + MINUTE_MS;
    for (const chainId of waiting) if (await isOpen(parts, chainId)) waiting.delete(chainId);
    if (waiting.size === 0) return void (next = Infinity);
    const found = await compareChains(parts, [...waiting]);
    for (const chainId of waiting) await openBooks(parts, found, chainId);
    // Blocks came while it was read, as they do on a busy first day: soon they will not.
    if (found.places.some(({ outcome }) => outcome === "unread")) next = parts.clock() + MOVED_MS;
  };
}

async function openBooks(
  { store, clock, log }: AuditParts,
  { places, tips }: Pick<AuditReport, "places" | "tips">,
  chainId: number,
): Promise<void> {
  const tip = tips.find((one) => one.chainId === chainId);
  const lines = places
    .filter(({ place, outcome }) => place !== "custody" && outcome === "unexplained")
    .filter((place) => place.chainId === chainId)
    .flatMap(linesOf);
  if (!tip || lines.length === 0) return;
  await store.commit([insertBooking(store, `${openingOf(chainId)}@1`, lines, clock())]);
  log.info("network.books_opened", { chain: chainId, height: tip.height, block: tip.hash });
}

async function isOpen({ store }: AuditParts, chainId: number): Promise<boolean> {
  return (await bookedAbout(store, openingOf(chainId))).times > 0;
}

function openingOf(chainId: number): string {
  return `opening/${chainId}`;
}

/** The places with an unexplained difference that an operator can account for. */
export function adoptable(places: readonly Place[], direction: Direction): readonly Place[] {
  return places.filter(({ outcome, difference, place }) => {
    if (outcome !== "unexplained") return false;
    return direction === "came" ? difference > 0n : difference < 0n && place !== "custody";
  });
}

function linesOf({ accounts, chainId, currency, place }: Place) {
  return accounts
    .filter(({ account }) => isCustody(account) === (place === "custody"))
    .flatMap(({ account, difference }) => foundLines(account, { chainId, currency, amount: difference }));
}

function nameOf({ chainId, currency, place }: Place): string {
  return `${chainId} ${currency} ${place}`;
}
