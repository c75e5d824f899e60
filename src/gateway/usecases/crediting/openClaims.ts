import { depositStatusOf, isAskedAmount, offerOf } from "../../domain/invoices/credit.ts";
import { isDirect } from "../../domain/invoices/direct.ts";
import type { Deposit, Invoice, RequestFact } from "../../domain/invoices/invoice.ts";
import { bpsFloor, max } from "../../../values/amount.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { statusMeaning, type StatusMeaning } from "../../../intents/status.ts";
import { DAY_MS, MINUTE_MS, type Instant } from "../../../values/time.ts";
import type { Claim } from "./attribution.ts";
import { pages } from "../eachItem.ts";
import type { Gateway } from "../gateway.ts";
import type { CreditingContext } from "./creditingContext.ts";
import { refundPlace, settlementPlace, type Place } from "./transferPlaces.ts";
import { unpricedWorth } from "../pricing/unpricedWorth.ts";

/** What a deposit of an invoice may receive at a place: its settlement at the store's, or its refund at the refund address. */
export type OpenClaim = Claim &
  Readonly<{
    kind: "settled" | "refunded";
    place: Place;
    invoice: Invoice;
    deposit: Deposit;
    request: Named;
    readySince: Instant; // the service's word is that old
  }>;

/** The request that a claim is booked under, and its word. */
type Named = Pick<RequestFact, "requestId" | "parent" | "word">;

const CLOCK_SLACK_MS = 2 * MINUTE_MS; // between our clock and a chain's block times
const LONG_MS = 10 * MINUTE_MS;
const LONGEST_CLAIM_MS = DAY_MS; // an unfinished conversion blocks other claims for this long at most
const UNPRICED_ABOVE_BPS = 500; // rates of ours and of the service's own market
const LEAST_MARGIN_BPS = 100; // expected movement of rates between a quote and its fill, independent of the store's margin
const SMALLEST_PART_SHARE = 20n; // a part that fees eat more of is left to a person: a stranger's dust must not settle it

/** What every confirmed deposit that is on its way may still receive. A deposit that no block holds yet receives nothing. */
export async function openClaims(gateway: CreditingContext): Promise<readonly OpenClaim[]> {
  const margins = new Map<string, number>();
  const marginOf = async (storeId: string) => {
    const known = margins.get(storeId);
    if (known !== undefined) return known;
    const margin = (await gateway.persistence.stores.load(storeId))?.settings.marginBps ?? 0;
    margins.set(storeId, Math.max(LEAST_MARGIN_BPS, margin));
    return Math.max(LEAST_MARGIN_BPS, margin);
  };
  const claims: OpenClaim[] = [];
  for await (const page of pages(gateway.persistence.invoices.moving)) {
    for (const invoice of page) {
      const marginBps = await marginOf(invoice.storeId);
      for (const deposit of invoice.facts.deposits) {
        if (deposit.confirmations === 0 || depositStatusOf(invoice.facts, deposit) !== "moving") continue;
        if (isDirect(invoice.facts, deposit)) continue; // it is where it was to arrive
        claims.push(
          ...claimsOf(gateway, invoice, deposit, await yieldOf(gateway, invoice, deposit, marginBps)),
        );
      }
    }
  }
  return claims;
}

/** What the conversion of a deposit can bring, and what it counts for. */
type Yield = Pick<Claim, "credit" | "floor" | "least" | "most">;

/**
 * A priced deposit yields what its offer promised, within the margin. A part bears the flat fees of its own conversion, so it
 * yields less than its share. A deposit in another coin or on another chain has no promise: it yields about its worth, less fees
 * of up to half of a small amount. While its worth is unknown, no transfer can be assigned to it.
 */
async function yieldOf(
  gateway: Pick<Gateway, "log" | "service" | "rates">,
  invoice: Invoice,
  deposit: Deposit,
  marginBps: number,
): Promise<Yield> {
  if (deposit.mismatch) {
    const worth = (await unpricedWorth(gateway, invoice, deposit)) ?? 0n;
    const least = worth / 2n;
    return { credit: worth, floor: least, least, most: worth + bpsFloor(worth, UNPRICED_ABOVE_BPS) };
  }
  const { credit, floor } = deposit;
  const least = floor - bpsFloor(floor, marginBps) - flatFees(invoice, deposit, marginBps);
  return {
    ...{ credit, floor, least: max(least, floor / SMALLEST_PART_SHARE) },
    most: floor + bpsFloor(floor, marginBps + 2 * LEAST_MARGIN_BPS),
  };
}

/** Returns the most that the flat fees of a part take: the store's margin is meant to cover those of the whole. */
function flatFees({ facts }: Invoice, deposit: Deposit, marginBps: number): bigint {
  if (isAskedAmount(facts, deposit)) return 0n;
  return bpsFloor(offerOf(facts, deposit)?.covers ?? 0n, marginBps);
}

