import { z } from "zod";
import type { QuoteRequest } from "../intents/quote.ts";
import { unsafe, WalletError } from "./errors.ts";

/**
 * Quotes for a client that carries them out (interface specification 2.2): with call data, PSBTs and what is to
 * be signed in full, which intents/quote.ts, the reading of prices and addresses, has no need of.
 */

/** The body of a quote request; extensions of the service are passed on as they are. */
export type QuoteBody = QuoteRequest & Readonly<Record<string, unknown>>;

/**
 * A quote and what it was asked for, as plain JSON: it is kept beside the execution record to go on after a break. The
 * steps are checked against the request, never against the service's own words.
 */
export type WalletQuote = Readonly<{
  request: QuoteBody;
  requestId: string; // the same in every step
  steps: readonly QuotedStep[];
  /** The input in smallest units (digits), as far as the service states it. */
  statedInput: string | undefined;
  /** bridge, swap, send, wrap, unwrap …, as far as the service states it. */
  operation: string | undefined;
  /** Ids under which a PSBT may name the request: its own and, with some services, the order's. */
  references: readonly string[];
}>;

const LONGEST_HEX = 1_000_000; // a PSBT carries whole previous transactions, a call may carry a contract's code
const MOST_STEPS = 32;

const absent = (value: unknown): unknown => (value === "" || value === null ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(absent, schema.optional());
const text = z.string().max(4096);
/** An amount in smallest units, as services write it. */
export const units = z.union([
  z.string().regex(/^\d{1,78}$/),
  z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER),
]);

const signSchema = z.discriminatedUnion("signatureKind", [
  z.looseObject({ signatureKind: z.literal("eip191"), message: z.string().max(LONGEST_HEX) }),
  z.looseObject({
    signatureKind: z.literal("eip712"),
    domain: z.record(z.string(), z.unknown()),
    types: z.record(z.string(), z.array(z.object({ name: text, type: text })).max(64)),
    value: z.record(z.string(), z.unknown()),
    primaryType: text,
  }),
]);
/** What a signature step wants signed. */
export type ToSign = z.infer<typeof signSchema>;

/** A path on the service itself. An absolute address would carry the signature, and the key, elsewhere. */
const pathSchema = z
  .string()
  .max(4096)
  .regex(/^\/(?!\/)[^\s\\#]*$/, "Expected a path on the service, beginning with one /");

const postSchema = z.looseObject({
  endpoint: pathSchema,
  method: z.literal("POST").default("POST"),
  body: z.unknown(),
});
export type SignaturePost = z.infer<typeof postSchema>;

const itemSchema = z.looseObject({
  status: optional(text),
  data: optional(
    z.looseObject({
      to: optional(text),
      data: optional(z.string().max(LONGEST_HEX)),
      value: optional(units),
      chainId: optional(z.number().int().positive()),
      psbt: optional(z.string().max(LONGEST_HEX)),
      sign: optional(signSchema),
      post: optional(postSchema),
    }),
  ),
  // A check that is no path on the service is overlooked: the contract's own status path does as well.
  check: optional(z.looseObject({ endpoint: pathSchema, method: optional(z.literal("GET")) })).catch(
    undefined,
  ),
});
export type ItemData = NonNullable<z.infer<typeof itemSchema>["data"]>;

const stepSchema = z.looseObject({
  id: text,
  action: optional(text),
  description: optional(text),
  kind: z.enum(["transaction", "signature"]),
  requestId: optional(z.string().max(256)),
  depositAddress: optional(z.string().max(128)),
  depositAddressType: optional(z.string().max(40)), // stated by v3
  items: z.array(itemSchema).max(MOST_STEPS).default([]),
});
export type QuotedStep = z.infer<typeof stepSchema>;
export const stepsSchema = z.array(stepSchema).max(MOST_STEPS);

const answerSchema = z.looseObject({
  steps: stepsSchema,
  details: z
    .looseObject({
      operation: optional(text),
      currencyIn: z.looseObject({ amount: units.optional() }).optional(),
    })
    .nullish()
    .catch(undefined),
  protocol: z
    .looseObject({ v2: z.looseObject({ orderId: text }) })
    .nullish()
    .catch(undefined),
});

/** Reads a quote answer. Throws WalletError unsafe_quote when it is not one, or its steps do not belong to one request. */
export function readQuote(request: QuoteBody, answer: unknown): WalletQuote {
  const { steps, details, protocol } = readAs(answerSchema, answer, "a quote");
  const [requestId, ...others] = new Set(steps.flatMap((step) => step.requestId ?? []));
  if (requestId === undefined || others.length > 0) {
    throw unsafe(`its steps name ${others.length + (requestId ? 1 : 0)} requestIds instead of one`);
  }
  const input = details?.currencyIn?.amount;
  return {
    request,
    requestId,
    steps,
    statedInput: input === undefined ? undefined : String(input),
    operation: details?.operation,
    references: [requestId, ...(protocol ? [protocol.v2.orderId] : [])],
  };
}

/** The further steps that the answer to a posted signature brings; none in most cases. Throws like readQuote. */
export function readFurtherSteps(answer: unknown): readonly QuotedStep[] {
  return (
    readAs(z.looseObject({ steps: stepsSchema.nullish() }), answer, "an answer to a signature").steps ?? []
  );
}

function readAs<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new WalletError(
    "unsafe_quote",
    `Expected ${what} as the interface describes it (2.2). ${z.prettifyError(parsed.error)}`,
  );
}
