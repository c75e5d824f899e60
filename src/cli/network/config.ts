import path from "node:path";
import { ConfigError } from "../../gateway/compose/config.ts";
import type { BitcoinNetwork } from "../../bitcoin/codec/address.ts";
import { isPostgres, MOST_CONNECTIONS, POOL_SIZE } from "../../database/open.ts";
import { postgresUrlProblem } from "../../database/servers.ts";
import { checkEvmAddress, ZERO_ADDRESS, type EvmAddress } from "../../evm/codec/address.ts";
import type { Keys } from "../../network/addresses.ts";
import { CALL_LIMITS, type CallLimits } from "../../network/callers/limitCalls.ts";
import type { EvmChainConfig } from "../../network/catalog.ts";
import { NETWORK_DEFAULTS, type NetworkConfig } from "../../network/config.ts";
import {
  BITCOIN_TIERS,
  ONE_BLOCK,
  readLimit,
  readTiers,
  UNCONFIRMED_LIMIT,
  type Tier,
} from "../../network/confirmations.ts";
import { configuredKeys } from "../../network/configuredKeys.ts";
import { DEFAULT_COINS, readCoins } from "../../network/prices/coins.ts";
import { readPriceSetting } from "../../network/prices/createPrices.ts";
import { treasuryProblems } from "../../network/solver/treasuryProblems.ts";
import { unsafeReason } from "../../network/unsafeReason.ts";
import { SECOND_MS } from "../../values/time.ts";
import type { Invocation } from "../command.ts";
import { EXAMPLE, isUnset } from "./example.ts";
import { readChains } from "./chains.ts";
import { LIMITS, misspeltSettings } from "./names.ts";
import { readSeedFile } from "../seedFile.ts";
import { metricsToken } from "../../runtime/metricsToken.ts";
import {
  isOneNamedTwice,
  refusePlainHttp,
  settingsReader,
  type NamedUrls,
  type SettingsReader,
} from "../../runtime/settings.ts";
import { readScreening } from "./screeningSettings.ts";
import { readBitcoinSettings, readSolverSettings } from "./solverSettings.ts";
import { readVersions } from "../../network/versionSettings.ts";

/** Every setting of the intent service that runs alone, checked; and the keys of its seed. */
export type NetworkSettings = Readonly<{
  config: NetworkConfig;
  keys: Keys;
  port: number;
  host: string | undefined; // every interface where it is left out
  trustProxyHops: number;
  logLevel: string;
}>;

type Env = Invocation["env"];

const BITCOIN_NETWORKS: readonly BitcoinNetwork[] = ["regtest", "testnet", "testnet4", "signet", "mainnet"];
const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
const MOST = 1_000_000; // of anything that is counted

