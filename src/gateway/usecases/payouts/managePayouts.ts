import { ConflictError } from "../../../database/driver.ts";
import { formatDecimal } from "../../../values/amount.ts";
import { statusMeaning } from "../../../intents/status.ts";
import { release } from "../../domain/payouts/claim.ts";
import {
  approve,
  cancel,
  complete,
  withServiceStatus,
  leastOf,
  sentBy,
  start,
  isSending,
  takeBack,
  waitUntilFinal,
  type Payout,
} from "../../domain/payouts/payout.ts";
import { PayoutRefusal } from "../../domain/payouts/pullPayment.ts";
import { requireNoHold } from "../access/approvalHold.ts";
import { announcePayout } from "./announcePayout.ts";
import { bookPayoutStep } from "../books/bookStep.ts";
import { payoutAmountNow } from "./claimPayout.ts";
import { completePayout } from "./completePayout.ts";
import { requirePullPayment } from "./createPullPayment.ts";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../gateway.ts";
import type { PayoutContext } from "./payoutContext.ts";
import { paidBy, proofByWord, proofFrom, type Look } from "../proofs/provePayout.ts";
import { requireStillCovered } from "./refundInvoice.ts";
import { retryOnConflict } from "../retryOnConflict.ts";
import { approvedAlone, countApproval, type Approver } from "./secondPerson.ts";
import { sentence, type Sentence } from "../../../values/sentence.ts";

/** What the use cases on payouts need that a command has as well. */
type Keeping = Pick<Gateway, "clock" | "random" | "persistence" | "log">;

/**
 * Approves a payout at the rate of now; `by` is the person who does it. Above the store's limit it waits until a second person has
 * approved the same revision. Throws GatewayError (payout_not_found, rate_unavailable, second_person_needed, approvals_on_hold) and PayoutRefusal
 * (invalid-state, old-revision, amount-too-low; non-refundable when the money of its invoice has gone back meanwhile).
 */
export async function approvePayout(
  gateway: Pick<Gateway, "clock" | "random" | "log" | "persistence" | "rates">,
  id: string,
  revision: number | undefined,
  by?: Approver,
): Promise<Payout> {
  const waiting = await requirePayout(gateway, id);
  if (by) await requireNoHold(gateway, by.userId);
  approve(waiting, revision, 1n); // refused before anything is kept
  const carryOut = () =>
    changePayout(gateway, id, async (payout) => {
      const after = approve(payout, revision, await payoutAmountNow(gateway, payout));
      await requireStillCovered(gateway, payout);
      return after;
    });
  const alone = await approvedAlone(gateway, waiting, by, carryOut);
  if (alone) return alone;
  return (await countApproval(gateway, waiting, by)) ? carryOut() : waiting;
}

/**
 * Cancels a payout; what it had claimed may be claimed again, and unattributed funds are open again. Throws payout_not_found and
 * PayoutRefusal invalid-state.
 */
export function cancelPayout(
  gateway: Pick<Gateway, "clock" | "random" | "persistence">,
  id: string,
): Promise<Payout> {
  return retryOnConflict(async () => {
    const before = await requirePayout(gateway, id);
    const after = cancel(before);
    if (after === before) return before;
    const announcements = await announcePayout(gateway, after, before);
    const { pullPaymentId, unattributed: funds } = before;
    const unattributed = funds && { chainId: funds.chainId, outpoint: funds.outpoint, refund: undefined };
    const pull = pullPaymentId === undefined ? undefined : await requirePullPayment(gateway, pullPaymentId);
    const pullPayment = pull && { before: pull, after: release(pull, before) };
    await gateway.persistence.payouts.keep({
      payout: { before, after },
      pullPayment,
      unattributed,
      announcements,
    });
    return after;
  });
}

