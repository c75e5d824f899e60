import type { z } from "zod";

const MOST_TOLD = 12;
const KINDS: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** What is wrong with a value, in our words where zod's would puzzle; for safeParse(…, { error }). Issues keep words of their own. */
export const inOurWords: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return `expected ${KINDS[issue.expected] ?? issue.expected}, ${issue.input === undefined ? "but it is missing" : `got ${kindOf(issue.input)}`}`;
    case "too_small":
      return `expected ${issue.inclusive === false ? "more than" : "at least"} ${measure(issue.minimum, issue)}`;
    case "too_big":
      return `expected ${issue.inclusive === false ? "less than" : "at most"} ${measure(issue.maximum, issue)}`;
    case "invalid_value":
      return `expected one of ${issue.values.join(", ")}`;
    case "unrecognized_keys":
      return `there is no ${issue.keys.slice(0, MOST_TOLD).map(shorten).join(", ")}`;
    default:
      return undefined;
  }
};

/**
 * Every issue with its field: "user: expected a string, but it is missing; ttl: expected more than 0, got
 * -1". An issue of the whole input is attributed to `whole`.
 */
export function describeIssues({ issues }: z.ZodError, whole: "body" | "query" = "body"): string {
  const told = issues.slice(0, MOST_TOLD).map(({ path, message }) => {
    return `${path.join(".") || whole}: ${message}`;
  });
  const untold = issues.length - told.length;
  return [...told, ...(untold > 0 ? [`and ${untold} more`] : [])].join("; ");
}

function shorten(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number" && !Number.isInteger(value)) return "a fraction";
  return KINDS[typeof value] ?? typeof value;
}

/** A limit in its unit, and what came where that is a number: "256 characters", "0, got -1". */
function measure(
  limit: number | bigint,
  { origin, input }: Readonly<{ origin: string; input?: unknown }>,
): string {
  const isOne = Number(limit) === 1;
  if (origin === "string") return `${limit} ${isOne ? "character" : "characters"}`;
  if (origin === "array") return `${limit} ${isOne ? "entry" : "entries"}`;
  return typeof input === "number" ? `${limit}, got ${input}` : String(limit);
}
