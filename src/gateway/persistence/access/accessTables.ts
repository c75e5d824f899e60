import type { Columns } from "../../../database/columns.ts";

/** Access: API keys, the owner's account, and the owner's sessions. */
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
      },
      (t) => [
        c.unique("api_keys_digest").on(t.digest),
        c.index("api_keys_by_purpose").on(t.storeId, t.purpose),
      ],
    ),

    /** One row, at a fixed key. Without a name the link was not used yet. */
    owners: c.table("owners", {
      place: c.text("place").primaryKey(), // "owner"
      id: c.text("id"),
      name: c.optionalText("name"),
      passwordHash: c.optionalText("password_hash"), // argon2id
      passwordAt: c.optionalInstant("password_at"),
      linkDigest: c.optionalText("link_digest"), // SHA-256, hex
      linkExpiresAt: c.optionalInstant("link_expires_at"),
    }),

    sessions: c.table(
      "sessions",
      {
        digest: c.text("digest").primaryKey(), // SHA-256 of what the cookie has, hex
        passwordAt: c.instant("password_at"),
        startedAt: c.instant("started_at"),
        seenAt: c.instant("seen_at"),
      },
      (t) => [c.index("sessions_by_start").on(t.startedAt)],
    ),
  };
}
