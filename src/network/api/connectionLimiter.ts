import type { IncomingMessage } from "node:http";
import { MINUTE_MS } from "../../values/time.ts";
import { createBuckets } from "../callers/buckets.ts";
import { callerAddress } from "../callers/callerAddress.ts";
import { createKeyring } from "../callers/keyring.ts";
import type { NetworkParts } from "../parts.ts";

/** How many connections there may be. */
export const STREAM_CONNECTIONS = { perAddress: 50, perKey: 500, together: 10_000 } as const;

/** A no to a connection, as an HTTP answer. */
export type ConnectionRefusal = Readonly<{
  status: 401 | 404 | 429 | 503;
  errorCode: string;
  message: string;
}>;

export type ConnectionLimiter = Readonly<{
  /**
   * Admits a connection, to be released with `leave`, or returns the refusal. The key, if any, is the query
   * parameter apiKey.
   */
  enter(request: IncomingMessage): Promise<Readonly<{ leave(): void }> | ConnectionRefusal>;
}>;

/** Counts connections by valid key, or by address where none is sent (of IPv6 a /64). */
export function createConnectionLimiter(
  parts: NetworkParts,
  settings: Readonly<{ apiKeys: readonly string[]; wrongKeysPerMinute: number }>,
): ConnectionLimiter {
  const keyring = createKeyring(parts, settings.apiKeys);
  const wrongKeys = createBuckets({ calls: settings.wrongKeysPerMinute, perMs: MINUTE_MS }, parts.clock);
  const counts = new Map<string, number>();
  let together = 0;

  const callerOf = async (request: IncomingMessage, address: string): Promise<string | ConnectionRefusal> => {
    const text = keyText(request);
    if (text === undefined) return address;
    if (wrongKeys.waitMs(address) > 0) return tooMany("Too many wrong API keys from this address.");
    const found = keyring.atHand(text) ?? (await keyring.lookUp(text));
    if (typeof found !== "string") return `key ${found.id}`;
    wrongKeys.take(address);
    return {
      status: 401,
      errorCode: "UNAUTHORIZED",
      message: `The API key in apiKey is ${found}. Leave it out, or use a valid one.`,
    };
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

function tooMany(message: string): ConnectionRefusal {
  return { status: 429, errorCode: "TOO_MANY_REQUESTS", message };
}

/** Browsers cannot send a header with a websocket, so the key comes in the query; others may send the header. */
function keyText({ url = "", headers }: IncomingMessage): string | undefined {
  const query = new URLSearchParams(url.split("?")[1] ?? "");
  const header = headers["x-api-key"];
  return query.get("apiKey") ?? (typeof header === "string" ? header : undefined);
}

/** Where the server's requests are express' own, `ip` heeds "trust proxy"; else it is the other end of the line. */
function addressOf(request: IncomingMessage & { ip?: unknown }): string {
  const ip = typeof request.ip === "string" ? request.ip : request.socket.remoteAddress;
  return callerAddress({ ip });
}
