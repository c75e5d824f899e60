import type { Payout } from "../../domain/payouts/payout.ts";
import { PayoutRefusal } from "../../domain/payouts/pullPayment.ts";
import { statusMeaning } from "../../../intents/status.ts";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../gateway.ts";
import type { RequestNews } from "../../ports/servicePort.ts";
import { sentence } from "../../../values/sentence.ts";

const MOST_CANCELLED = 1_000;

/**
 * Ensures that no earlier attempt to pay a payout has left money with the service, which could still reach
 * the buyer and pay them twice. Each request must never have received money, or have returned it. Throws
 * PayoutRefusal invalid-state, and GatewayError service_unavailable when the service does not answer.
 */
export async function requireFormerOver(
  { service, persistence }: Pick<Gateway, "service" | "persistence">,
  payout: Payout,
): Promise<void> {
  for (const requestId of await triedBefore({ persistence }, payout)) {
    const news = await service.status(requestId).catch((cause: unknown) => {
      const said = sentence(
        "It was tried before to pay this, and the intent service did not say what became of request {request}. Try again in a minute.",
        { request: requestId },
      );
      throw new GatewayError("service_unavailable", said, {}, { cause });
    });
    if (!hasMoney(news)) continue;
    const said = sentence(
      'It was tried before to pay this, and the intent service has got money for it: request {request} is "{word}". Paid again, the buyer might get it twice. Wait until that money has arrived or come back; then mark the payout, or pay it by hand.',
      { request: requestId, word: news.word },
    );
    throw new PayoutRefusal("invalid-state", said);
  }
}

/** The requests of earlier attempts, and those of cancelled claims that this one may replace. */
async function triedBefore(
  { persistence }: Pick<Gateway, "persistence">,
  { pullPaymentId, formerRequests = [] }: Payout,
): Promise<readonly string[]> {
  if (pullPaymentId === undefined) return formerRequests;
  const cancelled = await persistence.payouts.list({
    pullPaymentId,
    states: ["Cancelled"],
    limit: MOST_CANCELLED,
  });
  return [...formerRequests, ...cancelled.flatMap((other) => other.formerRequests ?? [])];
}

/** A failure keeps what was deposited; a service that does not list deposits may have one. */
function hasMoney({ word, inHashes }: RequestNews): boolean {
  switch (statusMeaning(word)) {
    case "refund":
      return false;
    case "waiting":
      return inHashes !== undefined && inHashes.length > 0;
    case "failure":
      return inHashes === undefined || inHashes.length > 0;
    case "success":
    case "moving":
    case "unknown":
      return true;
  }
}
