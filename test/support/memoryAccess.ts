import { isDeepStrictEqual } from "node:util";
import { ConflictError } from "../../src/database/driver.ts";
import { chained } from "../../src/gateway/domain/access/auditChain.ts";
import { nameKey } from "../../src/gateway/domain/access/nameKey.ts";
import type { ApiKey, Keys } from "../../src/gateway/ports/accessPort.ts";
import type { AuditLog } from "../../src/gateway/ports/auditLogPort.ts";
import type { AuditEntry } from "../../src/gateway/domain/access/auditEntry.ts";
import type { Persistence } from "../../src/gateway/ports/persistencePort.ts";
import type {
  AccessLink,
  AccessLinks,
  AccountEvents,
  Challenge,
  Members,
  Passkey,
  Passkeys,
  Session,
  Sessions,
  ShownOnceRow,
  ShownOnceRows,
  Users,
} from "../../src/gateway/ports/userPort.ts";
import type { MemoryPushes } from "./memoryPushes.ts";
import type { AccountEvent } from "../../src/gateway/domain/access/samePerson.ts";
import type { Member, Role, User } from "../../src/gateway/domain/access/user.ts";

/** Keys, users and the audit log over maps, for the memory store. What ends sessions ends the push devices that began in them. */
export function createMemoryAccess(
  pushes: MemoryPushes,
): Pick<
  Persistence,
  | "keys"
  | "users"
  | "accountEvents"
  | "members"
  | "accessLinks"
  | "sessions"
  | "passkeys"
  | "shownOnce"
  | "auditLog"
> {
  const links = accessLinks();
  const knownUsers = users();
  const endLinks = async (id: string) => endLinksOf(links, await knownUsers.list(), id);
  return {
    keys: keys(),
    users: {
      ...knownUsers,
      async change(id, change) {
        const changesSignIn = ["password", "email", "totp", "recoveryCodes"].some((name) => name in change);
        if (changesSignIn) await endLinks(id);
        await knownUsers.change(id, change);
      },
    },
    accountEvents: accountEvents(),
    members: members(knownUsers),
    accessLinks: links,
    sessions: sessions(pushes, endLinks),
    passkeys: passkeys(endLinks),
    shownOnce: shownOnce(),
    auditLog: auditLog(),
  };
}

function keys() {
  const byDigest = new Map<string, ApiKey>();
  const open = () => [...byDigest.values()].filter(({ revokedAt }) => revokedAt === undefined);
  const change = (id: string, changed: (key: ApiKey) => ApiKey) => {
    for (const [digest, key] of byDigest) if (key.id === id) byDigest.set(digest, changed(key));
  };
  return {
    async create({ key, digest, at, replaces = [] }) {
      const known = [...byDigest.values()].some(({ id }) => id === key.id) || byDigest.has(digest);
      const gone = replaces.some((id) => !open().some((other) => other.id === id));
      if (known || gone) throw new ConflictError("The key is there already, or one it replaces is not.");
      for (const id of replaces) change(id, (old) => ({ ...old, revokedAt: at }));
      byDigest.set(digest, { ...key, createdAt: at });
    },
    find: async (digest) => byDigest.get(digest),
    load: async (id) => [...byDigest.values()].find((key) => key.id === id),
    list: async (limit) =>
      open()
        .toSorted((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0) || (a.id < b.id ? 1 : -1))
        .slice(0, limit),
    listFor: async (storeId, purpose) =>
      open().filter((key) => key.storeId === storeId && key.purpose === purpose),
    listSentTo: async (storeId, origin) =>
      open().filter((key) => key.storeId === storeId && key.sentTo === origin),
    async noteUse(id, at, unlessSince) {
      change(id, (key) => ((key.lastUsedAt ?? -1) < unlessSince ? { ...key, lastUsedAt: at } : key));
    },
    async revoke(id, at) {
      change(id, (key) => ({ ...key, revokedAt: key.revokedAt ?? at }));
    },
  } satisfies Keys;
}

