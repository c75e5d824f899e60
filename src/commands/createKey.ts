import { loadConfig } from "../config.ts";
import { openDatabase } from "../db/open.ts";
import { issueKey } from "../gateway/createStore.ts";
import { ALL_PERMISSIONS } from "../http/auth.ts";
import { createStore } from "../store/store.ts";
import { options, refuse, requireOption, type Command } from "./command.ts";

const USAGE = "keys create --store <id> [--permissions <a,b,…>]";

/** Makes an API key for a store and prints it, once. */
export const createKey: Command = async ({ args, env, clock, random, print }) => {
  const storeId = requireOption(args, "store", USAGE);
  const permissions = readPermissions(options(args, "permissions").at(-1));
  const config = loadConfig(env);
  const database = await openDatabase(config.databaseUrl, "gateway", true);
  try {
    const store = createStore(database, refuse);
    if (!(await store.loadStore(storeId)))
      throw new Error(`There is no store ${storeId}. Make one with "crosstill stores create".`);
    const kind = config.mode === "live" ? "live" : "test";
    print(await issueKey(store, { clock, random }, { storeId, label: "command line", permissions }, kind));
  } finally {
    await database.close();
  }
};

function readPermissions(text: string | undefined): readonly string[] {
  if (text === undefined) return ALL_PERMISSIONS;
  const names = text.split(",").map((name) => name.trim().replace(/^btcpay\.store\./, ""));
  const known: readonly string[] = ALL_PERMISSIONS;
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return names;
  throw new Error(`Unknown permission ${unknown.join(", ")}. The permissions are ${known.join(", ")}.`);
}