/** A merchant's mark on a payout. A transaction is verified where its chain can be read. */
export type PayoutMark = Readonly<{
  state: Payout["state"];
  txHash: string | undefined;
  proof: unknown; // the merchant's own, echoed verbatim
  /** The merchant has seen that no transaction of the wallet's can be mined any more. */
  nothingUnderWay?: boolean;
  /** Confirms that the transaction has paid another payout as well. */
  paysSeveral?: boolean;
}>;

/**
 * Sets a payout's state by the merchant's decision. A payout that is marked Completed stays InProgress while its
 * transaction is not final; followPayouts completes it. Throws GatewayError (payout_not_found;
 * payment_not_found for a transaction that did not pay it, payment_used for one that has paid another;
 * chain_unseen and service_unavailable when an outside system does not answer) and PayoutRefusal
 * invalid-state.
 */
export async function markPayout(gateway: PayoutContext, id: string, mark: PayoutMark): Promise<Payout> {
  if (mark.state === "Cancelled") return cancelPayout(gateway, id);
  const before = await requirePayout(gateway, id);
  if (before.state === mark.state) return before;
  try {
    return await keepChange(gateway, before, await marked(gateway, before, mark));
  } catch (error) {
    const now = await requirePayout(gateway, id);
    if (now.version !== before.version) return markPayout(gateway, id, mark); // a concurrent change, which may have named the same transaction
    throw error instanceof ConflictError ? paidAnother(mark.txHash) : error; // at this very moment
  }
}

async function marked(gateway: PayoutContext, payout: Payout, mark: PayoutMark): Promise<Payout> {
  switch (mark.state) {
    case "InProgress":
      return start(payout);
    case "AwaitingPayment":
      requireNothingUnderWay(payout, mark);
      return takenBack(gateway, payout);
    case "Completed":
      complete(payout, proofByWord("merchant")); // refused before anything is asked
      return completed(gateway, payout, mark);
    case "AwaitingApproval":
    case "Cancelled":
      throw new PayoutRefusal(
        "invalid-state",
        sentence("A payout cannot be marked {state}.", { state: mark.state }),
      );
  }
}

/**
 * A transaction without a block may be mined at any time, and only its wallet can tell whether it was
 * replaced.
 */
function requireNothingUnderWay(payout: Payout, { nothingUnderWay }: PayoutMark): void {
  if (payout.state !== "InProgress" || nothingUnderWay === true) return;
  const hashes = [...sentBy(payout), ...(payout.named ? [payout.named.txHash] : [])];
  if (hashes.length === 0 && isSending(payout))
    throw new PayoutRefusal(
      "invalid-state",
      sentence(
        "A wallet was asked to send a transaction for this payout, and may have sent it: paying again could pay twice. Look into the wallet. Only when it has sent nothing, say so (crosstill.nothingUnderWay, or the box on the payout's page).",
      ),
    );
  if (hashes.length === 0) return;
  const said = sentence(
    "The wallet has sent {hashes}: paying again would pay twice if that is mined yet. Look into the wallet. Only when it was replaced, has failed or was sent back, say so (crosstill.nothingUnderWay, or the box on the payout's page).",
    { hashes: hashes.join(", ") },
  );
  throw new PayoutRefusal("invalid-state", said);
}

/**
 * Taken back by a person. Its stored word may be old, so the service is asked now: it must have failed, have sent the money
 * back, or have never seen it.
 */
async function takenBack({ service: asked }: Pick<Gateway, "service">, payout: Payout): Promise<Payout> {
  const { state, service } = payout;
  if (state !== "InProgress" || !service) return takeBack(payout, true);
  const { word } = await asked.status(service.requestId).catch((cause: unknown) => {
    const said = sentence(
      "The intent service did not say how far request {request} is: it may have paid this payout. Try again in a minute; if the money has arrived, mark the payout Completed.",
      { request: service.requestId },
    );
    throw new GatewayError("service_unavailable", said, {}, { cause });
  });
  const isOver = ["failure", "refund", "waiting"].includes(statusMeaning(word));
  return takeBack(isOver ? payout : withServiceStatus(payout, word), isOver);
}

