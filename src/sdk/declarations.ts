import { FORM_TYPE } from "../gateway/http/reference/document.ts";
import type { JsonSchema } from "../gateway/http/reference/schemas.ts";
import { MESSAGE_FIELDS } from "./messageFields.ts";

/**
 * The types of the client's package as one declaration file, made from the OpenAPI document: so they need neither the server nor
 * its schema library, and every field has its description.
 */

type Parameter = Readonly<{
  name: string;
  in: string;
  required: boolean;
  schema: JsonSchema;
  description?: string;
}>;
type Content = Readonly<Record<string, Readonly<{ schema: JsonSchema }>>>;
type Operation = Readonly<{
  operationId: string;
  summary: string;
  description: string;
  parameters: readonly Parameter[];
  requestBody?: Readonly<{ content: Content }>;
  responses: Readonly<Record<string, Readonly<{ content?: Content }>>>;
}>;
type Document = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: Readonly<{ schemas: Readonly<Record<string, JsonSchema>> }>;
}>;

const FILE = "{ readonly size: number; readonly type: string; arrayBuffer(): Promise<ArrayBuffer> }"; // as of a Blob

/** The declaration file. `library` is what was written by hand: the functions and their options. */
export function declarations(document: unknown, library: string): string {
  const { paths, components } = document as Document; // openApi() made it
  const schemas = Object.entries(components.schemas).map(([name, schema]) => {
    const own = name === "WebhookMessage" ? "WebhookMessageFields" : name;
    return `${comment([schema.description])}export type ${own} = ${typeOf(schema)};\n`;
  });
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const client = `/** One method for each operation of the API. */\nexport interface Client {\n${operations.map(methodOf).join("\n")}\n}\n`;
  const messages = Object.entries(MESSAGE_FIELDS).map(
    ([type, has]) => `  | MessageOf<"${type}", ${has.map((name) => `"${name}"`).join(" | ")}>`,
  );
  const union = `/** What a webhook is sent: one of these, by \`type\`. */\nexport type WebhookMessage =\n${messages.join("\n")};\n`;
  return [library, union, client, ...schemas].join("\n");
}

function methodOf({
  operationId,
  summary,
  description,
  parameters,
  requestBody,
  responses,
}: Operation): string {
  const fields = parameters
    .filter(({ name }) => name !== "storeId")
    .map((one) =>
      one.in === "header"
        ? field("idempotencyKey", "string", false, one.description)
        : field(one.name, typeOf(one.schema), one.required, one.description),
    );
  const body = requestBody?.content["application/json"];
  if (body) fields.push(field("body", typeOf(body.schema), true));
  if (requestBody?.content[FORM_TYPE]) fields.push(field("file", FILE, true));
  const isNeeded =
    requestBody !== undefined || parameters.some(({ name, required }) => required && name !== "storeId");
  const call = fields.length === 0 ? "" : `call${isNeeded ? "" : "?"}: {\n${fields.join("\n")}\n}`;
  const answer = responses["200"]?.content;
  const json = answer?.["application/json"];
  const given = json ? typeOf(json.schema) : answer ? "string" : "undefined";
  return `${comment([`${summary}.`, description])}${operationId}(${call}): Promise<${given}>;`;
}

function field(name: string, type: string, isNeeded: boolean, about?: string): string {
  return `${comment([about])}readonly ${/^\w+$/.test(name) ? name : JSON.stringify(name)}${isNeeded ? "" : "?"}: ${type};`;
}

/** A JSON Schema as a TypeScript type. */
export function typeOf(schema: JsonSchema): string {
  const { $ref, anyOf, type, items, properties, required = [], additionalProperties } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf("/") + 1);
  if (schema["const"] !== undefined) return JSON.stringify(schema["const"]);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (anyOf) return [...new Set(anyOf.map(typeOf))].map(inParentheses).join(" | ");
  if (Array.isArray(type)) return type.map((one: string) => typeOf({ ...schema, type: one })).join(" | ");
  if (type === "array") return `readonly ${inParentheses(typeOf(items ?? {}))}[]`;
  if (type === "object") {
    const fields = Object.entries(properties ?? {}).map(([name, one]) =>
      field(name, typeOf(one), required.includes(name), one.description),
    );
    if (fields.length > 0) return `{\n${fields.join("\n")}\n}`;
    const value = typeof additionalProperties === "object" ? typeOf(additionalProperties) : "unknown";
    return `{ readonly [name: string]: ${value} }`;
  }
  if (type === "integer") return "number";
  return type === "string" || type === "number" || type === "boolean" || type === "null" ? type : "unknown";
}

/** Unions and arrays inside an array or a union. */
function inParentheses(type: string): string {
  return /^[\w.]+$|^\{/.test(type) ? type : `(${type})`;
}

function comment(parts: readonly (string | undefined)[]): string {
  const text = parts
    .filter((part) => part !== undefined && part !== "")
    .join("\n\n")
    .replaceAll("*/", "* /");
  if (text === "") return "";
  return `/**\n${text
    .split("\n")
    .map((line) => ` * ${line}`.trimEnd())
    .join("\n")}\n */\n`;
}
