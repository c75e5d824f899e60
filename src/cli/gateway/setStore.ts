import fs from "node:fs";
import { makeLogo, type Logo } from "../../gateway/domain/branding/logo.ts";
import type { LogoFacts } from "../../gateway/domain/branding/logo.ts";
import type { MerchantStore } from "../../gateway/usecases/stores/merchantStore.ts";
import type { Command } from "../command.ts";
import { describeSettings, readStoreOptions } from "../../gateway/usecases/stores/storeOptions.ts";
import { recordCommand } from "./recordCommand.ts";
import { requireStore } from "./requireStore.ts";
import { withPersistence } from "./withPersistence.ts";
import { readArguments, type Arguments } from "../arguments.ts";
import { POLICY_SPELLINGS } from "../../gateway/usecases/stores/policyOptions.ts";

/** Options of "stores create" that never change, and why. */
const FIXED: Readonly<Record<string, string>> = {
  settle:
    "A store keeps its settlement: its books, the addresses that it uses again and the amounts in its policy are for one coin and one recipient.",
};

/** Changes the settings of a store and prints what changed. Invoices that were issued keep the terms that they have. */
export const setStore: Command = async (invocation) => {
  const { args, clock, print } = invocation;
  refuseFixed(args);
  const given = readArguments(args, "stores set", { otherNames: POLICY_SPELLINGS });
  const storeId = given.require("store");
  await withPersistence(invocation, async (gateway, config) => {
    const { persistence } = gateway;
    const merchant = await requireStore(persistence, storeId);
    const settings = readStoreOptions(given, config, merchant.settings, clock());
    const name = given.option("name")?.trim() || merchant.name;
    const before = { name: merchant.name, ...describeSettings(merchant.settings) } as Described;
    const changes = Object.entries({ name, ...describeSettings(settings) })
      .filter(([name, now]) => before[name] !== now)
      .map(([name, now]) => `${name}: ${before[name] ?? "none"} → ${now}`);
    const logo = readLogo(given, merchant);
    if (changes.length > 0) await persistence.stores.change(merchant, { name, settings });
    if (logo) await persistence.stores.changeLogo(storeId, logo.now);
    if (logo) changes.push(`logo: ${describeLogo(merchant.logo)} → ${describeLogo(logo.now)}`);
    if (changes.length > 0)
      await recordCommand(gateway, "stores set", { action: "store.changed", storeId, after: changes });
    print(changes.length > 0 ? changes.join("\n") : "Nothing changed.");
  });
};

type Described = Readonly<Record<string, string>>;

/** The store's new logo, or that it shall have none; undefined where nothing changes. */
function readLogo(
  given: Arguments,
  { logo: known }: MerchantStore,
): Readonly<{ now: Logo | undefined }> | undefined {
  const file = given.option("logo");
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
