import { isUnfinished } from "../../domain/invoices/credit.ts";
import { txOf } from "../../domain/invoices/outpoint.ts";
import type { Deposit, Facts, Invoice } from "../../domain/invoices/invoice.ts";
import { divFloor } from "../../../values/amount.ts";
import { statusMeaning } from "../../../intents/status.ts";
import type { Instant } from "../../../values/time.ts";
import { explainedByBooking, type Explanation } from "./explanation.ts";
import type { RequestNews } from "../../ports/servicePort.ts";
import type { Awaited, Run } from "./reconcileRun.ts";
import { settlementPlace } from "../crediting/transferPlaces.ts";

/**
 * Records which arrivals a deposit explains, where no claim of a transfer does: what was booked on the
 * service's report, at any time, and what is pending. `isCompared` means that an end without a booking is
 * reported with the deposit.
 */
export function noteExplained(
  run: Run,
  invoice: Invoice,
  deposit: Deposit,
  news: RequestNews | undefined,
  isCompared: boolean,
): void {
  const { facts, terms } = invoice;
  const isOf = ({ outpoint }: Readonly<{ outpoint: string }>) => outpoint === deposit.outpoint;
  const refund = facts.refunds.find(isOf);
  if (refund) name(run, deposit.chainId, refund.txHash, booked(run, invoice, refund.at));
  const settlement = facts.settlements.find(isOf);
  if (settlement) {
    const explanation = booked(run, invoice, settlement.at);
    const { amount, txHash, proof } = settlement;
    if (proof.startsWith("request:")) name(run, terms.settlement.chainId, txHash, explanation);
    if (txHash === undefined)
      awaitMoney(run, invoice, { ...explanation, least: amount ?? deposit.floor, most: amount });
  }
  if (!refund && !settlement) noteOpen(run, invoice, deposit, news, isCompared);
}

/**
 * The service's report of a deposit, from the reports of its address. Of several requests the finished one
 * counts.
 */
export function newsOfDeposit(
  { settlements, refunds, requests }: Facts,
  { outpoint, value }: Deposit,
  news: readonly RequestNews[],
): RequestNews | undefined {
  const isOf = (one: Readonly<{ outpoint: string | undefined }>) => one.outpoint === outpoint;
  const ended = [...settlements, ...refunds].find(isOf)?.requestId;
  const ids = ended === undefined ? requests.filter(isOf).map(({ requestId }) => requestId) : [ended];
  const txid = txOf(outpoint);
  const own = news.filter(
    ({ requestId, depositTxid, input = value }) =>
      ids.includes(requestId) || (ids.length === 0 && depositTxid === txid && input === value),
  );
  return own.toSorted((a, b) => rank(b) - rank(a))[0];
}

function rank({ word }: RequestNews): number {
  return ["unknown", "waiting", "moving", "failure", "refund", "success"].indexOf(statusMeaning(word));
}

function booked({ span }: Run, { id: invoiceId, storeId }: Invoice, at: Instant): Explanation {
  return explainedByBooking(span, { invoiceId, storeId, at });
}

function name({ named }: Run, chainId: number, txHash: string | undefined, explanation: Explanation): void {
  if (txHash !== undefined) named.set(`${chainId}:${txHash.toLowerCase()}`, explanation);
}

function awaitMoney({ awaited }: Run, { terms }: Invoice, money: Omit<Awaited, "place">): void {
  const place = settlementPlace(terms.settlement);
  if (place !== undefined) awaited.push({ ...money, place });
}

const ABOUT_BPS = 1_000n; // prices move, and so do fees

/** Its end is not booked yet. Before the service calls it done its money may have arrived. */
function noteOpen(
  run: Run,
  invoice: Invoice,
  deposit: Deposit,
  news: RequestNews | undefined,
  isCompared: boolean,
): void {
  const meaning = statusMeaning(news?.word ?? "");
  const isDone = meaning === "success" || meaning === "refund";
  const explained =
    isCompared && isDone ? undefined : `Invoice ${invoice.id} awaits it: its payment is still on its way.`;
  const explanation = { invoiceId: invoice.id, storeId: invoice.storeId, explained };
  const hashes = news?.outHashes ?? [];
  const chainId = meaning === "refund" ? deposit.chainId : invoice.terms.settlement.chainId;
  for (const hash of hashes) name(run, chainId, hash, explanation);
  if (hashes.length > 0 || meaning === "refund" || !isUnfinished(invoice.facts, deposit)) return;
  const { floor } = deposit;
  const about = divFloor(floor * ABOUT_BPS, 10_000n);
  const most = meaning === "success" || floor === 0n ? undefined : floor + about;
  awaitMoney(run, invoice, { ...explanation, least: floor - about, most });
}
