import { z } from "zod";
import type { Market, PoolSwaps, Price } from "./pricing.ts";

/** Returns a price and the market that made it as JSON for the books: every amount as its digits. */
export function quoteRecord(price: Price, market: Market): Record<string, unknown> {
  return inDigits({ price, market });
}

/** Returns a record with every amount as its digits, so that JSON can hold it. */
export function inDigits(record: object): Record<string, unknown> {
  const digits = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
  return JSON.parse(JSON.stringify(record, digits)) as Record<string, unknown>;
}

/** The part of a record that lists of requests show. */
export type RecordedPrice = Readonly<{
  price: Pick<Price, "output" | "fees"> & Readonly<{ swap?: Pick<PoolSwaps, "impact"> | undefined }>;
  market: Pick<Market, "input" | "output">;
}>;

/** Reads what quoteRecord wrote; undefined for anything else. */
export function readRecord(record: unknown): RecordedPrice | undefined {
  const { success, data } = recordSchema.safeParse(record);
  return success ? data : undefined;
}

const amount = z
  .string()
  .regex(/^-?\d+$/)
  .transform(BigInt);
const coin = z.object({ usd: amount, decimals: z.number().int() });
const recordSchema = z.object({
  price: z.object({
    output: amount,
    fees: z.object({
      ...{ relayerGas: amount, relayerService: amount, app: amount, payerGas: amount },
      sponsored: amount.default(0n),
    }),
    swap: z.object({ impact: amount }).optional(),
  }),
  market: z.object({ input: coin, output: coin }),
});
