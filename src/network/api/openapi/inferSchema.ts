/** The JSON Schema of some answers: every field that one of them has, required where all have it. Answers may have more. */
export type InferredSchema = Readonly<{
  type?: string | readonly string[];
  properties?: Readonly<Record<string, InferredSchema>>;
  required?: readonly string[];
  items?: InferredSchema;
}>;

/** What all of these values are; no type where nothing is known, because all of them are null or there are none. */
export function inferSchema(values: readonly unknown[]): InferredSchema {
  const known = values.filter((value) => value !== null && value !== undefined);
  const types = [...new Set(known.map(typeOf))].toSorted();
  if (types.length === 0) return {};
  const all = known.length < values.length ? [...types, "null"] : types;
  const [only = ""] = all;
  return {
    type: all.length === 1 ? only : all,
    ...(types.includes("object") && objectSchema(known.filter(isObject))),
    ...(types.includes("array") && { items: inferSchema(known.filter(Array.isArray).flat()) }),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function objectSchema(values: readonly Fields[]): InferredSchema {
  const names = [...new Set(values.flatMap((value) => Object.keys(value)))];
  const required = names.filter((name) => values.every((value) => Object.hasOwn(value, name)));
  const properties = names.map((name) => [
    name,
    inferSchema(values.filter((value) => Object.hasOwn(value, name)).map((value) => value[name])),
  ]);
  return {
    properties: Object.fromEntries(properties) as Record<string, InferredSchema>,
    ...(required.length > 0 && { required }),
  };
}

function isObject(value: unknown): value is Fields {
  return typeOf(value) === "object";
}

/** Whole numbers are numbers like others: a price is one that happens to be whole. */
function typeOf(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value;
}
