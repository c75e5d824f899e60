import type { Check } from "../check.ts";
import { FUNDED_CHECKS } from "../funded/fundedChecks.ts";
import { CONTRACT, EXTENSIONS, type Row } from "../rows.ts";
import { BITCOIN_CHECKS } from "./bitcoin.ts";
import { DEPOSIT_CHECKS } from "./depositAddresses.ts";
import { ENDPOINT_CHECKS, STATUS_CHECKS } from "./endpoints.ts";
import { EXTENSION_CHECKS } from "./extensions.ts";
import { KEY_CHECKS } from "./keys.ts";
import { QUOTE_REQUEST_CHECKS } from "./quoteRequest.ts";
import { QUOTE_RESPONSE_CHECKS } from "./quoteResponse.ts";
import { SERVICE_CHECKS } from "./service.ts";
import { VERSION_CHECKS } from "./versions.ts";

const UNORDERED: readonly Check[] = [
  ...SERVICE_CHECKS,
  ...QUOTE_REQUEST_CHECKS,
  ...QUOTE_RESPONSE_CHECKS,
  ...STATUS_CHECKS,
  ...ENDPOINT_CHECKS,
  ...DEPOSIT_CHECKS,
  ...BITCOIN_CHECKS,
  ...KEY_CHECKS,
  ...EXTENSION_CHECKS,
  ...VERSION_CHECKS,
  ...FUNDED_CHECKS,
];

const ROWS = new Map([...CONTRACT, ...EXTENSIONS].map((row) => [row.id, row]));

/** The row of an id. Throws for an id that is none. */
export function rowOf(id: string): Row {
  const row = ROWS.get(id);
  if (row) return row;
  throw new Error(`There is no row ${id}.`);
}

/** Every check, in the order of the specification. */
export const ALL_CHECKS: readonly Check[] = [...ROWS.keys()].flatMap((id) =>
  UNORDERED.filter(({ rows }) => rows[0] === id),
);

/**
 * The checks of a row, or of a section by its number or the beginning of its name ("2.1", "extensions"). Throws a sentence
 * for what is neither.
 */
export function checksOf(only: string): readonly Check[] {
  const wanted = only.toLowerCase();
  const found = ALL_CHECKS.filter(
    ({ rows }) => rows.includes(only) || rows.some((id) => isIn(rowOf(id).section.toLowerCase(), wanted)),
  );
  if (found.length > 0) return found;
  const sections = [...new Set(ALL_CHECKS.map(({ rows: [id] }) => rowOf(id).section))];
  const known = ROWS.has(only) ? "The row cannot be seen from outside" : "Expected a row or a section";
  throw new Error(`${known}, got --only ${only}. The sections are: ${sections.join("; ")}.`);
}

/** "2.1", "2" and "quote" are beginnings of "2.1 quote request", "2.2" is none. */
function isIn(section: string, wanted: string): boolean {
  const [, number = "", , last = number, name = ""] = /^([\d.]*)( to ([\d.]+))?\s?(.*)$/.exec(section) ?? [];
  const isNumber = /^\d+(\.\d+)?$/.test(wanted);
  if (!isNumber) return wanted !== "" && (name.startsWith(wanted) || section === wanted);
  return (
    [number, last].some((one) => one === wanted || one.startsWith(`${wanted}.`)) ||
    (number < wanted && wanted < last)
  );
}
