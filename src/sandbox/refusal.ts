import type { ErrorRequestHandler } from "express";
import { z } from "zod";
import { checkBitcoinAddress, type BitcoinAddress } from "../bitcoin/address.ts";
import { checkEvmAddress, type EvmAddress } from "../evm/address.ts";

/** A control of the sandbox was asked for something that it does not do. The message says what was expected and what came. */
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

const WHOLE_UNITS = 'expected a whole number of smallest units, e.g. "25000"';
const MAX_UNITS = 2n ** 256n - 1n;

/** An amount in smallest units: an integer string, or a JSON integer that no rounding has touched. */
export const amountSchema = z
  .union([z.string().regex(/^\d{1,78}$/, WHOLE_UNITS), z.int(WHOLE_UNITS)], WHOLE_UNITS)
  .transform(BigInt)
  .refine((amount) => amount > 0n && amount <= MAX_UNITS, "expected an amount above zero");

/** A fee rate in sat/vB, also as text from a form. */
export const feeRateSchema = z.coerce
  .number({ error: "expected a fee rate in sat/vB, e.g. 5" })
  .min(1, "expected a fee rate of at least 1 sat/vB")
  .max(5_000, "expected a fee rate of at most 5000 sat/vB");

export const bitcoinAddressSchema = z.string().transform((text, context): BitcoinAddress => {
  const address = checkBitcoinAddress("regtest", text);
  if (address) return address;
  context.addIssue(`expected a regtest address (bcrt1…), got "${text.slice(0, 100)}"`);
  return z.NEVER;
});

export const evmAddressSchema = z.string().transform((text, context): EvmAddress => {
  const address = checkEvmAddress(text);
  if (address) return address;
  context.addIssue(
    `expected an EVM address (0x and 40 hex digits, checksummed when in mixed case), got "${text.slice(0, 100)}"`,
  );
  return z.NEVER;
});

export const txidSchema = z.string().regex(/^[0-9a-f]{64}$/, "expected a transaction id of 64 hex digits");

/** The body, read by the schema. Throws SandboxRefusal that lists every field which is not as expected. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const complaints = parsed.error.issues.map(
    ({ path, message }) => `${path.join(".") || "body"}: ${message}`,
  );
  throw new SandboxRefusal("invalid_request", `${complaints.join("; ")}.`);
}

/** Answers refusals, and bodies that are not JSON, as {code, message}; everything else goes on to the server's handler. */
export const answerRefusals: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (error instanceof SandboxRefusal) {
    response.status(error.status).json({ code: error.code, message: error.message });
  } else if (error instanceof SyntaxError && "body" in error) {
    response.status(400).json({ code: "invalid_json", message: "Expected a JSON object as the body." });
  } else next(error);
};
