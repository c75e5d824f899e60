import { DAY_MS, type Instant } from "./time.ts";

/** A calendar month, "2026-11", in a time zone (IANA name). */
export type Month = Readonly<{ name: string; zone: string; from: Instant; to: Instant }>;

/** Reads "2026-11"; undefined for anything else. Its days begin at midnight of the zone, daylight saving or not. */
export function readMonth(name: string, zone: string): Month | undefined {
  const match = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(name);
  if (!match) return undefined;
  const [year, month] = [Number(match[1]), Number(match[2])];
  return {
    name,
    zone,
    from: midnight(Date.UTC(year, month - 1), zone),
    to: midnight(Date.UTC(year, month), zone),
  };
}

/** The name of the month that a moment lies in: "2026-11". */
export function monthOf(at: Instant, zone: string): string {
  return new Date(at + offsetAt(at, zone)).toISOString().slice(0, "2026-11".length);
}

/** The name of the month before. */
export function monthBefore(name: string): string {
  const first = Date.parse(`${name}-01T00:00:00Z`);
  return new Date(first - DAY_MS).toISOString().slice(0, name.length);
}

/** When a day begins in a zone whose clocks show this moment of UTC. Asked twice, because the first answer may lie before a change of clocks. */
function midnight(shown: Instant, zone: string): Instant {
  return shown - offsetAt(shown - offsetAt(shown, zone), zone);
}

/** By how many milliseconds the zone's clocks are ahead of UTC. */
function offsetAt(at: Instant, zone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    timeZoneName: "longOffset",
  }).formatToParts(at);
  const text = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const match = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(text);
  if (!match) return 0; // "GMT"
  const [, sign, hours, minutes, seconds = "0"] = match;
  const ahead = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000;
  return sign === "-" ? -ahead : ahead;
}
