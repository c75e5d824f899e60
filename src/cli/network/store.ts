import { openDatabase, isPostgres } from "../../database/open.ts";
import { serverUrls } from "../../database/servers.ts";
import { createDatabaseBinding, requireOwnDatabase } from "../../network/databaseBinding.ts";
import type { NetworkStore } from "../../network/persistence/open.ts";
import { tables as postgresTables } from "../../network/persistence/schema.postgres.ts";
import { tables as sqliteTables } from "../../network/persistence/schema.sqlite.ts";
import type { NetworkSettings } from "./config.ts";

/**
 * Runs something on the intent service's database, which may be open in the running service at the same time. Throws with a
 * sentence when the database cannot be opened.
 */
export async function withSharedStore<T>(url: string, use: (store: NetworkStore) => Promise<T>): Promise<T> {
  const { db, dialect, commit, close } = await openDatabase(url, "network", true);
  try {
    return await use({ db, commit, close, tables: dialect === "postgres" ? postgresTables : sqliteTables });
  } finally {
    await close();
  }
}

/** The same, for what needs the service's keys: throws when the database belongs to another seed or Bitcoin network. */
export function withServiceStore<T>(
  { config, keys }: NetworkSettings,
  use: (store: NetworkStore) => Promise<T>,
): Promise<T> {
  return withSharedStore(config.databaseUrl, async (store) => {
    await requireOwnDatabase(createDatabaseBinding(store), keys, config.bitcoinNetwork);
    return use(store);
  });
}

/** Which database that is, for people: a file, or a PostgreSQL database without its password. */
export function nameOfDatabase(url: string): string {
  if (!isPostgres(url)) return url;
  const servers = serverUrls(url).flatMap((one) => (URL.canParse(one) ? new URL(one) : []));
  const hosts = servers.map(({ host }) => host).join(" or ");
  return `${decodeURIComponent(servers[0]?.pathname.slice(1) ?? "")} on ${hosts} (PostgreSQL)`;
}
