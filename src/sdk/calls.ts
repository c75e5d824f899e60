import type { z } from "zod";
import type { messageAnswer } from "../gateway/http/answers/webhook.ts";
import type { Answer } from "../gateway/http/answers/scalars.ts";
import type { OPERATIONS } from "../gateway/http/reference/operations.ts";
import type { OperationName, ROUTES } from "../gateway/http/reference/paths.ts";

/** The types of the client, made from the schemas that the gateway itself reads and answers by. */

type Operations = typeof OPERATIONS;
type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type Nothing = Readonly<Record<never, never>>;

type InPath<Name extends OperationName> = Readonly<
  Record<Exclude<Names<(typeof ROUTES)[Name]>, "storeId">, string>
>;
type InQuery<Name extends OperationName> = Operations[Name] extends { query: infer Query extends z.ZodType }
  ? Readonly<z.input<Query>>
  : Nothing;
type InBody<Name extends OperationName> = Operations[Name] extends { body: infer Body extends z.ZodType }
  ? Readonly<{ body: z.input<Body> }>
  : Nothing;
type InForm<Name extends OperationName> = Operations[Name] extends { file: string }
  ? Readonly<{ file: Blob }>
  : Nothing;
type InHeader<Name extends OperationName> = Operations[Name] extends { repeatable: true }
  ? Readonly<{ idempotencyKey?: string }>
  : Nothing;

/** What a call takes: the ids in its path and its query by their names, its body or its file, and for what makes something an Idempotency-Key. */
export type Call<Name extends OperationName> = InPath<Name> &
  InQuery<Name> &
  InBody<Name> &
  InForm<Name> &
  InHeader<Name>;

/** What a call gives: nothing where a success has an empty body, the text of a table. */
export type Given<Name extends OperationName> = Operations[Name] extends {
  answer: infer Schema extends z.ZodType;
}
  ? Answer<Schema>
  : Operations[Name] extends { csv: true }
    ? string
    : undefined;

type Arguments<Name extends OperationName> =
  Nothing extends Call<Name> ? [call?: Call<Name>] : [call: Call<Name>];

/** One method for each operation of the merchant API. */
export type Client = {
  readonly [Name in OperationName]: (...call: Arguments<Name>) => Promise<Given<Name>>;
};

/** What a webhook is sent. */
export type WebhookMessage = Answer<typeof messageAnswer>;
