import { issueKey } from "../gateway/createStore.ts";
import { ALL_PERMISSIONS } from "../http/auth.ts";
import { options, requireOption, type Command } from "./command.ts";
import { withGatewayStore } from "./withGatewayStore.ts";

const USAGE = "keys create --store <id> [--permissions <a,b,…>]";

/** Makes an API key for a store and prints it, once. */
export const createKey: Command = async (invocation) => {
  const { args, clock, random, print } = invocation;
  const storeId = requireOption(args, "store", USAGE);
  const permissions = readPermissions(options(args, "permissions").at(-1));
  await withGatewayStore(invocation, async ({ store }, { mode }) => {
    if (!(await store.loadStore(storeId)))
      throw new Error(`There is no store ${storeId}. Make one with "crosstill stores create".`);
    const kind = mode === "live" ? "live" : "test";
    print(await issueKey(store, { clock, random }, { storeId, label: "command line", permissions }, kind));
  });
};

function readPermissions(text: string | undefined): readonly string[] {
  if (text === undefined) return ALL_PERMISSIONS;
  const names = text.split(",").map((name) => name.trim().replace(/^btcpay\.store\./, ""));
  const known: readonly string[] = ALL_PERMISSIONS;
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return names;
  throw new Error(`Unknown permission ${unknown.join(", ")}. The permissions are ${known.join(", ")}.`);
}
