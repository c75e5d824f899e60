import fs from "node:fs";
import Ajv from "ajv";
import { BETTER_KNOWN, LEFT_OUT, OURS } from "./deviations.ts";

/**
 * BTCPay Server's own description of its API as JSON Schema. Its files lie beside this one, unchanged; this is what is done:
 * - a `$ref` or an `allOf` becomes one object, and `nullable` a choice between the schema and null;
 * - `additionalProperties: false` is dropped where it stands, as within an `allOf` it refuses what the other parts describe.
 *   A named object is closed as a whole instead: it has every field that is described, save LEFT_OUT, and no other, save OURS;
 * - a field in BETTER_KNOWN is what stands there.
 */

export type Schema = Readonly<{
  $ref?: string;
  type?: string;
  format?: string;
  enum?: readonly unknown[];
  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  nullable?: boolean;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean;
  exclusiveMinimum?: boolean;
  items?: Schema;
  example?: unknown;
}>;
type Operation = Readonly<{ responses: Readonly<Record<string, Readonly<{ content?: Readonly<Record<string, Readonly<{ schema?: Schema }>>> }>>> }>; // prettier-ignore
type Description = Readonly<{
  paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components?: Readonly<{ schemas?: Readonly<Record<string, Schema>> }>;
}>;

const folder = new URL(".", import.meta.url);
const descriptions = fs
  .readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(fs.readFileSync(new URL(name, folder), "utf8")) as Description);
const schemas = new Map(descriptions.flatMap(({ components }) => Object.entries(components?.schemas ?? {})));
const paths = new Map(descriptions.flatMap((description) => Object.entries(description.paths ?? {})));

const ajv = new Ajv({
  allErrors: true,
  formats: { decimal: /^-?\d+(\.\d+)?$/, int32: { type: "number", validate: Number.isInteger } },
  unknownFormats: "ignore",
  logger: false,
});

/** What is wrong with an answer 200 to this operation, of which the path is as the description has it; nothing when all is well. */
export function faultsOfAnswer(method: string, path: string, answer: unknown): readonly string[] {
  const contents = paths.get(path)?.[method]?.responses["200"]?.content;
  const schema = contents?.["application/json"]?.schema;
  if (!schema) throw new Error(`BTCPay's description has no answer of ${method} ${path}.`);
  return faults(schema, answer);
}

/** What is wrong with a value that should be what the description calls by this name. */
export function faultsOf(name: string, value: unknown): readonly string[] {
  return faults({ $ref: `#/components/schemas/${name}` }, value);
}

/** The example that the description makes of a schema: what stands at each field as its example, or else the first that it allows. */
export function exampleOf(name: string): unknown {
  return exampleIn({ $ref: `#/components/schemas/${name}` });
}

function faults(schema: Schema, value: unknown): readonly string[] {
  const validate = ajv.compile(plain(schema));
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ dataPath, message = "", params }) => `${dataPath || "it"} ${message}: ${JSON.stringify(params)}`); // prettier-ignore
}

/** A schema without references: as it is validated. */
function plain(schema: Schema): Schema {
  const { nullable, properties, items, anyOf, oneOf: _oneOf, additionalProperties: _open, exclusiveMinimum: _above, ...rest } = flat(schema); // prettier-ignore
  const name = nameOf(schema);
  const result: Schema = {
    ...rest,
    ...(properties ? closed(name, properties) : {}),
    ...(items ? { items: plain(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(plain) } : {}),
  };
  return nullable ? { anyOf: [result, { type: "null" }] } : result;
}

function closed(name: string | undefined, described: Readonly<Record<string, Schema>>): Schema {
  const known = name === undefined ? {} : (BETTER_KNOWN[name] ?? {});
  const fields = Object.entries({ ...described, ...known }).map(([field, schema]) => [field, plain(schema)]);
  const properties = Object.fromEntries(fields) as Record<string, Schema>;
  if (name === undefined) return { properties };
  const required = Object.keys(properties).filter((field) => !LEFT_OUT[name]?.includes(field));
  const ours = Object.fromEntries((OURS[name] ?? []).map((field) => [field, {}]));
  return { properties: { ...properties, ...ours }, required, additionalProperties: false };
}

/** A schema with what it refers to and what it is made of in one; later parts win, and what stands beside them last. */
function flat(schema: Schema): Schema {
  const { $ref, allOf = [], ...own } = schema;
  const parts = [...($ref === undefined ? [] : [flat(referred($ref))]), ...allOf.map(flat), own];
  const properties = parts.flatMap((part) => Object.entries(part.properties ?? {}));
  return {
    ...(Object.assign({}, ...parts) as Schema),
    ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
  };
}

function referred($ref: string): Schema {
  const found = schemas.get($ref.split("/").at(-1) ?? "");
  if (!found) throw new Error(`BTCPay's description has no ${$ref}.`);
  return found;
}

function nameOf({ $ref, allOf = [] }: Schema): string | undefined {
  const references = [$ref, ...allOf.map((part) => part.$ref)];
  return references.findLast((one) => one !== undefined)?.split("/").at(-1); // prettier-ignore
}

const PLACEHOLDERS: Readonly<Record<string, unknown>> = {
  string: "text",
  number: 0,
  boolean: false,
  array: [],
};

function exampleIn(schema: Schema): unknown {
  const { example, enum: words, properties, items, format, type = "object" } = flat(schema);
  if (example !== undefined) return example;
  if (words) return words[0];
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([field, inner]) => [field, exampleIn(inner)]));
  if (items) return [exampleIn(items)];
  return format === "decimal" ? "0" : PLACEHOLDERS[type];
}
