import { connect, SESSION_TIMEOUTS } from "./connect.ts";
import type { DatabaseOptions } from "./driver.ts";

const MIGRATION_LOCK = 7_305_001; // any constant: two processes that start together must not migrate together
const LOCK_TIMEOUT = "60s";
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Does work while no other process migrates or restores the same database. The lock belongs to a transaction on a connection of its
 * own: it works through PgBouncer, which has no sessions, and it ends with the connection. Waits for up to a minute.
 */
export async function withMigrationLock<T>(
  options: Pick<DatabaseOptions, "url" | "setting">,
  work: () => Promise<T>,
): Promise<T> {
  const { client } = await connect(options, SESSION_TIMEOUTS);
  try {
    await client.query(
      `begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
       set local lock_timeout = '${LOCK_TIMEOUT}'; select pg_advisory_xact_lock(${MIGRATION_LOCK})`,
    );
    return await work();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === LOCK_NOT_AVAILABLE)) throw error;
    throw new Error(
      "Another process has been migrating or restoring this database for more than a minute. Start again when it has ended.",
      { cause: error },
    );
  } finally {
    await client.query("rollback").catch(() => {}); // gives the lock back, as does the end of the connection
    await client.end();
  }
}
