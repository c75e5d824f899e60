/** The fields of a form that were given once, as express's form parser made them. */
export function fieldsOf(body: unknown): Readonly<Record<string, string | undefined>> {
  const entries = Object.entries((body ?? {}) as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
