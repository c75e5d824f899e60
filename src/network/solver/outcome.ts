import type { Write } from "../../database/driver.ts";
import type { Observation } from "../decide.ts";
import { draftOf, draftWrites, observe } from "../observe.ts";
import type { NetworkParts } from "../parts.ts";
import { requestById } from "../persistence/requests.ts";
import { excessWrites } from "./excess.ts";

/**
 * The writes for a finished payment of a request: the updated request, and with a fill the excess of the
 * deposit. Empty for a payment without a request, and for a repetition.
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
