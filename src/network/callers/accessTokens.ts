import { createHmac, timingSafeEqual } from "node:crypto";
import { MINUTE_MS, SECOND_MS, type Clock, type Instant } from "../../values/time.ts";

/** How long a token is valid. */
export const TOKEN_MINUTES = 15;

const START = "cta_";
const SHAPE = /^cta_([0-9a-f]{64})\.(\d{1,12})\.([\w-]{43})$/;

/** Tokens that stand for an API key where the key itself must not be, such as in a browser. They are signed and not stored. */
export type AccessTokens = Readonly<{
  /** Makes a token of the key with this hash. */
  issue(keyHash: string): Readonly<{ token: string; expiresAt: Instant }>;
  /** Returns the hash of the key that a token stands for; undefined when it has expired or is not one of this service. */
  read(token: string): string | undefined;
}>;

/** `secret` is 32 bytes that all processes of the service have. */
export function createAccessTokens(secret: Uint8Array, clock: Clock): AccessTokens {
  const signatureOf = (text: string) => createHmac("sha256", secret).update(`access token ${text}`).digest();
  return {
    issue(keyHash) {
      const expires = Math.floor((clock() + TOKEN_MINUTES * MINUTE_MS) / SECOND_MS);
      const signed = `${keyHash}.${expires}`;
      const token = `${START}${signed}.${signatureOf(signed).toString("base64url")}`;
      return { token, expiresAt: expires * SECOND_MS };
    },
    read(token) {
      const [, keyHash, expires, signature] = SHAPE.exec(token) ?? [];
      if (keyHash === undefined || expires === undefined || signature === undefined) return undefined;
      const isOurs = timingSafeEqual(
        signatureOf(`${keyHash}.${expires}`),
        Buffer.from(signature, "base64url"),
      );
      return isOurs && clock() < Number(expires) * SECOND_MS ? keyHash : undefined;
    },
  };
}

/** Returns the token of a header Authorization; undefined where it has none. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)\s*$/i.exec(authorization ?? "")?.[1];
}