async function completed(gateway: PayoutContext, payout: Payout, mark: PayoutMark): Promise<Payout> {
  const { txHash, proof: said, paysSeveral = false } = mark;
  if (txHash === undefined) {
    const amount = payout.state === "InProgress" ? payout.service?.short : undefined; // which the merchant accepts
    return completePayout(gateway, payout, { ...proofByWord("merchant", said), amount });
  }
  const least = leastOf(payout);
  const paid = await paidBy(gateway, payout, txHash, { least, paysSeveral });
  if (paid === "pending") return waitUntilFinal(payout, { txHash, paysSeveral, said, at: gateway.clock() });
  requirePaid(paid, payout, txHash);
  return completePayout(
    gateway,
    payout,
    proofFrom(paid, payout, txHash, { word: "merchant", said, paysSeveral }),
  );
}

/** Throws payment_not_found or payment_used. The message says what the transaction shows. */
function requirePaid(
  paid: Exclude<Look, "pending">,
  payout: Payout,
  txHash: string,
): asserts paid is Exclude<Look, "pending" | "spent" | "named" | undefined> {
  const least = leastOf(payout);
  const { coin, destination } = payout;
  const show = (amount: bigint) => `${formatDecimal(amount, coin.decimals)} ${coin.symbol}`;
  if (paid === undefined)
    throw notPaid(
      sentence(
        "Transaction {hash} has paid nothing to {destination}. If it is the right one and was just sent, try again in a minute; else name another.",
        { hash: txHash.slice(0, 80), destination },
      ),
    );
  if (paid === "spent") throw paidAnother(txHash);
  if (paid === "named") throw namedBefore(txHash);
  if (paid !== "unread" && paid.amount < least)
    throw notPaid(
      sentence(
        "Expected a transaction that pays at least {least}; {hash} pays {amount}. Without a transaction the payout is taken as paid by your word.",
        { least: show(least), hash: txHash.slice(0, 80), amount: show(paid.amount) },
      ),
    );
}

function paidAnother(txHash = ""): GatewayError {
  return notPaid(
    sentence("The transaction {hash} has paid another payout. Name the one that paid this.", {
      hash: txHash.slice(0, 80),
    }),
  );
}

function namedBefore(txHash: string): GatewayError {
  const said = sentence(
    "The transaction {hash} was recorded for another payout. Name the one that paid this. Only when it truly paid both, say so (crosstill.paysSeveral, or the box on the payout's page).",
    { hash: txHash.slice(0, 80) },
  );
  return new GatewayError("payment_used", said);
}

function notPaid(said: Sentence): GatewayError {
  return new GatewayError("payment_not_found", said);
}

/** The payout, or payout_not_found. */
export async function requirePayout(
  { persistence }: Pick<Gateway, "persistence">,
  id: string,
): Promise<Payout> {
  const found = await persistence.payouts.load(id);
  if (found) return found;
  throw new GatewayError("payout_not_found", `There is no payout ${id.slice(0, 64)}.`);
}

/** Decides on the newest version and keeps what came of it; the same object again is not kept. */
export function changePayout(
  gateway: Keeping,
  id: string,
  decide: (payout: Payout) => Payout | Promise<Payout>,
): Promise<Payout> {
  return retryOnConflict(async () => {
    const before = await requirePayout(gateway, id);
    return keepChange(gateway, before, await decide(before));
  });
}

async function keepChange(gateway: Keeping, before: Payout, after: Payout): Promise<Payout> {
  if (after === before) return before;
  const announcements = before.state === after.state ? [] : await announcePayout(gateway, after, before);
  const booking = await bookPayoutStep(gateway, before, after);
  const booked = booking && { booking, at: gateway.clock() };
  await gateway.persistence.payouts.keep({ payout: { before, after }, announcements, booked });
  gateway.log.info("payout.changed", { payout: after.id, state: after.state });
  return after;
}
