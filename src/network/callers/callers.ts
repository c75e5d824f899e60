import type { Log } from "../../runtime/log.ts";
import type { Clock } from "../../values/time.ts";
import type { RequestHandler } from "express";
import type { KeyStore } from "../persistence/keys.ts";
import type { AccessTokens } from "./accessTokens.ts";
import { createKeyCheck, type KeyCheck } from "./checkKey.ts";
import { createKeyring } from "./keyring.ts";
import { limitCalls, type CallKind, type CallLimits } from "./limitCalls.ts";

/** Authentication and rate limits of callers (interface specification 5 and 8). */
export type Callers = KeyCheck & Readonly<{ limit(kind: CallKind): RequestHandler }>;

/** `apiKeys` are keys of the configuration, valid beside those of the database. Throws when a limit is not a whole number above zero. */
export function createCallers(
  parts: Readonly<{ store: KeyStore; clock: Clock; log: Log }>,
  settings: CallLimits & Readonly<{ apiKeys: readonly string[] }>,
  tokens?: Pick<AccessTokens, "read">,
): Callers {
  const check = createKeyCheck(createKeyring(parts, settings.apiKeys), settings, parts.clock, tokens);
  return { ...check, limit: limitCalls(settings, check.keyOf, parts.clock) };
}
