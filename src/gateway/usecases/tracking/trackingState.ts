import type { Clock } from "../../../values/time.ts";
import { createRequestPolls, type RequestPolls } from "./requestPolls.ts";

/** What this process remembers about polling. */
export type TrackingState = Readonly<{
  /** When the service was last asked about what. */
  requestPolls: RequestPolls;
}>;

export function createTrackingState(clock: Clock): TrackingState {
  return { requestPolls: createRequestPolls(clock) };
}
