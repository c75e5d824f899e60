import type { Payout } from "../../domain/payouts/payout.ts";
import { statusMeaning } from "../../../intents/status.ts";
import { DAY_MS } from "../../../values/time.ts";
import { eachItem } from "../eachItem.ts";
import type { Gateway } from "../gateway.ts";

const ASKED_FOR_MS = 30 * DAY_MS; // after the last attempt: what a wallet sent before is mined by then, or never
const OPEN_FOR_MS = 365 * DAY_MS; // a claim older than a year is assumed not to be retried
const AT_ONCE = 100;

/**
 * Polls the service for the requests of earlier attempts, also once their payouts are paid: a late success
 * may have paid the buyer twice, which only a person can resolve. Each is reported once (`told`, in
 * memory).
 */
export async function reviewFormerRequests(
  gateway: Pick<Gateway, "clock" | "log" | "persistence" | "service" | "budgets">,
  told: Set<string>,
): Promise<void> {
  const now = gateway.clock();
  const triedSince = now - OPEN_FOR_MS;
  const isRecent = ({ lastTriedAt, createdAt }: Payout) => (lastTriedAt ?? createdAt) >= now - ASKED_FOR_MS;
  for (let after: string | undefined; ;) {
    const page = await gateway.persistence.payouts.list({ triedSince, after, limit: AT_ONCE });
    const asked = page
      .filter(isRecent)
      .flatMap((payout) => (payout.formerRequests ?? []).map((requestId) => ({ payout, requestId })));
    const open = asked.filter(({ requestId }) => !told.has(requestId));
    await eachItem(gateway, "former request", open, async ({ payout, requestId }) => {
      if (!gateway.budgets.service.takeSpare()) return; // the next poll asks
      if (await hasPaid(gateway, payout, requestId)) {
        gateway.log.error("payout.former_request_paid", {
          payout: payout.id,
          state: payout.state,
          requestId,
        });
        told.add(requestId);
      }
    });
    after = page.at(-1)?.id;
    if (after === undefined) return; // a page may be short because rows were refused, so only an empty one is the last
  }
}

/** True when it has paid, and not by the very transaction that the payout is known to be paid by. */
async function hasPaid(
  { service }: Pick<Gateway, "service">,
  { proof }: Payout,
  requestId: string,
): Promise<boolean> {
  const { word, outHashes } = await service.status(requestId);
  if (statusMeaning(word) !== "success") return false;
  return !outHashes.some((hash) => hash.toLowerCase() === proof?.txHash?.toLowerCase());
}
