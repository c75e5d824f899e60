import { sql } from "drizzle-orm";
import type { Columns } from "../../../database/columns.ts";

/** The gateway's own keys, sealed by the master key, and the journals that its processes write. */
export function defineKeyTables(c: Columns) {
  return {
    sealedKeys: c.table(
      "sealed_keys",
      {
        id: c.text("id").primaryKey(),
        purpose: c.text("purpose"), // signing, secrets or links
        sealed: c.text("sealed"), // by the master key (src/gateway/compose/keys/sealKey.ts)
        masterId: c.text("master_id"), // which master key: a fingerprint
        createdAt: c.instant("created_at"),
        retiredAt: c.optionalInstant("retired_at"), // it only opens what it sealed, since then
      },
      (t) => [
        c
          .unique("sealed_keys_one_current")
          .on(t.purpose)
          .where(sql`retired_at is null`),
      ],
    ),

    journals: c.table("journals", {
      id: c.text("id").primaryKey(),
      host: c.text("host"),
      file: c.text("file"),
      openedAt: c.instant("opened_at"), // by the last process that has written it
    }),
  };
}
