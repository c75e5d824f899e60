import path from "node:path";
import { readFinalityRule, type FinalityRule } from "../../evm/reader/finalityRules.ts";
import { checkBitcoinAddress, type BitcoinNetwork } from "../../bitcoin/codec/address.ts";
import { QUOTE_VERSIONS, type QuoteVersionSetting } from "../../intents/quoteVersion.ts";
import { NETWORK_DEFAULTS, type NetworkConfig } from "../../network/config.ts";
import { readVersions } from "../../network/versionSettings.ts";
import { rateSource } from "../adapters/rates/rateSources.ts";
import {
  readMailFrom,
  readSmtpUrl,
  type MailFrom,
  type SmtpSettings,
} from "../adapters/mail/smtpSettings.ts";
import { postgresUrlProblem } from "../../database/servers.ts";
import { isPostgres, MOST_CONNECTIONS, POOL_SIZE } from "../../database/open.ts";
import { PROCESS_ROLES, type ProcessRole } from "../../runtime/jobs/jobLeases.ts";
import { readEventDays } from "../../runtime/eventDays.ts";
import { metricsToken } from "../../runtime/metricsToken.ts";
import { masterKeySource, type MasterKeySource } from "./keys/masterKey.ts";
import {
  isOneNamedTwice,
  isHttpUrl,
  isLoopbackHost,
  refusePlainHttp,
  settingsReader,
  shownUrl,
  type Env,
  type NamedUrls,
  type SettingsReader,
} from "../../runtime/settings.ts";

/** Every setting of the gateway, checked. Made once, at start, from the environment; nothing else reads it. */
export type Config = Readonly<{
  mode: "sandbox" | "live";
  role: ProcessRole; // what this process does of what several share
  port: number;
  host: string; // by default this machine only: a proxy stands in front, or it is the sandbox
  dataDir: string;
  databaseUrl: string;
  databaseListenUrl: string | undefined; // a direct connection to PostgreSQL, for its notifications
  databasePoolSize: number; // connections to PostgreSQL
  publicUrl: string;
  intentsUrl: string | undefined; // undefined in the sandbox: its own
  intentsApiKey: string | undefined;
  intentsQuoteVersion: QuoteVersionSetting;
  intentsRequestsVersion: QuoteVersionSetting; // of lists
  intentsStreamUrl: string | undefined;
  sandboxPools: boolean; // the sandbox has pools of Uniswap v3
  sandboxService: Pick<NetworkConfig, "bare" | "requireKeys" | "versions"> | undefined; // undefined in live mode
  explorerUrls: readonly string[];
  explorerStreamUrl: string | undefined;
  backupDir: string | undefined; // where backups go; in DATA_DIR when undefined, the one before a migration beside an SQLite file
  metricsToken: string | undefined; // without one there is no /metrics
  explorerQuorum: number | undefined; // how many of them must agree; undefined is more than half
  bitcoinNetwork: BitcoinNetwork;
  rpcUrls: ReadonlyMap<number, string>;
  finality: ReadonlyMap<number, FinalityRule>; // of chains where the operator sets another rule than finalityRules.ts
  finalityLargeUsd: number;
  quoteUserBitcoin: string | undefined;
  ratesUrls: readonly string[];
  journalFile: string;
  journalCopy: Readonly<{ url: string; isRequired: boolean }> | undefined; // each line is kept in another database too
  secretsKeyFile: string; // what seals the secrets of webhooks in the database
  signingKeyFile: string; // what signs the offers that payers are shown
  masterKey: MasterKeySource | undefined; // opens those keys where the database has them; undefined: they are files
  webhookAllowedCidrs: readonly string[];
  trustedProxies: readonly string[]; // networks whose forwarded headers are trusted
  apiCallsPerMinute: number; // of one API key
  pageViewsPerMinute: number; // of one address
  reusesPaidAddresses: boolean; // lends deposit addresses again that were paid before
  intentsCallsPerMinute: number;
  intentsQuotesPerMinute: number;
  explorerCallsPerMinute: number;
  quoteMaxExcessPercent: number;
  mail: Readonly<{ smtp: SmtpSettings; from: MailFrom }> | undefined; // without a mail server no e-mail is sent
  eventDays: number; // how long events are kept with their deliveries; 0 is for ever
  logLevel: string;
}>;

