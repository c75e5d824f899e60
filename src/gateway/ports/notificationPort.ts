import type { Instant } from "../../values/time.ts";
import type { Notification, ReadableNotices } from "../domain/access/notification.ts";

/** A page of a user's notifications, the newest first; with `storeIds` only those about one of these stores. */
export type NotificationFilter = Readonly<{
  allowed: ReadableNotices;
  isSeen?: boolean | undefined;
  storeIds?: readonly string[] | undefined;
  skip?: number;
  limit: number;
}>;

/** What users were told. Every method is one commit or one read (persistencePort.ts). */
export type Notifications = Readonly<{
  /**
   * Keeps one, unless the user was told of the same thing before; gives whether it is new. In the same commit a message to each
   * of the devices is queued.
   */
  add(notification: Notification, deviceIds?: readonly string[]): Promise<boolean>;
  list(userId: string, filter: NotificationFilter): Promise<readonly Notification[]>;
  load(userId: string, id: string): Promise<Notification | undefined>;
  countUnseen(userId: string, allowed: ReadableNotices): Promise<number>;
  /** Marks one as seen or as unseen, or all of a user's without an id. */
  see(userId: string, id: string | undefined, at: Instant | undefined): Promise<void>;
  /** Marks those of a store as seen, of all users and of these kinds, whose "<kind>.<subject>" is not among the open ones. */
  seeEnded(
    storeId: string,
    kinds: readonly Notification["kind"][],
    open: readonly string[],
    at: Instant,
  ): Promise<void>;
  remove(userId: string, id: string): Promise<void>;
  /** Deletes those of all users from before that. */
  forget(before: Instant): Promise<void>;
}>;

/** An approval of a payout in a store that has a limit for payouts. */
export type PayoutApproval = Readonly<{
  payoutId: string;
  userId: string; // "" for no person: an API key, or a claim that approves itself
  userName: string;
  revision: number;
  at: Instant;
  aloneAt?: Instant | undefined; // when it approved the payout without a second person
}>;

export type PayoutApprovals = Readonly<{
  /** Keeps an approval; a later one of the same user takes its place. */
  put(approval: PayoutApproval): Promise<void>;
  /** The approvals of a payout, the first one first. */
  of(payoutId: string): Promise<readonly PayoutApproval[]>;
  /**
   * The payouts of a store that these users have approved alone since a moment (undefined: every user), without the cancelled ones. Also those of any store
   * that are not kept (yet): a payout can be approved as it is made.
   */
  aloneSince(
    storeId: string,
    userIds: readonly string[] | undefined,
    from: Instant,
  ): Promise<readonly Readonly<{ payoutId: string; aloneAt: Instant }>[]>;
}>;
