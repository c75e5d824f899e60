import { fieldsOf, typeOf, type Field } from "./fields.ts";
import { FORM_TYPE } from "./document.ts";
import { ERROR_TABLE, type ErrorRow } from "../errorTable.ts";
import type { JsonSchema } from "./schemas.ts";
import { paragraphsOf, wordsOf } from "./words.ts";

/** What views/reference shows: an OpenAPI document of ours, sorted for reading. */

type Content = Readonly<Record<string, Readonly<{ schema: JsonSchema; example?: unknown }>>>;
type Described = Readonly<{
  operationId: string;
  summary: string;
  description: string;
  tags: readonly string[];
  security: readonly unknown[];
  parameters: readonly Readonly<{ name: string; in: string; schema: JsonSchema; description?: string }>[];
  requestBody?: Readonly<{ content: Content }>;
  responses: Readonly<Record<string, Readonly<{ description?: string; content?: Content }>>>;
}>;
export type Document = Readonly<{
  info: Readonly<{ version: string; description: string }>;
  servers: readonly Readonly<{ url: string }>[];
  tags: readonly Readonly<{ name: string; description: string }>[];
  paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  components: Readonly<{ schemas: Readonly<Record<string, JsonSchema>> }>;
}>;

type Call = Readonly<{ method: string; path: string; described: Described }>;

/** Everything that the page of the reference shows. */
export function referenceView({ info, servers, tags, paths, components }: Document) {
  const url = servers[0]?.url ?? "";
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): Call => ({
      method: method.toUpperCase(),
      path,
      described,
    })),
  );
  return {
    url,
    version: info.version,
    about: paragraphsOf(info.description),
    areas: tags.map(({ name, description }) => ({
      name,
      slug: slugOf(name),
      about: paragraphsOf(description),
      operations: calls
        .filter(({ described }) => described.tags.includes(name))
        .map((call) => operationView(call, url)),
    })),
    errors: Object.entries(ERROR_TABLE).map(([title, rows]) => ({ title, rows: rows.map(withAnchor) })),
    schemas: Object.entries(components.schemas).map(([name, schema]) => ({
      name,
      about: paragraphsOf(schema.description ?? ""),
      fields: fieldsOf(schema),
    })),
  };
}

function operationView({ method, path, described }: Call, url: string) {
  const { operationId, summary, description, parameters, requestBody, responses, security } = described;
  const form = requestBody?.content[FORM_TYPE];
  const body = requestBody?.content["application/json"] ?? form;
  const answer = responses["200"]?.content?.["application/json"];
  return {
    id: operationId,
    method,
    path,
    summary,
    about: paragraphsOf(description),
    parameters: parameters
      .filter(({ in: place }) => place !== "path")
      .map(({ name, in: place, schema, description = "" }) => ({
        ...typeOf(schema),
        name,
        place,
        about: wordsOf(description),
      })),
    body: body ? { fields: fieldsOf(body.schema) } : undefined,
    gives: responses["200"]?.description,
    errors: errorsOf(responses),
    answer: answer ? answerView(answer.schema) : undefined,
    curl: curlOf(method, url + path, security.length > 0, form ? "file" : body?.example),
    example: answer?.example === undefined ? undefined : JSON.stringify(answer.example, null, 2),
  };
}

/** The codes of an operation by status. */
function errorsOf(responses: Described["responses"]) {
  return Object.entries(responses)
    .filter(([status]) => status !== "200")
    .map(([status, { description = "", content }]) => {
      const schema = content?.["application/json"]?.schema;
      const [, of] = ((schema?.items ?? schema)?.["allOf"] ?? []) as readonly JsonSchema[]; // document.ts wrote it
      return { status, about: wordsOf(description), codes: of?.properties?.["code"]?.enum ?? [] };
    });
}

/** A code of two tables is linked where it stands first. */
function withAnchor(row: ErrorRow) {
  const first = Object.values(ERROR_TABLE)
    .flat()
    .find(({ code }) => code === row.code);
  return { ...row, anchor: first === row ? `error-${row.code}` : undefined };
}

function answerView(
  schema: JsonSchema,
): Readonly<{ type: string; link: string | undefined; fields: readonly Field[] }> {
  return { ...typeOf(schema), fields: fieldsOf(schema) };
}

function curlOf(method: string, url: string, needsKey: boolean, body: unknown): string {
  const lines = [`curl ${method === "GET" ? "" : `-X ${method} `}"${url.replace(/\{(\w+)\}/g, "$$$1")}"`];
  if (needsKey) lines.push('  -H "Authorization: token $KEY"');
  if (body === "file") lines.push('  -F "file=@logo.png"');
  else if (body !== undefined) {
    lines.push('  -H "Content-Type: application/json"');
    lines.push(`  -d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`);
  }
  return lines.join(" \\\n");
}

function slugOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z]+/g, "-");
}
