import express, { type RequestHandler } from "express";
import { z } from "zod";
import { describeIssues, inOurWords } from "./describeIssues.ts";
import { Refusal } from "./refusals.ts";

/** Reads a JSON body of at most 64 kB into request.body. */
export const readJson: RequestHandler = express.json({ limit: "64kb" });

/**
 * Text that a database can store and compare: PostgreSQL accepts neither NUL characters nor lone
 * surrogates.
 */
export const plainText = z
  .string()
  .regex(/^[^\0\p{Surrogate}]*$/u, "expected text without NUL characters and lone surrogates");

/** A chain id as queries and some bodies carry it: a number, or its digits. */
export const chainIdText = z
  .union([z.string().regex(/^\d{1,15}$/), z.number().int().nonnegative()], {
    error: "expected the number of a chain, as GET /chains lists them",
  })
  .transform(Number);

/**
 * The query of a call. A parameter that is not known is refused with the list of those that are, because a filter that is
 * ignored answers too much. Throws Refusal.
 */
export function readQuery<T extends z.ZodRawShape>(
  schema: z.ZodObject<T>,
  query: unknown,
): z.infer<z.ZodObject<T>> {
  const known = `Parameters are ${Object.keys(schema.shape).join(", ")}.`;
  return read(schema.strict(), query, "query", known) as z.infer<z.ZodObject<T>>; // strict changes what is refused only
}

/** The JSON object of a call's body; fields that are not known are ignored. Throws Refusal. */
export function readBody<T extends z.ZodRawShape>(
  schema: z.ZodObject<T>,
  body: unknown,
): z.infer<z.ZodObject<T>> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new Refusal("INVALID_REQUEST", "Expected a JSON object with the content type application/json.");
  }
  return read(schema, body, "body", `Fields are ${Object.keys(schema.shape).join(", ")}.`);
}

function read<T>(schema: z.ZodType<T>, input: unknown, whole: "body" | "query", known: string): T {
  const parsed = schema.safeParse(input, { error: inOurWords });
  if (parsed.success) return parsed.data;
  throw new Refusal("INVALID_REQUEST", `${describeIssues(parsed.error, whole)}. ${known}`);
}
