import { ConflictError } from "../../database/driver.ts";
import type { Log } from "../../runtime/log.ts";
import { MINUTE_MS, type Clock } from "../../values/time.ts";
import { keyByHash, touchKey, type KeyStore, type StoredKey } from "../persistence/keys.ts";
import type { AccessTokens } from "./accessTokens.ts";
import { isKeyText, keyHash } from "./keyText.ts";

/**
 * A key that is valid, or an access token that stands for it (`isToken`). `id` is no secret: a stored key's beginning, or a name
 * made for one from the configuration. `hash` is what requests that were quoted with it belong to.
 */
export type ApiKey = Readonly<{ id: string; hash: string; isToken?: true }>;

/** Why a text is not a valid key. */
export type KeyFault = "mistyped" | "unknown" | "revoked";

export type Keyring = Readonly<{
  /**
   * What the text alone shows: a configured key, or a typing error; undefined when the database has to be
   * asked.
   */
  atHand(text: string): ApiKey | "mistyped" | undefined;
  /** Reads the database each time: a key that another process revokes is refused from its next call on. */
  lookUp(text: string): Promise<ApiKey | KeyFault>;
  /** Finds the valid key that an access token stands for. */
  byToken(token: string, tokens: Pick<AccessTokens, "read"> | undefined): Promise<ApiKey | undefined>;
}>;

type Parts = Readonly<{ store: KeyStore; clock: Clock; log: Log }>;

/** The keys of the configuration (any text) and those of the database. Only hashes are compared, never the keys themselves. */
export function createKeyring({ store, clock, log }: Parts, configured: readonly string[]): Keyring {
  const ids = new Map(configured.map((text, index) => [keyHash(text), `configured-${index + 1}`]));
  return {
    atHand(text) {
      const hash = keyHash(text);
      const id = ids.get(hash);
      if (id !== undefined) return { id, hash };
      return isKeyText(text) ? undefined : "mistyped";
    },
    async lookUp(text) {
      const key = await keyByHash(store, keyHash(text));
      if (!key) return "unknown";
      if (key.revokedAt !== null) return "revoked";
      await noteUse({ store, clock, log }, key);
      return { id: key.prefix, hash: key.hash };
    },
    async byToken(token, tokens) {
      const hash = tokens?.read(token);
      if (hash === undefined) return undefined;
      const id = ids.get(hash);
      if (id !== undefined) return { id, hash, isToken: true };
      const key = await keyByHash(store, hash);
      return key && key.revokedAt === null ? { id: key.prefix, hash, isToken: true } : undefined;
    },
  };
}

/** Notes the use once a minute at most, because a write for every call would cost more than most calls. */
async function noteUse({ store, clock, log }: Parts, { hash, prefix, lastUsedAt }: StoredKey): Promise<void> {
  const now = clock();
  if (lastUsedAt !== null && now - lastUsedAt < MINUTE_MS) return;
  try {
    await store.commit([touchKey(store, hash, now, now - MINUTE_MS)]);
  } catch (error) {
    // A call at the same moment has noted it; anything else must not fail a call that has a valid key.
    if (!(error instanceof ConflictError)) log.warn("network.key_use_not_noted", { key: prefix, error });
  }
}
