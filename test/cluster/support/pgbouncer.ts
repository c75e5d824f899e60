import fs from "node:fs";
import path from "node:path";
import {
  freePort,
  giveToServerUser,
  makeServerFolder,
  query,
  start,
  until,
} from "../../support/postgresServers.ts";
import { debianProgram } from "./postgres.ts";

/** PgBouncer in transaction mode: each transaction may be on another connection to the server. */
export type PgBouncer = Readonly<{ url(database: string): string; stop(): Promise<void> }>;

/** Starts Debian's PgBouncer in front of a server on this machine. */
export async function startPgBouncer(postgresPort: number): Promise<PgBouncer> {
  const folder = makeServerFolder();
  const port = await freePort();
  const settings = path.join(folder, "pgbouncer.ini");
  const users = path.join(folder, "users.txt");
  fs.writeFileSync(users, '"crosstill" ""\n');
  fs.writeFileSync(
    settings,
    [
      "[databases]",
      `* = host=127.0.0.1 port=${postgresPort}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = trust",
      `auth_file = ${users}`,
      "pool_mode = transaction",
      "default_pool_size = 5", // fewer than the clients have: they take turns
      "max_client_conn = 200",
      "server_round_robin = 1", // so that a session does not get the same connection again by chance
      "server_login_retry = 1", // as docs/how-to/pgbouncer.md advises
      "admin_users = crosstill",
    ].join("\n"),
  );
  giveToServerUser(folder);
  const bouncer = start(debianProgram("pgbouncer"), [settings]);
  const url = (database: string) => `postgres://crosstill@127.0.0.1:${port}/${database}`;
  await until(async () => {
    if (bouncer.hasEnded()) throw new Error(`PgBouncer did not start:\n${bouncer.said()}`);
    return (await query(url("postgres"), "select 1 as value").catch(() => [])).length > 0;
  });
  return {
    url,
    async stop() {
      await bouncer.end("SIGTERM");
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
