import { timeOrderedId } from "../../../values/ids.ts";
import { claim } from "../../domain/payouts/claim.ts";
import { approve, type Payout, type PayoutCoin } from "../../domain/payouts/payout.ts";
import { COMMAND_KEY, PayoutRefusal, type PullPayment } from "../../domain/payouts/pullPayment.ts";
import { isOnHold } from "../access/approvalHold.ts";
import { whoMay } from "../access/whoMay.ts";
import { announcePayout } from "./announcePayout.ts";
import { requirePayoutMethod, requirePullPayment } from "./createPullPayment.ts";
import { isOursOrACoins, readDestination } from "./destinationAddress.ts";
import { approvedAlone } from "./secondPerson.ts";
import { GatewayError } from "../../errors.ts";
import type { FundsRefund } from "../../ports/booksPort.ts";
import type { Instant } from "../../../values/time.ts";
import { payoutMethods } from "../pricing/methods.ts";
import type { Gateway } from "../gateway.ts";
import type { Person } from "../invoices/markInvoice.ts";
import type { PayoutContext } from "./payoutContext.ts";
import { worthNow } from "../pricing/priceTerms.ts";
import { requireStillCovered } from "./refundInvoice.ts";
import { retryOnConflict } from "../retryOnConflict.ts";

/** A requested payout, as the payee entered it. */
export type PayoutRequest = Readonly<{
  destination: string; // an address, or a wallet link with one
  methodId: string;
  amount: bigint | undefined; // smallest units of the pull payment's currency; undefined means all that is left
  metadata?: unknown;
  approved?: boolean; // by the merchant
}>;

const MOST_OTHERS = 1_000;

/**
 * Claims (a part of) a pull payment; an auto-approved one is priced at once, if there is a rate. With a `wantedId` the claim of
 * that id is made, or given when it was made before. Throws GatewayError (pullpayment_not_found, method_not_available, payout_address_refused) and what the rules refuse (gateway/domain/payouts/claim.ts).
 */
export async function claimPayout(
  gateway: PayoutContext,
  pullPaymentId: string,
  request: PayoutRequest,
  wantedId?: string,
): Promise<Payout> {
  const id = wantedId ?? timeOrderedId(gateway.clock(), gateway.random); // one for all attempts: approvals are added up by it
  return retryOnConflict(async () => {
    const made = wantedId === undefined ? undefined : await gateway.persistence.payouts.load(wantedId);
    if (made) return made;
    const before = await requirePullPayment(gateway, pullPaymentId);
    const { coin, destination } = await readTarget(gateway, before.storeId, request);
    const at = gateway.clock();
    const others = await gateway.persistence.payouts.list({ pullPaymentId, limit: MOST_OTHERS });
    const { amount, metadata = {} } = request;
    const claimed = claim(before, others, { id, destination, coin, amount, metadata, at });
    const isApproved = request.approved === true || (await approvesItself(gateway, before));
    const payout = isApproved ? await approvedIfPriced(gateway, claimed.payout) : claimed.payout;
    await gateway.persistence.payouts.keep({
      pullPayment: { before, after: claimed.pullPayment },
      payout: { after: payout },
      announcements: await announcePayout(gateway, payout, undefined),
    });
    gateway.log.info("payout.claimed", { pullPayment: pullPaymentId, payout: id, state: payout.state });
    return payout;
  });
}

/**
 * True while claims of a pull payment need no approval: the person who made it may still approve payouts in the store, or a
 * command's key made it. An unknown maker, of an older version, approves nothing.
 */
async function approvesItself(
  gateway: Pick<Gateway, "persistence" | "clock">,
  { autoApprove, madeBy, storeId }: PullPayment,
): Promise<boolean> {
  if (!autoApprove || madeBy === undefined) return false;
  if (madeBy === COMMAND_KEY) return true;
  const maker = (await whoMay(gateway, storeId, "cancreatepullpayments")).find(({ id }) => id === madeBy);
  return maker !== undefined && !isOnHold(gateway, maker);
}

/** What tells the Bitcoin network of addresses, and the chains on which addresses may be in use. */
type Networked = Readonly<{ settings: Pick<Gateway["settings"], "bitcoinNetwork" | "watchedChains"> }>;

/**
 * A payout that the merchant creates without a pull payment: its amount is in the coin's own units. Above the store's limit it
 * waits for two people, also where `approved` was asked for. With `funds` it refunds them, as a person decided. Throws as
 * claimPayout, and ConflictError when the funds are not open.
 */
