import fs from "node:fs";
import { makeLogo, type Logo } from "../../gateway/domain/branding/logo.ts";
import type { LogoFacts } from "../../gateway/domain/branding/logo.ts";
import type { MerchantStore } from "../../gateway/usecases/stores/merchantStore.ts";
import { requireOption, type Command } from "../command.ts";
import { describeSettings, readStoreOptions, STORE_OPTIONS_USAGE } from "./storeOptions.ts";
import { option, withPersistence } from "./withPersistence.ts";

const FIXED: Readonly<Record<string, string>> = {
  settle:
    "A store keeps its settlement: its books, the addresses that it uses again and the amounts in its policy are for one coin and one recipient.",
};

/** Options that are accepted only to explain that they never change. */
export const NEVER_CHANGES: readonly string[] = Object.keys(FIXED);

export const SET_STORE_USAGE = `stores set --store <id> [--name <name>] [--logo <file.png>|none] [--refund <chainId>:<address> …] ${STORE_OPTIONS_USAGE}`;

/** Changes the settings of a store and prints what changed. Invoices that were issued keep the terms that they have. */
export const setStore: Command = async (invocation) => {
  const { args, clock, print } = invocation;
  const storeId = requireOption(args, "store", SET_STORE_USAGE);
  refuseFixed(args);
  await withPersistence(invocation, async ({ persistence }, config) => {
    const merchant = await persistence.stores.load(storeId);
    if (!merchant) throw new Error(`There is no store ${storeId}. Make one with "crosstill stores create".`);
    const settings = readStoreOptions(args, config, merchant.settings, clock());
    const name = option(args, "name")?.trim() || merchant.name;
    const before = { name: merchant.name, ...describeSettings(merchant.settings) } as Described;
    const changes = Object.entries({ name, ...describeSettings(settings) })
      .filter(([name, now]) => before[name] !== now)
      .map(([name, now]) => `${name}: ${before[name] ?? "none"} → ${now}`);
    const logo = readLogo(args, merchant);
    if (changes.length > 0) await persistence.stores.change(merchant, { name, settings });
    if (logo) await persistence.stores.changeLogo(storeId, logo.now);
    if (logo) changes.push(`logo: ${describeLogo(merchant.logo)} → ${describeLogo(logo.now)}`);
    print(changes.length > 0 ? changes.join("\n") : "Nothing changed.");
  });
};

type Described = Readonly<Record<string, string>>;

/** The store's new logo, or that it shall have none; undefined where nothing changes. */
function readLogo(
  args: readonly string[],
  { logo: known }: MerchantStore,
): Readonly<{ now: Logo | undefined }> | undefined {
  const file = option(args, "logo");
  if (file === undefined) return undefined;
  const now = file === "none" ? undefined : makeLogo(fs.readFileSync(file));
  return now?.hash === known?.hash ? undefined : { now };
}

function describeLogo(logo: LogoFacts | undefined): string {
  return logo ? `${logo.width} × ${logo.height} pixels` : "none";
}

function refuseFixed(args: readonly string[]): void {
  for (const [name, why] of Object.entries(FIXED))
    if (args.some((arg) => arg.split("=")[0] === `--${name}`))
      throw new Error(`${why} Make another store with "crosstill stores create".`);
}
