import { fateOf } from "../invoices/credit.ts";
import type { Deposit, Invoice, RequestFact } from "../invoices/invoice.ts";
import { bpsFloor } from "../money/amount.ts";
import { BITCOIN_CHAIN_ID } from "../protocol/identifiers.ts";
import { statusMeaning, type StatusMeaning } from "../protocol/status.ts";
import { DAY_MS, MINUTE_MS } from "../time.ts";
import type { Claim } from "./attribution.ts";
import { pages } from "./eachItem.ts";
import type { Gateway } from "./ports.ts";
import { refundPlace, settlementPlace, type Place } from "./transferPlaces.ts";

/** What a deposit of an invoice may receive at a place: its settlement at the store's, or its refund at the refund address. */
export type OpenClaim = Claim &
  Readonly<{
    kind: "settled" | "refunded";
    place: Place;
    invoice: Invoice;
    deposit: Deposit;
    request: Named;
  }>;

/** The request that a claim is booked under, and its word. */
type Named = Pick<RequestFact, "requestId" | "parent" | "word">;

const CLOCK_SLACK_MS = 2 * MINUTE_MS; // between our clock and a chain's block times
const PATIENCE_MS = DAY_MS; // an unfinished conversion stands in nobody's way for longer than this
const LEAST_MARGIN_BPS = 100; // how much rates may move between a quote and its fill, whatever margin the store has

/** What every confirmed deposit that is on its way may still receive. A deposit that no block holds yet receives nothing. */
export async function openClaims(gateway: Gateway): Promise<readonly OpenClaim[]> {
  const margins = new Map<string, number>();
  const marginOf = async (storeId: string) => {
    const known = margins.get(storeId);
    if (known !== undefined) return known;
    const margin = (await gateway.store.loadStore(storeId))?.settings.marginBps ?? 0;
    margins.set(storeId, Math.max(LEAST_MARGIN_BPS, margin));
    return Math.max(LEAST_MARGIN_BPS, margin);
  };
  const claims: OpenClaim[] = [];
  for await (const page of pages(gateway.store.movingInvoices)) {
    for (const invoice of page) {
      const marginBps = await marginOf(invoice.storeId);
      for (const deposit of invoice.facts.deposits) {
        if (deposit.confirmations === 0 || fateOf(invoice.facts, deposit) !== "moving") continue;
        claims.push(...claimsOf(gateway, invoice, deposit, marginBps));
      }
    }
  }
  return claims;
}

function claimsOf(
  gateway: Gateway,
  invoice: Invoice,
  deposit: Deposit,
  marginBps: number,
): readonly OpenClaim[] {
  const offer = invoice.facts.offers.find(({ depositAddress }) => depositAddress === deposit.address);
  const place = settlementPlace(invoice.terms.settlement);
  if (!offer) return [];
  const { word, ...request } = requestFor(gateway, invoice, deposit, offer.requestId);
  const since = gateway.awaiting.get(request.requestId);
  const common = {
    ...{ id: deposit.outpoint, owner: invoice.storeId, invoice, deposit },
    from: offer.from - CLOCK_SLACK_MS,
    seenFrom: deposit.seenAt - CLOCK_SLACK_MS,
  };
  const claims: OpenClaim[] = [];
  if (place !== undefined && word.meaning !== "refund") {
    const { credit, floor } = deposit;
    // Success means that the money has arrived, so a later transfer is another's.
    const until = word.meaning === "success" && since !== undefined ? since + CLOCK_SLACK_MS : deposit.seenAt + PATIENCE_MS; // prettier-ignore
    claims.push({
      ...{ ...common, kind: "settled", place, credit, floor, until },
      least: floor - bpsFloor(floor, marginBps),
      most: floor + bpsFloor(floor, 2 * marginBps + LEAST_MARGIN_BPS),
      ready: word.isFollowUp || (word.meaning === "success" && since !== undefined),
      request: { ...request, word: word.isFollowUp ? "success" : word.text },
    });
  }
  if (offer.chainId === BITCOIN_CHAIN_ID && word.meaning !== "success") {
    const { value } = deposit;
    claims.push({
      ...{ ...common, kind: "refunded", place: refundPlace(offer.refundTo), credit: value, floor: value },
      least: value / 2n, // network fees take a part of small ones
      most: value,
      until: (since ?? deposit.seenAt) + PATIENCE_MS,
      ready: word.isFollowUp || (word.meaning === "refund" && since !== undefined),
      request: { ...request, word: word.isFollowUp ? "refund" : word.text },
    });
  }
  return claims;
}

type Said = Readonly<{ text: string; meaning: StatusMeaning; isFollowUp: boolean }>;

/**
 * The request that speaks of a deposit. A service without lists has one for the address, which speaks of its first deposit.
 * Once that is done, a further deposit can only be followed by what arrives; it is booked under a name of our own.
 */
function requestFor(
  gateway: Gateway,
  { facts }: Invoice,
  deposit: Deposit,
  addressRequestId: string,
): Pick<RequestFact, "requestId" | "parent"> & Readonly<{ word: Said }> {
  const ofAddress = facts.requests.find(({ requestId }) => requestId === addressRequestId);
  const own =
    facts.requests.find(({ outpoint }) => outpoint === deposit.outpoint) ??
    (ofAddress && ofAddress.outpoint === undefined && isFirst(facts.deposits, deposit)
      ? ofAddress
      : undefined);
  if (own) {
    const { requestId, parent, word } = own;
    return { requestId, parent, word: { text: word, meaning: statusMeaning(word), isFollowUp: false } };
  }
  const isDone = ofAddress !== undefined && ["success", "refund"].includes(statusMeaning(ofAddress.word));
  const isFollowUp = isDone && gateway.service.listKind() === "none";
  return {
    requestId: `output:${deposit.outpoint}`,
    parent: addressRequestId,
    word: { text: "waiting", meaning: "waiting", isFollowUp },
  };
}

function isFirst(deposits: readonly Deposit[], { outpoint, address }: Deposit): boolean {
  const first = deposits.find((other) => other.address === address && other.presence !== "gone");
  return first?.outpoint === outpoint;
}
