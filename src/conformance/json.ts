/** The fields of a value; none where it is no object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>) // an object has fields, whatever is in them
    : {};
}

/** The elements of a value; none where it is no list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** A text that says something; undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** An amount in smallest units, be it digits, hex digits, or a number where a string was expected. */
export function unitsOf(value: unknown): bigint | undefined {
  if (typeof value === "number" && Number.isInteger(value) && value >= 0) return BigInt(value);
  if (typeof value === "string" && /^(\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(value)) return BigInt(value);
  return undefined;
}
