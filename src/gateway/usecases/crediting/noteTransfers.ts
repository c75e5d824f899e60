import { z } from "zod";
import { txOf } from "../../domain/invoices/outpoint.ts";
import { isUnfinished, offerOf } from "../../domain/invoices/credit.ts";
import { isDirect } from "../../domain/invoices/direct.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { sameCurrency } from "../../../intents/identifiers.ts";
import { DAY_MS, MINUTE_MS, type Instant } from "../../../values/time.ts";
import type { Unattributed } from "../../ports/booksPort.ts";
import type { Transfer } from "../../ports/persistencePort.ts";
import { checkpoint } from "../checkpoint.ts";
import { eachItem, pages } from "../eachItem.ts";
import type { Gateway } from "../gateway.ts";
import { findAddressOwner } from "../stores/addressOwner.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";
import { fits } from "./attribution.ts";
import type { CreditingContext } from "./creditingContext.ts";
import { depositFills, fillBy, matchByWorth, type DepositFill } from "./depositFills.ts";
import { isAtOwnAddress } from "./endUnattributed.ts";
import { openClaims, type OpenClaim } from "./openClaims.ts";
import { recordUnattributed } from "./noteUnattributed.ts";
import { isRefundUnpaid } from "./isRefundUnpaid.ts";
import { takeRefundBack } from "./takeRefundBack.ts";
import { watchedTokens } from "../tracking/watchTransfers.ts";
import { watchedPlaces, type Place } from "./transferPlaces.ts";

const REPORTED_WITHIN_MS = MINUTE_MS; // the intent service reports a payment of its own sooner
const CONTESTED_FOR_MS = 30 * MINUTE_MS; // while a conversion under way may have caused the transfer
const REPORTED_LATE_MS = DAY_MS; // a payment of the service that it names so late is withdrawn from the inbox
const BATCH = 500;
const MOST_PAYOUTS = 20; // whose requests are read for one transfer

const examinedSchema = z.object({ until: z.number() });
const examined = checkpoint("transfers:examined", examinedSchema, { until: 0 });

type Context = CreditingContext & Pick<Gateway, "receipts">;

/**
 * Records every token transfer to a store's own address that nothing explains as unattributed funds: no payment of the service,
 * no direct payment, no refund or payout. The settlement of an unattributed deposit belongs to the entry of that deposit. A
 * transfer is examined a minute after it was seen. While a conversion under way may have caused it, it waits, half an hour at
 * most. One query finds what is unexplained, so fills cost nothing here. What the service names later as its own is withdrawn.
 */
export async function noteTransfers(gateway: Context): Promise<void> {
  const { persistence, clock } = gateway;
  const recent = await recentUnattributed(gateway);
  const fills = await depositFills(gateway, recent);
  await withdrawExplained(gateway, recent, fills);
  const { value, version } = await examined.read(persistence);
  const until = clock() - REPORTED_WITHIN_MS;
  const from = version === 0 ? until : value.until; // transfers from before the first run are for `crosstill reconcile`
  const stores = await persistence.stores.list();
  const places = await tokenPlaces(gateway);
  const found = await persistence.transfers.unexplained(places, { from, until }, BATCH);
  const waiting: Instant[] = [];
  const claims = found.length > 0 ? await openClaims(gateway) : [];
  await eachItem(gateway, "unexplained transfer", found, async (transfer) => {
    waiting.push(transfer.seenAt);
    if (await isDecided(gateway, stores, { claims, fills }, transfer)) waiting.pop();
  });
  const end = found.length === BATCH ? (found.at(-1)?.seenAt ?? until) : until;
  const next = Math.max(from, Math.min(end, ...waiting));
  if (version === 0 || next > value.until)
    await examined.writeUnlessNewer(persistence, { until: next }, clock(), version);
}

/** Every place that the transfers table has token transfers of now: each settlement address with each token that is watched. */
async function tokenPlaces(gateway: Context): Promise<readonly Place[]> {
  const watched = await watchedPlaces(gateway);
  const places = new Set<Place>();
  for (const { chainId, recipient } of watched.settlements) {
    for (const token of await watchedTokens(gateway, chainId, watched))
      places.add(`${chainId}:${token}:${recipient.toLowerCase()}`);
  }
  return [...places];
}

/** The conversions that may have caused a transfer: for invoices, and of unattributed deposits. */
type Causes = Readonly<{ claims: readonly OpenClaim[]; fills: DepositFill[] }>;

