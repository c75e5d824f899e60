import fs from "node:fs";
import path from "node:path";
import {
  freePort,
  giveToServerUser,
  makeServerFolder,
  query,
  start,
  until,
  type Running,
} from "../../support/postgresServers.ts";
import { debianBin, debianProgram } from "./postgres.ts";

/**
 * Servers under Patroni, with one etcd, synchronous. Three are strictly so, as the documents advise. Two are not: the one that is
 * left would take no writes.
 */
export type PatroniCluster = Readonly<{
  /** Names all servers. */
  url(database: string): string;
  /** The URL of the server that takes writes now. */
  primary(): Promise<string>;
  /** SIGKILL of the primary's Patroni and PostgreSQL. Resolves when another server takes writes; gives how long that took (ms). */
  crashPrimary(): Promise<number>;
  /** Starts the crashed server again, and waits until it is a standby that has everything. */
  rejoin(): Promise<void>;
  stop(): Promise<void>;
}>;

const TTL_S = 20; // Patroni's least: a dead primary's lock ends after it
const START_MS = 90_000;
const FAILOVER_MS = 60_000;

type Node = {
  readonly name: string;
  readonly port: number;
  readonly data: string;
  readonly file: string;
  patroni: Running;
};

export async function startPatroni(servers: 2 | 3): Promise<PatroniCluster> {
  const folder = makeServerFolder();
  const etcdPort = await freePort();
  const etcd = startEtcd(path.join(folder, "etcd"), etcdPort, await freePort());
  const nodes: Node[] = [];
  const stop = async () => {
    for (const node of nodes) {
      await node.patroni.end("SIGKILL");
      if (isRunning(node)) process.kill(postmasterOf(node), "SIGQUIT");
    }
    await etcd.end("SIGKILL");
    await until(async () => !nodes.some(isRunning));
    fs.rmSync(folder, { recursive: true, force: true });
  };
  try {
    await until(
      async () => (await fetch(`http://127.0.0.1:${etcdPort}/health`).catch(() => undefined))?.ok === true,
      START_MS,
    );
    for (let number = 1; number <= servers; number++) {
      const node = await startNode(`server${number}`, { folder, etcdPort, isStrict: servers > 2 });
      nodes.push(node);
      await until(async () => (await query(urlOf(node.port), "select 1 as value").catch(() => [])).length > 0, START_MS); // prettier-ignore
    }
    await until(() => allFollow(nodes), START_MS);
  } catch (cause) {
    const said = nodes.map(({ name, patroni }) => `${name}:\n${patroni.said()}`).join("\n");
    await stop();
    throw new Error(`Patroni did not start:\n${said}`, { cause });
  }
  const primary = async () => {
    const found = await primaryOf(nodes);
    if (!found) throw new Error("No server takes writes.");
    return found;
  };
  let crashed: Node | undefined;
  return {
    url: (database) =>
      `postgres://crosstill@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(",")}/${database}`,
    primary: async () => urlOf((await primary()).port),
    async crashPrimary() {
      const dead = await primary();
      const pid = postmasterOf(dead);
      const from = performance.now();
      await dead.patroni.end("SIGKILL");
      process.kill(pid, "SIGKILL");
      crashed = dead;
      const others = nodes.filter((node) => node !== dead);
      await until(async () => (await primaryOf(others)) !== undefined, FAILOVER_MS);
      return performance.now() - from;
    },
    async rejoin() {
      if (!crashed) throw new Error("No server has crashed.");
      crashed.patroni = startPatroniOf(crashed.file);
      await until(() => allFollow(nodes), START_MS);
    },
    stop,
  };
}

function startEtcd(data: string, port: number, peerPort: number): Running {
  const [url, peerUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  return start(debianProgram("etcd"), [
    ...["--data-dir", data, "--enable-v2=true"], // which Patroni 3 speaks
    ...["--listen-client-urls", url, "--advertise-client-urls", url, "--listen-peer-urls", peerUrl],
  ]);
}

async function startNode(
  name: string,
  { folder, etcdPort, isStrict }: Readonly<{ folder: string; etcdPort: number; isStrict: boolean }>,
): Promise<Node> {
  const [port, restPort] = [await freePort(), await freePort()];
  const data = path.join(folder, name);
  const file = path.join(folder, `${name}.yml`);
  const settings = settingsOf({ name, port, restPort, data, etcdPort, folder, isStrict });
  fs.writeFileSync(file, JSON.stringify(settings)); // JSON is YAML
  giveToServerUser(file);
  return { name, port, data, file, patroni: startPatroniOf(file) };
}

function startPatroniOf(file: string): Running {
  return start(debianProgram("patroni"), [file]);
}

/** Whether one server takes writes, all others stream from it, and one of them synchronously. */
async function allFollow(nodes: readonly Node[]): Promise<boolean> {
  const primary = await primaryOf(nodes);
  if (!primary) return false;
  const streams = "select sync_state from pg_stat_replication where state = 'streaming'";
  const states = (await query(urlOf(primary.port), streams).catch(() => [])).map((row) => row["sync_state"]);
  return states.length === nodes.length - 1 && states.includes("sync");
}

async function primaryOf(nodes: readonly Node[]): Promise<Node | undefined> {
  for (const node of nodes) if (await isPrimary(node)) return node;
  return undefined;
}

function urlOf(port: number, database = "postgres"): string {
  return `postgres://crosstill@127.0.0.1:${port}/${database}`;
}

async function isPrimary({ port }: Pick<Node, "port">): Promise<boolean> {
  const rows = await query(urlOf(port), "select not pg_is_in_recovery() as value").catch(() => []);
  return rows[0]?.["value"] === true;
}

function postmasterOf({ data }: Node): number {
  return Number(fs.readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n")[0]);
}

function isRunning(node: Node): boolean {
  try {
    process.kill(postmasterOf(node), 0);
    return true;
  } catch {
    return false;
  }
}

type Places = Readonly<{
  name: string;
  port: number;
  restPort: number;
  data: string;
  etcdPort: number;
  folder: string;
  isStrict: boolean;
}>;

function settingsOf({ name, port, restPort, data, etcdPort, folder, isStrict }: Places) {
  const trusted = { username: "crosstill", password: "crosstill" };
  return {
    scope: "crosstill-test",
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: TTL_S,
        loop_wait: 1,
        retry_timeout: 3,
        synchronous_mode: true,
        synchronous_mode_strict: isStrict,
        postgresql: { use_pg_rewind: false, parameters: { max_connections: 100 } },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C" }],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: debianBin(),
      pgpass: path.join(folder, `${name}.pgpass`),
      authentication: { superuser: trusted, replication: trusted },
      pg_hba: [
        "local all all trust",
        "host all all 127.0.0.1/32 trust",
        "host replication all 127.0.0.1/32 trust",
      ],
      parameters: { unix_socket_directories: folder },
      remove_data_directory_on_diverged_timelines: true, // what a crashed primary has alone was never acknowledged
    },
  };
}
