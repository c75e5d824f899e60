import { SECOND_MS, isoTime } from "../values/time.ts";

/** A block's time (unix seconds) for people: 2026-11-21 09:30:05 UTC. */
export function readableTime(seconds: number): string {
  return `${isoTime(seconds * SECOND_MS)
    .slice(0, 19)
    .replace("T", " ")} UTC`;
}
