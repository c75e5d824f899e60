import pg from "pg";
import { SECOND_MS } from "../values/time.ts";

const CONNECT_MS = 5 * SECOND_MS;
const CHECK_EVERY_MS = 30 * SECOND_MS; // a connection that was cut silently is noticed
const RETRY_FIRST_MS = SECOND_MS;
const RETRY_LONGEST_MS = 30 * SECOND_MS;

export type ListenOptions = Readonly<{
  /** Of a direct connection: a pooler in transaction mode passes no notifications on. */
  url: string;
  channel: string;
  onText: (text: string) => void;
  onError: (error: unknown) => void;
}>;

/**
 * Listens to a channel of PostgreSQL (LISTEN), and reconnects with backoff until it is closed. What is sent while there is no
 * connection is missed: callers poll as well.
 */
export function listen({
  url,
  channel,
  onText,
  onError,
}: ListenOptions): Readonly<{ close(): Promise<void> }> {
  let client: pg.Client | undefined;
  let isClosed = false;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;

  const connectLater = () => {
    if (isClosed) return;
    const wait = Math.min(RETRY_LONGEST_MS, RETRY_FIRST_MS * 2 ** failures++);
    retry = setTimeout(() => void connect(), wait).unref();
  };
  const connect = async () => {
    const own = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
    });
    client = own;
    own.on("error", onError); // "end" follows
    own.on("notification", ({ payload }) => onText(payload ?? ""));
    try {
      await own.connect();
      await own.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      onError(error);
      await own.end().catch(() => {});
      return connectLater();
    }
    failures = 0;
    own.once("end", () => own === client && connectLater());
    if (isClosed) await own.end().catch(() => {});
  };
  const check = setInterval(() => {
    client?.query("select 1").catch(() => void client?.end().catch(() => {}));
  }, CHECK_EVERY_MS).unref();

  const first = connect();
  return {
    async close() {
      isClosed = true;
      clearInterval(check);
      clearTimeout(retry);
      await first;
      await client?.end().catch(() => {});
    },
  };
}
