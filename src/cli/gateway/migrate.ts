import { loadConfig } from "../../gateway/compose/config.ts";
import { openDatabase } from "../../database/open.ts";
import type { Command } from "../command.ts";

/**
 * Migrates the gateway's database to the present version. Starting does the same; this is for deployments
 * that migrate first.
 */
export const migrateDatabase: Command = async ({ env, print }) => {
  const config = loadConfig(env);
  const database = await openDatabase(config.databaseUrl, "gateway", false, {
    backupFolder: env["BACKUP_DIR"],
    dataDir: config.dataDir,
    onBackup: (file) => print(`What it held before is in ${file}.`),
  });
  await database.close();
  print("The database is up to date.");
};
