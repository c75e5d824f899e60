import fs from "node:fs";
import path from "node:path";
import { initialise, makeServerFolder, startServer, type Binaries } from "../../support/postgresServers.ts";

/** What the suite of clusters needs of Debian (.ci/run installs it). */
const PACKAGES = "apt-get install --no-install-recommends postgresql pgbouncer patroni etcd-server";

/** The folder of the newest PostgreSQL that Debian has installed. Throws a sentence where there is none. */
export function debianBin(): string {
  const root = "/usr/lib/postgresql";
  const versions = fs.existsSync(root) ? fs.readdirSync(root) : [];
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0];
  if (newest === undefined) throw new Error(`This suite needs PostgreSQL of Debian: ${PACKAGES}`);
  return path.join(root, newest, "bin");
}

/** A program of Debian. Throws a sentence where it is not installed. */
export function debianProgram(name: string): string {
  const file = ["/usr/sbin", "/usr/bin"].map((folder) => path.join(folder, name)).find(fs.existsSync);
  if (file === undefined) throw new Error(`This suite needs ${name}: ${PACKAGES}`);
  return file;
}

export function debianBinaries(): Binaries {
  const bin = debianBin();
  return { initdb: path.join(bin, "initdb"), postgres: path.join(bin, "postgres") };
}

/** A PostgreSQL server of Debian, in a folder of its own, which `stop` removes. */
export type DebianPostgres = Readonly<{
  port: number;
  url(database: string): string;
  stop(): Promise<void>;
}>;

export async function startDebianPostgres(): Promise<DebianPostgres> {
  const folder = makeServerFolder();
  const data = path.join(folder, "data");
  const binaries = debianBinaries();
  initialise(binaries, data);
  const server = await startServer(binaries, data, { max_connections: "300" });
  return {
    port: server.port,
    url: server.url,
    async stop() {
      await server.end("SIGQUIT");
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
