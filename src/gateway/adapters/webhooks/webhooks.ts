import type { WebhookSender } from "../../ports/webhookPort.ts";
import { createGuardedPost, type PostOptions } from "../../../http-client/guarded/guardedPost.ts";
import { checkPostUrl, refusalOfUrl } from "../../../http-client/guarded/postPolicy.ts";
import type { Sentence } from "../../../values/sentence.ts";
import { signatureHeaders } from "./webhookSignature.ts";

export type WebhookClient = WebhookSender &
  Readonly<{
    /** Why a URL cannot be used, as a sentence, or undefined. */
    checkUrl(text: string): Sentence | undefined;
  }>;

export type WebhookOptions = PostOptions;

/**
 * Sends webhooks to the places that the policy allows (guardedPost.ts). Throws with a sentence when a network in the policy cannot
 * be read.
 */
export function createWebhookSender(options: WebhookOptions): WebhookClient {
  const post = createGuardedPost(options, "Webhooks");
  return {
    checkUrl: (text) => refusalOfUrl(text, options),
    async send(attempt) {
      const reason = checkPostUrl(attempt.url, options);
      if (reason) return { kind: "failed", reason };
      return post(new URL(attempt.url), {
        body: Buffer.from(attempt.body, "utf8"),
        headers: { "content-type": "application/json", ...signatureHeaders(attempt) },
        nowSeconds: attempt.timestampSeconds,
      });
    },
  };
}
