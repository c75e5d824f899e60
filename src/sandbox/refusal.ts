import type { ErrorRequestHandler } from "express";
import { z } from "zod";
import { checkBitcoinAddress, type BitcoinAddress } from "../bitcoin/codec/address.ts";
import { checkEvmAddress, type EvmAddress } from "../evm/codec/address.ts";

/** An invalid request to a control of the sandbox. The message states what was expected and what came. */
export class SandboxRefusal extends Error {
  override name = "SandboxRefusal";
  constructor(
    readonly code: string,
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }
}

/*
 * The messages of these schemas finish the sentence "Expected <field> to be …"; readBody puts the field before them and
 * what came behind them.
 */

const WHOLE_UNITS = 'a whole number of smallest units, e.g. "25000"';
const MAX_UNITS = 2n ** 256n - 1n;
const REGTEST_ADDRESS = "a regtest address (bcrt1…)";
const EVM_ADDRESS = "an EVM address (0x and 40 hex digits, checksummed when in mixed case)";
const TXID = "a transaction id of 64 hex digits";

/** An amount in smallest units: an integer string, or a JSON integer that no rounding has touched. */
export const amountSchema = z
  .union([z.string().regex(/^\d{1,78}$/, WHOLE_UNITS), z.int(WHOLE_UNITS)], WHOLE_UNITS)
  .transform(BigInt)
  .refine((amount) => amount > 0n && amount <= MAX_UNITS, "an amount above zero");

/** A fee rate in sat/vB, also as text from a form. */
export const feeRateSchema = z.coerce
  .number({ error: "a fee rate in sat/vB, e.g. 5" })
  .min(1, "a fee rate of at least 1 sat/vB")
  .max(5_000, "a fee rate of at most 5000 sat/vB");

export const bitcoinAddressSchema = z.string(REGTEST_ADDRESS).transform((text, context): BitcoinAddress => {
  const address = checkBitcoinAddress("regtest", text);
  if (address) return address;
  context.addIssue(REGTEST_ADDRESS);
  return z.NEVER;
});

export const evmAddressSchema = z.string(EVM_ADDRESS).transform((text, context): EvmAddress => {
  const address = checkEvmAddress(text);
  if (address) return address;
  context.addIssue(EVM_ADDRESS);
  return z.NEVER;
});

export const txidSchema = z.string(TXID).regex(/^[0-9a-f]{64}$/, TXID);

/** The body, read by the schema. Throws SandboxRefusal with a sentence for every field which is not as expected. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const given = body ?? {};
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const sentences = parsed.error.issues.map(({ path, message }) =>
    path.length === 0
      ? `Expected the body to be a JSON object; got ${shown(given)}.`
      : `Expected ${path.join(".")} to be ${message}; got ${shown(valueAt(given, path))}.`,
  );
  throw new SandboxRefusal("invalid_request", sentences.join(" "));
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), body);
}

function isObject(value: unknown): value is Readonly<Record<PropertyKey, unknown>> {
  return typeof value === "object" && value !== null;
}

function shown(value: unknown): string {
  if (value === undefined || value === "") return "nothing";
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

/**
 * Answers refusals, and bodies that are not JSON, as {code, message}; other errors pass to the server's
 * handler.
 */
export const answerRefusals: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (error instanceof SandboxRefusal) {
    response.status(error.status).json({ code: error.code, message: error.message });
  } else if (error instanceof SyntaxError && "body" in error) {
    response.status(400).json({ code: "invalid_json", message: "Expected a JSON object as the body." });
  } else next(error);
};