export async function createPayout(
  gateway: Pick<Gateway, "clock" | "random" | "log" | "persistence" | "service" | "rates"> & Networked,
  storeId: string,
  request: PayoutRequest & Readonly<{ amount: bigint }>,
  wantedId?: string,
  funds?: Pick<FundsRefund, "chainId" | "outpoint"> & Person,
): Promise<Payout> {
  const id = wantedId ?? timeOrderedId(gateway.clock(), gateway.random);
  return retryOnConflict(async () => {
    const made = wantedId === undefined ? undefined : await gateway.persistence.payouts.load(wantedId);
    if (made) return made;
    const { coin, destination } = await readTarget(gateway, storeId, request);
    const { amount, metadata = {}, approved } = request;
    const at = gateway.clock();
    const blank: Payout = {
      id,
      storeId,
      pullPaymentId: undefined,
      destination,
      coin,
      originalCurrency: coin.symbol,
      originalDecimals: coin.decimals,
      originalAmount: amount,
      payoutAmount: undefined,
      worth: undefined,
      state: "AwaitingApproval",
      revision: 0,
      proof: undefined,
      service: undefined,
      metadata,
      createdAt: at,
      version: 1,
      ...(funds ? { unattributed: { chainId: funds.chainId, outpoint: funds.outpoint } } : {}),
    };
    const wanted = async () => approve(blank, undefined, amount);
    const after = (approved === true && (await approvedAlone(gateway, blank, undefined, wanted))) || blank;
    const announcements = await announcePayout(gateway, after, undefined);
    const unattributed = funds && refundOf(funds, id, at);
    await gateway.persistence.payouts.keep({ payout: { after }, unattributed, announcements });
    return after;
  });
}

function refundOf(
  { chainId, outpoint, by, reason }: Pick<FundsRefund, "chainId" | "outpoint"> & Person,
  refundId: string,
  at: Instant,
): FundsRefund {
  return { chainId, outpoint, refund: { by, reason, refundId, at } };
}

/** What a payout is worth in its coin now, in smallest units, rounded down. Throws GatewayError rate_unavailable. */
export function payoutAmountNow({ rates }: Pick<Gateway, "rates">, payout: Payout): Promise<bigint> {
  const { originalAmount: amount, originalCurrency: currency, originalDecimals: decimals, coin } = payout;
  return worthNow(rates, { amount, currency, decimals }, coin);
}

/** Without a rate, above the store's limit, or when the money of its invoice has gone back, it waits for a person. */
async function approvedIfPriced(
  gateway: Pick<Gateway, "log" | "persistence" | "rates" | "clock">,
  payout: Payout,
): Promise<Payout> {
  try {
    await requireStillCovered(gateway, payout);
    const approved = await approvedAlone(gateway, payout, undefined, async () =>
      approve(payout, undefined, await payoutAmountNow(gateway, payout)),
    );
    return approved ?? payout;
  } catch (error) {
    const waits =
      error instanceof PayoutRefusal
        ? error.code === "non-refundable"
        : error instanceof GatewayError && error.code === "rate_unavailable";
    if (!waits) throw error;
    gateway.log.warn("payout.not_approved", { payout: payout.id, error });
    return payout;
  }
}

/** The coin and the checked address of a request. Throws GatewayError method_not_available, payout_address_refused. */
export async function readTarget(
  gateway: Pick<Gateway, "persistence" | "service"> & Networked,
  storeId: string,
  { destination, methodId }: PayoutRequest,
): Promise<Readonly<{ coin: PayoutCoin; destination: string }>> {
  const method = requirePayoutMethod(await payoutMethods(gateway), methodId);
  const { id, chainId, currency, symbol, decimals } = method;
  const read = readDestination(gateway.settings.bitcoinNetwork, chainId, addressIn(destination, chainId));
  if ("wrong" in read) throw refused(read.wrong);
  const merchant = await gateway.persistence.stores.load(storeId);
  const recipient = merchant?.settings.settlement.recipient ?? "";
  if (await isOursOrACoins(gateway, chainId, read.address, recipient))
    throw refused("This address is the shop's, a payment's or a coin's own. Give an address of your wallet.");
  return { coin: { methodId: id, chainId, currency, symbol, decimals }, destination: read.address };
}

/** The address in a wallet link (BIP21, EIP-681), or the text itself. A link that calls a contract names no wallet. */
function addressIn(text: string, chainId: number): string {
  const link = /^(?:bitcoin|ethereum):(?:pay-)?([^?@/]+)(?:@(\d+))?(\/)?/i.exec(text.trim());
  if (!link) return text.trim();
  const [, address = "", chain, call] = link;
  if (call !== undefined) throw refused("This link calls a contract. Give the address of your wallet alone.");
  if (chain !== undefined && chain !== String(chainId))
    throw refused(`This link is for chain ${chain}; the coin that was chosen is on chain ${chainId}.`);
  return address;
}

function refused(message: string): GatewayError {
  return new GatewayError("payout_address_refused", message);
}
