import { depositStatusOf } from "../../domain/invoices/credit.ts";
import { isDirect } from "../../domain/invoices/direct.ts";
import type { Deposit, Invoice } from "../../domain/invoices/invoice.ts";
import { statusMeaning } from "../../../intents/status.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, type Instant } from "../../../values/time.ts";
import { pages } from "../eachItem.ts";
import type { Gateway } from "../gateway.ts";
import type { TrackingContext } from "./trackingContext.ts";
import type { MissedDeposit } from "../../ports/servicePort.ts";
import { isDue } from "./polls.ts";

/** When the service was asked to look at each address again, and until when it is believed to have no such call. In memory. */
export type ReindexMemory = { readonly asked: Map<string, Instant>; absentUntil: Instant };

const MISSED_AFTER_MS = 10 * MINUTE_MS;
const GIVEN_UP_AFTER_MS = DAY_MS; // dust, or money that the service cannot use: a person has to look
const FRESH_MS = 2 * MINUTE_MS;

/**
 * Reports deposits to the service that a block has held for ten minutes and that it does not list: at most
 * once an hour for each address, from spare calls. Its answer is ignored; the next poll counts.
 */
export async function reindexMissed(gateway: TrackingContext, memory: ReindexMemory): Promise<void> {
  const { budgets, clock } = gateway;
  const at = clock();
  if (at < memory.absentUntil) return;
  if (at - gateway.sensors.seenAt("service") > FRESH_MS) return; // its state is unknown
  for (const [key, last] of memory.asked) if (isDue(at, last, HOUR_MS)) memory.asked.delete(key);
  for await (const page of pages(gateway.persistence.invoices.moving)) {
    for (const missed of page.flatMap((invoice) => missedOf(invoice, at))) {
      const key = `${missed.chainId}:${missed.depositAddress}`;
      if (memory.asked.has(key)) continue;
      if (!budgets.service.takeSpare()) return;
      memory.asked.set(key, at);
      if ((await asked(gateway, missed)) !== "absent") continue;
      memory.absentUntil = at + DAY_MS;
      return;
    }
  }
}

async function asked(
  { log, service }: Pick<Gateway, "log" | "service">,
  missed: MissedDeposit,
): Promise<"asked" | "absent"> {
  try {
    const answer = await service.reindex(missed);
    if (answer === "asked") log.warn("request.reindexed", missed);
    return answer;
  } catch (error) {
    log.debug("request.not_reindexed", { ...missed, error });
    return "asked";
  }
}

function missedOf({ facts }: Invoice, at: Instant): readonly MissedDeposit[] {
  const isMissed = (deposit: Deposit) => {
    const age = at - deposit.seenAt;
    const isTime = age >= MISSED_AFTER_MS && age < GIVEN_UP_AFTER_MS;
    return isTime && deposit.confirmations > 0 && depositStatusOf(facts, deposit) === "moving";
  };
  const isKnown = ({ outpoint }: Deposit) =>
    facts.requests.some(
      (request) =>
        request.outpoint === outpoint && !["waiting", "unknown"].includes(statusMeaning(request.word)),
    );
  return facts.deposits
    .filter((deposit) => isMissed(deposit) && !isKnown(deposit) && !isDirect(facts, deposit))
    .map(({ chainId, address, outpoint }) => ({
      chainId,
      depositAddress: address,
      txHash: outpoint.slice(0, outpoint.indexOf(":")),
    }));
}
