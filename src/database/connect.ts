import pg from "pg";
import { readServers, type Servers } from "./servers.ts";

/** How long a session's statements may take, wait for a lock, and leave a transaction idle. PostgreSQL's units. */
export type Timeouts = Readonly<{ statement: string; lock: string; idleInTransaction: string }>;

export const POOL_TIMEOUTS: Timeouts = { statement: "10s", lock: "5s", idleInTransaction: "10s" };
export const SESSION_TIMEOUTS: Timeouts = { statement: "60s", lock: "5s", idleInTransaction: "60s" };

/** A connection of its own. `pooled`: a pooler such as PgBouncer stands in between, which keeps no session state. */
export type Connected = Readonly<{ client: pg.Client; pooled: boolean }>;

const CONNECT_MS = 5_000;

/**
 * Connects to the server that takes writes. Where a pooler refuses the timeouts at the start of a connection, those of the role
 * are used. Throws a sentence when no server can be reached.
 */
export async function connect(
  { url, setting }: Readonly<{ url: string; setting?: string }>,
  timeouts: Timeouts,
  servers: Servers = readServers(url),
): Promise<Connected> {
  let failure: unknown;
  for (let tried = 0; tried < servers.count; tried++) {
    const server = servers.current();
    try {
      const connected = await connectTo(server, timeouts);
      if (servers.count === 1) return connected;
      const refused = await refusalToWrite(connected.client);
      if (refused === undefined) return connected;
      failure = refused;
      await connected.client.end();
    } catch (error) {
      failure = error;
    }
    servers.leave(server);
  }
  throw new Error(
    `PostgreSQL cannot be reached. Check ${setting ?? "DATABASE_URL"} and that the server is running.`,
    { cause: failure },
  );
}

async function connectTo(connectionString: string, timeouts: Timeouts): Promise<Connected> {
  try {
    const client = await opened({ connectionString, options: startupOptions(timeouts) });
    return { client, pooled: await isPooled(client) };
  } catch (error) {
    if (!isStartupRefused(error)) throw error;
    return { client: await opened({ connectionString }), pooled: true };
  }
}

async function opened(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: CONNECT_MS, keepAlive: true });
  client.on("error", () => {}); // the next query reports it
  await client.connect();
  return client;
}

/** The timeouts as a connection asks for them when it starts. */
export function startupOptions({ statement, lock, idleInTransaction }: Timeouts): string {
  return `-c statement_timeout=${statement} -c lock_timeout=${lock} -c idle_in_transaction_session_timeout=${idleInTransaction}`;
}

/** PgBouncer refuses what it would have to repeat on each of its own connections. */
function isStartupRefused(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/.test(error.message);
}

/** A pooler greets with a process id of its own making. */
async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const { processID } = client as unknown as Readonly<{ processID: number | null }>; // public in pg, though missing in its types
  return rows[0]?.pid !== processID;
}

const TIMEOUT_SETTINGS = [
  "statement_timeout",
  "lock_timeout",
  "idle_in_transaction_session_timeout",
] as const;

/** The timeouts that a session does not have. */
export async function missingTimeouts(client: pg.ClientBase): Promise<readonly string[]> {
  const values = TIMEOUT_SETTINGS.map((name) => `current_setting('${name}') as ${name}`).join(", ");
  const { rows } = await client.query<Record<string, string>>(`select ${values}`);
  return TIMEOUT_SETTINGS.filter((name) => rows[0]?.[name] === "0");
}

/** The error of a server that takes no writes, a standby for instance. */
export async function refusalToWrite(client: pg.ClientBase): Promise<Error | undefined> {
  const { rows } = await client.query<{ value: string }>(
    "select current_setting('transaction_read_only') as value",
  );
  if (rows[0]?.value === "off") return undefined;
  return Object.assign(new Error("This server takes no writes: it is a standby, or set to read only."), {
    code: READ_ONLY,
  });
}

/** The SQLSTATE of a write that a standby refuses. */
export const READ_ONLY = "25006";
