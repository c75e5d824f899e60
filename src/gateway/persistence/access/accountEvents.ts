import { asc, gte } from "drizzle-orm";
import { z } from "zod";
import { ACCOUNT_EVENTS } from "../../domain/access/samePerson.ts";
import type { AccountEvents } from "../../ports/userPort.ts";
import { check } from "../invoices/invoiceRows.ts";
import type { PersistenceContext } from "../context.ts";

const UNKNOWN = ""; // in the column of the author
const EVERY = ""; // in the column of the store
const kindSchema = z.enum(ACCOUNT_EVENTS);

/** The history of who got power over which account. */
export function accountEventQueries({ db, t: { accountEvents } }: PersistenceContext): AccountEvents {
  return {
    async record({ by = UNKNOWN, storeId = EVERY, ...event }) {
      await db
        .insert(accountEvents)
        .values({ ...event, by, storeId })
        .onConflictDoNothing();
    },

    async since(at) {
      const rows = await db
        .select()
        .from(accountEvents)
        .where(gte(accountEvents.at, at))
        .orderBy(asc(accountEvents.at));
      return rows.map(({ kind, by, storeId, ...row }) => ({
        ...row,
        kind: check(kindSchema, kind, `event of account ${row.userId}`),
        by: by === UNKNOWN ? undefined : by,
        ...(storeId === EVERY ? {} : { storeId }),
      }));
    },
  };
}
