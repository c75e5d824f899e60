import { readPlace, type LinePlace } from "../../domain/exports/linePlace.ts";
import { isoTime, MINUTE_MS, readMoment, SECOND_MS, type Instant } from "../../../values/time.ts";
import { isZone, startOfDay, UTC } from "../../../values/zone.ts";
import { readImportAsk, type ImportAsk, type ImportWords, type StoreBooks } from "./importAsk.ts";
import { refused } from "./refused.ts";
import { sentence } from "../../../values/sentence.ts";

/** The range of an export, booked from `from` on and before `to`, and its format. */
export type ExportAsk = Readonly<{
  storeId: string | undefined; // undefined for all of them
  from: Instant;
  to: Instant;
  zone: string;
  include: ReadonlySet<string>;
  metadata: readonly string[];
  control: boolean;
  bom: boolean;
  after: LinePlace | undefined; // where a download was interrupted
  imports: ImportAsk;
  hasLeft?: () => boolean; // true once the reader has disconnected: no more is read then
}>;

/** The same as text, from a query or from command-line options. */
export type ExportWords = Readonly<
  Partial<Record<"from" | "to" | "zone" | "include" | "metadata" | "control" | "bom" | "after", string>>
> &
  ImportWords;

type Surroundings = Readonly<{
  storeId: string | undefined;
  storeZone: string | undefined; // UTC where there are several stores
  now: Instant;
  /** Of a file that a person reads at once: without `to` it has everything until now, as the overview does, and may be another one a minute later. */
  untilNow?: true;
}> &
  StoreBooks;

/** A booking of this moment may not be in the database yet: a range that ends before it is stable. */
export const AT_LEAST_BACK_MS = MINUTE_MS;

/** States of invoices that are left out without any money, unless they are asked for. */
const INCLUDED: readonly string[] = ["expired", "invalid"];
const MOST_KEYS = 50;

/** Reads what is to be exported. Throws GatewayError (export_refused) for what makes no sense. */
export function readExportAsk(
  words: ExportWords,
  { storeId, storeZone = UTC, now, untilNow, ...books }: Surroundings,
): ExportAsk {
  const zone = readZone(words.zone, storeZone);
  const newest = now - AT_LEAST_BACK_MS;
  const from = readTime("from", words.from, zone) ?? 0;
  const to = readTime("to", words.to, zone) ?? Math.max(from, untilNow ? now + 1 : newest); // what is booked at this moment is in
  if (to > newest && words.to !== undefined)
    throw refused(
      "to",
      sentence(
        'Expected a time at least a minute ago ({newest} or before), so that the file stays the same for ever; without "to" it has everything until then',
        { newest: isoTime(newest) },
      ),
      words.to,
    );
  if (to < from)
    throw refused(
      "from",
      sentence('Expected a time before "to" ({to})', { to: isoTime(to) }),
      words.from ?? "",
    );
  return {
    storeId,
    from,
    to,
    zone,
    include: new Set(readList("include", words.include, INCLUDED)),
    metadata: [...new Set(readList("metadata", words.metadata))],
    control: readFlag("control", words.control),
    bom: readFlag("bom", words.bom),
    after: readAfter(words.after),
    imports: readImportAsk(words, books),
  };
}

function readZone(text: string | undefined, storeZone: string): string {
  if (text === undefined || text === "store") return storeZone;
  if (isZone(text)) return text;
  throw refused("zone", `Expected "UTC", "store" or a zone such as Europe/Berlin`, text);
}

/** Unix seconds, a day of the zone (its first moment), or a moment with its offset. */
function readTime(name: "from" | "to", text: string | undefined, zone: string): Instant | undefined {
  if (text === undefined) return undefined;
  const moment = text.replace(/ (?=\d\d:\d\d$)/, "+"); // what becomes of a + in an address
  const at = /^\d{1,12}$/.test(text)
    ? Number(text) * SECOND_MS
    : (readMoment(moment) ?? startOfDay(text, zone));
  if (at !== undefined && Number.isFinite(at)) return at;
  throw refused(
    name,
    sentence("Expected a day (2026-11-01), a moment (2026-11-01T00:00:00Z) or unix seconds"),
    text,
  );
}

function readList(name: string, text: string | undefined, known?: readonly string[]): readonly string[] {
  const list = (text ?? "")
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
  const odd = known && list.find((word) => !known.includes(word));
  if (odd !== undefined) throw refused(name, `Expected some of ${known?.join(", ")}`, odd);
  if (list.length > MOST_KEYS) throw refused(name, `Expected at most ${MOST_KEYS}`, String(list.length));
  return list;
}

function readFlag(name: string, text: string | undefined): boolean {
  const word = text?.toLowerCase();
  if (word === undefined || word === "false") return false;
  if (word === "true") return true;
  throw refused(name, "Expected true or false", word);
}

function readAfter(text: string | undefined): LinePlace | undefined {
  if (text === undefined) return undefined;
  const place = readPlace(text);
  if (place) return place;
  throw refused("after", `Expected what stands under "line" in the last line that you have`, text);
}
