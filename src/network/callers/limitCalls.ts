import type { Request, RequestHandler } from "express";
import { MINUTE_MS, SECOND_MS, type Clock } from "../../values/time.ts";
import { createBuckets, type Rate } from "./buckets.ts";
import { callerAddress } from "./callerAddress.ts";
import type { ApiKey } from "./keyring.ts";
import { answerTooMany } from "./tooManyCalls.ts";

/** How much a caller may ask. A caller is a valid key, or an address (of IPv6 a /64) where no key is sent. Whole numbers above zero. */
export type CallLimits = Readonly<{
  quotesPerMinute: number; // without a key
  callsPerMinute: number; // everything else, without a key
  elevatedPerSecond: number; // with a key; quotes and everything else each
  followedRequests: number; // how many statuses may be polled once a second without touching the limits above
  elevatedFollowedRequests: number; // the same with a key
  wrongKeysPerMinute: number; // per address, before its keys are no longer looked at
}>;

/** The figures that public services of this family publish, where they publish one. */
export const CALL_LIMITS: CallLimits = {
  quotesPerMinute: 50,
  callsPerMinute: 200,
  elevatedPerSecond: 10,
  followedRequests: 50,
  elevatedFollowedRequests: 500,
  wrongKeysPerMinute: 10,
};

/** What is asked: a quote, the status of a request, or anything else. */
export type CallKind = "quote" | "status" | "call";

const REMEMBERED_POLLS = 20_000; // callers and the requests that they follow
const REQUEST_ID = /^0x[0-9a-f]{64}$/; // as parts.ts makes them

/**
 * The handler that limits one kind of call: beyond the limit it answers 429, and a call after Retry-After
 * seconds is admitted. A whole minute's calls may come at once (with a key: a second's), then they come
 * evenly. Status polling at its documented pace (specification 8) has its own limit: the first poll of a
 * request in a second is free, for as many requests as `followedRequests`. Every further poll counts as an
 * ordinary call, and so does one of an invalid id. So a poller at that pace is never refused, regardless of
 * its caller's ordinary calls, and a flood of ids costs at most that many reads by primary key a second.
 */
export function limitCalls(
  limits: CallLimits,
  keyOf: (request: Request) => ApiKey | undefined,
  clock: Clock,
): (kind: CallKind) => RequestHandler {
  const plain = {
    quote: createLimit(limits.quotesPerMinute, "minute", clock),
    call: createLimit(limits.callsPerMinute, "minute", clock),
    poll: createPollPace(limits.followedRequests, clock),
  };
  const elevated = {
    quote: createLimit(limits.elevatedPerSecond, "second", clock),
    call: createLimit(limits.elevatedPerSecond, "second", clock),
    poll: createPollPace(limits.elevatedFollowedRequests, clock),
  };
  return (kind) => (request, response, next) => {
    const key = keyOf(request);
    const caller = key ? key.id : callerAddress(request);
    const tier = key ? elevated : plain;
    if (kind === "status" && tier.poll(caller, request.query["requestId"])) return next();
    const { buckets, text } = kind === "quote" ? tier.quote : tier.call;
    if (buckets.take(caller)) return next();
    const advice = key ? "Slow down." : "Slow down, or use an API key.";
    answerTooMany(response, buckets.waitMs(caller), `Too many calls: ${text} are allowed. ${advice}`);
  };
}

function createLimit(calls: number, unit: "minute" | "second", clock: Clock) {
  const perMs = unit === "minute" ? MINUTE_MS : SECOND_MS;
  return { text: `${calls} a ${unit}`, buckets: createBuckets({ calls, perMs }, clock) };
}

/** True for a look at a request's status that is free. Two at once are, too: a poll that came late may be followed by one in time. */
function createPollPace(followed: number, clock: Clock): (caller: string, requestId: unknown) => boolean {
  const looks = createBuckets(twiceAtOnce(1), clock, REMEMBERED_POLLS);
  const followers = createBuckets(twiceAtOnce(followed), clock);
  return (caller, requestId) =>
    typeof requestId === "string" &&
    REQUEST_ID.test(requestId) &&
    looks.take(`${caller} ${requestId}`) &&
    followers.take(caller);
}

function twiceAtOnce(perSecond: number): Rate {
  return { calls: perSecond, perMs: SECOND_MS, burst: 2 * perSecond };
}
