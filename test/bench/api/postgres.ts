import { startPostgres, type PostgresServer } from "../../support/postgres.ts";
import { serveParent } from "../child.ts";

/** A PostgreSQL server that syncs its commits, in the environment of this process: that is how its disk is made slower. */
let server: PostgresServer | undefined;

serveParent({
  async url(name: string) {
    server ??= await startPostgres(undefined, { durable: true });
    return server.url(name);
  },
});

process.on("disconnect", () => {
  void (server?.stop() ?? Promise.resolve()).finally(() => process.exit());
});
