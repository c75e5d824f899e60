import { createHash } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import type { Gateway } from "../../usecases/gateway.ts";
import type { IdempotencyRecord } from "../../ports/persistencePort.ts";
import { timeOrderedId } from "../../../values/ids.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS, type Instant } from "../../../values/time.ts";
import { keyOfCall } from "../auth.ts";
import { HttpError, ValidationError } from "../errors.ts";

/** How long an idempotency record is kept, in milliseconds. */
export const IDEMPOTENCY_RETENTION_MS = DAY_MS;

const LEASE_MS = 10 * SECOND_MS; // after a crash a retry waits no longer
const LONGEST_CALL_MS = MINUTE_MS; // one that hangs is given up
const RENEWED_AFTER_MS = LEASE_MS / 2; // of a call that is still under way
const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Makes a creating POST idempotent: with an `Idempotency-Key` the answer of the first call is kept for a
 * day and returned again byte for byte. While the first is in progress, others get 409, and another body
 * under the same key gets 422. A call that created nothing releases the key. A call that takes over after a
 * crash creates under the id that was chosen first (`resourceIdOf`), so that a created resource is found.
 * A record belongs to the API key that made the call, within the result of `scopeFor` where there is one. Guards stand before this
 * handler, so that a key without the permission gets no stored answer.
 */
export function idempotent(
  gateway: Pick<Gateway, "clock" | "random" | "log" | "persistence" | "secrets">,
  scopeFor: (request: Request) => string = () => "",
): RequestHandler {
  const { persistence, clock, random, secrets } = gateway;
  return async (request, response, next) => {
    const name = request.get("idempotency-key");
    if (name === undefined) return next();
    const at = clock();
    const own = {
      ...named(request, name, scopeFor(request)),
      resourceId: timeOrderedId(at, random),
      at,
      leaseUntil: at + LEASE_MS,
    };
    const known = await persistence.idempotency.begin(own);
    if (known && known.digest !== own.digest) throw reused();
    if (known?.status !== undefined)
      return replay(response, known.status, await secrets.open(known.body ?? ""));
    if (known && (isLeased(known, at) || !(await persistence.idempotency.takeOver(known, own.leaseUntil)))) {
      response.set("Retry-After", String(secondsLeft(known, at)));
      throw new HttpError(
        409,
        "idempotency-key-in-use",
        "The first call with this Idempotency-Key is still under way. Try again when Retry-After has passed.",
      );
    }
    response.locals["resourceId"] = (known ?? own).resourceId;
    const lease = { key: own.key, leaseUntil: own.leaseUntil };
    const stopRenewing = renewLease(gateway, { ...(known ?? own), at }, lease);
    keepAnswer(gateway, response, { lease, stopRenewing, isFirst: known === undefined });
    next();
  };
}

/**
 * The id of the resource that a call creates: the same for every repetition. Undefined for a call without
 * an Idempotency-Key.
 */
export function resourceIdOf(response: Response): string | undefined {
  return response.locals["resourceId"] as string | undefined; // written above, and nowhere else
}

function named(request: Request, name: string, scope: string): Pick<IdempotencyRecord, "key" | "digest"> {
  if (!KEY.test(name)) {
    const message = "Expected an Idempotency-Key of 1 to 255 visible ASCII characters.";
    throw new ValidationError([{ path: "Idempotency-Key", message, code: "invalid" }]);
  }
  const asked = `${request.method} ${request.path}\n${JSON.stringify(request.body ?? null, inOrder)}`;
  const digest = createHash("sha256").update(asked).digest("hex");
  return { key: `key ${keyOfCall(request)?.id ?? ""}:${scope}:${name}`, digest };
}

/** For JSON.stringify: programs write the fields of the same object in any order. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A lease that ends later than any is from before the clock was set back. */
function isLeased({ leaseUntil }: Pick<IdempotencyRecord, "leaseUntil">, at: Instant): boolean {
  return leaseUntil > at && leaseUntil <= at + LEASE_MS;
}

function secondsLeft({ leaseUntil }: IdempotencyRecord, at: Instant): number {
  return isLeased({ leaseUntil }, at) ? Math.max(1, Math.ceil((leaseUntil - at) / SECOND_MS)) : 1;
}

type Lease = { readonly key: string; leaseUntil: Instant };

/** Extends the lease while its call is under way, so that it can be short. Ends with the process, or by the returned function. */
function renewLease(
  { persistence, clock, log }: Pick<Gateway, "clock" | "log" | "persistence">,
  record: IdempotencyRecord,
  lease: Lease,
): () => Promise<void> {
  let renewal: Promise<void> = Promise.resolve();
  const renew = async () => {
    const leaseUntil = clock() + LEASE_MS;
    if (await persistence.idempotency.takeOver({ ...record, leaseUntil: lease.leaseUntil }, leaseUntil))
      lease.leaseUntil = leaseUntil;
  };
  const timer = setInterval(() => {
    if (clock() - record.at > LONGEST_CALL_MS) return clearInterval(timer);
    renewal = renew().catch((error: unknown) => log.warn("call.lease_not_renewed", { error }));
  }, RENEWED_AFTER_MS).unref();
  return () => {
    clearInterval(timer);
    return renewal;
  };
}

function reused(): ValidationError {
  const message =
    "This Idempotency-Key was used for another call. Take a new key for each thing that you want made.";
  return new ValidationError([{ path: "Idempotency-Key", message, code: "idempotency-key-reused" }]);
}

function replay(response: Response, status: number, body: string): void {
  response.status(status).set("Idempotent-Replayed", "true");
  if (body === "") response.end();
  else response.type("json").send(body);
}

/**
 * An internal error, a conflict with a concurrent change, too many calls: a repetition may succeed, or find
 * the created resource.
 */
function isPassing(status: number): boolean {
  return status >= 500 || status === 409 || status === 429;
}

/**
 * Stores the answer, sealed (that of a new webhook has its secret), before it is sent. Answers that ask for
 * a retry are not stored, and neither are refusals: nothing was created, so a corrected call may use the
 * key. This holds for the first call only; an earlier one may have created something.
 */
function keepAnswer(
  { persistence, log, secrets }: Pick<Gateway, "log" | "persistence" | "secrets">,
  response: Response,
  {
    lease,
    stopRenewing,
    isFirst,
  }: Readonly<{ lease: Lease; stopRenewing: () => Promise<void>; isFirst: boolean }>,
): void {
  const send = response.end.bind(response) as (...parts: readonly unknown[]) => Response;
  response.end = ((...parts: readonly unknown[]) => {
    const [chunk] = parts;
    const body = Buffer.isBuffer(chunk) || typeof chunk === "string" ? chunk.toString() : "";
    const status = response.statusCode;
    const isRefusal = status >= 400 && !isPassing(status);
    const store = async () => {
      await stopRenewing();
      if (isRefusal && isFirst) return persistence.idempotency.drop(lease);
      const answer = status >= 400 ? undefined : { status, body: secrets.seal(body) };
      return persistence.idempotency.end(lease.key, answer);
    };
    void store()
      .catch((error: unknown) => log.error("call.not_kept", { error }))
      .finally(() => send(...parts));
    return response;
  }) as Response["end"];
}
