import { checkBitcoinAddress } from "../bitcoin/address.ts";
import { createHttp } from "../chain/http.ts";
import { createIntentService } from "../clients/intents.ts";
import { loadConfig, type Config } from "../config.ts";
import { openDatabase } from "../db/open.ts";
import { checkEvmAddress } from "../evm/address.ts";
import { createMerchant, issueKey, STORE_DEFAULTS } from "../gateway/createStore.ts";
import type { StoreSettings } from "../gateway/storePort.ts";
import type { Settlement } from "../invoices/invoice.ts";
import { ALL_PERMISSIONS } from "../http/auth.ts";
import { BITCOIN_CHAIN_ID, isCurrencyIdentifier, sameCurrency } from "../protocol/identifiers.ts";
import type { ServiceChain } from "../protocol/chains.ts";
import { claimMode } from "../store/mode.ts";
import { createStore } from "../store/store.ts";
import { options, refuse, requireOption, type Command } from "./command.ts";

const USAGE =
  "stores create --name <name> --settle <chainId>:<currency>:<recipient> --refund <chainId>:<address> [--refund …] [--fees payer|merchant] [--margin <percent>] [--tolerance <percent>]";

/** Makes a store that is paid in one coin on one chain, and its first API key. Both are printed, the key once. */
export const createStoreCommand: Command = async ({ args, env, clock, random, print }) => {
  const name = requireOption(args, "name", USAGE);
  const config = loadConfig(env);
  const settlement = await readSettlement(config, requireOption(args, "settle", USAGE));
  const policy = readPolicy(args);
  const refunds = Object.fromEntries(options(args, "refund").map((text) => readRefund(config, text)));
  if (Object.keys(refunds).length === 0) requireOption(args, "refund", USAGE);
  const database = await openDatabase(config.databaseUrl, "gateway", true);
  try {
    const store = createStore(database, refuse);
    await claimMode(store, config.mode, clock());
    const merchant = await createMerchant(store, { clock, random }, name, {
      ...STORE_DEFAULTS,
      ...policy,
      settlement,
      refunds,
    });
    const grant = { storeId: merchant.id, label: "first key", permissions: ALL_PERMISSIONS };
    const key = await issueKey(store, { clock, random }, grant, config.mode === "live" ? "live" : "test");
    print(`Store id   ${merchant.id}\nAPI key    ${key}   (shown only now)`);
  } finally {
    await database.close();
  }
};

/** The settlement coin, with its decimals and symbol as the service lists them: a wrong decimals figure would misprice everything. */
async function readSettlement(config: Config, text: string): Promise<Settlement> {
  const [, id, currency = "", recipient = ""] = /^(\d{1,15}):([^:]+):([^:]+)$/.exec(text) ?? [];
  if (id === undefined) throw new Error(`--settle expects <chainId>:<currency>:<recipient>, got "${text}".`);
  const chainId = Number(id);
  if (checkEvmAddress(recipient) === undefined || isCurrencyIdentifier(recipient)) {
    const why = /^0x[0-9a-fA-F]{40}$/.test(recipient)
      ? "its checksum is wrong, so a character may be too: paste it again"
      : "it is none";
    throw new Error(`--settle expects the merchant's own EVM address as recipient; "${recipient}": ${why}.`);
  }
  const chains = await serviceChains(config);
  refuseForeignRecipient(chains, recipient);
  const chain = chains.find((candidate) => candidate.id === chainId);
  const coin = chain?.solverCurrencies.find(({ address }) => sameCurrency(address, currency));
  if (!chain || !coin) {
    const known = chains.flatMap((c) =>
      c.solverCurrencies.map(
        (k) => `${c.id}:${k.address} (${k.symbol} on ${c.displayName ?? c.name ?? c.id})`,
      ),
    );
    throw new Error(`The service cannot settle ${chainId}:${currency}. It lists:\n  ${known.join("\n  ")}`);
  }
  const chainName = chain.displayName ?? chain.name ?? `Chain ${chainId}`;
  return {
    chainId,
    chainName,
    currency: coin.address,
    symbol: coin.symbol,
    decimals: coin.decimals,
    recipient,
  };
}

/** Who bears the fees; the margin for services that state no minimum; how much less than the price still counts as paid. */
function readPolicy(
  args: readonly string[],
): Pick<StoreSettings, "feeBearer" | "marginBps" | "toleranceBps"> {
  const fees = options(args, "fees").at(-1) ?? STORE_DEFAULTS.feeBearer;
  if (fees !== "payer" && fees !== "merchant")
    throw new Error(`--fees expects payer or merchant, got "${fees}".`);
  const tolerance = readPercent(args, "tolerance") ?? STORE_DEFAULTS.toleranceBps;
  return { feeBearer: fees, marginBps: readPercent(args, "margin"), toleranceBps: tolerance };
}

/** A percentage with up to two decimals, in basis points. */
function readPercent(args: readonly string[], name: string): number | undefined {
  const text = options(args, name).at(-1);
  if (text === undefined) return undefined;
  const bps = /^\d{1,3}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : -1;
  if (bps >= 0 && bps <= 10_000) return bps;
  throw new Error(`--${name} expects a percentage such as 1.5, from 0 to 100; got "${text}".`);
}

/** A token contract or the service's own address keeps for ever what is sent to it. */
function refuseForeignRecipient(chains: readonly ServiceChain[], recipient: string): void {
  for (const chain of chains) {
    const token = chain.solverCurrencies.find(({ address }) => sameCurrency(address, recipient));
    if (token)
      throw new Error(
        `The recipient ${recipient} is the ${token.symbol} contract itself: money sent there is lost. Give the merchant's own address.`,
      );
    const solvers = chain["solverAddresses"];
    if (Array.isArray(solvers) && solvers.some((solver) => sameCurrency(String(solver), recipient))) {
      throw new Error(
        `The recipient ${recipient} is the intent service's own address. Give the merchant's own.`,
      );
    }
  }
}

async function serviceChains(config: Config): Promise<readonly ServiceChain[]> {
  const baseUrl = config.intentsUrl ?? `http://127.0.0.1:${config.port}/sandbox/intents`;
  const headers = config.intentsApiKey ? { "x-api-key": config.intentsApiKey } : {};
  const http = createHttp({ baseUrl, headers, timeoutMs: 10_000, maxBytes: 4 * 1024 * 1024 });
  try {
    return await createIntentService({ quotes: http, reads: http }, false).chains();
  } catch (cause) {
    const mend =
      config.mode === "sandbox"
        ? `The sandbox's intent service runs inside "npm start": start that first, with the same PORT and DATA_DIR.`
        : "The decimals of the settlement coin come from the intent service: check INTENTS_URL and that it answers.";
    throw new Error(mend, { cause });
  }
}

function readRefund(config: Config, text: string): readonly [string, string] {
  const [, chainId = "", address = ""] = /^(\d{1,15}):([^:]+)$/.exec(text) ?? [];
  const isBitcoin = Number(chainId) === BITCOIN_CHAIN_ID;
  const isGood = isBitcoin ? checkBitcoinAddress(config.bitcoinNetwork, address) : checkEvmAddress(address);
  if (isGood && !isCurrencyIdentifier(address)) return [chainId, address];
  const example = `${BITCOIN_CHAIN_ID}:<${config.bitcoinNetwork} address>`;
  throw new Error(`--refund expects <chainId>:<address on that chain>, e.g. ${example}; got "${text}".`);
}
