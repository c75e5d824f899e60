import { createHash, timingSafeEqual } from "node:crypto";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { callBudget, type CallBudget } from "../chain/callBudget.ts";
import { MINUTE_MS, SECOND_MS, type Clock } from "../time.ts";
import { Refusal } from "./refusals.ts";

/** How many calls a caller has a minute; a caller is a key, or an address where no key is sent. */
export type CallLimits = Readonly<{
  apiKeys: readonly string[];
  quotesPerMinute: number;
  callsPerMinute: number;
  elevatedPerMinute: number;
}>;

export type CallKind = "quote" | "call";

const REMEMBERED_CALLERS = 10_000; // a flood of addresses must not fill the memory

/** Checks x-api-key: an unknown key is refused (401), none is fine, and `required` refuses none too. */
export function checkKey(limits: Pick<CallLimits, "apiKeys">, required = false): RequestHandler {
  const known = limits.apiKeys.map(digest);
  return (request, _response, next) => {
    const given = request.get("x-api-key");
    if (given === undefined) {
      if (required) throw new Refusal("UNAUTHORIZED", "Expected an API key in the header x-api-key.");
      return next();
    }
    const hashed = digest(given);
    // Every key is compared, so that the time taken says nothing about which one was near.
    if (known.filter((key) => timingSafeEqual(key, hashed)).length === 0) {
      throw new Refusal(
        "UNAUTHORIZED",
        "The API key in x-api-key is not known. Leave it out, or use one that is.",
      );
    }
    next();
  };
}

/** Limits calls per caller; beyond it answers 429 with Retry-After in seconds. Runs after checkKey. */
export function limitCalls(limits: CallLimits, clock: Clock): (kind: CallKind) => RequestHandler {
  const budgets = new Map<string, CallBudget>();
  return (kind) => (request: Request, response: Response, next: NextFunction) => {
    const key = request.get("x-api-key");
    const perMinute = key !== undefined ? limits.elevatedPerMinute : plainLimit(limits, kind);
    const caller = `${kind}/${key === undefined ? request.ip : digest(key).toString("hex")}`;
    const budget = budgets.get(caller) ?? callBudget(perMinute, clock);
    budgets.delete(caller);
    budgets.set(caller, budget); // a Map keeps the order of insertion: the longest silent caller is first
    if (budgets.size > REMEMBERED_CALLERS) forgetFirst(budgets);
    if (budget.take()) return next();
    response.set("Retry-After", String(Math.max(1, Math.ceil(MINUTE_MS / perMinute / SECOND_MS))));
    response
      .status(429)
      .json({ message: `Too many calls: ${perMinute} a minute are allowed. Slow down, or use an API key.` });
  };
}

function plainLimit(limits: CallLimits, kind: CallKind): number {
  return kind === "quote" ? limits.quotesPerMinute : limits.callsPerMinute;
}

function forgetFirst(budgets: Map<string, CallBudget>): void {
  const [first] = budgets.keys();
  if (first !== undefined) budgets.delete(first);
}

function digest(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
