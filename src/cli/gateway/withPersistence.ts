import { ownSignerAtHand } from "../../gateway/compose/keys/openKeys.ts";
import { loadConfig, type Config } from "../../gateway/compose/config.ts";
import { appliedMigrations } from "../../database/migrations.ts";
import { openDatabase, withSession } from "../../database/open.ts";
import type { Records } from "../../gateway/usecases/invoices/advanceInvoice.ts";
import { createLog } from "../../runtime/log.ts";
import { createPersistence } from "../../gateway/persistence/persistence.ts";
import { refuse, type Invocation } from "../command.ts";
import { nameOfDatabase } from "../network/store.ts";

/**
 * Runs work on the gateway's database, also while the server runs: conflicting writes are retried. Throws a
 * sentence where there is no database: a read must not create one.
 */
export async function withPersistence<T>(
  { env, clock, random }: Pick<Invocation, "env" | "clock" | "random">,
  use: (gateway: Records, config: Config) => Promise<T>,
): Promise<T> {
  const config = loadConfig(env);
  await requireTables(config.databaseUrl);
  const database = await openDatabase(config.databaseUrl, "gateway", true);
  try {
    const persistence = createPersistence(database, refuse);
    const signer = await ownSignerAtHand({ persistence, clock, random }, config);
    return await use(
      { clock, random, persistence, signer, viewers: NO_VIEWERS, log: createLog("warn") },
      config,
    );
  } finally {
    await database.close();
  }
}

/** A wrong DATA_DIR would look like a shop without customers. */
async function requireTables(url: string): Promise<void> {
  if ((await withSession(url, "gateway", true, appliedMigrations)) > 0) return;
  throw new Error(
    `There is nothing of Crosstill in ${nameOfDatabase(url)}. Check DATABASE_URL and DATA_DIR.`,
  );
}

/** Open pages belong to the server; they see the change when they look next. */
const NO_VIEWERS: Records["viewers"] = { isWatched: () => false, watched: () => [], announce: () => {} };
