import { createHmac } from "node:crypto";
import { z } from "zod";
import { createHttp, HttpFailure, parseJson } from "../../http-client/http.ts";
import { SECOND_MS, type Clock } from "../../values/time.ts";
import type { Catalog } from "../catalog.ts";
import type { Question } from "./question.ts";

const TIMEOUT_MS = 5 * SECOND_MS;
const MAX_BYTES = 16_384;

/** Where an operator's screening service is, and the secret that signs what it is asked. */
export type ScreeningServiceSettings = Readonly<{ url: string; secret: string }>;

/** The answer: served, or not and why. */
export type ServiceAnswer = Readonly<{ allowed: boolean; reason: string }>;

/** Asks once. Throws HttpFailure when there is no answer, or none that can be understood. */
export type AskService = (question: Question) => Promise<ServiceAnswer>;

const answerSchema = z.object({ allowed: z.boolean(), reason: z.string().max(500).optional() });

/** A client of an operator's screening service. It posts JSON, signed with HMAC-SHA256; the operator's guide has the form. */
export function createScreeningService(
  { url, secret }: ScreeningServiceSettings,
  { catalog, clock }: Readonly<{ catalog: Catalog; clock: Clock }>,
): AskService {
  const { origin, pathname, search } = new URL(url);
  const http = createHttp({ baseUrl: origin, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, hidesPaths: true });
  return async (question) => {
    const body = JSON.stringify(bodyOf(catalog, question));
    const headers = screeningSignature(body, secret, clock());
    const answer = await http.post(pathname + search, body, "application/json", headers);
    const read = answerSchema.safeParse(parseJson(answer));
    if (!read.success)
      throw new HttpFailure("broken", 'Expected {"allowed": true} or {"allowed": false, "reason": "…"}.');
    return { allowed: read.data.allowed, reason: read.data.reason ?? "No reason was given." };
  };
}

/** The headers that prove a question: the milliseconds, and HMAC-SHA256 of "<timestamp>.<body>" in hex. */
export function screeningSignature(body: string, secret: string, at: number): Record<string, string> {
  const signature = createHmac("sha256", secret).update(`${at}.${body}`, "utf8").digest("hex");
  return { "X-Signature-Timestamp": String(at), "X-Signature-SHA256": signature };
}

function bodyOf(catalog: Catalog, { request, purpose, addresses }: Question): Record<string, unknown> {
  const { id, deposit, origin, destination } = request;
  const { chainId, currency } = deposit ?? origin;
  return {
    requestId: id,
    purpose,
    deposit: {
      ...{ chainId, currency, symbol: catalog.currency(chainId, currency)?.symbol ?? null },
      ...{ amount: String(deposit?.amount ?? 0n), txHash: deposit?.txHash ?? null },
    },
    destination: {
      ...destination,
      symbol: catalog.currency(destination.chainId, destination.currency)?.symbol ?? null,
    },
    addresses,
  };
}
