import type { Clock } from "../../../values/time.ts";
import type { SeenSettlement } from "../crediting/creditingState.ts";
import { createRequestPolls, type RequestPolls } from "./requestPolls.ts";

/** What this process remembers about polling. */
export type TrackingState = Readonly<{
  /** When the service was last asked about what. */
  requestPolls: RequestPolls;
  heard: Heard;
}>;

/** What other processes on the database have said with their last heartbeats. */
export type Heard = {
  processes: number; // how many others there are
  doubt: string | undefined; // why the Bitcoin chain is uncertain
  settling: ReadonlyMap<string, SeenSettlement>; // by invoice
};

/** The state of a process that has polled nothing; `clock` times the polls. */
export function createTrackingState(clock: Clock): TrackingState {
  return {
    requestPolls: createRequestPolls(clock),
    heard: { processes: 0, doubt: undefined, settling: new Map() },
  };
}
