import { Webhook, WebhookVerificationError } from "standardwebhooks";
import type { WebhookMessage } from "./calls.ts";
import { CrosstillError } from "./errors.ts";

/** Headers as node gives them, or anything with their names in small letters. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Reads a message that your webhook received, and checks its signature and its time (within five minutes). `body` is the raw
 * body, as it came. Throws CrosstillError `unsigned-message`, `message-too-old`, `message-too-new` or `wrong-signature`:
 * answer with 401 then; and `parsed-body` for a body that is not the raw one. Act on `message.crosstill.current`, and take an
 * `originalDeliveryId` that you know for done.
 */
export function readWebhookMessage(
  body: string | Uint8Array,
  headers: Headers,
  secret: string,
): WebhookMessage {
  const text = rawText(body);
  const key = `whsec_${Buffer.from(secret, "utf8").toString("base64")}`;
  try {
    return new Webhook(key).verify(text, plain(headers)) as WebhookMessage; // the gateway wrote it
  } catch (cause) {
    if (!(cause instanceof WebhookVerificationError)) throw cause;
    const [code, message] = REFUSALS[cause.message] ?? WRONG_SIGNATURE;
    throw new CrosstillError(0, code, message, {}, { cause });
  }
}

const WRONG_SIGNATURE = [
  "wrong-signature",
  "The signature does not fit. The body was changed, the secret is of another webhook, or another program sent the message.",
] as const;
const UNSIGNED = [
  "unsigned-message",
  "Expected the headers webhook-id, webhook-timestamp and webhook-signature. The gateway did not send this message, or a proxy removed them.",
] as const;

/** What the reasons of the library mean for a shop. */
const REFUSALS: Readonly<Record<string, readonly [code: string, message: string]>> = {
  "Missing required headers": UNSIGNED,
  "Invalid Signature Headers": UNSIGNED,
  "Message timestamp too old": [
    "message-too-old",
    "The message was signed more than five minutes ago. It was sent before, or this machine's clock is ahead.",
  ],
  "Message timestamp too new": [
    "message-too-new",
    "The message was signed more than five minutes in the future. This machine's clock is behind.",
  ],
};

/** The text of the raw body. Throws parsed-body for anything that a JSON parser has made of it. */
function rawText(body: unknown): string {
  if (typeof body === "string") return body;
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  const message = `Expected the raw body, a string or a Buffer; got ${body === null ? "null" : typeof body}. Read it before a JSON parser does: express.raw({ type: "application/json" }).`;
  throw new CrosstillError(0, "parsed-body", message);
}

function plain(headers: Headers): Record<string, string> {
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  return Object.fromEntries(names.map((name) => [name, String(headers[name] ?? "")]));
}
