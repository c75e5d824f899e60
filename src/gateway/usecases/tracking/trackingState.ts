import type { Clock } from "../../../values/time.ts";
import { createRequestPolls, type RequestPolls } from "./requestPolls.ts";

/** What this process remembers about polling. */
export type TrackingState = Readonly<{
  /** When the service was last asked about what. */
  requestPolls: RequestPolls;
}>;

/** The state of a process that has polled nothing; `clock` times the polls. */
export function createTrackingState(clock: Clock): TrackingState {
  return { requestPolls: createRequestPolls(clock) };
}