/** NETWORK_* and PRICE* settings, or one ConfigError that lists everything that is wrong with them. Nothing has started by then. */
export function readNetworkSettings(env: Env, isBare = false): NetworkSettings {
  const problems: string[] = [];
  const read = settingsReader(env, problems);
  const bitcoinNetwork = read.oneOf("NETWORK_BITCOIN", BITCOIN_NETWORKS, "regtest");
  const evmChains = readChains(env, read, problems);
  if (evmChains.length === 0)
    problems.push("NETWORK_RPC_<chainId> is missing: the JSON-RPC URL of at least one EVM chain.");
  const explorerUrls = read.urls("NETWORK_EXPLORER_URLS");
  if (explorerUrls.length === 0)
    problems.push("NETWORK_EXPLORER_URLS is missing: one or more Esplora API URLs, separated by commas.");
  if (isOneNamedTwice(explorerUrls))
    problems.push(
      "NETWORK_EXPLORER_URLS must name each explorer once: one that is there twice always agrees with itself.",
    );
  const mnemonic = readSeed(read, problems);
  const prices = readPrices(read, evmChains, problems);
  const config: NetworkConfig = {
    ...NETWORK_DEFAULTS,
    mnemonic,
    refunderMnemonic: readRefunderSeed(read),
    contractOwner: read.read<EvmAddress | undefined>("NETWORK_CONTRACT_OWNER", undefined, readContractOwner),
    bitcoinNetwork,
    evmChains,
    explorerUrls,
    ...prices,
    ...readLimits(read),
    databaseUrl: networkDatabaseUrl(env, problems),
    databasePoolSize: read.whole("NETWORK_DATABASE_POOL_SIZE", POOL_SIZE, 2, MOST_CONNECTIONS),
    explorerQuorum: read.optionalWhole("NETWORK_EXPLORER_QUORUM", 1, Math.max(1, explorerUrls.length)),
    confirmations: read.read("NETWORK_CONFIRMATIONS", tiersFor(bitcoinNetwork), readTiers),
    unconfirmedLimit: read.read(
      "NETWORK_UNCONFIRMED_LIMIT",
      bitcoinNetwork === "regtest" ? undefined : UNCONFIRMED_LIMIT,
      readLimit,
    ),
    largeUsd: read.whole("NETWORK_LARGE_USD", NETWORK_DEFAULTS.largeUsd, 1, 999_999_999),
    statusDetail: read.oneOf("STATUS_DETAIL", ["contract", "public"], NETWORK_DEFAULTS.statusDetail),
    bare: isBare || read.flag("NETWORK_BARE", false),
    apiKeys: read.list("NETWORK_API_KEYS"),
    operatorToken: metricsToken(read.text("NETWORK_OPERATOR_TOKEN"), problems, "NETWORK_OPERATOR_TOKEN"),
    screening: readScreening(read, problems),
    webhookAllowedCidrs: read.cidrs("NETWORK_WEBHOOK_ALLOWED_CIDRS"),
    versions: readVersions(read, problems),
    requireKeys: read.flag("NETWORK_REQUIRE_KEYS", NETWORK_DEFAULTS.requireKeys),
    selfServeKeys: read.flag("NETWORK_SELF_SERVE_KEYS", NETWORK_DEFAULTS.selfServeKeys),
    solver: readSolverSettings(read),
    bitcoin: readBitcoinSettings(read),
    keysPerHour: read.whole("NETWORK_KEYS_PER_HOUR", NETWORK_DEFAULTS.keysPerHour, 1, MOST),
  };
  const shell = {
    port: read.whole("NETWORK_PORT", 3100, 0, 65_535),
    host: read.text("NETWORK_HOST"),
    trustProxyHops: read.whole("NETWORK_TRUST_PROXY_HOPS", 0, 0, 10),
    logLevel: read.oneOf("LOG_LEVEL", LOG_LEVELS, "info"),
  };
  if (read.text("NETWORK_LARGE_DEPOSIT") !== undefined)
    problems.push(
      "NETWORK_LARGE_DEPOSIT is no setting any more: put its step into NETWORK_CONFIRMATIONS; e.g. 1,100000000=6.",
    );
  const insecure = { name: "NETWORK_INSECURE_HTTP_HOSTS", hosts: read.list("NETWORK_INSECURE_HTTP_HOSTS") };
  if (bitcoinNetwork !== "regtest") refusePlainHttp(urlsOfOthers(config), insecure, problems);
  problems.push(...unsafeReason(config));
  problems.push(...misspeltSettings(env));
  const keys = readKeys(config, problems);
  if (keys) problems.push(...treasuryProblems(evmChains, keys));
  if (problems.length > 0 || !keys) throw new ConfigError(problems, isUnset(env) ? EXAMPLE : undefined);
  return { config, keys, ...shell };
}

/** The settings that lead to others who get keys, or whose answers money depends on. */
function urlsOfOthers({ explorerUrls, evmChains, screening }: NetworkConfig): readonly NamedUrls[] {
  return [
    { name: "NETWORK_EXPLORER_URLS", urls: explorerUrls },
    ...evmChains.flatMap(({ id, rpcUrl, otherRpcUrls = [], publicRpcUrl }) => [
      { name: `NETWORK_RPC_${id}`, urls: [rpcUrl, ...otherRpcUrls] },
      { name: `NETWORK_PUBLIC_RPC_${id}`, urls: [publicRpcUrl ?? []].flat() },
    ]),
    { name: "NETWORK_SCREENING_URL", urls: [screening?.service?.url ?? []].flat() },
  ];
}

