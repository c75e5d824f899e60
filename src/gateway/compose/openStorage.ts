import os from "node:os";
import type { Config } from "./config.ts";
import { copyJournal, type CopyOfJournal } from "./copyJournal.ts";
import type { Persistence } from "../ports/persistencePort.ts";
import { randomHex } from "../../values/ids.ts";
import { journalSize } from "./server/backUpDatabase.ts";
import type { Database } from "../../database/driver.ts";
import { openDatabase } from "../../database/open.ts";
import { UNTIMED } from "../../database/untimed.ts";
import type { Deps } from "./deps.ts";
import type { FailoverGuard } from "../ports/failoverPort.ts";
import { createFailoverGuard } from "../usecases/failover/failoverGuard.ts";
import type { Gateway } from "../usecases/gateway.ts";
import { openKeys, type Keys } from "./keys/openKeys.ts";
import { claimJournal, journalsOf } from "../persistence/journalFiles.ts";
import { openLineage } from "../persistence/lineage.ts";
import { createPersistence } from "../persistence/persistence.ts";
import { claimMode, isClaimed } from "../persistence/mode.ts";
import { openTime } from "../../database/databaseTime.ts";
import type { SharedTime } from "../../runtime/sharedTime.ts";

/** What this process keeps and shares with others: its database and the clock of that, its keys and its journal. */
export type Storage = Readonly<{
  database: Database;
  time: SharedTime;
  /** What the machine gave, by the clock of the database. */
  deps: Deps;
  persistence: Persistence;
  keys: Keys;
  journal: ReturnType<typeof claimJournal>;
  copy: CopyOfJournal | undefined;
  failover: FailoverGuard | undefined;
}>;

/** Opens all of it; what is to be closed again is pushed to `opened`. Throws a sentence when something is unavailable. */
export async function openStorage(
  config: Config,
  machine: Deps,
  opened: (() => Promise<void>)[],
): Promise<Storage> {
  const database = await openDatabase(config.databaseUrl, "gateway", false, {
    backupFolder: config.backupDir,
    dataDir: config.dataDir,
    onBackup: (file) => machine.log.warn("database.backed_up", { before: "migration", file }),
    poolSize: config.databasePoolSize,
    onUntimed: (missing) => machine.log.warn("database.no_timeouts", { missing, message: UNTIMED }),
  });
  opened.push(() => database.close());
  const time = await openTime(database, machine);
  const deps: Deps = { ...machine, clock: time.clock };
  const persistence = createPersistence(
    database,
    (error) => deps.log.error("store.row_refused", { error }),
    config.databaseListenUrl !== undefined,
  );
  await refuseEmptyBesideJournal(persistence, config);
  await claimMode(persistence, config.mode, deps.clock());
  const keys = await openKeys({ ...deps, persistence }, config);
  const { journal, copy } = await openOwnJournal(config, deps, persistence);
  opened.push(async () => {
    await journal.close();
    await copy?.close();
  });
  const failover = await openFailover(journal.file, deps, { database, persistence, journal });
  return { database, time, deps, persistence, keys, journal, copy, failover };
}

/**
 * A new database beside a journal with addresses is mostly a wrong DATABASE_URL: payments to those addresses would not
 * be credited.
 */
async function refuseEmptyBesideJournal(persistence: Persistence, { journalFile }: Config): Promise<void> {
  if (await isClaimed(persistence)) return;
  const journal = journalsOf(journalFile).find((file) => journalSize(file) > 0);
  if (journal === undefined) return;
  throw new Error(
    `The database that DATABASE_URL names is empty, and the journal ${journal} has addresses that were given out. Correct DATABASE_URL or DATA_DIR, or restore a backup ("crosstill restore", docs/how-to/backup-restore.md). To begin anew, move the journal away first.`,
  );
}

/** A journal of this process alone, which the database then knows, and its copy where one is set. */
async function openOwnJournal(
  { journalFile, journalCopy }: Config,
  { clock, random, log }: Deps,
  persistence: Persistence,
): Promise<Readonly<{ journal: ReturnType<typeof claimJournal>; copy: CopyOfJournal | undefined }>> {
  let copy: CopyOfJournal | undefined;
  const journal = claimJournal(journalFile, {
    newId: () => randomHex(random, 8),
    copy: (claimed) => {
      copy = journalCopy && copyJournal(claimed, { ...journalCopy, log, clock, sizeOf: journalSize });
      return async (size) => copy?.onWritten(size);
    },
  });
  const { id, file } = journal;
  try {
    await persistence.journals.note({ id, host: os.hostname(), file, openedAt: clock() });
  } catch (error) {
    await journal.close();
    throw error;
  }
  return { journal, copy };
}

/** What a failover has lost is known before the first call. */
async function openFailover(
  journalFile: string,
  { clock, log }: Deps,
  {
    database,
    persistence: { audit },
    journal,
  }: Pick<Gateway, "persistence" | "journal"> & Readonly<{ database: Database }>,
): Promise<FailoverGuard | undefined> {
  const lineage = openLineage(database, journalFile);
  if (!lineage) return undefined;
  const guard = createFailoverGuard({ clock, log, audit, journal, lineage });
  await guard.look();
  return guard;
}
