import { Webhook, WebhookVerificationError } from "standardwebhooks";
import type { WebhookMessage } from "./calls.ts";
import { CrosstillError } from "./errors.ts";

/** Headers as node gives them, or anything with their names in small letters. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * A message that a webhook of yours received, once its signature and its time (within five minutes) are found to be right.
 * `body` is the raw body, as it came. Throws CrosstillError wrong-signature: answer with 401 then. Act on
 * `message.crosstill.current`, and take an `originalDeliveryId` that you know for done.
 */
export function readWebhookMessage(
  body: string | Uint8Array,
  headers: Headers,
  secret: string,
): WebhookMessage {
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const key = `whsec_${Buffer.from(secret, "utf8").toString("base64")}`;
  try {
    return new Webhook(key).verify(text, plain(headers)) as WebhookMessage; // the gateway wrote it
  } catch (cause) {
    if (!(cause instanceof WebhookVerificationError)) throw cause;
    const message = "Expected a message that this webhook's secret has signed within the last five minutes.";
    throw new CrosstillError(0, "wrong-signature", message, {}, { cause });
  }
}

function plain(headers: Headers): Record<string, string> {
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  return Object.fromEntries(names.map((name) => [name, String(headers[name] ?? "")]));
}
