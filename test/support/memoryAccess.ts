import { ConflictError } from "../../src/database/driver.ts";
import type { ApiKey, Keys, Owner, Owners, Session, Sessions } from "../../src/gateway/ports/accessPort.ts";

/** Keys, owner and sessions over maps, for the memory store. */
export function createMemoryAccess(): Readonly<{ keys: Keys; owners: Owners; sessions: Sessions }> {
  return { keys: keys(), owners: owner(), sessions: sessions() };
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
    async noteUse(id, at, unlessSince) {
      change(id, (key) => ((key.lastUsedAt ?? -1) < unlessSince ? { ...key, lastUsedAt: at } : key));
    },
    async revoke(id, at) {
      change(id, (key) => ({ ...key, revokedAt: key.revokedAt ?? at }));
    },
  } satisfies Keys;
}

function owner() {
  let kept: Owner | undefined;
  return {
    read: async () => kept,
    async offerLink(id, link) {
      kept = { id: kept?.id ?? id, account: kept?.account, link };
    },
    async useLink(digest, account) {
      if (!kept || kept.link?.digest !== digest) return false;
      kept = { id: kept.id, account, link: undefined };
      return true;
    },
  } satisfies Owners;
}

function sessions() {
  const byDigest = new Map<string, Session>();
  return {
    create: async (session) => void byDigest.set(session.digest, session),
    find: async (digest) => byDigest.get(digest),
    async note(digest, seenAt) {
      const session = byDigest.get(digest);
      if (session) byDigest.set(digest, { ...session, seenAt });
    },
    end: async (digest) => void byDigest.delete(digest),
    async forget(startedBefore) {
      for (const [digest, { startedAt }] of byDigest) if (startedAt < startedBefore) byDigest.delete(digest);
    },
  } satisfies Sessions;
}