/** Where the intent service keeps its books: NETWORK_DATABASE_URL, or network.db in DATA_DIR. */
export function networkDatabaseUrl(env: Env, problems: string[] = []): string {
  const text = env["NETWORK_DATABASE_URL"];
  if (!text) return path.resolve(env["DATA_DIR"] || "./data", "network.db");
  if (isPostgres(text)) {
    problems.push(...[postgresUrlProblem("NETWORK_DATABASE_URL", text) ?? []].flat());
    return text;
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text))
    problems.push("NETWORK_DATABASE_URL must be a file path or a postgres:// URL; got another kind of URL.");
  return path.resolve(text);
}

function readLimits(read: SettingsReader): CallLimits {
  const entries = Object.entries(LIMITS).map(([field, name]) => {
    return [field, read.whole(name, CALL_LIMITS[field as keyof CallLimits], 1, MOST)]; // the keys of LIMITS are those
  });
  return Object.fromEntries(entries) as CallLimits; // one entry for each of its fields
}

function readPrices(read: SettingsReader, chains: readonly EvmChainConfig[], problems: string[]) {
  const prices = read.read("PRICES", NETWORK_DEFAULTS.prices, readPriceSetting);
  const priceCoins = { ...DEFAULT_COINS, ...read.read("PRICE_COINS", {}, readCoins) };
  const seconds = read.whole("PRICE_MAX_AGE_SECONDS", NETWORK_DEFAULTS.priceMaxAgeMs / SECOND_MS, 1, 86_400);
  const priceSeed = read.text("NETWORK_PRICE_SEED") ?? "crosstill network";
  for (const { id, native, tokens } of prices.kind === "http" ? chains : []) {
    for (const { symbol } of [native, ...tokens].filter(({ symbol }) => !Object.hasOwn(priceCoins, symbol))) {
      problems.push(
        `PRICE_COINS must name the markets of ${symbol} (chain ${id}), e.g. ${symbol}=coinbase:${symbol}-USD,kraken:${symbol}USD; got none.`,
      );
    }
  }
  return { prices, priceCoins, priceSeed, priceMaxAgeMs: seconds * SECOND_MS };
}

/** A regtest chain makes its blocks on request: it is a sandbox, where waiting has no purpose. */
function tiersFor(network: BitcoinNetwork): readonly Tier[] {
  return network === "regtest" ? ONE_BLOCK : BITCOIN_TIERS;
}

function readSeed(read: SettingsReader, problems: string[]): string {
  if (read.text("NETWORK_SEED_FILE") === undefined)
    problems.push(
      "NETWORK_SEED_FILE is missing: a file that holds the service's BIP39 words. Make one: crosstill network seed --file <file>",
    );
  return read.read("NETWORK_SEED_FILE", "", (file) => readSeedFile(file, "NETWORK_SEED_FILE"));
}

/** The words of the refunder's own seed; the empty text where its file cannot be read, which is reported. */
function readRefunderSeed(read: SettingsReader): string | undefined {
  const setting = "NETWORK_REFUNDER_SEED_FILE";
  if (read.text(setting) === undefined) return undefined;
  return read.read(setting, "", (file) => readSeedFile(file, setting));
}

function readContractOwner(text: string): EvmAddress {
  const address = checkEvmAddress(text);
  if (address && address !== ZERO_ADDRESS) return address;
  throw new Error(
    `NETWORK_CONTRACT_OWNER must be the treasury's EVM address, 0x and 40 hexadecimal digits, with the right checksum where capitals are mixed in; got "${text}".`,
  );
}

/** The keys, or a problem: no seed, a bad one, the sandbox's on a live chain, or one for two roles. */
function readKeys(config: NetworkConfig, problems: string[]) {
  if (config.mnemonic === "" || config.refunderMnemonic === "") return undefined; // reported already
  try {
    return configuredKeys(config);
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
