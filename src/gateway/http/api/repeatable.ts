import { createHash } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import type { Gateway } from "../../ports/ports.ts";
import type { RepeatableCall } from "../../ports/storePort.ts";
import { timeOrderedId } from "../../../values/ids.ts";
import { MINUTE_MS, type Instant } from "../../../values/time.ts";
import { HttpError, ValidationError } from "../errors.ts";

const LEASE_MS = MINUTE_MS; // longer than any call takes; after a crash nobody waits longer
const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Lets a client say a creating POST again without making anything twice: with an `Idempotency-Key` the answer to the
 * call that made it is kept for a day and given again byte for byte. While the first is under way the others are told to wait
 * (409), and another body under the same key is refused (422). A call that made nothing leaves the key free. Whoever goes on after a crash makes the thing under the id that was chosen first
 * (`resourceIdOf`), so that what had been made is found. Names are apart for each store, or whatever else `ownerOf` says.
 */
export function repeatable(gateway: Gateway, ownerOf = storeOf): RequestHandler {
  const { store, clock, random, secrets } = gateway;
  return async (request, response, next) => {
    const name = request.get("idempotency-key");
    if (name === undefined) return next();
    const at = clock();
    const own = { ...named(request, name, ownerOf), resourceId: timeOrderedId(at, random), at, leaseUntil: at + LEASE_MS };
    const known = await store.beginCall(own);
    if (known && known.digest !== own.digest) throw reused();
    if (known?.status !== undefined) return replay(response, known.status, secrets.open(known.body ?? ""));
    if (known && (isLeased(known, at) || !(await store.takeOverCall(known, own.leaseUntil)))) {
      response.set("Retry-After", "1");
      throw new HttpError(409, "idempotency-key-in-use", "The first call with this Idempotency-Key is still under way. Try again in a second."); // prettier-ignore
    }
    response.locals["resourceId"] = (known ?? own).resourceId;
    keepAnswer(gateway, response, own, known === undefined);
    next();
  };
} // prettier-ignore

/** The id of what a call makes: the same whenever it is said again. Undefined for a call without an Idempotency-Key. */
export function resourceIdOf(response: Response): string | undefined {
  return response.locals["resourceId"] as string | undefined; // written above, and nowhere else
}

function storeOf(request: Request): string {
  return String(request.params["storeId"]);
}

function named(
  request: Request,
  name: string,
  ownerOf: (request: Request) => string,
): Pick<RepeatableCall, "key" | "digest"> {
  if (!KEY.test(name)) {
    const message = "Expected an Idempotency-Key of 1 to 255 visible ASCII characters.";
    throw new ValidationError([{ path: "Idempotency-Key", message, code: "invalid" }]);
  }
  const asked = `${request.method} ${request.path}\n${JSON.stringify(request.body ?? null, inOrder)}`;
  const digest = createHash("sha256").update(asked).digest("hex");
  return { key: `${ownerOf(request)}:${name}`, digest };
}

/** For JSON.stringify: programs write the fields of the same object in any order. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
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

/** A fault of ours, a conflict with somebody else's change, too many calls: the same call may do better, or find what was made. */
function isPassing(status: number): boolean {
  return status >= 500 || status === 409 || status === 429;
}

/**
 * Writes the answer down, sealed (that of a new webhook has its secret), before it is sent. One that asks to try again is not
 * kept, and neither is a refusal: nothing was made, so a corrected call may have the key. Only the first call can say that; one
 * before it may have made something.
 */
function keepAnswer(
  { store, log, secrets }: Gateway,
  response: Response,
  own: Pick<RepeatableCall, "key" | "leaseUntil">,
  isFirst: boolean,
): void {
  const send = response.end.bind(response) as (...parts: readonly unknown[]) => Response;
  response.end = ((...parts: readonly unknown[]) => {
    const [chunk] = parts;
    const body = Buffer.isBuffer(chunk) || typeof chunk === "string" ? chunk.toString() : "";
    const status = response.statusCode;
    const isRefusal = status >= 400 && !isPassing(status);
    const kept =
      isRefusal && isFirst
        ? store.dropCall(own)
        : store.endCall(own.key, status >= 400 ? undefined : { status, body: secrets.seal(body) });
    void kept.catch((error: unknown) => log.error("call.not_kept", { error })).finally(() => send(...parts));
    return response;
  }) as Response["end"];
}
