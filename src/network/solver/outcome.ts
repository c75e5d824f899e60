import type { Write } from "../../database/driver.ts";
import type { Observation } from "../decide.ts";
import { draftOf, draftWrites, observe } from "../observe.ts";
import type { NetworkParts } from "../parts.ts";
import { requestById } from "../persistence/requests.ts";
import { excessWrites } from "./excess.ts";

/**
 * What has to be written because a payment of a request is over: the request after the news, and with a fill what it leaves over
 * of the deposit. Nothing for a payment without a request, and for news that were told before.
 */
export async function outcomeWrites(
  parts: Pick<NetworkParts, "store" | "clock" | "random">,
  requestId: string | null,
  seen: Observation,
): Promise<readonly Write[]> {
  const request = requestId === null ? undefined : await requestById(parts.store, requestId);
  if (!request) return [];
  const { draft, effects } = observe(draftOf(request), seen);
  const writes = [...draftWrites(parts.store, draft)];
  for (const effect of effects)
    if (effect.kind === "refund-excess") writes.push(...(await excessWrites(parts, request, effect.amount)));
  return writes;
}
