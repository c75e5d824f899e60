import type { JsonSchema } from "./schemas.ts";
import { wordsOf, type Words } from "./words.ts";

/** A field of a body or an answer, as a line of a table: `checkout.redirectURL`, `deposits[].amount`. */
export type Field = Readonly<{
  name: string;
  type: string;
  /** The named schema that the type speaks of, if it has one. */
  link: string | undefined;
  required: boolean;
  about: Words;
}>;

const REFERENCE = "#/components/schemas/";
const DEEPEST = 4;

/** The fields of an object, those of objects in it after it; named schemas are only referred to. */
export function fieldsOf(schema: JsonSchema, prefix = "", depth = 0): readonly Field[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([key, property]) => {
    const name = prefix + key;
    const { items } = inner(property);
    const within = items ? inner(items) : inner(property);
    const rows = depth < DEEPEST ? fieldsOf(within, `${name}${items ? "[]" : ""}.`, depth + 1) : [];
    return [
      {
        name,
        required: required.includes(key),
        about: wordsOf(property.description ?? ""),
        ...typeOf(property),
      },
      ...rows,
    ];
  });
}

/** A type in words, and the named schema in it. */
export function typeOf(schema: JsonSchema): Pick<Field, "type" | "link"> {
  const { $ref, anyOf, enum: words, items, type, properties } = schema;
  if ($ref !== undefined) return { type: $ref.slice(REFERENCE.length), link: $ref.slice(REFERENCE.length) };
  if (words) return { type: words.map((word) => JSON.stringify(word)).join(" | "), link: undefined };
  if (items) {
    const { type: one, link } = typeOf(items);
    return { type: `${one.includes(" ") ? `(${one})` : one}[]`, link };
  }
  if (anyOf) {
    const parts = anyOf.map(typeOf);
    return {
      type: [...new Set(parts.map((part) => part.type))].join(" | "),
      link: parts.find(({ link }) => link)?.link,
    };
  }
  const plain = [type ?? (properties ? "object" : "anything")].flat();
  return { type: plain.join(" | "), link: undefined };
}

/** What a field is when it is not null. */
function inner(schema: JsonSchema): JsonSchema {
  const parts = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
  return parts.length === 1 && parts[0] ? inner(parts[0]) : schema;
}
