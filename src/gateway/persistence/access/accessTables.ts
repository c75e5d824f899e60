import type { Columns } from "../../../database/columns.ts";

/** Access: API keys, users with their roles and sessions, and the audit log. */
export function defineAccessTables(c: Columns) {
  return {
    apiKeys: c.table(
      "api_keys",
      {
        id: c.text("id").primaryKey(),
        storeId: c.text("store_id"),
        digest: c.text("digest"), // SHA-256 of the key, hex; the key itself is shown once and kept nowhere
        label: c.text("label"),
        permissions: c.json("permissions"),
        createdAt: c.instant("created_at"),
        revokedAt: c.optionalInstant("revoked_at"),
        hint: c.optionalText("hint"), // its first characters
        purpose: c.optionalText("purpose"), // digest of what an application has asked for
        expiresAt: c.optionalInstant("expires_at"),
        lastUsedAt: c.optionalInstant("last_used_at"),
        userId: c.optionalText("user_id"), // who made it in the browser; older keys and those of commands have none
        shop: c.optionalText("shop"), // the id of the shop system whose preset it has
        sentTo: c.optionalText("sent_to"), // the origin to which the consent page sent it
      },
      (t) => [
        c.unique("api_keys_digest").on(t.digest),
        c.index("api_keys_by_purpose").on(t.storeId, t.purpose),
      ],
    ),

    /** The one owner of version 0.1, at a fixed key; users.ts takes it over. Nothing writes it any more. */
    owners: c.table("owners", {
      place: c.text("place").primaryKey(), // "owner"
      id: c.text("id"),
      name: c.optionalText("name"),
      passwordHash: c.optionalText("password_hash"), // argon2id
      passwordAt: c.optionalInstant("password_at"),
      linkDigest: c.optionalText("link_digest"), // SHA-256, hex
      linkExpiresAt: c.optionalInstant("link_expires_at"),
    }),

    users: c.table(
      "users",
      {
        id: c.text("id").primaryKey(),
        name: c.text("name"),
        nameKey: c.text("name_key"), // the name as it is compared
        email: c.optionalText("email"),
        confirmedEmail: c.optionalText("confirmed_email"), // the address as it is compared, once confirmed
        passwordHash: c.optionalText("password_hash"), // argon2id
        passwordAt: c.optionalInstant("password_at"),
        isAdmin: c.flag("is_admin"),
        createdAt: c.instant("created_at"),
        disabledAt: c.optionalInstant("disabled_at"),
        totpSecret: c.optionalText("totp_secret"), // sealed
        totpStep: c.optionalInstant("totp_step"), // of the last code that was taken
        approvalHold: c.optionalJson("approval_hold"), // after another person's link has set the password
        recoveryCodes: c.json("recovery_codes"), // digests
        preferences: c.json("preferences"),
      },
      (t) => [
        c.unique("users_one_name").on(t.nameKey),
        c.unique("users_one_confirmed_email").on(t.confirmedEmail),
      ],
    ),

    /** Who got power over which account (domain/access/samePerson.ts). */
    accountEvents: c.table(
      "account_events",
      {
        userId: c.text("user_id"), // of the account to which it was done
        by: c.text("by_id"), // the account that did it; empty for a command, and for a key that belongs to no person
        kind: c.text("kind"),
        at: c.instant("at"),
        storeId: c.text("store_id").default(""), // where a role was given; empty for what counts in every store
      },
      (t) => [
        c.primaryKey({ columns: [t.userId, t.by, t.kind, t.at, t.storeId] }),
        c.index("account_events_by_time").on(t.at),
      ],
    ),

    members: c.table(
      "members",
      {
        storeId: c.text("store_id"),
        userId: c.text("user_id"),
        role: c.text("role"),
        addedAt: c.instant("added_at"),
      },
      (t) => [
        c.primaryKey({ columns: [t.storeId, t.userId] }),
        c.index("members_by_user").on(t.userId, t.storeId),
      ],
    ),

    roles: c.table(
      "roles",
      {
        storeId: c.text("store_id"), // empty where it is of every store
        name: c.text("name"),
        permissions: c.json("permissions"),
        requiresTwoFactors: c.flag("requires_two_factors"),
      },
      (t) => [c.primaryKey({ columns: [t.storeId, t.name] })],
    ),

    accessLinks: c.table("access_links", {
      digest: c.text("digest").primaryKey(), // SHA-256 of the link's token, hex
      kind: c.text("kind"),
      userId: c.optionalText("user_id"),
      email: c.optionalText("email"),
      storeId: c.optionalText("store_id"),
      role: c.optionalText("role"),
      isAdmin: c.flag("is_admin"),
      createdBy: c.optionalText("created_by"),
      createdAt: c.instant("created_at"),
      expiresAt: c.instant("expires_at"),
    }),

    /** Rows of version 0.1 have no user, and are signed in no longer. */
    sessions: c.table(
      "sessions",
      {
        digest: c.text("digest").primaryKey(), // SHA-256 of what the cookie has, hex
        passwordAt: c.instant("password_at"),
        startedAt: c.instant("started_at"),
        seenAt: c.instant("seen_at"),
        id: c.optionalText("id"),
        userId: c.optionalText("user_id"),
        provenAt: c.optionalInstant("proven_at"),
        secondFactor: c.optionalText("second_factor"), // "due" until it was given
        address: c.optionalText("address"),
        agent: c.optionalText("agent"),
      },
      (t) => [c.index("sessions_by_start").on(t.startedAt), c.index("sessions_by_user").on(t.userId)],
    ),

    passkeys: c.table(
      "passkeys",
      {
        id: c.text("id").primaryKey(),
        userId: c.text("user_id"),
        publicKey: c.text("public_key"),
        counter: c.whole("counter"),
        transports: c.json("transports"),
        label: c.text("label"),
        createdAt: c.instant("created_at"),
        lastUsedAt: c.optionalInstant("last_used_at"),
      },
      (t) => [c.index("passkeys_by_user").on(t.userId)],
    ),

    challenges: c.table("challenges", {
      digest: c.text("digest").primaryKey(),
      purpose: c.text("purpose"),
      userId: c.optionalText("user_id"),
      expiresAt: c.instant("expires_at"),
    }),

    /** What a page shows once, sealed, until the page is loaded or ten minutes have passed. */
    shownOnce: c.table(
      "shown_once",
      {
        id: c.text("id").primaryKey(),
        session: c.text("session"), // digest of the session that may see it
        path: c.text("path"),
        sealed: c.text("sealed"),
        expiresAt: c.instant("expires_at"),
      },
      (t) => [c.index("shown_once_by_expiry").on(t.expiresAt)],
    ),

    /** Only ever appended to; each row's hash is over the row and the hash before (domain/access/auditChain.ts). */
    auditLog: c.table(
      "audit_log",
      {
        seq: c.whole("seq").primaryKey(),
        at: c.instant("at"),
        actorKind: c.text("actor_kind"),
        actorId: c.text("actor_id"),
        actorName: c.text("actor_name"),
        action: c.text("action"),
        storeId: c.optionalText("store_id"),
        subject: c.optionalText("subject"),
        before: c.optionalJson("before"),
        after: c.optionalJson("after"),
        address: c.optionalText("address"),
        previousHash: c.text("previous_hash"),
        hash: c.text("hash"),
      },
      (t) => [
        c.index("audit_log_by_store").on(t.storeId, t.seq),
        c.index("audit_log_by_actor").on(t.actorId, t.seq),
      ],
    ),
  };
}
