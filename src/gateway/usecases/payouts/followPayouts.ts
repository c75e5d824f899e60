import { statusMeaning } from "../../../intents/status.ts";
import {
  withServiceStatus,
  leastOf,
  refuseNamed,
  takeBack,
  withNamedShown,
  type NamedPayment,
  type PaymentProof,
  type Payout,
} from "../../domain/payouts/payout.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { completePayout } from "./completePayout.ts";
import { eachItem } from "../eachItem.ts";
import { GatewayError } from "../../errors.ts";
import { changePayout } from "./managePayouts.ts";
import type { Gateway } from "../gateway.ts";
import type { PayoutContext } from "./payoutContext.ts";
import type { RequestNews } from "../../ports/servicePort.ts";
import { paidBy, proofByWord, proofFrom, type Look } from "../proofs/provePayout.ts";

const AT_ONCE = 100;

/**
 * Asks the service how far the payouts are that it converts. A success counts once its transaction is seen to have paid the
 * buyer what was promised, where the chain can be read; what came back to the merchant waits for its payment again. A failure
 * alone ends nothing, since the service may still send the money back. A transaction that a person has named counts once it
 * is final.
 */
export async function followPayouts(gateway: PayoutContext): Promise<void> {
  for (let after: string | undefined; ;) {
    const page = await gateway.persistence.payouts.list({ states: ["InProgress"], after, limit: AT_ONCE });
    await eachItem(gateway, "payout", page, (payout) => follow(gateway, payout));
    after = page.at(-1)?.id;
    if (after === undefined) return; // a page may be short because rows were refused, so only an empty one is the last
  }
}

async function follow(gateway: PayoutContext, payout: Payout): Promise<void> {
  if (payout.named && !payout.named.isRefused) {
    const done = await followNamed(gateway, payout, payout.named);
    if (done) return;
  }
  const { requestId } = payout.service ?? {};
  if (requestId === undefined || !gateway.budgets.service.takeSpare()) return; // the next poll asks
  const after = await stepOf(gateway, payout, await gateway.service.status(requestId));
  await changePayout(gateway, payout.id, (now) => (now.version === payout.version ? after : now));
}

/** Completes a payout whose transaction a person has named, once that is final. Returns whether anything was changed. */
async function followNamed(
  gateway: PayoutContext,
  payout: Payout,
  { txHash, paysSeveral, said }: NamedPayment,
): Promise<boolean> {
  if (payout.coin.chainId === BITCOIN_CHAIN_ID && !gateway.budgets.explorer.takeSpare()) return false; // the next run asks
  const least = leastOf(payout);
  const paid = await paidBy(gateway, payout, txHash, { least, paysSeveral });
  if (paid === undefined || paid === "pending") {
    const after = withNamedShown(payout, paid === "pending", gateway.clock());
    if (after === payout) return false;
    if (paid === undefined) gateway.log.warn("payout.named_missing", { payout: payout.id, txHash });
    await changePayout(gateway, payout.id, (now) => (now.version === payout.version ? after : now));
    return true;
  }
  const isIt = paid === "unread" || (typeof paid === "object" && paid.amount >= least);
  if (!isIt) gateway.log.error("payout.named_not_paid", { payout: payout.id, txHash });
  const after = isIt
    ? await completePayout(
        gateway,
        payout,
        proofFrom(paid, payout, txHash, { word: "merchant", said, paysSeveral }),
      )
    : refuseNamed(payout, txHash);
  await changePayout(gateway, payout.id, (now) => (now.version === payout.version ? after : now));
  return true;
}

async function stepOf(gateway: PayoutContext, payout: Payout, news: RequestNews): Promise<Payout> {
  switch (statusMeaning(news.word)) {
    case "success":
      return succeeded(gateway, payout, news);
    case "refund":
      gateway.log.warn("payout.not_converted", told(payout, news));
      return takeBack(payout, true);
    case "failure":
      if (payout.service?.word !== news.word) gateway.log.warn("payout.failure_heard", told(payout, news));
      return withServiceStatus(payout, news.word);
    case "waiting":
    case "moving":
    case "unknown":
      return withServiceStatus(payout, news.word);
  }
}

function told({ id }: Payout, { requestId, word, reason }: RequestNews) {
  return { payout: id, requestId, word, reason };
}

/** Paid by one of the transactions that the service names; on its word where it names none, or this gateway reads none. */
async function succeeded(gateway: PayoutContext, payout: Payout, news: RequestNews): Promise<Payout> {
  const { requestId, word, outHashes } = news;
  const named = outHashes.slice(-4).toReversed();
  if (named.length === 0)
    return completed(gateway, payout, { ...proofByWord("service"), amount: news.output }, news);
  const least = leastOf(payout);
  let short = payout.service?.short;
  for (const txHash of named) {
    const paid = await pollNow(gateway, payout, txHash, least);
    if (paid === undefined || (typeof paid === "string" && paid !== "unread")) continue;
    if (paid === "unread" || paid.amount >= least)
      return completed(gateway, payout, proofOfFill(paid, payout, txHash, news), news);
    if (paid.amount !== payout.service?.short)
      gateway.log.error("payout.paid_too_little", {
        payout: payout.id,
        requestId,
        txHash,
        amount: paid.amount,
        least,
      });
    short = paid.amount; // a person looks
  }
  return withServiceStatus(payout, word, short);
}

/** Completed, or unchanged while the chain does not show what left the merchant's wallet. */
async function completed(
  gateway: Pick<Gateway, "log" | "persistence" | "departures" | "rates">,
  payout: Payout,
  proof: PaymentProof,
  news: RequestNews,
): Promise<Payout> {
  try {
    return await completePayout(gateway, payout, proof, news);
  } catch (error) {
    if (!(error instanceof GatewayError && error.code === "chain_unseen")) throw error;
    gateway.log.warn("payout.departure_unread", { payout: payout.id, error });
    return withServiceStatus(payout, news.word);
  }
}

/** Where the chain cannot be read, the amount that arrived is the service's report, if it has one. */
function proofOfFill(
  paid: Exclude<Look, "pending" | "spent" | "named" | undefined>,
  payout: Payout,
  txHash: string,
  { output }: RequestNews,
): PaymentProof {
  const proof = proofFrom(paid, payout, txHash, { word: "service", paysSeveral: true });
  return { ...proof, amount: proof.amount ?? output };
}

/** What a named transaction paid; nothing for now while the chain does not answer, and the next poll asks again. */
async function pollNow(gateway: PayoutContext, payout: Payout, txHash: string, least: bigint): Promise<Look> {
  try {
    return await paidBy(gateway, payout, txHash, { least, paysSeveral: true, since: payout.service?.at }); // a service may fill several requests at once
  } catch (error) {
    gateway.log.warn("payout.chain_unread", { payout: payout.id, chain: payout.coin.chainId, txHash, error });
    return undefined;
  }
}
