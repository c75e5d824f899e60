import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { makeServerFolder, serverUser, startServer, type Server } from "../../support/postgresServers.ts";
import { debianBinaries } from "./postgres.ts";

/** PostgreSQL on a disk of its own that is really full when a test says so. */
export type SmallDiskPostgres = Readonly<{
  port: number;
  url(database: string): string;
  /** Leaves no byte free. */
  fill(): void;
  /** Makes room again, and starts the server again if it has ended for want of it. */
  free(): Promise<void>;
  /** SIGQUIT: it ends at once, without a checkpoint. Then it starts again. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}>;

const SIZE = "240m";
const SETTINGS = { max_connections: "100", max_wal_size: "64MB", min_wal_size: "32MB" };

/** The disk is a file system in memory, which only the processes that are started in it can see, and which goes with them. */
export async function startSmallDiskPostgres(): Promise<SmallDiskPostgres> {
  const folder = makeServerFolder();
  const user = serverUser();
  const owner = user ? `,uid=${user.uid},gid=${user.gid}` : "";
  const alone = user ? [] : ["--user", "--map-current-user", "--keep-caps"]; // who is not root may mount in a namespace of his own
  const mount = `mount -t tmpfs -o size=${SIZE},mode=0700${owner} tmpfs "$0" && echo mounted && exec sleep infinity`;
  const disk = spawn("unshare", ["--mount", ...alone, "sh", "-c", mount, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const end = () => void disk.kill("SIGKILL");
  process.once("exit", end);
  await Promise.race([
    once(disk.stdout, "data"),
    once(disk, "exit").then(() => Promise.reject(new Error("No file system could be mounted."))),
  ]);
  const as = user
    ? ["--setuid", String(user.uid), "--setgid", String(user.gid)]
    : ["--user", "--preserve-credentials"];
  const inside = (command: string, args: readonly string[]) =>
    ["nsenter", ["--target", String(disk.pid), "--mount", ...as, "--", command, ...args]] as const;
  const run = (command: string, ...args: readonly string[]) => {
    const [program, all] = inside(command, args);
    execFileSync(program, all, { cwd: "/", stdio: "pipe" });
  };
  const binaries = debianBinaries();
  const data = path.join(folder, "data");
  const filler = path.join(folder, "filler");
  run(binaries.initdb, `--pgdata=${data}`, "--no-sync", "--encoding=UTF8", "--locale=C", "--auth=trust", "--username=crosstill"); // prettier-ignore
  let server: Server = await startServer(binaries, data, SETTINGS, { inside });
  const { port, url } = server;
  const start = async () => {
    server = await startServer(binaries, data, SETTINGS, { inside, port });
  };
  return {
    ...{ port, url },
    fill() {
      run("sh", "-c", `dd if=/dev/zero of="$0" bs=4096 2>/dev/null || test -s "$0"`, filler);
    },
    async free() {
      run("rm", filler);
      if (server.hasEnded()) await start();
    },
    async crash() {
      await server.end("SIGQUIT");
      await start();
    },
    async stop() {
      await server.end("SIGQUIT");
      process.off("exit", end);
      end();
      await once(disk, "exit");
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
