import type { RequestHandler, Response } from "express";
import { SECOND_MS, type Clock, type Instant } from "../../values/time.ts";
import type { FaultKind, FaultTarget } from "./faultKinds.ts";
import { lieAbout } from "./lies.ts";

/** Faults on order: one per target at a time, each until a moment of the clock. */
export type Faults = Readonly<{
  /** Starts a fault (0 seconds ends it) and gives the moment at which it ends. */
  set(target: FaultTarget, kind: FaultKind, seconds: number): Instant;
  active(target: FaultTarget): FaultKind | undefined;
}>;

const SLOW_MS = 20_000; // longer than every timeout of our clients

/** No faults set. */
export function createFaults(clock: Clock): Faults {
  const faults = new Map<FaultTarget, Readonly<{ kind: FaultKind; until: Instant }>>();
  return {
    set(target, kind, seconds) {
      const until = clock() + seconds * SECOND_MS;
      faults.set(target, { kind, until });
      return until;
    },
    active(target) {
      const fault = faults.get(target);
      return fault && clock() < fault.until ? fault.kind : undefined;
    },
  };
}

/**
 * Stands in front of a target and lets its fault happen:
 *   down    the connection breaks without an answer        slow    the answer comes after 20 seconds
 *   429     too many requests, Retry-After: 1              refuse  400 with a JSON error
 *   lie     a well-formed answer that is not true (see lies.ts)
 */
export function faulty(faults: Faults, target: FaultTarget): RequestHandler {
  return (request, response, next) => {
    const kind = faults.active(target);
    if (!kind) return next();
    switch (kind) {
      case "down":
        request.socket.destroy();
        return;
      case "slow":
        delay(response, next);
        return;
      case "429":
        response
          .set("retry-after", "1")
          .status(429)
          .json({ errorCode: "RATE_LIMITED", message: "Too many requests." });
        return;
      case "refuse":
        response.status(400).json({ errorCode: "REFUSED", message: "The sandbox was told to refuse this." });
        return;
      case "lie":
        lieAbout(target, request.path, response);
        next();
        return;
    }
  };
}

function delay(response: Response, next: () => void): void {
  const timer = setTimeout(next, SLOW_MS).unref();
  response.once("close", () => clearTimeout(timer)); // the client has disconnected
}