function users() {
  const byId = new Map<string, User>();
  const named = (name: string) => [...byId.values()].find((user) => nameKey(user.name) === nameKey(name));
  return {
    async create(user) {
      if (named(user.name)) throw new ConflictError(`There is a user named ${user.name} already.`);
      const blank = {
        isEmailConfirmed: false,
        disabledAt: undefined,
        totp: undefined,
        recoveryCodes: [],
        preferences: {},
      };
      byId.set(user.id, { ...blank, ...user });
    },
    load: async (id) => byId.get(id),
    named: async (name) => named(name),
    list: async () => [...byId.values()].toSorted((a, b) => a.createdAt - b.createdAt),
    async change(id, change) {
      const other = change.name === undefined ? undefined : named(change.name);
      if (other && other.id !== id) throw new ConflictError(`There is a user named ${other.name} already.`);
      const unconfirmed = "email" in change ? { isEmailConfirmed: false } : {};
      byId.set(id, { ...byId.get(id)!, ...change, ...unconfirmed });
    },
    async confirmEmail(id, email) {
      const user = byId.get(id);
      if (user?.email !== email) return false;
      const other = await this.byEmail(email);
      if (other && other.id !== id) throw new ConflictError(`${email} is confirmed by another user.`);
      byId.set(id, { ...user, isEmailConfirmed: true });
      return true;
    },
    byEmail: async (email) =>
      [...byId.values()].find(
        (user) => user.isEmailConfirmed && nameKey(user.email ?? "") === nameKey(email),
      ),
    async takeTotpStep(id, step) {
      const user = byId.get(id);
      if (!user?.totp || user.totp.lastStep >= step) return false;
      byId.set(id, { ...user, totp: { ...user.totp, lastStep: step } });
      return true;
    },
    async resealTotp(id, sealedBefore, sealed) {
      const user = byId.get(id);
      if (user?.totp?.sealedSecret !== sealedBefore) return;
      byId.set(id, { ...user, totp: { ...user.totp, sealedSecret: sealed } });
    },
    async takeRecoveryCode(id, digest) {
      const user = byId.get(id);
      if (!user?.recoveryCodes.includes(digest)) return false;
      byId.set(id, { ...user, recoveryCodes: user.recoveryCodes.filter((code) => code !== digest) });
      return true;
    },
  } satisfies Users;
}

function accountEvents() {
  let all: readonly AccountEvent[] = [];
  return {
    async record(event) {
      if (!all.some((known) => isDeepStrictEqual(known, event))) all = [...all, event];
    },
    since: async (at) => all.filter((event) => event.at >= at).toSorted((a, b) => a.at - b.at),
  } satisfies AccountEvents;
}

function members({ load }: Pick<Users, "load">) {
  let all: readonly Member[] = [];
  let roles: readonly Role[] = [];
  const isOf = (storeId: string, userId: string) => (member: Member) =>
    member.storeId === storeId && member.userId === userId;
  const without = (storeId: string | undefined, name: string) =>
    roles.filter((role) => role.storeId !== storeId || role.name !== name);
  return {
    async put(member) {
      const known = all.find(isOf(member.storeId, member.userId));
      all = [...all.filter((one) => one !== known), { ...member, addedAt: known?.addedAt ?? member.addedAt }];
    },
    async remove(storeId, userId) {
      all = all.filter((member) => !isOf(storeId, userId)(member));
    },
    ofUser: async (userId) => all.filter((member) => member.userId === userId),
    ofStore: async (storeId) => all.filter((member) => member.storeId === storeId),
    async standing(userId, storeId) {
      const user = await load(userId);
      const held = all.filter(isOf(storeId, userId));
      const isHeld = (role: Role) => role.name === held[0]?.role && (role.storeId ?? storeId) === storeId;
      return user && { ...user, members: held, roles: roles.filter(isHeld) };
    },
    roles: async () => roles,
    async putRole(role) {
      roles = [...without(role.storeId, role.name), role];
    },
    async removeRole(storeId, name) {
      roles = without(storeId, name);
    },
  } satisfies Members;
}

function accessLinks() {
  const byDigest = new Map<string, AccessLink>();
  return {
    async create(link) {
      const owners = [...byDigest.values()].filter(({ kind }) => kind === "owner" && link.kind === "owner");
      for (const { digest } of owners) byDigest.delete(digest);
      for (const { digest, expiresAt } of byDigest.values())
        if (expiresAt < link.createdAt) byDigest.delete(digest);
      byDigest.set(link.digest, link);
    },
    find: async (digest) => byDigest.get(digest),
    list: async () => [...byDigest.values()],
    take: async (digest) => byDigest.delete(digest),
  } satisfies AccessLinks;
}

