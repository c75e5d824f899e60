import type { Write } from "../database/driver.ts";
import { decide, type Effect, type Observation } from "./decide.ts";
import type { BridgeRequest } from "./request.ts";
import type { NetworkStore } from "./persistence/open.ts";
import { insertRequest, keepObservation, saveRequest } from "./persistence/requests.ts";
import { keepStatus } from "./persistence/statusChanges.ts";
import { queueDelivery } from "./persistence/webhooks.ts";

/** A request while observations are applied: as read, as it is now, and the observations that changed it. */
export type Draft = Readonly<{
  before: BridgeRequest | undefined; // undefined for a request that is new
  now: BridgeRequest;
  seen: readonly Observation[];
}>;

/** A draft of a request as it was read. */
export function draftOf(request: BridgeRequest): Draft {
  return { before: request, now: request, seen: [] };
}

/** A draft of a request that is not stored yet. */
export function newDraft(request: BridgeRequest): Draft {
  return { before: undefined, now: request, seen: [] };
}

/** The draft after one more observation. News without meaning gives the identical draft and no effects. */
export function observe(
  draft: Draft,
  seen: Observation,
): Readonly<{ draft: Draft; effects: readonly Effect[] }> {
  const { request, effects } = decide(draft.now, seen);
  if (request === draft.now && effects.length === 0) return { draft, effects };
  return { draft: { ...draft, now: request, seen: [...draft.seen, seen] }, effects };
}

/**
 * What has to be written for a draft: the request where it changed, its status for the stream and for the webhook of its key, and every observation that
 * meant something.
 */
export function draftWrites(store: NetworkStore, draft: Draft): readonly Write[] {
  const { before, now, seen } = draft;
  const observations = seen.map((observation) => keepObservation(store, now.id, observation));
  if (before === now) return observations;
  const request = before ? saveRequest(store, now) : insertRequest(store, now);
  const ordinal = before ? now.version + 1 : 1;
  return [
    request,
    keepStatus(store, now, ordinal),
    ...queueDelivery(store, before, now, ordinal),
    ...observations,
  ];
}
