import { z } from "zod";
import { and, asc, eq, isNull, lt, or, sql } from "drizzle-orm";
import { ConflictError } from "../../../database/driver.ts";
import { nameKey } from "../../domain/access/nameKey.ts";
import type { UserChange, Users } from "../../ports/userPort.ts";
import type { Preferences, User } from "../../domain/access/user.ts";
import { check } from "../invoices/invoiceRows.ts";
import { endLinksOf } from "./accessLinks.ts";
import { one, type PersistenceContext } from "../context.ts";
import type { Tables } from "../tables.ts";

const OWNER_PLACE = "owner"; // of the one row in which version 0.1 kept its owner

type Row = Tables["users"]["$inferSelect"];

/** The people who may sign in. */
export function userQueries(context: PersistenceContext): Users {
  const {
    database,
    db,
    t: { users, owners },
  } = context;
  const takeOverOwner = async () => {
    const [owner] = await db.select().from(owners).where(eq(owners.place, OWNER_PLACE));
    if (!owner || owner.name === null || owner.passwordHash === null || owner.passwordAt === null) return;
    const { id, name, passwordHash, passwordAt } = owner;
    const row = { id, name, nameKey: nameKey(name), passwordHash, passwordAt, createdAt: passwordAt };
    await db
      .insert(users)
      .values({ ...row, isAdmin: true, recoveryCodes: [], preferences: {} })
      .onConflictDoNothing();
    await db.delete(owners).where(eq(owners.place, OWNER_PLACE));
  };
  let takenOver: Promise<void> | undefined;
  const ready = () => (takenOver ??= takeOverOwner());

  const byId = async (id: string) => {
    const [row] = await db.select().from(users).where(eq(users.id, id));
    return row && toUser(row);
  };
  return {
    async create({ id, name, email, password, isAdmin, createdAt }) {
      await ready();
      const row = { id, name, nameKey: nameKey(name), isAdmin, createdAt, ...passwordColumns(password) };
      const made = await db
        .insert(users)
        .values({
          ...row,
          email: email ?? null,
          recoveryCodes: [],
          preferences: {},
        })
        .onConflictDoNothing()
        .returning({ id: users.id });
      if (made.length === 0) throw new ConflictError(`There is a user named ${name} already.`);
    },

    async load(id) {
      await ready();
      return byId(id);
    },

    async named(name) {
      await ready();
      const [row] = await db
        .select()
        .from(users)
        .where(eq(users.nameKey, nameKey(name)));
      return row && toUser(row);
    },

    async list() {
      await ready();
      return (await db.select().from(users).orderBy(asc(users.createdAt), asc(users.id))).map(toUser);
    },

    async change(id, change) {
      await ready();
      if (change.name !== undefined) {
        const [other] = await db
          .select()
          .from(users)
          .where(eq(users.nameKey, nameKey(change.name)));
        if (other && other.id !== id)
          throw new ConflictError(`There is a user named ${change.name} already.`);
      }
      const columns = columnsOf(change);
      await database.commit([
        ...(changesSignIn(change) ? [endLinksOf(context, id)] : []),
        one((tx) => tx.update(users).set(columns).where(eq(users.id, id)).returning({ id: users.id })),
      ]);
    },

    async confirmEmail(id, email) {
      const isPresent = and(eq(users.id, id), eq(users.email, email));
      const confirmedEmail = nameKey(email);
      const [other] = await db.select().from(users).where(eq(users.confirmedEmail, confirmedEmail));
      if (other && other.id !== id) throw new ConflictError(`${email} is confirmed by another user.`);
      const changed = await db
        .update(users)
        .set({ confirmedEmail })
        .where(isPresent)
        .returning({ id: users.id });
      return changed.length === 1;
    },

    async byEmail(email) {
      const [row] = await db
        .select()
        .from(users)
        .where(eq(users.confirmedEmail, nameKey(email)));
      return row && toUser(row);
    },

    async takeTotpStep(id, step) {
      const isNewer = or(isNull(users.totpStep), lt(users.totpStep, step));
      const taken = await db
        .update(users)
        .set({ totpStep: step })
        .where(and(eq(users.id, id), isNewer))
        .returning({ id: users.id });
      return taken.length === 1;
    },

    async resealTotp(id, sealedBefore, sealed) {
      await db
        .update(users)
        .set({ totpSecret: sealed })
        .where(and(eq(users.id, id), eq(users.totpSecret, sealedBefore)));
    },

    async takeRecoveryCode(id, digest) {
      const user = await byId(id);
      if (!user?.recoveryCodes.includes(digest)) return false;
      const rest = user.recoveryCodes.filter((code) => code !== digest);
      const known = sql`${users.recoveryCodes} = ${JSON.stringify(user.recoveryCodes)}`;
      const taken = await db
        .update(users)
        .set({ recoveryCodes: rest })
        .where(and(eq(users.id, id), known))
        .returning({ id: users.id });
      return taken.length === 1;
    },
  };
}

/** Whether a change is of how the user signs in, or of where notices go. */
function changesSignIn(change: UserChange): boolean {
  return ["password", "email", "totp", "recoveryCodes"].some((name) => name in change);
}

function passwordColumns(password: User["password"]) {
  return { passwordHash: password?.hash ?? null, passwordAt: password?.at ?? null };
}

function columnsOf(change: UserChange): Partial<Row> {
  const { name, password, totp, email, disabledAt, approvalHold, ...rest } = change;
  return {
    ...rest,
    ...(name === undefined ? {} : { name, nameKey: nameKey(name) }),
    ...("email" in change ? { email: email ?? null, confirmedEmail: null } : {}),
    ...("disabledAt" in change ? { disabledAt: disabledAt ?? null } : {}),
    ...("approvalHold" in change ? { approvalHold: approvalHold ?? null } : {}),
    ...("password" in change ? passwordColumns(password) : {}),
    ...("totp" in change
      ? { totpSecret: totp?.sealedSecret ?? null, totpStep: totp ? totp.lastStep : null }
      : {}),
  };
}

const approvalHoldSchema = z.object({
  until: z.number().int(),
  by: z.string(),
  factors: z.array(z.string()),
});

function toUser(row: Row): User {
  const { passwordHash, passwordAt, totpSecret, totpStep } = row;
  return {
    id: row.id,
    name: row.name,
    email: row.email ?? undefined,
    isEmailConfirmed: row.confirmedEmail !== null,
    password:
      passwordHash !== null && passwordAt !== null ? { hash: passwordHash, at: passwordAt } : undefined,
    isAdmin: row.isAdmin,
    createdAt: row.createdAt,
    disabledAt: row.disabledAt ?? undefined,
    totp: totpSecret === null ? undefined : { sealedSecret: totpSecret, lastStep: totpStep ?? 0 },
    recoveryCodes: row.recoveryCodes as readonly string[],
    preferences: row.preferences as Preferences,
    approvalHold:
      row.approvalHold === null
        ? undefined
        : check(approvalHoldSchema, row.approvalHold, `approval hold of user ${row.id}`),
  };
}