type EndLinks = (userId: string) => Promise<void>;

/** Ends the links of an account, as the databases do. */
async function endLinksOf(links: AccessLinks, known: readonly User[], userId: string): Promise<void> {
  const email = known.find(({ id }) => id === userId)?.email?.toLowerCase();
  const isFirstAdmin = known.find(({ isAdmin }) => isAdmin)?.id === userId;
  for (const link of await links.list()) {
    const isInvited = link.kind === "invitation" && link.email?.toLowerCase() === email;
    const isOwners = link.kind === "owner" && isFirstAdmin;
    if (link.userId === userId || (email !== undefined && isInvited) || isOwners)
      await links.take(link.digest);
  }
}

function sessions({ removeWhere }: MemoryPushes, endLinks: EndLinks) {
  const byDigest = new Map<string, Session>();
  return {
    create: async (session) => void byDigest.set(session.digest, session),
    find: async (digest) => byDigest.get(digest),
    ofUser: async (userId) => [...byDigest.values()].filter((session) => session.userId === userId),
    async note(digest, seen) {
      const session = byDigest.get(digest);
      if (session) byDigest.set(digest, { ...session, ...seen });
    },
    async end(digest) {
      removeWhere(({ sessionDigest }) => sessionDigest === digest);
      byDigest.delete(digest);
    },
    async endAll(userId, but) {
      removeWhere((device) => device.userId === userId && device.sessionDigest !== but);
      for (const { digest, userId: of } of byDigest.values())
        if (of === userId && digest !== but) byDigest.delete(digest);
      await endLinks(userId);
    },
    async forget(startedBefore) {
      for (const [digest, { startedAt }] of byDigest) if (startedAt < startedBefore) byDigest.delete(digest);
    },
  } satisfies Sessions;
}

function passkeys(endLinks: EndLinks) {
  const byId = new Map<string, Passkey>();
  const challenges = new Map<string, Challenge>();
  return {
    async create(passkey) {
      await endLinks(passkey.userId);
      byId.set(passkey.id, passkey);
    },
    find: async (id) => byId.get(id),
    ofUser: async (userId) => [...byId.values()].filter((passkey) => passkey.userId === userId),
    note: async (id, used) => void byId.set(id, { ...byId.get(id)!, ...used }),
    async remove(userId, id) {
      if (byId.get(id)?.userId === userId) byId.delete(id);
      await endLinks(userId);
    },
    challenge: async (challenge) => void challenges.set(challenge.digest, challenge),
    async takeChallenge(digest) {
      const found = challenges.get(digest);
      challenges.delete(digest);
      return found;
    },
  } satisfies Passkeys;
}

function shownOnce() {
  const byId = new Map<string, ShownOnceRow>();
  return {
    async keep(row, now) {
      for (const { id, expiresAt } of byId.values()) if (expiresAt <= now) byId.delete(id);
      byId.set(row.id, row);
    },
    async take({ id, session, path }) {
      const found = byId.get(id);
      if (found?.session !== session || found.path !== path) return undefined;
      byId.delete(id);
      return found;
    },
  } satisfies ShownOnceRows;
}

function auditLog() {
  const entries: AuditEntry[] = [];
  return {
    append: async (event) => void entries.push(chained(event, entries.at(-1))),
    list: async ({ storeId, actorId, action = "", from = 0, to = Infinity, limit, before = Infinity }) =>
      entries
        .filter((entry) => storeId === undefined || entry.storeId === storeId)
        .filter((entry) => actorId === undefined || entry.actor.id === actorId)
        .filter((entry) =>
          action.endsWith(".") ? entry.action.startsWith(action) : !action || entry.action === action,
        )
        .filter(({ seq, at }) => seq < before && at >= from && at < to)
        .toReversed()
        .slice(0, limit),
    after: async (seq, limit) => entries.filter((entry) => entry.seq > seq).slice(0, limit),
  } satisfies AuditLog;
}
