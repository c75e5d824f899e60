import { createHash } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import type { Gateway } from "../../gateway/ports.ts";
import type { RepeatableCall } from "../../gateway/storePort.ts";
import { timeOrderedId } from "../../ids.ts";
import { MINUTE_MS, type Instant } from "../../time.ts";
import { HttpError, ValidationError } from "../errors.ts";

const LEASE_MS = MINUTE_MS; // longer than any call takes; after a crash nobody waits longer
const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Lets a client say a creating POST again without making anything twice: with an `Idempotency-Key` the first answer is kept
 * for a day and given again byte for byte. While the first is under way the others are told to wait (409), and another body
 * under the same key is refused (422). Whoever goes on after a crash makes the thing under the id that was chosen first
 * (`resourceIdOf`), so that what had been made is found.
 */
export function repeatable(gateway: Gateway): RequestHandler {
  const { store, clock, random, secrets } = gateway;
  return async (request, response, next) => {
    const name = request.get("idempotency-key");
    if (name === undefined) return next();
    const at = clock();
    const own = { ...named(request, name), resourceId: timeOrderedId(at, random), at, leaseUntil: at + LEASE_MS };
    const known = await store.beginCall(own);
    if (known && known.digest !== own.digest) throw reused();
    if (known?.status !== undefined) return replay(response, known.status, secrets.open(known.body ?? ""));
    if (known && (isLeased(known, at) || !(await store.takeOverCall(known, own.leaseUntil)))) {
      response.set("Retry-After", "1");
      throw new HttpError(409, "idempotency-key-in-use", "The first call with this Idempotency-Key is still under way. Try again in a second."); // prettier-ignore
    }
    response.locals["resourceId"] = (known ?? own).resourceId;
    keepAnswer(gateway, response, own.key);
    next();
  };
} // prettier-ignore

/** The id of what a call makes: the same whenever it is said again. Undefined for a call without an Idempotency-Key. */
export function resourceIdOf(response: Response): string | undefined {
  return response.locals["resourceId"] as string | undefined; // written above, and nowhere else
}

function named(request: Request, name: string): Pick<RepeatableCall, "key" | "digest"> {
  if (!KEY.test(name)) {
    const message = "Expected an Idempotency-Key of 1 to 255 visible ASCII characters.";
    throw new ValidationError([{ path: "Idempotency-Key", message, code: "invalid" }]);
  }
  const asked = `${request.method} ${request.path}\n${JSON.stringify(request.body ?? null)}`;
  const digest = createHash("sha256").update(asked).digest("hex");
  const { storeId, pullPaymentId } = request.params; // without a store it is whoever has the pull payment's link
  return { key: `${String(storeId ?? pullPaymentId)}:${name}`, digest };
}

/** A lease that ends later than any is from before the clock was set back. */
function isLeased({ leaseUntil }: RepeatableCall, at: Instant): boolean {
  return leaseUntil > at && leaseUntil <= at + LEASE_MS;
}

function reused(): ValidationError {
  const message = "This Idempotency-Key was used for another call. Take a new key for each thing that you want made.";
  return new ValidationError([{ path: "Idempotency-Key", message, code: "idempotency-key-reused" }]);
} // prettier-ignore

function replay(response: Response, status: number, body: string): void {
  response.status(status).set("Idempotent-Replayed", "true");
  if (body === "") response.end();
  else response.type("json").send(body);
}

/** A fault of ours, a conflict with somebody else's change, too many calls: the next call may do better. */
function isPassing(status: number): boolean {
  return status >= 500 || status === 409 || status === 429;
}

/** Writes the answer down, sealed (that of a new webhook has its secret), before it is sent. One that asks to try again is not kept. */
function keepAnswer({ store, log, secrets }: Gateway, response: Response, key: string): void {
  const send = response.end.bind(response) as (...parts: readonly unknown[]) => Response;
  response.end = ((...parts: readonly unknown[]) => {
    const [chunk] = parts;
    const body = Buffer.isBuffer(chunk) || typeof chunk === "string" ? chunk.toString() : "";
    const status = response.statusCode;
    const answer = { status, body: secrets.seal(body) };
    void store
      .endCall(key, isPassing(status) ? undefined : answer)
      .catch((error: unknown) => log.error("call.not_kept", { error }))
      .finally(() => send(...parts));
    return response;
  }) as Response["end"];
}
