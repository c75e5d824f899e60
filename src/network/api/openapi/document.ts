import { z } from "zod";
import { VERSION } from "../../../runtime/version.ts";
import { answerExamples } from "./examples.ts";
import { inferSchema } from "./inferSchema.ts";
import { AREAS, OPERATIONS, type Operation, type OperationName } from "./operations.ts";

type Fields = Readonly<Record<string, unknown>>;

const ABOUT = `Quotes bridges, swaps and calls between EVM chains and Bitcoin, and carries them out.

Amounts are strings of digits in smallest units, times are milliseconds. Answers may get more fields, and words like \`status\`
and \`errorCode\` more values. What is refused is JSON with a \`message\` for people and an \`errorCode\` for programs.`;

const ERRORS: Readonly<Record<string, string>> = {
  "400": "The request cannot be served as it is: the message names what was expected and what came.",
  "401": "The key in x-api-key is not valid, or one is needed.",
  "429": "Too many calls; Retry-After says when the next one passes.",
  "503": "A chain or a price could not be asked just now. Try again.",
};

/**
 * The service's interface as an OpenAPI 3.1 document. Requests are described by the schemas that read them, answers by
 * recorded answers. The address of the document says where the service is.
 */
export function openApi(): Fields {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    const [method = "", path = ""] = name.split(" ");
    (paths[path] ??= {})[method.toLowerCase()] = describe(name as OperationName, operation); // its keys are those
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Crosstill intent service",
      version: VERSION,
      description: ABOUT,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "." }],
    tags: Object.entries(AREAS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "x-api-key" } },
      schemas: { Error: ERROR },
    },
  };
}

const ERROR = {
  type: "object",
  properties: {
    message: { type: "string", description: "For people." },
    errorCode: { type: "string", description: "For programs." },
    errorData: { type: "string", description: "Why a call on the destination would revert." },
  },
  required: ["message", "errorCode"],
} as const;

function describe(name: OperationName, operation: Operation): Fields {
  const { id, area, summary, about, needsKey = false, query, body, fields = {}, mayAnswer = {} } = operation;
  const [, path = ""] = name.split(" ");
  return {
    operationId: id,
    summary,
    tags: [area],
    ...(about !== undefined && { description: about }),
    security: needsKey ? [{ apiKey: [] }] : [{}, { apiKey: [] }],
    parameters: [...inPath(path), ...(query ? inQuery(query, fields) : [])],
    ...(body && {
      requestBody: { required: true, content: json({ schema: withTexts(schemaOf(body), fields) }) },
    }),
    responses: { "200": success(name), ...refusals({ ...ERRORS, ...mayAnswer }) },
  };
}

function inPath(path: string): readonly Fields[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function inQuery(query: z.ZodObject, texts: Readonly<Record<string, string>>): readonly Fields[] {
  const { properties = {}, required = [] } = schemaOf(query);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    ...(texts[name] !== undefined && { description: texts[name] }),
    schema,
  }));
}

function success(name: OperationName): Fields {
  const answers = answerExamples[name];
  const examples = Object.entries(answers).map(([what, value]) => [idOf(what), { summary: what, value }]);
  return {
    description: "As asked for",
    content: json({
      schema: inferSchema(Object.values(answers)),
      examples: Object.fromEntries(examples) as Fields,
    }),
  };
}

function idOf(what: string): string {
  return what.replace(/\W+/g, "-");
}

function refusals(answers: Readonly<Record<string, string>>): Fields {
  const schema = { $ref: "#/components/schemas/Error" };
  const all = Object.entries(answers).map(([status, description]) => [
    status,
    { description, content: json({ schema }) },
  ]);
  return Object.fromEntries(all) as Fields;
}

function json(media: Fields): Fields {
  return { "application/json": media };
}

type Schema = Readonly<{
  properties?: Readonly<Record<string, Fields>>;
  required?: readonly string[];
}>;

/** What may be sent. A safe integer is as large as JSON goes, which is not worth saying. */
function schemaOf(schema: z.ZodType): Schema {
  const made = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const { $schema: _dialect, ...own } = made;
  return own as Schema;
}

function withTexts(schema: Schema, texts: Readonly<Record<string, string>>): Schema {
  const described = Object.entries(schema.properties ?? {}).map(([name, one]) => [
    name,
    texts[name] === undefined ? one : { ...one, description: texts[name] },
  ]);
  return { ...schema, properties: Object.fromEntries(described) as Record<string, Fields> };
}
