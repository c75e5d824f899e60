import { z } from "zod";
import { WalletError } from "./errors.ts";
import { stepsSchema, type QuotedStep } from "./quote.ts";

/**
 * What was already done for one request, as JSON for the caller to keep. An item moves
 *
 *   EVM, payAddress   sending ──► sent ──► confirmed (EVM only)
 *   PSBT              signed  ──► sent       the signed transaction is kept: broadcasting it twice sends it once
 *   signature         posted
 *
 * and is written down before each step to the outside, so that nothing is ever sent twice. An item found "sending" is one
 * whose answer never came: a person looks into the wallet and writes "sent" with the hash, or removes the item.
 */
const itemSchema = z.discriminatedUnion("state", [
  z.object({ state: z.literal("sending") }),
  z.object({ state: z.literal("signed"), hash: z.string(), rawTx: z.string() }),
  z.object({ state: z.literal("sent"), hash: z.string() }),
  z.object({ state: z.literal("confirmed"), hash: z.string() }),
  z.object({ state: z.literal("posted") }),
]);
export type ItemRecord = Readonly<z.infer<typeof itemSchema>>;

const recordSchema = z.object({
  requestId: z.string(),
  items: z.record(z.string(), itemSchema), // by PlannedItem.key
  furtherSteps: stepsSchema, // that answers to signatures brought
});
export type ExecutionRecord = Readonly<z.infer<typeof recordSchema>>;

/** The record to go on from. Throws WalletError other_request when it is not one of this request. */
export function readRecord(requestId: string, record: unknown): ExecutionRecord {
  if (record === undefined) return { requestId, items: {}, furtherSteps: [] };
  const parsed = recordSchema.safeParse(record);
  if (parsed.success && parsed.data.requestId === requestId) return parsed.data;
  const what = parsed.success ? `one of request ${parsed.data.requestId}` : z.prettifyError(parsed.error);
  throw new WalletError(
    "other_request",
    `Expected the execution record of request ${requestId}, got ${what}.`,
  );
}

/** The record with another state of one item (undefined: it was not sent after all) and further steps behind the others. */
export function withItem(
  { requestId, items, furtherSteps }: ExecutionRecord,
  key: string,
  state: ItemRecord | undefined,
  further: readonly QuotedStep[],
): ExecutionRecord {
  const { [key]: _, ...others } = items;
  return {
    requestId,
    items: state ? { ...others, [key]: state } : others,
    furtherSteps: [...furtherSteps, ...further],
  };
}

/** The hashes of everything that was sent so far. */
export function hashesOf({ items }: ExecutionRecord): readonly string[] {
  return Object.values(items).flatMap((item) => ("hash" in item ? [item.hash] : []));
}
