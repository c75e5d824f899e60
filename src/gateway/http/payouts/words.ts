import type { Translate } from "../../../languages/merchantWords.ts";
import { formatDecimal } from "../../../values/amount.ts";
import type { Instant } from "../../../values/time.ts";
import { needsPerson, type Payout, type PayoutState } from "../../domain/payouts/payout.ts";
import { statusMeaning } from "../../../intents/status.ts";

type Stage = Readonly<{ tag: string; title: string; tone: "info" | "warm" | "good" | "bad" }>;

/** What a payout's state is called, and what its page is headed with. */
export function stageOf(payout: Payout, tr: Translate, now: Instant): Stage {
  if (needsPerson(payout, now))
    return { tag: tr("Check its payment"), title: tr("Check the payment of this payout"), tone: "warm" };
  const { state } = payout;
  switch (state) {
    case "AwaitingApproval":
      return { tag: tr("Waits for you"), title: tr("Approve this payout?"), tone: "warm" };
    case "AwaitingPayment":
      return { tag: tr("To be paid"), title: tr("Pay this payout"), tone: "warm" };
    case "InProgress":
      return { tag: tr("On its way"), title: tr("This payout is on its way"), tone: "info" };
    case "Completed":
      return { tag: tr("Paid"), title: tr("This payout was paid"), tone: "good" };
    case "Cancelled":
      return { tag: tr("Cancelled"), title: tr("This payout was cancelled"), tone: "bad" };
  }
}

const DONE: Readonly<Record<PayoutState, number>> = {
  AwaitingApproval: 1,
  AwaitingPayment: 2,
  InProgress: 3,
  Completed: 4,
  Cancelled: 1,
};

/** The four steps of a payout, and how far it is. */
export function stepsOf(
  { state }: Payout,
  tr: Translate,
): readonly Readonly<Record<"name" | "note" | "state", string>>[] {
  const done = DONE[state];
  const current = state === "Cancelled" ? "stopped" : "now";
  const stateOf = (index: number) => (index < done ? "done" : index === done ? current : "next");
  return [tr("Claimed"), tr("Approved"), tr("Sent"), tr("Arrived")].map((name, index) => ({
    name,
    note: "",
    state: stateOf(index),
  }));
}

/** How well it is known that it was paid. */
export function provenWords(evidence: NonNullable<Payout["proof"]>["evidence"], tr: Translate): string {
  const words = {
    verified: tr("Seen on the chain"),
    service: tr("Told by the intent service"),
    merchant: tr("By your word"),
  };
  return words[evidence];
}

/** How far a payment under way is, in a sentence or two for the owner; undefined when nothing is under way. */
export function serviceWords({ state, service, coin, named }: Payout, tr: Translate): string | undefined {
  if (state !== "InProgress") return undefined;
  if (named?.isRefused)
    return tr(
      "The transaction that was recorded is final now, and has not paid this payout. Record the transaction that has paid it, or take the payment back.",
    );
  if (named?.missingSince !== undefined)
    return tr(
      "The transaction that was recorded is in no block and not in the mempool: a reorganisation or its wallet has removed it. Look into the wallet. Record the transaction that has paid, or take the payment back.",
    );
  if (named)
    return tr(
      "The gateway has seen the transaction. A reorganisation may still remove it. The payout counts as paid once the transaction is final. You need to do nothing more here.",
    );
  if (!service) return tr("It was marked as on its way. Record the transaction once it has arrived.");
  if (service.short !== undefined)
    return tr(
      "Less has arrived than the quote promised: {amount}. Ask the service, or record it as paid without a transaction if you accept that.",
      { amount: `${formatDecimal(service.short, coin.decimals)} ${coin.symbol}` },
    );
  switch (statusMeaning(service.word)) {
    case "waiting":
      return tr("The intent service has not seen your payment yet.");
    case "moving":
      return tr("The intent service has your payment and converts it.");
    case "success":
      return tr("The intent service says that it has paid the buyer. The gateway looks for it on the chain.");
    case "failure":
      return tr(
        "The intent service could not convert it. As a rule it sends the money back to your wallet; until then it is not back.",
      );
    case "refund":
      return tr("The intent service has sent the money back to your wallet.");
    case "unknown":
      return tr("The intent service says “{word}”.", { word: service.word });
  }
}

/** What becomes of the money when the payout is cancelled. */
export function cancelWords({ pullPaymentId, unattributed }: Payout, tr: Translate): string {
  if (unattributed) return tr("The money is then in the inbox again, as unattributed funds.");
  if (pullPaymentId !== undefined) return tr("What the buyer has claimed can then be claimed again.");
  return tr("Nothing is sent then, and the payout is over.");
}
