import { isDay, SECOND_MS, type Instant } from "../values/time.ts";
import { plainText } from "./plainText.ts";

/** The announced end of a path: when it was deprecated, when it ends, and what replaces it, as far as the service says. */
export type Deprecation = Readonly<{
  deprecatedAt?: Instant | undefined;
  sunsetAt?: Instant | undefined;
  successor?: string | undefined;
  guide?: string | undefined;
}>;

type Fields = Readonly<Record<string, unknown>>;

const LATEST = Date.UTC(9999, 11, 31);
const LONGEST_LINK = 500;
const linkText = plainText(LONGEST_LINK);

/**
 * Reads the announcement in an answer: the headers Deprecation (RFC 9745), Sunset (RFC 8594) and Link, then the object `deprecation`
 * of the body. What cannot be read counts as absent. Undefined where neither a deprecation nor an end is announced.
 */
export function readDeprecation(headers: Fields, body: string): Deprecation | undefined {
  const stated = statedIn(body);
  const deprecatedAt = structuredDate(headers["deprecation"]) ?? isoDate(stated["deprecatedAt"]);
  const sunsetAt = httpDate(headers["sunset"]) ?? isoDate(stated["sunsetAt"]);
  if (deprecatedAt === undefined && sunsetAt === undefined) return undefined;
  const link = headers["link"];
  return {
    deprecatedAt,
    sunsetAt,
    successor: linkOf(link, "successor-version") ?? shownLink(stated["successor"]),
    guide: shownLink(stated["migrationGuide"]) ?? linkOf(link, "deprecation") ?? linkOf(link, "sunset"),
  };
}

/** The object `deprecation` of a body. Only a body that names it is parsed. */
function statedIn(body: string): Fields {
  if (!body.includes('"deprecation"')) return {};
  try {
    const { deprecation } = Object(JSON.parse(body)) as Fields;
    return Object(deprecation) as Fields;
  } catch {
    return {};
  }
}

/** "@1795564800" (RFC 9745) or, as in drafts of it, an HTTP date. */
function structuredDate(text: unknown): Instant | undefined {
  const [, seconds] = (typeof text === "string" && /^@(\d{1,12})$/.exec(text.trim())) || [];
  return seconds === undefined ? httpDate(text) : inRange(Number(seconds) * SECOND_MS);
}

/** "Tue, 23 Feb 2027 00:00:00 GMT", and only a day that the calendar has. */
function httpDate(text: unknown): Instant | undefined {
  if (typeof text !== "string") return undefined;
  const at = Date.parse(text.trim());
  return !Number.isNaN(at) && new Date(at).toUTCString() === text.trim() ? inRange(at) : undefined;
}

const ISO_DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

function isoDate(text: unknown): Instant | undefined {
  if (typeof text !== "string" || !ISO_DATE.test(text)) return undefined;
  const at = isDay(text.slice(0, "2026-11-29".length)) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? undefined : inRange(at);
}

function inRange(at: number): Instant | undefined {
  return at > 0 && at < LATEST ? at : undefined;
}

const LINK = /<([^<>]*)>([^<]*)/g;

/** The first target with that relation in a Link header, or in several that were joined. */
function linkOf(header: unknown, relation: string): string | undefined {
  if (typeof header !== "string") return undefined;
  for (const [, target, parameters = ""] of header.slice(0, 8 * LONGEST_LINK).matchAll(LINK)) {
    const [, relations = ""] = /;\s*rel="?([^";]*)"?/i.exec(parameters) ?? [];
    if (
      relations
        .toLowerCase()
        .split(/[\s,]+/)
        .includes(relation)
    )
      return shownLink(target);
  }
  return undefined;
}

/** A path or an address as text. It is shown, and never followed. */
function shownLink(text: unknown): string | undefined {
  const parsed = linkText.safeParse(text);
  return parsed.success && /^(\/|https?:\/\/|[\w.-]+\/)\S*$/.test(parsed.data) ? parsed.data : undefined;
}
