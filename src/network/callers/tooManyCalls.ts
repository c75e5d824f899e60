import type { Response } from "express";
import { SECOND_MS } from "../../values/time.ts";

/** Whole seconds after which a call is let through: what Retry-After promises. */
export function retryAfterSeconds(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / SECOND_MS));
}

/** Answers 429 {message, errorCode} with a Retry-After that is true. */
export function answerTooMany(response: Response, waitMs: number, message: string): void {
  response
    .status(429)
    .set("Retry-After", String(retryAfterSeconds(waitMs)))
    .json({ message, errorCode: "TOO_MANY_REQUESTS" });
}