/** False while the transfer has to wait. */
async function isDecided(
  gateway: Context,
  stores: readonly MerchantStore[],
  causes: Causes,
  transfer: Transfer,
): Promise<boolean> {
  const { chainId, amount: value, height, at: blockTime } = transfer;
  const { currency, address } = placeParts(transfer);
  const owner = await findAddressOwner(gateway, stores, { address, chainId, at: blockTime });
  if (!owner || fillBy(causes.fills, transfer.txHash) || (await isExplained(gateway, transfer))) return true;
  const isRecent = gateway.clock() - transfer.seenAt < CONTESTED_FOR_MS;
  if (await matchByWorth(gateway, causes.fills, transfer)) return true;
  if (isRecent && (await isContested(gateway, causes, transfer))) return false;
  if (gateway.sensors.isFollowed(chainId) && gateway.sensors.seenAt(chainId) < transfer.seenAt) return false;
  if (!(await isFinal(gateway, transfer))) return false;
  const receipt = await gateway.receipts.get(chainId)?.(transfer.txHash, currency, address);
  const outpoint = outpointIn(transfer);
  const log = receipt?.transfers.find(({ part }) => `${transfer.txHash}:${part}` === outpoint);
  if (!receipt || !log) return true; // it has left the chain: the follower of transfers drops it
  const sender = "log" in log ? senderIn(log.log.topics[1]) : log.value.from;
  if (isIgnored(owner, sender)) {
    gateway.log.info("transfer.ignored", { chain: chainId, outpoint, sender, store: owner.id });
    return true;
  }
  const { blockHash } = receipt;
  const found = { chainId, outpoint, address, currency, value, height, blockHash, blockTime, sender };
  await recordUnattributed(gateway, found, { storeId: owner.id, lastInvoiceId: undefined });
  return true;
}

/** True for a sender whose transfers are not payments, by the store's own rule. */
function isIgnored({ settings }: MerchantStore, sender: string): boolean {
  return (settings.ignoredSenders ?? []).some((one) => one.toLowerCase() === sender.toLowerCase());
}

/** True for a payment of the service to the merchant, a refund to the merchant, or a payout to an address of a store. */
async function isExplained(gateway: Context, transfer: Transfer): Promise<boolean> {
  const { chainId, txHash, amount } = transfer;
  const { persistence } = gateway;
  for (const { terms, facts } of await persistence.invoices.naming(txHash)) {
    const isIt = (one: Readonly<{ txHash: string | undefined; amount: bigint | undefined }>) =>
      one.txHash?.toLowerCase() === txHash && (one.amount ?? amount) === amount;
    // A settlement with a proof accounts for that transfer only, and the query has left that one out.
    const settled = facts.settlements.some((one) => isIt(one) && one.proof.startsWith("request:"));
    if (settled && terms.settlement.chainId === chainId) return true;
    const isHere = ({ outpoint }: Readonly<{ outpoint: string }>) =>
      facts.deposits.some((deposit) => deposit.outpoint === outpoint && deposit.chainId === chainId);
    if (facts.refunds.some((one) => isIt(one) && isHere(one))) return true;
  }
  if ((await persistence.payouts.spentProofs(chainId, txHash)).length > 0) return true;
  return isReturned(gateway, txHash);
}

/** True when the service names the transaction for a payout: what it did not convert goes back to the merchant. */
async function isReturned(
  { persistence, service, budgets, clock }: Context,
  txHash: string,
): Promise<boolean> {
  const triedSince = clock() - 30 * DAY_MS;
  const [tried, going] = await Promise.all([
    persistence.payouts.list({ triedSince, limit: MOST_PAYOUTS }),
    persistence.payouts.list({ states: ["InProgress"], limit: MOST_PAYOUTS }),
  ]);
  const ids = [...tried, ...going].flatMap(({ formerRequests = [], service: paid }) => [
    ...formerRequests,
    ...(paid ? [paid.requestId] : []),
  ]);
  for (const requestId of new Set(ids)) {
    if (!budgets.service.takeSpare()) throw new Error("The service cannot be asked now.");
    const { outHashes } = await service.status(requestId);
    if (outHashes.some((hash) => hash.toLowerCase() === txHash)) return true;
  }
  return false;
}

