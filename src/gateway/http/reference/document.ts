import { type z } from "zod";
import { parametersOf, ROUTES, type OperationName } from "./paths.ts";
import { fullPermission } from "../../domain/access/permissions.ts";
import { VERSION } from "../../../runtime/version.ts";
import { messageAnswer } from "../answers/webhook.ts";
import { answerExamples } from "./examples.ts";
import { AREAS } from "./operations.ts";
import type { Needs, Operation } from "./operation.ts";
import { ABOUT_STATUS, problemAnswer, refusalAnswer } from "./refusals.ts";
import { codesOf } from "./operationCodes.ts";
import { statusesOf, type ApiErrorCode } from "../errorTable.ts";
import { createSchemas, type JsonSchema, type Schemas } from "./schemas.ts";

/** How a call that sends a file does it. */
export const FORM_TYPE = "multipart/form-data";

type Fields = Readonly<Record<string, unknown>>;

const ABOUT = `The API of a Crosstill payment gateway. It is shaped like BTCPay Server's Greenfield API, so that shop plugins
written for that speak it; what is Crosstill's own stands under \`crosstill\`.

A success is always exactly 200. Amounts are decimal text, times are unix seconds. In what you send, null is as good as nothing,
and unknown fields are ignored, save under \`crosstill\`; the header \`Crosstill-Ignored-Fields\` of the answer names them.
A key is of one store: \`/api/v1/invoices/{invoiceId}\` and the like, without \`/stores/{storeId}\`, mean that store too.`;

/** The merchant API as an OpenAPI 3.1 document, made from the very schemas that read requests and that answers are typed by. */
export function openApi(publicUrl: string): Fields {
  const schemas = createSchemas();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name: area, operations } of AREAS) {
    for (const [name, operation] of Object.entries(operations)) {
      const { method, path } = routeOf(name as OperationName); // the areas' keys are those names
      (paths[path] ??= {})[method.toLowerCase()] = describe(schemas, name as OperationName, operation, area);
    }
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Crosstill merchant API",
      version: VERSION,
      description: ABOUT,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: publicUrl }],
    tags: AREAS.map(({ name, about }) => ({ name, description: about })),
    paths,
    webhooks: { event: { post: webhook(schemas) } },
    components: {
      securitySchemes: {
        apiKey: { type: "apiKey", in: "header", name: "Authorization", description: "`token <API key>`" },
      },
      schemas: schemas.named(), // last: by now every one of them was met
    },
  };
}

/** The method and the path of an operation. */
export function routeOf(name: OperationName): Readonly<{ method: string; path: string }> {
  const [method = "", path = ""] = ROUTES[name].split(" ");
  return { method, path };
}

/** What a caller needs, in words. */
export function needsInWords(needs: Needs): string {
  if (needs === "nothing") return "No key is asked for.";
  if (needs === "link")
    return "No key is asked for: the path ends as the pull payment's `viewLink` does, and that is enough to do this. A key of its store may give the id instead, if it may do the same in its store.";
  return needs === "any key" ? "Any key may do this." : `The key needs \`${fullPermission(needs)}\`.`;
}

function describe(schemas: Schemas, name: OperationName, operation: Operation, area: string): Fields {
  const { path } = routeOf(name);
  const { summary, about, needs, query, body, repeatable } = operation;
  const isOpen = needs === "nothing" || needs === "link";
  const inPath = parametersOf(path).map((parameter) => ({
    name: parameter,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  return {
    operationId: name,
    summary,
    tags: [area],
    description: [about, needsInWords(needs)].filter((part) => part !== undefined).join("\n\n"),
    security: isOpen ? [] : [{ apiKey: [] }],
    parameters: [...inPath, ...inQuery(schemas, query), ...(repeatable ? [IDEMPOTENCY_KEY] : [])],
    ...(body
      ? { requestBody: { required: true, content: json(schemas.describe(body, "input"), operation.example) } }
      : {}),
    ...(operation.file ? { requestBody: { required: true, content: form(operation.file) } } : {}),
    responses: { "200": success(schemas, name, operation), ...refusalsOf(schemas, name, operation) },
  };
}

const IDEMPOTENCY_KEY: Fields = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: { type: "string", maxLength: 255 },
  description:
    "A random text for each thing that is to be made, for example a UUID. Say the same call again with the same key, and nothing is made twice: the first answer is given again for a day, with `Idempotent-Replayed`. A call that was refused leaves the key free.",
};

function inQuery(schemas: Schemas, query: z.ZodObject | undefined): readonly Fields[] {
  if (!query) return [];
  return Object.entries(schemas.describe(query, "input").properties ?? {}).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: "query",
      required: false,
      schema,
      description,
    }),
  );
}

function success(schemas: Schemas, name: OperationName, { answer, csv }: Operation): Fields {
  if (csv)
    return { description: "A table, as CSV.", content: { "text/csv": { schema: { type: "string" } } } };
  if (!answer) return { description: "It is done. The answer is empty." };
  return {
    description: "As asked for",
    content: json(schemas.describe(answer, "output"), answerExamples[name]),
  };
}

function json(schema: JsonSchema, example: unknown): Fields {
  return { "application/json": { schema, ...(example === undefined ? {} : { example }) } };
}

function form(description: string): Fields {
  const file = { type: "string", format: "binary", description };
  return { [FORM_TYPE]: { schema: { type: "object", properties: { file }, required: ["file"] } } };
}

/** The statuses of an operation's errors, each with the codes that come with it. */
function refusalsOf(schemas: Schemas, name: OperationName, operation: Operation): Fields {
  const byStatus = new Map<number, ApiErrorCode[]>();
  for (const code of codesOf(name, operation)) {
    for (const status of statusesOf(code)) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [String(status), refusal(schemas, status, codes)]),
  );
}

function refusal(schemas: Schemas, status: number, codes: readonly ApiErrorCode[]): Fields {
  const isList = status === 422;
  const of = { properties: { code: { type: "string", enum: codes } } };
  const one = { allOf: [schemas.describe(isList ? problemAnswer : refusalAnswer, "output"), of] };
  const schema = isList ? { type: "array", items: one } : one;
  return { description: ABOUT_STATUS[status] ?? "An error.", content: json(schema, undefined) };
}

function webhook(schemas: Schemas): Fields {
  return {
    operationId: "event",
    summary: "What a webhook is sent",
    tags: ["Webhooks and events"],
    security: [],
    description:
      "Signed by `BTCPay-Sig` (`sha256=` and the HMAC-SHA256 of the body in hex, by the webhook's secret) and by the three headers of Standard Webhooks. Answer with 2xx within 15 seconds.",
    requestBody: { required: true, content: json(schemas.describe(messageAnswer, "output"), undefined) },
    responses: {
      "200": { description: "It was taken. 410 switches the webhook off; everything else is told again." },
      "4XX": { description: "It was not taken, and is told again later." },
    },
  };
}
