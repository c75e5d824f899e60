import { statusMeaning } from "../protocol/status.ts";
import { complete, heard, takeBack, type Payout } from "../payouts/payout.ts";
import { eachItem } from "./eachItem.ts";
import { changePayout } from "./managePayouts.ts";
import type { Gateway, RequestNews } from "./ports.ts";
import { paidBy, proofFrom } from "./provePayout.ts";

const AT_ONCE = 100;

/**
 * Asks the service how far the payouts are that it converts. A success counts once its transaction is seen to have paid the
 * buyer, where the chain can be read; what failed, or came back to the merchant, waits for its payment again.
 */
export async function followPayouts(gateway: Gateway): Promise<void> {
  for (let after: string | undefined; ;) {
    const page = await gateway.store.listPayouts({ states: ["InProgress"], after, limit: AT_ONCE });
    await eachItem(gateway, "payout", page, (payout) => follow(gateway, payout));
    after = page.at(-1)?.id;
    if (after === undefined) return; // a page may be short because rows were refused, so only an empty one is the last
  }
}

async function follow(gateway: Gateway, payout: Payout): Promise<void> {
  const { requestId } = payout.service ?? {};
  if (requestId === undefined || !gateway.budgets.service.takeSpare()) return; // the next look asks
  const after = await stepOf(gateway, payout, await gateway.service.status(requestId));
  await changePayout(gateway, payout.id, (now) => (now.version === payout.version ? after : now));
}

async function stepOf(gateway: Gateway, payout: Payout, news: RequestNews): Promise<Payout> {
  switch (statusMeaning(news.word)) {
    case "success":
      return (await completed(gateway, payout, news)) ?? heard(payout, news.word);
    case "failure":
    case "refund":
      gateway.log.warn("payout.not_converted", { payout: payout.id, word: news.word, reason: news.reason });
      return takeBack(payout, true);
    case "waiting":
    case "moving":
    case "unknown":
      return heard(payout, news.word);
  }
}

/** Paid by one of the transactions that the service names; on its word where none can be read. */
async function completed(
  gateway: Gateway,
  payout: Payout,
  { outHashes }: RequestNews,
): Promise<Payout | undefined> {
  const named = outHashes.slice(-4).toReversed();
  for (const txHash of named) {
    const paid = await paidBy(gateway, payout, txHash);
    if (paid !== undefined) return complete(payout, proofFrom(paid, txHash, "service", undefined));
  }
  // A chain that can be read shows the payment sooner or later; elsewhere the word has to do.
  return named.length === 0 ? complete(payout, proofFrom("unread", undefined, "service", undefined)) : undefined; // prettier-ignore
}
