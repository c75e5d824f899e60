import { createGuardedPost, type PostOutcome } from "../../http-client/guarded/guardedPost.ts";
import { checkPostUrl, type PostPolicy } from "../../http-client/guarded/postPolicy.ts";
import { openBytes, sealBytes, WrongKeyError } from "../../runtime/sealedBytes.ts";
import { SECOND_MS, unixSeconds, type Clock } from "../../values/time.ts";
import type { WebhookRow } from "../persistence/webhooks.ts";
import { signatureHeaders } from "./webhookMessage.ts";

const TIMEOUT_MS = 8 * SECOND_MS;
const DAMAGED = "The stored API key cannot be read. Set the webhook again.";

/** What came of an attempt: `isGone` is a receiver that wants nothing more (410). `answer` is a sentence. */
export type Attempt = Readonly<{ delivered: boolean; isGone: boolean; answer: string }>;

/** Posts to the webhooks of API keys. */
export type WebhookSender = Readonly<{
  /** Why a URL cannot be used, as a sentence, or undefined. */
  checkUrl(text: string): string | undefined;
  /** Seals an API key, so that the database alone cannot sign. */
  seal(apiKey: string, owner: string): string;
  /** Signs and posts a body once. Never throws for what the other side does. */
  send(webhook: WebhookRow, body: (at: number) => string): Promise<Attempt>;
}>;

/** `secretsKey` is 32 bytes from the seed. Throws with a sentence when a network in the policy cannot be read. */
export function createWebhookSender(policy: PostPolicy, secretsKey: Uint8Array, clock: Clock): WebhookSender {
  const post = createGuardedPost({ ...policy, timeoutMs: TIMEOUT_MS }, "Webhooks");
  const about = (owner: string) => `webhook of ${owner}`;
  return {
    checkUrl: (text) => checkPostUrl(text, policy),
    seal: (apiKey, owner) => sealBytes(secretsKey, Buffer.from(apiKey, "utf8"), about(owner)),
    async send({ owner, url, headers, secret }, bodyAt) {
      const refused = checkPostUrl(url, policy); // the policy may have changed since
      if (refused !== undefined) return { delivered: false, isGone: false, answer: refused };
      const apiKey = opened(secretsKey, secret, about(owner));
      if (apiKey === undefined) return { delivered: false, isGone: true, answer: DAMAGED };
      const at = clock();
      const body = bodyAt(at);
      const outcome = await post(new URL(url), {
        body: Buffer.from(body, "utf8"),
        headers: {
          ...(headers as Record<string, string>), // checked when they were set
          "content-type": "application/json",
          ...signatureHeaders(body, apiKey, at),
        },
        nowSeconds: unixSeconds(at),
      });
      return attemptOf(outcome);
    },
  };
}

function opened(secretsKey: Uint8Array, secret: string, about: string): string | undefined {
  try {
    return openBytes(secretsKey, secret, about).toString("utf8");
  } catch (error) {
    if (error instanceof WrongKeyError) return undefined;
    throw error;
  }
}

/** The answer's text is not repeated: a URL that a stranger chose must not become a way to read what is behind it. */
function attemptOf(outcome: PostOutcome): Attempt {
  if (outcome.kind === "failed") return { delivered: false, isGone: false, answer: outcome.reason };
  const { status } = outcome;
  const delivered = status >= 200 && status < 300;
  return { delivered, isGone: status === 410, answer: `The receiver answered ${status}.` };
}