/** Lists everything that is wrong with the settings at once, each with what to do about it. */
export class ConfigError extends Error {
  override name = "ConfigError";
  constructor(
    readonly problems: readonly string[],
    advice?: string,
  ) {
    const list = problems.map((problem) => `  - ${problem}`).join("\n");
    super(`The settings cannot be used:\n${list}${advice === undefined ? "" : `\n\n${advice}`}`);
  }
}

const MODES: readonly string[] = ["sandbox", "live"];
const NETWORKS: readonly string[] = ["mainnet", "testnet", "testnet4", "signet", "regtest"];
const LOG_LEVELS: readonly string[] = ["debug", "info", "warn", "error", "silent"];

/** Meaningless in the sandbox, which brings its own; set without CROSSTILL_MODE=live they are a mistake about to cost money. */
const LIVE_ONLY = [
  "INTENTS_URL",
  "INTENTS_API_KEY",
  "INTENTS_STREAM_URL",
  "EXPLORER_URLS",
  "EXPLORER_QUORUM",
  "EXPLORER_STREAM_URL",
  "BITCOIN_NETWORK",
  "QUOTE_USER_BITCOIN",
  "SMTP_URL",
  "MAIL_FROM",
];

/**
 * Reads and checks all settings, or throws one ConfigError that lists every problem, those that the caller has found first.
 * Nothing has started by then.
 */