/** True while a conversion or a refund under way may have caused the transfer. */
async function isContested(
  gateway: Context,
  { claims, fills }: Causes,
  transfer: Transfer,
): Promise<boolean> {
  const isUnknown = ({ deposit, isDone }: DepositFill) =>
    !isDone && transfer.seenAt - deposit.seenAt < CONTESTED_FOR_MS;
  if (fills.some(isUnknown)) return true;
  const here = claims.filter(({ kind, place }) => kind === "settled" && place === transfer.place);
  if (here.some((claim) => claim.most === 0n || fits(claim, transfer))) return true; // 0: its worth is unknown
  for await (const page of pages(gateway.persistence.invoices.moving))
    if (page.some((invoice) => mayBeRefund(invoice, transfer))) return true;
  return false;
}

function mayBeRefund({ facts }: Invoice, { place, chainId, amount }: Transfer): boolean {
  const { currency, address } = placeParts({ place });
  return facts.deposits.some(
    (deposit) =>
      deposit.chainId === chainId &&
      sameCurrency(deposit.currency, currency) &&
      deposit.value >= amount &&
      isUnfinished(facts, deposit) &&
      !isDirect(facts, deposit) &&
      offerOf(facts, deposit)?.refundTo.toLowerCase() === address,
  );
}

async function isFinal({ finality }: Context, { chainId, height }: Transfer): Promise<boolean> {
  const read = finality.get(chainId);
  return !read || (await read(height, true)).isFinal;
}

/** Unattributed funds that were first seen within a day, in any state. */
async function recentUnattributed({ persistence, clock }: Context): Promise<readonly Unattributed[]> {
  const found: Unattributed[] = [];
  const since = clock() - REPORTED_LATE_MS;
  for (let after = ""; ;) {
    const page = await persistence.unattributed.recent(since, after, BATCH);
    const last = page.at(-1);
    if (!last) return found;
    found.push(...page);
    after = `${last.chainId}:${last.outpoint}`;
  }
}

/**
 * Withdraws what turned out to be explained since it was listed, with its refund as long as that is not being paid. Where a
 * person's decision has taken effect it stays, and the entry of the deposit that the money comes from ends.
 */
async function withdrawExplained(
  gateway: Context,
  recent: readonly Unattributed[],
  fills: DepositFill[],
): Promise<void> {
  await eachItem(gateway, "unattributed transfer", recent.filter(isAtOwnAddress), async (found) => {
    const fill = fillBy(fills, txOf(found.outpoint));
    if (found.state === "open" || (await isRefundUnpaid(gateway, found))) {
      const isExplained = fill ?? ((await isBooked(gateway, found)) || (await isNamed(gateway, found)));
      if (isExplained || (await matchByWorth(gateway, fills, transferOf(found))))
        await withdraw(gateway, found, "a payment of the intent service");
    } else if (fill?.deposit.state === "open" && ["assigned", "refunded"].includes(found.state))
      await withdraw(gateway, fill.deposit, "what the intent service made of it was decided upon");
  });
}

async function withdraw(gateway: Context, found: Unattributed, reason: string): Promise<void> {
  const { chainId, outpoint } = found;
  const open = await takeRefundBack(gateway, found);
  const end = { state: "explained", by: "gateway", reason } as const;
  await gateway.persistence.unattributed.end(open, end, gateway.clock());
  gateway.log.info("payment.explained", { chain: chainId, outpoint });
}

async function isBooked({ persistence }: Context, { chainId, outpoint }: Unattributed): Promise<boolean> {
  const settled = await persistence.deposits.settlementOwner(`${chainId}:${outpoint}`);
  return (settled ?? (await persistence.deposits.owner(chainId, outpoint))) !== undefined;
}

function isNamed(gateway: Context, found: Unattributed): Promise<boolean> {
  return isExplained(gateway, transferOf(found));
}

/** The transfer that was recorded as these funds. */
function transferOf(found: Unattributed): Transfer {
  const { chainId, outpoint, value: amount, currency, address, height, blockTime: at, seenAt } = found;
  const key = `${chainId}:${outpoint}`;
  const place: Place = `${chainId}:${currency}:${address}`;
  return { key, chainId, place, txHash: txOf(outpoint), position: 0, amount, height, at, seenAt };
}

function placeParts({ place }: Pick<Transfer, "place">) {
  const [chainId = "", currency = "", address = ""] = place.split(":");
  return { chainId: Number(chainId), currency, address };
}

/** The transfer's key without its chain. */
function outpointIn({ key, chainId }: Transfer): string {
  return key.slice(`${chainId}:`.length);
}

/** The address in a topic of 32 bytes. */
function senderIn(topic: string | undefined): string {
  return `0x${(topic ?? "").slice(-40)}`;
}
