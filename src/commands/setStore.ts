import { requireOption, type Command } from "./command.ts";
import { describeSettings, readStoreOptions, STORE_OPTIONS_USAGE } from "./storeOptions.ts";
import { option, withGatewayStore } from "./withGatewayStore.ts";

const FIXED: Readonly<Record<string, string>> = {
  settle:
    "A store keeps its settlement: its books, the addresses that it uses again and the amounts in its policy are for one coin and one recipient.",
};

/** Options that are taken only to say that they never change. */
export const NEVER_CHANGES: readonly string[] = Object.keys(FIXED);

export const SET_STORE_USAGE = `stores set --store <id> [--name <name>] [--refund <chainId>:<address> …] ${STORE_OPTIONS_USAGE}`;

/** Changes the settings of a store and prints what changed. Invoices that were issued keep the terms that they have. */
export const setStore: Command = async (invocation) => {
  const { args, print } = invocation;
  const storeId = requireOption(args, "store", SET_STORE_USAGE);
  refuseFixed(args);
  await withGatewayStore(invocation, async ({ store }, config) => {
    const merchant = await store.loadStore(storeId);
    if (!merchant) throw new Error(`There is no store ${storeId}. Make one with "crosstill stores create".`);
    const settings = readStoreOptions(args, config, merchant.settings);
    const name = option(args, "name")?.trim() || merchant.name;
    const before = { name: merchant.name, ...describeSettings(merchant.settings) } as Described;
    const changes = Object.entries({ name, ...describeSettings(settings) }).filter(
      ([name, now]) => before[name] !== now,
    );
    if (changes.length === 0) return print("Nothing changed.");
    await store.changeStore(merchant, { name, settings });
    for (const [name, now] of changes) print(`${name}: ${before[name] ?? "none"} → ${now}`);
  });
};

type Described = Readonly<Record<string, string>>;

function refuseFixed(args: readonly string[]): void {
  for (const [name, why] of Object.entries(FIXED))
    if (args.some((arg) => arg.split("=")[0] === `--${name}`))
      throw new Error(`${why} Make another store with "crosstill stores create".`);
}
