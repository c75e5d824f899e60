import type { SettingsReader } from "./settings.ts";

const FEWEST = 30; // a delivery may be tried for two weeks

/** EVENT_DAYS: how many days events are kept with their deliveries, 0 for ever. Adds to `problems` what cannot be used. */
export function readEventDays(read: SettingsReader, problems: string[]): number {
  const days = read.whole("EVENT_DAYS", 90, 0, 36_500);
  if (days > 0 && days < FEWEST)
    problems.push(
      `EVENT_DAYS is ${days}; expected 0 (events are kept for ever) or at least ${FEWEST} days: deliveries are tried for up to two weeks, and receivers read back what they missed.`,
    );
  return days;
}
