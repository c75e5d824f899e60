import { silentLog, type Log } from "../../src/runtime/log.ts";

/** A log that keeps what it was told at level error: what somebody would be called for. */
export function alarmLog(): Readonly<{ log: Log; events: string[] }> {
  const events: string[] = [];
  return { events, log: { ...silentLog, error: (event) => void events.push(event) } };
}
