import type { Instant } from "../../values/time.ts";
import type { PushDevice, PushMessage, PushSubscription } from "../domain/access/push.ts";

/** One attempt. Of messages with the same topic a push service keeps the last one, and a browser shows it once. */
export type PushRequest = Readonly<{
  subscription: PushSubscription;
  payload: string;
  topic: string; // 1 to 32 letters, digits, "-" and "_"
  at: Instant;
}>;

/** What came of it. `retryAfter` is in seconds, `reason` a sentence that names no endpoint. */
export type PushOutcome =
  | Readonly<{ kind: "taken" }>
  | Readonly<{ kind: "gone" }> // the browser has ended the subscription
  | Readonly<{ kind: "refused"; reason: string }>
  | Readonly<{ kind: "later"; reason: string; retryAfter?: number | undefined }>;

/** Sends web push. Never throws for what the other side does, and answers within a deadline. */
export type PushSender = Readonly<{
  publicKey: string; // of the gateway (VAPID), base64url: a browser binds its subscription to it
  /** Why a subscription cannot be used, as a sentence, or undefined. */
  problemOf(subscription: PushSubscription): string | undefined;
  send(request: PushRequest): Promise<PushOutcome>;
}>;

/** Devices and the messages to them. Every method is one commit or one read (persistencePort.ts). */
export type Pushes = Readonly<{
  /** Keeps a device; one that is known by its id is replaced, also that of another user. */
  put(device: PushDevice): Promise<void>;
  load(id: string): Promise<PushDevice | undefined>;
  /** The oldest first. */
  ofUser(userId: string): Promise<readonly PushDevice[]>;
  /** Removes a device of this user; false when there is none such. Its messages are dropped when they are due. */
  remove(userId: string, id: string): Promise<boolean>;
  /** Ties the devices of a user's browser to the session that has just begun in it. */
  moveTo(sessionDigest: string, of: Readonly<{ userId: string; browserId: string }>): Promise<void>;
  /** Notes what came of the last attempt. */
  note(id: string, came: Readonly<{ lastUsedAt: Instant } | { problem: string }>): Promise<void>;
  /** Leases due messages to the caller. */
  claim(at: Instant, leaseMs: number, limit: number): Promise<readonly PushMessage[]>;
  /** Ends a message: it was sent, or is not to be sent any more. */
  end(message: PushMessage): Promise<void>;
  /** Has a message sent again after a failed attempt, unless another attempt has ended before. */
  retry(message: PushMessage, dueAt: Instant): Promise<void>;
}>;
