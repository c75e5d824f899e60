import type { IncomingMessage } from "node:http";
import { MINUTE_MS } from "../../values/time.ts";
import { bearerToken, createAccessTokens } from "../callers/accessTokens.ts";
import { createBuckets } from "../callers/buckets.ts";
import { callerAddress } from "../callers/callerAddress.ts";
import { KEY_AND_TOKEN, TOKEN_OVER } from "../callers/checkKey.ts";
import { createKeyring } from "../callers/keyring.ts";
import type { NetworkParts } from "../parts.ts";

/** How many connections there may be. */
export const STREAM_CONNECTIONS = { perAddress: 50, perKey: 500, together: 10_000 } as const;

/** `apiKeys`, `wrongKeysPerMinute` and `requireKeys` as for the HTTP face. */
export type StreamSettings = Readonly<{
  apiKeys: readonly string[];
  wrongKeysPerMinute: number;
  requireKeys: boolean;
}>;

/** A no to a connection, as an HTTP answer. */
export type ConnectionRefusal = Readonly<{
  status: 401 | 404 | 429 | 503;
  errorCode: string;
  message: string;
}>;

export type ConnectionLimiter = Readonly<{
  /**
   * Admits a connection, to be released with `leave`, or returns the refusal. It may have an API key (the query parameter apiKey, or
   * the header x-api-key) or an access token (accessToken, or Authorization), and not both.
   */
  enter(request: IncomingMessage): Promise<Readonly<{ leave(): void }> | ConnectionRefusal>;
}>;

/** Counts connections by valid key, or by address where none is sent (of IPv6 a /64). */
export function createConnectionLimiter(parts: NetworkParts, settings: StreamSettings): ConnectionLimiter {
  const tokens = createAccessTokens(parts.keys.secretsKey, parts.clock);
  const keyring = createKeyring(parts, settings.apiKeys);
  const wrongKeys = createBuckets({ calls: settings.wrongKeysPerMinute, perMs: MINUTE_MS }, parts.clock);
  const counts = new Map<string, number>();
  let together = 0;

  const callerOf = async (request: IncomingMessage, address: string): Promise<string | ConnectionRefusal> => {
    const { text, token } = credentialsOf(request);
    if (text !== undefined && token !== undefined) return unauthorized(KEY_AND_TOKEN);
    if (token !== undefined) {
      const key = await keyring.byToken(token, tokens);
      return key ? `key ${key.id}` : unauthorized(TOKEN_OVER);
    }
    if (text === undefined) return settings.requireKeys ? unauthorized(KEY_NEEDED) : address;
    if (wrongKeys.waitMs(address) > 0) return tooMany("Too many wrong API keys from this address.");
    const found = keyring.atHand(text) ?? (await keyring.lookUp(text));
    if (typeof found !== "string") return `key ${found.id}`;
    wrongKeys.take(address);
    return unauthorized(`The API key in apiKey is ${found}. Leave it out, or use a valid one.`);
  };

  return {
    async enter(request) {
      const address = addressOf(request);
      const caller = await callerOf(request, address);
      if (typeof caller !== "string") return caller;
      const here = counts.get(caller) ?? 0;
      const { perAddress, perKey } = STREAM_CONNECTIONS;
      if (here >= (caller === address ? perAddress : perKey)) {
        return tooMany("Too many connections. One connection takes many subscriptions.");
      }
      if (together >= STREAM_CONNECTIONS.together) {
        return {
          status: 503,
          errorCode: "SERVICE_UNAVAILABLE",
          message: "The stream is full. Poll, or try again later.",
        };
      }
      counts.set(caller, here + 1);
      together += 1;
      return {
        leave() {
          together -= 1;
          const left = (counts.get(caller) ?? 1) - 1;
          if (left > 0) counts.set(caller, left);
          else counts.delete(caller);
        },
      };
    },
  };
}

const KEY_NEEDED =
  "Expected an API key in apiKey or x-api-key, or an access token in accessToken; none came. This service opens no stream without one.";

function unauthorized(message: string): ConnectionRefusal {
  return { status: 401, errorCode: "UNAUTHORIZED", message };
}

function tooMany(message: string): ConnectionRefusal {
  return { status: 429, errorCode: "TOO_MANY_REQUESTS", message };
}

/** Browsers cannot send a header with a websocket, so the key or token comes in the query; others may send the header. */
function credentialsOf({ url = "", headers }: IncomingMessage): Readonly<{ text?: string; token?: string }> {
  const query = new URLSearchParams(url.split("?")[1] ?? "");
  const header = headers["x-api-key"];
  const text = query.get("apiKey") ?? (typeof header === "string" ? header : undefined);
  const token = query.get("accessToken") ?? bearerToken(headers.authorization);
  return { ...(text !== undefined && { text }), ...(token !== undefined && { token }) };
}

/** Where the server's requests are express' own, `ip` heeds "trust proxy"; else it is the other end of the line. */
function addressOf(request: IncomingMessage & { ip?: unknown }): string {
  const ip = typeof request.ip === "string" ? request.ip : request.socket.remoteAddress;
  return callerAddress({ ip });
}
