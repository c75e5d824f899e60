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

/** Two servers under Patroni, with one etcd, synchronous. Not strictly: of two servers, the one that is left would take no writes. */
export type PatroniCluster = Readonly<{
  /** Names both servers. */
  url(database: string): string;
  /** The URL of the server that takes writes now. */
  primary(): Promise<string>;
  /** SIGKILL of the primary's Patroni and PostgreSQL. Resolves when the other server takes writes; gives how long that took (ms). */
  crashPrimary(): Promise<number>;
  stop(): Promise<void>;
}>;

const NODES = ["one", "two"] as const;
const TTL_S = 20; // Patroni's least: a dead primary's lock ends after it
const START_MS = 90_000;
const FAILOVER_MS = 60_000;

type Node = Readonly<{ name: string; port: number; data: string; patroni: Running }>;

export async function startPatroni(): Promise<PatroniCluster> {
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
    for (const name of NODES) {
      const node = await startNode(name, folder, etcdPort);
      nodes.push(node);
      await until(async () => (await query(urlOf(node.port), "select 1 as value").catch(() => [])).length > 0, START_MS); // prettier-ignore
    }
    const synced = "select 1 as value from pg_stat_replication where sync_state = 'sync'";
    await until(async () => {
      const primary = await primaryOf(nodes);
      return primary !== undefined && (await query(urlOf(primary.port), synced)).length > 0;
    }, START_MS);
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
      const others = nodes.filter((node) => node !== dead);
      await until(async () => (await primaryOf(others)) !== undefined, FAILOVER_MS);
      return performance.now() - from;
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

async function startNode(name: string, folder: string, etcdPort: number): Promise<Node> {
  const [port, restPort] = [await freePort(), await freePort()];
  const data = path.join(folder, name);
  const file = path.join(folder, `${name}.yml`);
  const settings = settingsOf({ name, port, restPort, data, etcdPort, folder });
  fs.writeFileSync(file, JSON.stringify(settings)); // JSON is YAML
  giveToServerUser(file);
  return { name, port, data, patroni: start(debianProgram("patroni"), [file]) };
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
}>;

function settingsOf({ name, port, restPort, data, etcdPort, folder }: Places) {
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
    },
  };
}
