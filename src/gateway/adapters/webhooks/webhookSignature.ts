import { fromUnixSeconds, type UnixSeconds } from "../../../values/time.ts";
import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";

export type SignedMessage = Readonly<{
  body: string;
  secrets: readonly [string, ...string[]];
  id: string;
  timestampSeconds: UnixSeconds;
}>;

/**
 * The headers that prove a webhook came from us, by both conventions, over the exact bytes of the body:
 * - `BTCPay-Sig: sha256=<hex>` is HMAC-SHA256 of the body with the secret's UTF-8 bytes as key, as existing shop plugins check it;
 * - `webhook-id`, `webhook-timestamp` and `webhook-signature` follow Standard Webhooks with the same key. A receiver hands
 *   its library "whsec_" + base64(secret's UTF-8 bytes). They also let it refuse old and repeated messages.
 * While a secret is being rotated there are two. `webhook-signature` has room for both; BTCPay-Sig is by the first.
 */
export function signatureHeaders({
  body,
  secrets,
  id,
  timestampSeconds,
}: SignedMessage): Record<string, string> {
  const signedBy = (secret: string) => {
    const standard = new Webhook(Buffer.from(secret, "utf8"), { format: "raw" });
    return standard.sign(id, new Date(fromUnixSeconds(timestampSeconds)), body);
  };
  return {
    "BTCPay-Sig": `sha256=${createHmac("sha256", secrets[0]).update(body, "utf8").digest("hex")}`,
    "webhook-id": id,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": secrets.map(signedBy).join(" "),
  };
}
