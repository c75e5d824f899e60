import { formatDecimal } from "../../../values/amount.ts";
import type { Payout, PayoutState } from "../../domain/payouts/payout.ts";
import { statusMeaning } from "../../../intents/status.ts";

type Stage = Readonly<{ tag: string; title: string; tone: "" | "warm" | "good" | "bad" }>;

const STAGES: Readonly<Record<PayoutState, Stage>> = {
  AwaitingApproval: { tag: "Waits for you", title: "Approve this payout?", tone: "warm" },
  AwaitingPayment: { tag: "To be paid", title: "Pay this payout", tone: "warm" },
  InProgress: { tag: "On its way", title: "This payout is on its way", tone: "" },
  Completed: { tag: "Paid", title: "This payout was paid", tone: "good" },
  Cancelled: { tag: "Cancelled", title: "This payout was cancelled", tone: "bad" },
};

/** What a payout's state is called, and what its page is headed with. */
export function stageOf({ state }: Pick<Payout, "state">): Stage {
  return STAGES[state];
}

const STEPS = ["Claimed", "Approved", "Sent", "Arrived"] as const;
const DONE: Readonly<Record<PayoutState, number>> = {
  AwaitingApproval: 1,
  AwaitingPayment: 2,
  InProgress: 3,
  Completed: 4,
  Cancelled: 1,
};

/** The four steps of a payout, and how far it is. */
export function stepsOf({ state }: Payout): readonly Readonly<Record<"name" | "note" | "state", string>>[] {
  const done = DONE[state];
  const current = state === "Cancelled" ? "stopped" : "now";
  const stateOf = (index: number) => (index < done ? "done" : index === done ? current : "next");
  return STEPS.map((name, index) => ({ name, note: "", state: stateOf(index) }));
}

/** How well it is known that it was paid. */
export const PROVEN = {
  verified: "Seen on the chain",
  service: "Told by the intent service",
  merchant: "By your word",
} as const;

/** How far a payment under way is, in a sentence or two for the owner; undefined when nothing is under way. */
export function serviceWords({ state, service, coin }: Payout): string | undefined {
  if (state !== "InProgress") return undefined;
  if (!service) return "It was marked as on its way. Record the transaction once it has arrived.";
  if (service.short !== undefined)
    return `Less has arrived than the quote promised: ${formatDecimal(service.short, coin.decimals)} ${coin.symbol}. Ask the service, or record it as paid without a transaction if you accept that.`;
  switch (statusMeaning(service.word)) {
    case "waiting":
      return "The intent service has not seen your payment yet.";
    case "moving":
      return "The intent service has your payment and converts it.";
    case "success":
      return "The intent service says that it has paid the buyer. The gateway looks for it on the chain.";
    case "failure":
      return "The intent service could not convert it. As a rule it sends the money back to your wallet; until then it is not back.";
    case "refund":
      return "The intent service has sent the money back to your wallet.";
    case "unknown":
      return `The intent service says “${service.word}”.`;
  }
}
