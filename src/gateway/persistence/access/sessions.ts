import { and, desc, eq, lt, ne } from "drizzle-orm";
import type { Session, Sessions } from "../../ports/userPort.ts";
import { one, type PersistenceContext } from "../context.ts";
import type { Tables } from "../tables.ts";
import { endLinksOf } from "./accessLinks.ts";

const DUE = "due"; // the second factor was not given yet

/** Who is signed in. What ends a session ends the notifications that the browser showed. */
export function sessionQueries(context: PersistenceContext): Sessions {
  const {
    database,
    db,
    t: { sessions, pushDevices: devices },
  } = context;
  return {
    create: ({ needsSecondFactor, ...session }) =>
      database.commit([
        one((tx) =>
          tx
            .insert(sessions)
            .values({ ...session, secondFactor: needsSecondFactor ? DUE : null })
            .returning({ digest: sessions.digest }),
        ),
      ]),

    async find(digest) {
      const [row] = await db.select().from(sessions).where(eq(sessions.digest, digest));
      return row && toSession(row);
    },

    async ofUser(userId) {
      const rows = await db
        .select()
        .from(sessions)
        .where(eq(sessions.userId, userId))
        .orderBy(desc(sessions.seenAt));
      return rows.flatMap((row) => toSession(row) ?? []);
    },

    async note(digest, seen) {
      await db.update(sessions).set(seen).where(eq(sessions.digest, digest));
    },

    async end(digest) {
      await db.delete(devices).where(eq(devices.sessionDigest, digest));
      await db.delete(sessions).where(eq(sessions.digest, digest));
    },

    async endAll(userId, but) {
      const others = but === undefined ? undefined : ne(sessions.digest, but);
      const otherDevices = but === undefined ? undefined : ne(devices.sessionDigest, but);
      await db.delete(devices).where(and(eq(devices.userId, userId), otherDevices));
      await db.delete(sessions).where(and(eq(sessions.userId, userId), others));
      await database.commit([endLinksOf(context, userId)]);
    },

    async forget(startedBefore) {
      await db.delete(sessions).where(lt(sessions.startedAt, startedBefore));
    },
  };
}

/** Undefined for a row of version 0.1, which names no user. */
function toSession(row: Tables["sessions"]["$inferSelect"]): Session | undefined {
  const { digest, id, userId, passwordAt, startedAt, seenAt, provenAt, secondFactor, address, agent } = row;
  if (id === null || userId === null) return undefined;
  return {
    digest,
    id,
    userId,
    passwordAt,
    startedAt,
    seenAt,
    provenAt: provenAt ?? 0,
    needsSecondFactor: secondFactor === DUE,
    address: address ?? "",
    agent: agent ?? "",
  };
}
