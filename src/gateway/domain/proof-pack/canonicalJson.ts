/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = Readonly<{ [name: string]: Json }>;

/**
 * The one text of a value: names in order, no blanks (RFC 8785). Numbers are whole and exact, because programs write others in
 * several ways. Throws RangeError for any other number.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === "number" && !Number.isSafeInteger(value))
    throw new RangeError(`Expected a whole number below 2^53, got ${value}.`);
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const fields = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] as Json)}`); // it has that name
  return `{${fields.join(",")}}`;
}

/**
 * A value as JSON: amounts as text, undefined left out. Lone surrogates, which no encoding can carry,
 * become U+FFFD.
 */
export function asJson(value: unknown): Json {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "string") return wellFormed(value);
  if (value === null || typeof value !== "object") return (value ?? null) as Json; // a boolean or a number
  if (Array.isArray(value)) return value.map(asJson);
  const fields = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(fields.map(([name, part]) => [wellFormed(name), asJson(part)]));
}

function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd"); // pairs are one character under this flag, and stay
}

/** Unlike Array.isArray it narrows read-only lists too. */
function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
