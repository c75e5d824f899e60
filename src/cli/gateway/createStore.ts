import { loadConfig, type Config } from "../../gateway/compose/config.ts";
import { chainReaders } from "../../gateway/compose/outsideClients.ts";
import { addressWarning } from "../../gateway/http/owner/settings/addressWarning.ts";
import { openDatabase } from "../../database/open.ts";
import { chooseSettlement } from "../../gateway/usecases/stores/chooseSettlement.ts";
import { createMerchant, issueKey, STORE_DEFAULTS } from "../../gateway/usecases/stores/createStore.ts";
import type { Settlement } from "../../gateway/domain/invoices/invoice.ts";
import { DEFAULT_PERMISSIONS } from "../../gateway/domain/access/permissions.ts";
import type { ServiceChain } from "../../intents/chains.ts";
import { claimMode } from "../../gateway/persistence/mode.ts";
import { createPersistence } from "../../gateway/persistence/persistence.ts";
import { createLog, silentLog } from "../../runtime/log.ts";
import { refuse, type Command } from "../command.ts";
import { noteMissingRate } from "./noteMissingRate.ts";
import { openService } from "./openService.ts";
import { recordCommand } from "./recordCommand.ts";
import { readStoreOptions } from "../../gateway/usecases/stores/storeOptions.ts";
import { readArguments } from "../arguments.ts";
import { POLICY_SPELLINGS } from "../../gateway/usecases/stores/policyOptions.ts";
import { readStoreName } from "../../gateway/usecases/stores/storeName.ts";

/** Makes a store that is paid in one coin on one chain, and its first API key. Both are printed, the key once. */
export const createStoreCommand: Command = async ({ args, env, clock, random, print, note }) => {
  const given = readArguments(args, "stores create", { otherNames: POLICY_SPELLINGS });
  given.requireAll("name", "settle", "refund");
  const name = readStoreName(given.require("name"));
  const config = loadConfig(env);
  const settlement = await readSettlement(config, given.require("settle"), given.has("own-address"));
  const said = readStoreOptions(given, config, { ...STORE_DEFAULTS, settlement, refunds: {} }, clock());
  const database = await openDatabase(config.databaseUrl, "gateway", true);
  try {
    const persistence = createPersistence(database, refuse);
    await claimMode(persistence, config.mode, clock());
    const merchant = await createMerchant(persistence, { clock, random }, name, said);
    const by = { persistence, clock, log: createLog("warn") };
    const made = { action: "store.created", storeId: merchant.id, after: { name, settlement } };
    await recordCommand(by, "stores create", made);
    const grant = { storeId: merchant.id, label: "first key", permissions: DEFAULT_PERMISSIONS };
    const key = await issueKey(
      persistence.keys,
      { clock, random },
      grant,
      config.mode === "live" ? "live" : "test",
    );
    print(`Store id   ${merchant.id}\nAPI key    ${key}   (shown only now)`);
    await noteMissingRate({ clock, note }, config, said);
  } finally {
    await database.close();
  }
};

/**
 * Reads "<chainId>:<currency>:<recipient>" as a settlement that the service lists. Throws where the recipient may be a contract,
 * unless it is confirmed.
 */
export async function readSettlement(
  config: Config,
  text: string,
  isConfirmed: boolean,
): Promise<Settlement> {
  const [, id, currency = "", recipient = ""] = /^(\d{1,15}):([^:]+):([^:]+)$/.exec(text) ?? [];
  if (id === undefined) throw new Error(`--settle expects <chainId>:<currency>:<recipient>, got "${text}".`);
  const choice = { chainId: Number(id), currency, recipient };
  const settlement = chooseSettlement(await serviceChains(config), choice);
  if (!isConfirmed && config.mode === "live") await requireAccount(config, settlement);
  return settlement;
}

/** The question that the pages ask, for a command: a contract may keep for ever what is sent to it. */
async function requireAccount(config: Config, settlement: Settlement): Promise<void> {
  const outside = { ...config, intentsUrl: config.intentsUrl ?? "" };
  const { contracts } = chainReaders(outside);
  const warning = await addressWarning({ contracts, log: silentLog }, settlement);
  if (warning === undefined) return;
  const { chainId, chainName, recipient } = settlement;
  const why =
    warning.kind === "contract"
      ? `There is a contract at ${recipient} on ${chainName}. Is it your own, such as a wallet contract?`
      : `Whether ${recipient} is a contract on ${chainName} cannot be found out: set RPC_${chainId}, and see that the node answers. Is the address your own?`;
  throw new Error(`${why} If it is, repeat the command with --own-address. Nothing was changed.`);
}

async function serviceChains(config: Config): Promise<readonly ServiceChain[]> {
  try {
    return await openService(config).chains();
  } catch (cause) {
    const mend =
      config.mode === "sandbox"
        ? `The sandbox's intent service runs inside "npm start": start that first, with the same PORT and DATA_DIR.`
        : "The decimals of the settlement coin come from the intent service: check INTENTS_URL and that it answers.";
    throw new Error(mend, { cause });
  }
}
