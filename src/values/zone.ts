import { DAY_MS, isDay, isoTime, MINUTE_MS, type Instant } from "./time.ts";

/** Clocks of places, by their IANA names ("Europe/Berlin"), for people and files that do not think in UTC. */

export const UTC = "UTC";

/** True for a supported time zone. */
export function isZone(name: string): boolean {
  try {
    return name !== "" && new Intl.DateTimeFormat("en-US", { timeZone: name }) !== undefined;
  } catch {
    return false; // RangeError: an unknown zone
  }
}

/** Writes moments in ISO 8601 as a zone's clocks show them, with the offset: 2026-11-21T10:30:00.000+01:00, in UTC with Z. */
export function zonedTime(zone: string): (at: Instant) => string {
  if (zone === UTC) return isoTime;
  const offset = offsets(zone);
  return (at) => {
    const minutes = offset(at);
    return isoTime(at + minutes * MINUTE_MS).slice(0, -1) + offsetText(minutes);
  };
}

/** The moment at which a day ("2026-11-01") begins in a zone; undefined for what is no day. */
export function startOfDay(day: string, zone: string): Instant | undefined {
  if (!isDay(day)) return undefined;
  const utc = Date.parse(day);
  const offset = offsets(zone);
  const guess = utc - offset(utc) * MINUTE_MS;
  const second = utc - offset(guess) * MINUTE_MS;
  return offset(second) === offset(guess) ? second : Math.max(guess, second); // a midnight that clocks leap over
}

/** The moment at which a zone's clocks show "2027-01-31T18:00"; the later one where they leap over it, the first where they show it twice. Undefined for what is no such text. */
export function momentIn(local: string, zone: string): Instant | undefined {
  const [day = "", time = ""] = local.split("T");
  if (!isDay(day) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return undefined;
  const utc = Date.parse(`${local}Z`);
  const offset = offsets(zone);
  const [before, after] = [utc - DAY_MS, utc + DAY_MS].map((at) => utc - offset(at) * MINUTE_MS); // by the clocks of the day before and of the day after
  const shows = (at: Instant) => at + offset(at) * MINUTE_MS === utc;
  return [before, after].find((at) => at !== undefined && shows(at)) ?? before;
}

const QUARTER_MS = 15 * MINUTE_MS; // clocks are moved at full quarters
const MOST_KNOWN = 10_000;

/** How many minutes a zone's clocks are before UTC's. To ask the calendar for every line of a file would take most of its time. */
function offsets(zone: string): (at: Instant) => number {
  const calendar = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  const known = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MS);
    const found = known.get(quarter) ?? offsetAt(calendar, quarter * QUARTER_MS);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(quarter, found);
    return found;
  };
}

function offsetAt(calendar: Intl.DateTimeFormat, at: Instant): number {
  const name = calendar.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const size = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === "-" ? -size : size;
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const digits = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, "0"));
  return `${minutes < 0 ? "-" : "+"}${digits.join(":")}`;
}
