import { createECDH } from "node:crypto";
import webPush from "web-push";
import { SECOND_MS, unixSeconds } from "../../../values/time.ts";
import { PUSH_LIFE_MS, type PushSubscription } from "../../domain/access/push.ts";
import type { PushOutcome, PushSender } from "../../ports/pushPort.ts";
import type { WebhookOutcome } from "../../ports/webhookPort.ts";
import { createGuardedPost, type PostOptions } from "../../../http-client/guarded/guardedPost.ts";
import { checkPostUrl } from "../../../http-client/guarded/postPolicy.ts";

/** The gateway's key pair for push services (VAPID, RFC 8292), base64url. */
export type VapidKeys = Readonly<{ publicKey: string; privateKey: string }>;

const AUTH_BYTES = 16;
const GONE = [404, 410];
const NOT_NOW = [408, 429];

/** A new key pair. */
export function newVapidKeys(): VapidKeys {
  return webPush.generateVAPIDKeys();
}

/**
 * Sends web push: encrypted for the browser (RFC 8291), to the push service that its endpoint names. A browser chooses the
 * endpoint, so it is https, and the addresses are those that webhooks may go to. `subject` (https: or mailto:) is the contact
 * for push services. In the sandbox plain http reaches this machine.
 */
export function createPushSender(options: PostOptions, keys: VapidKeys, subject: string): PushSender {
  const post = createGuardedPost(options, "Push messages");
  const problemOf = (subscription: PushSubscription) =>
    endpointProblem(subscription.endpoint, options) ?? keyProblem(subscription);
  return {
    publicKey: keys.publicKey,
    problemOf,
    async send({ subscription, payload, topic, at }) {
      const reason = problemOf(subscription);
      if (reason !== undefined) return { kind: "refused", reason };
      const { endpoint, p256dh, auth } = subscription;
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        payload,
        {
          vapidDetails: { subject, ...keys }, // a token of twelve hours by the machine's own clock, as push services check it
          TTL: PUSH_LIFE_MS / SECOND_MS,
          topic,
          contentEncoding: "aes128gcm",
        },
      );
      const texts = Object.entries(headers as Readonly<Record<string, unknown>>).map(
        ([name, value]) => [name.toLowerCase(), String(value)] as const,
      );
      return outcomeOf(
        await post(new URL(endpoint), {
          body,
          headers: Object.fromEntries(texts),
          nowSeconds: unixSeconds(at),
        }),
      );
    },
  };
}

function endpointProblem(endpoint: string, options: PostOptions): string | undefined {
  const problem = checkPostUrl(endpoint, options);
  if (problem !== undefined) return problem;
  if (new URL(endpoint).protocol === "https:" || options.allowLoopback) return undefined;
  return "Expected an endpoint that begins with https://.";
}

/** The browser's key must be a point of the curve P-256; encrypting with another one fails. */
function keyProblem({ p256dh, auth }: PushSubscription): string | undefined {
  if (Buffer.from(auth, "base64url").length !== AUTH_BYTES)
    return `Expected an "auth" secret of ${AUTH_BYTES} bytes in base64url.`;
  try {
    const own = createECDH("prime256v1");
    own.generateKeys();
    own.computeSecret(Buffer.from(p256dh, "base64url"));
    return undefined;
  } catch {
    return 'Expected a public key of the curve P-256 in base64url in "p256dh".';
  }
}

function outcomeOf(outcome: WebhookOutcome): PushOutcome {
  if (outcome.kind === "failed") return { kind: "later", reason: outcome.reason };
  const { status, retryAfter } = outcome;
  if (status >= 200 && status < 300) return { kind: "taken" };
  if (GONE.includes(status)) return { kind: "gone" };
  const reason = `The push service answered ${status}.`;
  return status >= 500 || NOT_NOW.includes(status)
    ? { kind: "later", reason, retryAfter }
    : { kind: "refused", reason };
}
