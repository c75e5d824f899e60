import { createHmac } from "node:crypto";
import type { Instant } from "../../values/time.ts";
import { presentStatus } from "../api/presentStatus.ts";
import type { Told } from "../persistence/webhooks.ts";
import type { StatusDetail } from "../status.ts";

export const EVENT = "request.status.updated";

/** The body of a message, in the form of public services (service facts 8.2). `at` is the time of the attempt. */
export function webhookBody(told: Told, statusDetail: StatusDetail, at: Instant): string {
  const { quoteCreatedAt: _, ...status } = presentStatus(told.facts, { statusDetail, bare: false });
  const data = {
    ...status,
    depositAddress: presentAddress(told),
    requestId: told.facts.id,
    referrer: told.referrer ?? null,
  };
  return JSON.stringify({ event: EVENT, timestamp: at, data });
}

/** A message that tells of no request: what `POST /webhook/test` sends. */
export function testBody(at: Instant): string {
  return JSON.stringify({ event: "webhook.test", timestamp: at, data: {} });
}

function presentAddress({ depositAddress: address, strict, depositor, facts }: Told): unknown {
  if (address === undefined) return null;
  return {
    address,
    depositAddressType: strict ? "strict" : "open",
    depositor: depositor ?? null,
    depositTxHash: facts.depositHash || null, // none is known of a deposit that was found by its balance
  };
}

/**
 * The headers that prove a message: the milliseconds of the attempt, and HMAC-SHA256 of "<timestamp>.<body>" in hex with the
 * API key as its key (service facts 8.2).
 */
export function signatureHeaders(body: string, apiKey: string, at: Instant): Record<string, string> {
  const signature = createHmac("sha256", apiKey).update(`${at}.${body}`, "utf8").digest("hex");
  return { "X-Signature-Timestamp": String(at), "X-Signature-SHA256": signature };
}
