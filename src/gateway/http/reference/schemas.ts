import { z } from "zod";

/** A zod schema as JSON Schema 2020-12, which OpenAPI 3.1 speaks. */
export type JsonSchema = Readonly<{
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  enum?: readonly unknown[];
  additionalProperties?: boolean | JsonSchema;
  [more: string]: unknown;
}>;

/** Schemas of one document: those that have an id are kept under it, and referred to wherever they are used. */
export type Schemas = Readonly<{
  /** What may be sent ("input") or is answered ("output"). */
  describe(schema: z.ZodType, io: "input" | "output"): JsonSchema;
  named(): Readonly<Record<string, JsonSchema>>;
}>;

type Context = Readonly<{ jsonSchema: z.core.JSONSchema.BaseSchema }>;

const REFERENCE = "#/components/schemas/";

/** Collects the named schemas of an OpenAPI document from zod schemas. */
export function createSchemas(): Schemas {
  const named = new Map<string, JsonSchema>();
  return {
    describe(schema, io) {
      const { $schema: _dialect, $defs = {}, ...own } = toJson(schema, io);
      for (const [id, definition] of Object.entries($defs)) named.set(id, definition);
      return own;
    },
    named: () => Object.fromEntries([...named].toSorted(([one], [other]) => one.localeCompare(other))),
  };
}

function toJson(
  schema: z.ZodType,
  io: "input" | "output",
): JsonSchema & Readonly<{ $defs?: Readonly<Record<string, JsonSchema>> }> {
  const override = io === "input" ? withoutTrivia : open;
  const json = z.toJSONSchema(schema, { io, unrepresentable: "any", override });
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', `"${REFERENCE}`)) as JsonSchema;
}

/** Answers may get more fields: no client should count on having seen all. */
function open(context: Context): void {
  withoutTrivia(context);
  if (context.jsonSchema.additionalProperties === false) delete context.jsonSchema.additionalProperties;
}

/** A safe integer is as large as JSON goes: not worth saying. */
function withoutTrivia({ jsonSchema }: Context): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
