import { HttpFailure } from "../../http-client/http.ts";
import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import type { Instant } from "../../values/time.ts";
import type { AuditParts } from "./auditParts.ts";
import { profitByCurrency, type CurrencyProfit } from "../ledger/profit.ts";
import { latestStrays } from "../persistence/audit.ts";
import { heldRequests, type HeldRequest } from "../persistence/checks.ts";
import { countLines } from "../persistence/ledger.ts";
import type { Stray } from "../persistence/strays.ts";
import { readBooks, type Books } from "./books.ts";
import {
  appBalances,
  findFaults,
  findOwed,
  sharesOwed,
  type Fault,
  type Owed,
  type Share,
} from "./faults.ts";
import { unconfiguredChains } from "./unconfiguredChains.ts";
import { inFlight, readInFlight, type InFlightRows } from "./inFlight.ts";
import { comparePlaces, type Place } from "./places.ts";
import { tipOf, type Tip } from "./tips.ts";

/** What an audit found. Amounts are smallest units of their currency. */
export type AuditReport = Readonly<{
  at: Instant;
  /** True when every place is equal, every request consistent, and every chain gave an answer. */
  ok: boolean;
  lines: number; // in the ledger; names the state of the books that was looked at
  tips: readonly Tip[]; // the blocks at which balances were read
  places: readonly Place[];
  paymentsInFlight: readonly string[];
  depositsInFlight: readonly string[];
  refundsOwed: readonly Owed[]; // a person has to decide about them
  held: readonly HeldRequest[]; // payments that wait for the operator's decision, the oldest first
  losses: readonly Owed[]; // paid, and then their deposits left the chain
  appBalances: readonly Readonly<{ owner: string; amount: bigint }>[]; // paid in for calls by applications, and not spent
  sharesOwed: readonly Share[]; // to applications that have not claimed them, or are not paid yet
  profits: readonly CurrencyProfit[]; // since the books were opened
  strays: readonly Stray[]; // unsupported or unattributed; left alone
  faults: readonly Fault[];
  imbalances: Books["imbalances"]; // currencies in which the ledger does not sum to zero
  unreached: readonly Readonly<{ chainId: number; why: string }>[];
}>;

const LISTED = 500;
const TRIES = 5; // while the service is busy, the books move under the reader

/**
 * Compares the books with the chains, to the unit, and requests with payments. It changes nothing and may run beside the service.
 * A chain that gives no answer is listed, and the others are compared all the same.
 */
export async function audit(parts: AuditParts): Promise<AuditReport> {
  const { store, clock } = parts;
  const { lines, books, tips, places, payments, deposits, unreached } = await compareChains(
    parts,
    chainsOf(parts),
  );
  const missing = [...unconfiguredChains(parts.catalog, books), ...unreached];
  const faults = await findFaults(store, books);
  const owed = await findOwed(store, books);
  const isEqual = places.every(({ outcome }) => outcome === "equal");
  return {
    at: clock(),
    ok: isEqual && faults.length + missing.length + books.imbalances.length === 0,
    lines,
    tips,
    places,
    paymentsInFlight: payments,
    depositsInFlight: deposits,
    refundsOwed: owed.refunds,
    held: await heldRequests(store, LISTED),
    losses: owed.losses,
    appBalances: appBalances(books),
    sharesOwed: sharesOwed(books),
    profits: byChain(parts, profitByCurrency(books.accounts)),
    strays: await latestStrays(store),
    faults,
    imbalances: books.imbalances,
    unreached: missing,
  };
}

/** The places of chains by the books and by the chains, and what is in flight between them. */
export async function compareChains(parts: AuditParts, chainIds: readonly number[]) {
  const { lines, books, chains, unreached, isSteady } = await pollAtOnce(parts, chainIds);
  const compared = await Promise.all(
    chains.map((look) => orUnreached(look.tip.chainId, () => compare(parts, books, look))),
  );
  const done = compared.flatMap(({ answer }) => answer ?? []);
  return {
    lines,
    books,
    tips: chains.map(({ tip }) => tip),
    places: done.flatMap((one) => one.places).map((place) => (isSteady ? place : withoutVerdict(place))),
    payments: done.flatMap(({ payments }) => payments),
    deposits: done.flatMap(({ deposits }) => deposits),
    unreached: [...unreached, ...compared.flatMap(({ failure }) => failure ?? [])],
  };
}

/** In the order in which the places of chains are listed; what belongs to none of them is last. */
function byChain(parts: AuditParts, profits: readonly CurrencyProfit[]): readonly CurrencyProfit[] {
  const order = chainsOf(parts);
  const rank = ({ chainId }: CurrencyProfit) =>
    order.includes(chainId) ? order.indexOf(chainId) : order.length;
  return profits.toSorted((a, b) => rank(a) - rank(b));
}

function chainsOf({ evm }: AuditParts): readonly number[] {
  return [BITCOIN_CHAIN_ID, ...evm.keys()];
}

type Look = Readonly<{ tip: Tip; afoot: InFlightRows }>;

/** The books, and chain tips that are no older: everything in the books is in a block up to the tip. */
async function pollAtOnce(parts: AuditParts, chainIds: readonly number[]) {
  for (let tried = 1; ; tried++) {
    const lines = await countLines(parts.store);
    const tips = await Promise.all(
      chainIds.map((chainId) => orUnreached(chainId, () => tipOf(parts, chainId))),
    );
    const books = await readBooks(parts.store);
    const chains: Look[] = [];
    for (const { answer: tip } of tips) if (tip) chains.push({ tip, afoot: await readInFlight(parts, tip) });
    const unreached = tips.flatMap(({ failure }) => failure ?? []);
    const isSteady = (await countLines(parts.store)) === lines;
    if (isSteady || tried === TRIES) return { lines, books, chains, unreached, isSteady };
  }
}

async function compare(parts: AuditParts, books: Books, { tip, afoot }: Look) {
  const { lines, payments, deposits } = await inFlight(parts, tip, afoot);
  const places = await comparePlaces(parts, tip, books.accounts, lines);
  const isSame = tip.chainId !== BITCOIN_CHAIN_ID || (await tipOf(parts, tip.chainId)).hash === tip.hash;
  if (isSame) return { places, payments, deposits };
  // Explorers report the present only, which has moved on: the service may have indexed the new block by
  // now.
  const later = { ...tip, isRead: false };
  return { places: await comparePlaces(parts, later, books.accounts, lines), payments, deposits };
}

/** Books that changed during the read prove nothing about a difference. */
function withoutVerdict(place: Place): Place {
  return place.outcome === "unexplained" ? { ...place, outcome: "unread" } : place;
}

type Reached<T> = Readonly<{ answer?: T; failure?: Readonly<{ chainId: number; why: string }> }>;

async function orUnreached<T>(chainId: number, ask: () => Promise<T>): Promise<Reached<T>> {
  try {
    return { answer: await ask() };
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    return { failure: { chainId, why: error.message } };
  }
}