function claimsOf(
  gateway: Pick<Gateway, "clock" | "service" | "awaiting">,
  invoice: Invoice,
  deposit: Deposit,
  brings: Yield,
): readonly OpenClaim[] {
  const offer = offerOf(invoice.facts, deposit);
  if (!offer) return [];
  const said = saidOf(gateway, invoice, deposit, offer.requestId);
  const readySince = said.awaitedSince ?? deposit.seenAt;
  const offered = invoice.facts.offers.find(({ depositAddress }) => depositAddress === deposit.address);
  const from = (offered ?? offer).from - CLOCK_SLACK_MS;
  // A deposit that we saw late may have been paid before that: when nothing is found for a while, older transfers count too.
  const isLong = gateway.clock() - readySince >= LONG_MS;
  const seenFrom = isLong ? from : deposit.seenAt - CLOCK_SLACK_MS;
  const common: Common = {
    id: deposit.outpoint,
    owner: invoice.storeId,
    invoice,
    deposit,
    from,
    seenFrom,
    readySince,
  };
  const claims: OpenClaim[] = [];
  const place = settlementPlace(invoice.terms.settlement);
  if (place !== undefined && said.meaning !== "refund") {
    claims.push(settlementClaim(common, said, place, brings));
  }
  if (offer.chainId === BITCOIN_CHAIN_ID && said.meaning !== "success") {
    claims.push(refundClaim(common, said, refundPlace(offer.refundTo)));
  }
  return claims;
}

type Common = Pick<OpenClaim, "id" | "owner" | "invoice" | "deposit" | "from" | "seenFrom" | "readySince">;

function settlementClaim(common: Common, said: Said, place: Place, brings: Yield): OpenClaim {
  const { seenAt } = common.deposit;
  const isPaid = said.meaning === "success" && said.awaitedSince !== undefined;
  return {
    ...common,
    ...brings,
    kind: "settled",
    place,
    // Success means that the money has arrived, so a later transfer is another's.
    until: isPaid ? common.readySince + CLOCK_SLACK_MS : seenAt + LONGEST_CLAIM_MS,
    ready: said.isFollowUp || isPaid,
    request: { ...said.request, word: said.isFollowUp ? "success" : said.request.word },
  };
}

function refundClaim(common: Common, said: Said, place: Place): OpenClaim {
  const { value } = common.deposit;
  return {
    ...common,
    kind: "refunded",
    place,
    credit: value,
    floor: value,
    least: value / 2n, // network fees take a part of small ones
    most: value,
    until: common.readySince + LONGEST_CLAIM_MS,
    ready: said.isFollowUp || (said.meaning === "refund" && said.awaitedSince !== undefined),
    request: { ...said.request, word: said.isFollowUp ? "refund" : said.request.word },
  };
}

/** The service's status of a deposit, and since when it has waited for a transfer on that status alone. */
type Said = Readonly<{
  request: Named;
  meaning: StatusMeaning;
  awaitedSince: Instant | undefined;
  isFollowUp: boolean;
}>;

/**
 * The request that speaks of a deposit. A service without lists has one for the address, which speaks of its first deposit.
 * Once that is done, a further deposit can only be followed by what arrives; it is booked under a name of our own.
 */
function saidOf(
  gateway: Pick<Gateway, "service" | "awaiting">,
  { facts }: Invoice,
  deposit: Deposit,
  addressRequestId: string,
): Said {
  const { requests, deposits } = facts;
  const ofAddress = requests.find(({ requestId }) => requestId === addressRequestId);
  const isUnattached = ofAddress?.outpoint === undefined && isFirst(deposits, deposit);
  const own =
    requests.find(({ outpoint }) => outpoint === deposit.outpoint) ?? (isUnattached ? ofAddress : undefined);
  if (own) {
    const { requestId, parent, word } = own;
    const awaitedSince = gateway.awaiting.get(requestId);
    return {
      request: { requestId, parent, word },
      meaning: statusMeaning(word),
      awaitedSince,
      isFollowUp: false,
    };
  }
  const isDone = ofAddress !== undefined && ["success", "refund"].includes(statusMeaning(ofAddress.word));
  return {
    request: { requestId: `output:${deposit.outpoint}`, parent: addressRequestId, word: "waiting" },
    meaning: "waiting",
    awaitedSince: undefined,
    isFollowUp: isDone && gateway.service.listKind() === "none",
  };
}

function isFirst(deposits: readonly Deposit[], { outpoint, address }: Deposit): boolean {
  const first = deposits.find((other) => other.address === address && other.presence !== "gone");
  return first?.outpoint === outpoint;
}
