import type { PostOutcome } from "../../http-client/guarded/guardedPost.ts";
import type { UnixSeconds } from "../../values/time.ts";

/**
 * One attempt to deliver a message. `id` is the same for all attempts; the body is sent byte for byte as
 * given.
 */
export type WebhookMessage = Readonly<{
  url: string;
  body: string;
  secrets: readonly [string, ...string[]]; // two while they are being rotated
  id: string;
  timestampSeconds: UnixSeconds;
}>;

/** What came of it. */
export type WebhookOutcome = PostOutcome;

export type WebhookSender = Readonly<{
  /** Posts once, within a deadline. Never throws for what the other side does. */
  send(message: WebhookMessage): Promise<WebhookOutcome>;
}>;