export function loadConfig(env: Env, found: readonly string[] = []): Config {
  const problems = [...found];
  const read = settingsReader(env, problems);
  const mode = read.oneOf("CROSSTILL_MODE", MODES, "sandbox") as Config["mode"];
  const dataDir = path.resolve(env["DATA_DIR"] || "./data");
  const port = read.whole("PORT", 3000, 0, 65_535);
  const config: Config = {
    mode,
    role: read.oneOf("CROSSTILL_ROLE", PROCESS_ROLES, "all") as ProcessRole,
    port,
    dataDir,
    host: env["HOST"] || "127.0.0.1",
    databaseUrl: databaseUrl(env["DATABASE_URL"], dataDir, problems),
    databaseListenUrl: listenUrl(env["DATABASE_LISTEN_URL"], problems),
    databasePoolSize: read.whole("DATABASE_POOL_SIZE", POOL_SIZE, 2, MOST_CONNECTIONS),
    publicUrl: publicUrl(read, problems) ?? `http://localhost:${port}`,
    intentsUrl: read.url("INTENTS_URL"),
    intentsApiKey: env["INTENTS_API_KEY"] || undefined,
    intentsQuoteVersion: read.oneOf("INTENTS_QUOTE_VERSION", QUOTE_VERSIONS, "auto"),
    intentsRequestsVersion: read.oneOf("INTENTS_REQUESTS_VERSION", QUOTE_VERSIONS, "auto"),
    intentsStreamUrl: read.stream("INTENTS_STREAM_URL"),
    sandboxPools: read.oneOf("SANDBOX_POOLS", ["0", "1"], "0") === "1",
    sandboxService: mode === "sandbox" ? readSandboxService(read, problems) : undefined,
    explorerUrls: read.urls("EXPLORER_URLS"),
    explorerStreamUrl: read.stream("EXPLORER_STREAM_URL"),
    explorerQuorum: read.optionalWhole("EXPLORER_QUORUM", 1, Math.max(1, read.list("EXPLORER_URLS").length)),
    bitcoinNetwork: read.oneOf(
      "BITCOIN_NETWORK",
      NETWORKS,
      mode === "live" ? "mainnet" : "regtest",
    ) as BitcoinNetwork,
    rpcUrls: rpcUrls(env, problems),
    finality: finalityRules(env, read),
    finalityLargeUsd: read.whole("FINALITY_LARGE_USD", 10_000, 1, 999_999_999),
    quoteUserBitcoin: env["QUOTE_USER_BITCOIN"] || undefined,
    ratesUrls: rateEntries(read.list("RATES_URLS"), problems),
    journalFile: path.resolve(env["JOURNAL_FILE"] || path.join(dataDir, "journal.jsonl")),
    secretsKeyFile: path.resolve(env["SECRETS_KEY_FILE"] || path.join(dataDir, "secrets.key")),
    signingKeyFile: path.resolve(env["SIGNING_KEY_FILE"] || path.join(dataDir, "signing.key")),
    journalCopy: journalCopy(env, read, problems),
    masterKey: masterKeySource(read, problems),
    backupDir: env["BACKUP_DIR"] || undefined,
    metricsToken: metricsToken(env["METRICS_TOKEN"], problems),
    webhookAllowedCidrs: read.cidrs("WEBHOOK_ALLOWED_CIDRS"),
    trustedProxies: trustedProxies(env, read, problems),
    apiCallsPerMinute: read.whole("API_CALLS_PER_MINUTE", 12_000, 1, 10_000_000),
    pageViewsPerMinute: read.whole("PAGE_VIEWS_PER_MINUTE", 240, 1, 10_000_000),
    quoteMaxExcessPercent: read.whole("QUOTE_MAX_EXCESS_PERCENT", 10, 1, 1_000),
    reusesPaidAddresses: read.flag("REUSE_PAID_ADDRESSES", false),
    intentsCallsPerMinute: read.whole("INTENTS_CALLS_PER_MINUTE", mode === "live" ? 200 : 3_000, 1, 100_000),
    intentsQuotesPerMinute: read.whole("INTENTS_QUOTES_PER_MINUTE", quotesFor(mode, env), 1, 100_000),
    explorerCallsPerMinute: read.whole(
      "EXPLORER_CALLS_PER_MINUTE",
      mode === "live" ? 120 : 3_000,
      1,
      100_000,
    ),
    mail: readMail(read, problems),
    eventDays: readEventDays(read, problems),
    logLevel: read.oneOf("LOG_LEVEL", LOG_LEVELS, mode === "live" ? "info" : "warn"),
  };
  checkMode(config, env, problems);
  if (config.intentsRequestsVersion === "v3" && mode === "live" && !config.intentsApiKey)
    problems.push(
      "INTENTS_REQUESTS_VERSION=v3 needs INTENTS_API_KEY: services list requests by v3 for a key only.",
    );
  const insecure = { name: "INSECURE_HTTP_HOSTS", hosts: read.list("INSECURE_HTTP_HOSTS") };
  if (mode === "live") refusePlainHttp(urlsOfOthers(config), insecure, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(config);
}

/** Reads the settings of the sandbox's intent service. `crosstill network` has the same settings. */
function readSandboxService(read: SettingsReader, problems: string[]): Config["sandboxService"] {
  return {
    bare: read.flag("NETWORK_BARE", NETWORK_DEFAULTS.bare),
    requireKeys: read.flag("NETWORK_REQUIRE_KEYS", NETWORK_DEFAULTS.requireKeys),
    versions: readVersions(read, problems),
  };
}

/**
 * The quote budget of services of this kind: 50 a minute without a key; unlimited for the
 * sandbox's own.
 */
function quotesFor(mode: Config["mode"], env: Env): number {
  if (mode === "sandbox") return 100_000;
  return env["INTENTS_API_KEY"] ? 200 : 50;
}

function checkMode(config: Config, env: Env, problems: string[]): void {
  if (!MODES.includes(env["CROSSTILL_MODE"] || "sandbox")) return; // reported already; the settings that belong to it are unknown
  if (config.role !== "all" && !(config.mode === "live" && isPostgres(config.databaseUrl)))
    problems.push(
      `CROSSTILL_ROLE must be all unless several processes share a PostgreSQL database in live mode: ${config.mode === "live" ? "an SQLite database belongs to one process" : "the sandbox is one process with its own chains"}; got "${config.role}".`,
    );
  if (config.mode === "sandbox") {
    const set = [
      ...LIVE_ONLY.filter((name) => env[name]),
      ...Object.keys(env).filter((name) => RPC_NAME.test(name) && env[name]),
    ];
    for (const name of set) {
      problems.push(
        `${name} is set, but only live mode uses it. Set CROSSTILL_MODE=live as well, or remove ${name}.`,
      );
    }
    return;
  }
  if (!config.intentsUrl)
    problems.push(
      "INTENTS_URL is missing: the base URL of the intent service, e.g. https://intents.example.com",
    );
  if (config.explorerUrls.length === 0)
    problems.push(
      "EXPLORER_URLS is missing: one or more Esplora API URLs, separated by commas, e.g. https://explorer.example.com/api",
    );
  if (isOneNamedTwice(config.explorerUrls))
    problems.push(
      "EXPLORER_URLS must name each explorer once: one that is there twice always agrees with itself.",
    );
  if (!env["PUBLIC_URL"])
    problems.push(
      "PUBLIC_URL is missing: the address at which customers reach the checkout, e.g. https://pay.example.com",
    );
  else if (!isPrivateEnough(config.publicUrl)) {
    problems.push(
      "PUBLIC_URL must be https: over plain http anyone on the network path can replace the address that a customer pays.",
    );
  }
  const { quoteUserBitcoin, bitcoinNetwork } = config;
  if (!quoteUserBitcoin || !checkBitcoinAddress(bitcoinNetwork, quoteUserBitcoin)) {
    problems.push(
      `QUOTE_USER_BITCOIN must be a ${bitcoinNetwork} address with a high balance (the service asks for one with every Bitcoin quote); got "${quoteUserBitcoin ?? ""}".`,
    );
  }
}

/** Both settings or neither: the sender address receives the bounces. */
function readMail(read: SettingsReader, problems: string[]): Config["mail"] {
  const smtp = read.read("SMTP_URL", undefined, readSmtpUrl);
  const from = read.read("MAIL_FROM", undefined, readMailFrom);
  if (smtp && !read.text("MAIL_FROM"))
    problems.push('MAIL_FROM is missing: the sender of messages, e.g. "Example Shop <pay@example.com>"');
  if (from && !read.text("SMTP_URL"))
    problems.push("MAIL_FROM is set and SMTP_URL is not: set both to send e-mail, or neither.");
  return smtp && from ? { smtp, from } : undefined;
}

/** Where customers reach the gateway, without a path: pages, links and cookies are made for the root of a host. */
function publicUrl(read: SettingsReader, problems: string[]): string | undefined {
  const text = read.url("PUBLIC_URL");
  if (text === undefined || !URL.canParse(text)) return undefined; // the latter is reported
  const { origin, pathname, search, hash, username } = new URL(text);
  if (pathname !== "/" || search !== "" || hash !== "" || username !== "")
    problems.push(
      `PUBLIC_URL must be a scheme and a host without a path, such as ${origin}: give the gateway a host name of its own.`,
    );
  return origin;
}

/** The settings that lead to others who get keys, or whose answers money depends on. */
function urlsOfOthers({
  intentsUrl,
  intentsStreamUrl,
  explorerUrls,
  explorerStreamUrl,
  rpcUrls,
  ratesUrls,
}: Config): readonly NamedUrls[] {
  return [
    { name: "INTENTS_URL", urls: [intentsUrl ?? []].flat() },
    { name: "INTENTS_STREAM_URL", urls: [intentsStreamUrl ?? []].flat() },
    { name: "EXPLORER_URLS", urls: explorerUrls },
    { name: "EXPLORER_STREAM_URL", urls: [explorerStreamUrl ?? []].flat() },
    ...[...rpcUrls].map(([chainId, url]) => ({ name: `RPC_${chainId}`, urls: [url] })),
    { name: "RATES_URLS", urls: ratesUrls },
  ];
}

/** https, or this very machine. */
function isPrivateEnough(url: string): boolean {
  return !URL.canParse(url) || url.startsWith("https:") || isLoopbackHost(new URL(url).hostname);
}

function journalCopy(env: Env, read: SettingsReader, problems: string[]): Config["journalCopy"] {
  const isRequired = read.oneOf("JOURNAL_COPY", ["best-effort", "required"], "best-effort") === "required";
  const url = read.text("JOURNAL_COPY_URL");
  if (url === undefined) {
    if (isRequired) problems.push("JOURNAL_COPY_URL is missing: JOURNAL_COPY=required needs it.");
    return undefined;
  }
  const unreadable = isPostgres(url)
    ? postgresUrlProblem("JOURNAL_COPY_URL", url)
    : `JOURNAL_COPY_URL must be a postgres:// URL; got ${shownUrl(url)}.`;
  if (unreadable !== undefined) problems.push(unreadable);
  else if (url === env["DATABASE_URL"])
    problems.push(
      "JOURNAL_COPY_URL must name another database than DATABASE_URL, on another machine: the journal is for the case that this one is lost.",
    );
  return { url, isRequired };
}

/** Never all networks: any client could then choose the address that limits count. */
function trustedProxies(env: Env, read: SettingsReader, problems: string[]): readonly string[] {
  const networks = read.networks("TRUSTED_PROXIES");
  for (const network of networks)
    if (network.endsWith("/0"))
      problems.push(`TRUSTED_PROXIES must name the proxies in front, not every address; got "${network}".`);
  if (env["TRUST_PROXY_HOPS"])
    problems.push(
      "TRUST_PROXY_HOPS is no setting any more: name the proxies in front by address, e.g. TRUSTED_PROXIES=127.0.0.1 for one on this machine.",
    );
  return networks;
}

const RPC_NAME = /^RPC_(\d{1,15})$/;

function rpcUrls(env: Env, problems: string[]): ReadonlyMap<number, string> {
  const urls = new Map<number, string>();
  for (const [name, value] of Object.entries(env)) {
    const [, chainId] = RPC_NAME.exec(name) ?? [];
    if (!chainId || !value) continue;
    if (isHttpUrl(value)) urls.set(Number(chainId), value);
    else problems.push(`${name} must be an http(s) URL; got ${shownUrl(value)}.`);
  }
  return urls;
}

const FINALITY_NAME = /^FINALITY_(\d{1,15})$/;

function finalityRules(env: Env, read: SettingsReader): Config["finality"] {
  const rules = Object.keys(env).flatMap((name) => {
    const chainId = Number(FINALITY_NAME.exec(name)?.[1]);
    const rule = Number.isNaN(chainId)
      ? undefined
      : read.read(name, undefined, (text): FinalityRule => readFinalityRule(chainId, text));
    return rule ? [[chainId, rule] as const] : [];
  });
  return new Map(rules);
}

function rateEntries(entries: readonly string[], problems: string[]): readonly string[] {
  for (const entry of entries) {
    try {
      rateSource(entry);
    } catch (error) {
      problems.push(`RATES_URLS: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return entries;
}

function listenUrl(text: string | undefined, problems: string[]): string | undefined {
  if (!text) return undefined;
  if (!isPostgres(text))
    problems.push(`DATABASE_LISTEN_URL must be a postgres:// URL; got ${shownUrl(text)}.`);
  else problems.push(...[postgresUrlProblem("DATABASE_LISTEN_URL", text) ?? []].flat());
  return text;
}

function databaseUrl(text: string | undefined, dataDir: string, problems: string[]): string {
  if (!text) return path.join(dataDir, "crosstill.db");
  if (isPostgres(text)) {
    problems.push(...[postgresUrlProblem("DATABASE_URL", text) ?? []].flat());
    return text;
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text))
    problems.push(`DATABASE_URL must be a file path or a postgres:// URL; got ${shownUrl(text)}.`);
  return path.resolve(text);
}
