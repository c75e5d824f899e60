import { createHmac, hkdfSync } from "node:crypto";
import { openBytes, sealBytes, WrongKeyError } from "../../runtime/sealedBytes.ts";
import type { Secrets } from "../ports/secretsPort.ts";

const PLAIN_PREFIX = "sealed-1:"; // then what sealBytes gives: by a key in a file, which has no id
const NAMED_PREFIX = "sealed-2:"; // then the id of the key, a colon, and what sealBytes gives
const NAMED = /^sealed-2:([^:]*):(.*)$/s;

/** A key that seals; one in a file has no id. */
export type SealingKey = Readonly<{ id: string | undefined; key: Uint8Array; isRetired: boolean }>;

/** The keys that seal and open. They may change while the process runs. */
export type SealingKeys = Readonly<{
  current(): SealingKey;
  /** Every key that this process knows, the oldest first. */
  all(): readonly SealingKey[];
  /** The key of an id, which may have to be fetched; undefined when there is none. */
  find(id: string): Promise<SealingKey | undefined>;
  /** What makes marks: it outlasts the keys that seal. */
  marking(): Uint8Array;
}>;

/** Seals texts with AES-256-GCM, and marks them with HMAC-SHA256. With a single key of 32 random bytes, marks are made with one that follows from it. */
export function createSecrets(keys: SealingKeys | Uint8Array): Secrets {
  const ring = keys instanceof Uint8Array ? ringOf(keys) : keys;
  const isSealed = (stored: string) => stored.startsWith(PLAIN_PREFIX) || stored.startsWith(NAMED_PREFIX);
  return {
    isSealed,
    isStale(stored) {
      const [, id] = NAMED.exec(stored) ?? [];
      if (id === undefined) return !isSealed(stored) || ring.current().id !== undefined;
      // A key that is not known here yet was made by another process: it is newer than the one at hand.
      return ring.all().some((known) => known.id === id && known.isRetired);
    },
    mark: (text) => createHmac("sha256", ring.marking()).update(text).digest("base64url"),
    seal(secret) {
      const { id, key } = ring.current();
      const bytes = Buffer.from(secret, "utf8");
      if (id === undefined) return PLAIN_PREFIX + sealBytes(key, bytes);
      const prefix = `${NAMED_PREFIX}${id}:`;
      return prefix + sealBytes(key, bytes, prefix);
    },
    async open(stored) {
      if (!isSealed(stored)) return stored;
      const [, id, sealed = ""] = NAMED.exec(stored) ?? [];
      if (id === undefined) return openUnnamed(ring.all(), stored.slice(PLAIN_PREFIX.length));
      const key = await ring.find(id);
      if (!key)
        throw new WrongKeyError(
          "A stored secret cannot be opened: the database does not have the key that it was sealed with.",
        );
      return openBytes(key.key, sealed, `${NAMED_PREFIX}${id}:`).toString("utf8");
    },
  };
}

/** Tries every key: only the one that sealed it opens it. */
function openUnnamed(keys: readonly SealingKey[], sealed: string): string {
  let failure: unknown;
  for (const { key } of keys) {
    try {
      return openBytes(key, sealed).toString("utf8");
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** The key of marks that belongs to a key in a file (HKDF, RFC 5869). */
export function markingKeyOf(key: Uint8Array): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", "crosstill marks", 32));
}

function ringOf(key: Uint8Array): SealingKeys {
  const only: SealingKey = { id: undefined, key, isRetired: false };
  const marking = markingKeyOf(key);
  return { current: () => only, all: () => [only], find: async () => undefined, marking: () => marking };
}
