import { ConflictError } from "../../src/database/driver.ts";
import type { Access, ApiKey, Owner, Session } from "../../src/gateway/ports/accessPort.ts";

/** Keys, owner and sessions over maps, for the memory store. */
export function createMemoryAccess(): Access {
  return { ...keys(), ...owner(), ...sessions() };
}

function keys() {
  const byDigest = new Map<string, ApiKey>();
  const open = () => [...byDigest.values()].filter(({ revokedAt }) => revokedAt === undefined);
  const change = (id: string, changed: (key: ApiKey) => ApiKey) => {
    for (const [digest, key] of byDigest) if (key.id === id) byDigest.set(digest, changed(key));
  };
  return {
    async createKey({ key, digest, at, replaces = [] }) {
      const known = [...byDigest.values()].some(({ id }) => id === key.id) || byDigest.has(digest);
      const gone = replaces.some((id) => !open().some((other) => other.id === id));
      if (known || gone) throw new ConflictError("The key is there already, or one it replaces is not.");
      for (const id of replaces) change(id, (old) => ({ ...old, revokedAt: at }));
      byDigest.set(digest, { ...key, createdAt: at });
    },
    findKey: async (digest) => byDigest.get(digest),
    loadKey: async (id) => [...byDigest.values()].find((key) => key.id === id),
    listKeys: async (limit) =>
      open()
        .toSorted((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0) || (a.id < b.id ? 1 : -1))
        .slice(0, limit),
    keysFor: async (storeId, purpose) =>
      open().filter((key) => key.storeId === storeId && key.purpose === purpose),
    async noteKeyUse(id, at, unlessSince) {
      change(id, (key) => ((key.lastUsedAt ?? -1) < unlessSince ? { ...key, lastUsedAt: at } : key));
    },
    async revokeKey(id, at) {
      change(id, (key) => ({ ...key, revokedAt: key.revokedAt ?? at }));
    },
  } satisfies Partial<Access>;
}

function owner() {
  let kept: Owner | undefined;
  return {
    readOwner: async () => kept,
    async offerOwnerLink(id, link) {
      kept = { id: kept?.id ?? id, account: kept?.account, link };
    },
    async useOwnerLink(digest, account) {
      if (!kept || kept.link?.digest !== digest) return false;
      kept = { id: kept.id, account, link: undefined };
      return true;
    },
  } satisfies Partial<Access>;
}

function sessions() {
  const byDigest = new Map<string, Session>();
  return {
    createSession: async (session) => void byDigest.set(session.digest, session),
    findSession: async (digest) => byDigest.get(digest),
    async noteSession(digest, seenAt) {
      const session = byDigest.get(digest);
      if (session) byDigest.set(digest, { ...session, seenAt });
    },
    endSession: async (digest) => void byDigest.delete(digest),
    async forgetSessions(startedBefore) {
      for (const [digest, { startedAt }] of byDigest) if (startedAt < startedBefore) byDigest.delete(digest);
    },
  } satisfies Partial<Access>;
}
