import { z } from "zod";
import { plainText } from "./plainText.ts";

/**
 * Request status (interface specification 3): the contract names waiting, pending and success and leaves
 * the statuses of failure and refund open. Public services add the others. A status that is not listed here
 * is "unknown" and has no effect.
 */
export const STATUS_MEANINGS = {
  waiting: "waiting",
  pending: "moving",
  depositing: "moving",
  submitted: "moving",
  delayed: "moving",
  success: "success",
  failure: "failure",
  refund: "refund",
  refunded: "refund",
  fallback: "refund", // the public service's older word for a refund
} as const;

export type StatusMeaning = (typeof STATUS_MEANINGS)[keyof typeof STATUS_MEANINGS] | "unknown";

/** What a status word means. Words are compared exactly: "SUCCESS" is not success. */
export function statusMeaning(word: unknown): StatusMeaning {
  if (typeof word !== "string" || !Object.hasOwn(STATUS_MEANINGS, word)) return "unknown";
  return STATUS_MEANINGS[word as keyof typeof STATUS_MEANINGS]; // own key, checked above
}

const hashes = z.array(plainText(256)).max(64).nullish().catch(undefined);

/** GET /intents/status/v3. Only `status` is in the contract; the rest is read where a service gives it. */
export const statusResponseSchema = z.looseObject({
  status: z.unknown(),
  details: z.string().max(4096).nullish().catch(undefined),
  inTxHashes: hashes,
  txHashes: hashes,
  failReason: plainText(256).nullish().catch(undefined),
});
export type StatusResponse = z.infer<typeof statusResponseSchema>;
