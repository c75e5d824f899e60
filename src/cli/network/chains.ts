import { finalityRule } from "../../evm/reader/finalityRules.ts";
import { checkEvmAddress, type EvmAddress } from "../../evm/codec/address.ts";
import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import type { EvmChainConfig, RebalanceBounds, TokenConfig } from "../../network/catalog.ts";
import type { PoolContracts } from "../../network/pools/poolContracts.ts";
import { AmountError, parseDecimal } from "../../values/amount.ts";
import type { Invocation } from "../command.ts";
import { knownZkStackProblem } from "../../network/chains/zkStack.ts";
import { isOneNamedTwice, type SettingsReader } from "../../runtime/settings.ts";

/** Settings of an EVM chain, each followed by _<chain id>. */
const PER_CHAIN = [
  ...["RPC", "RPC_QUORUM", "TOKENS", "NATIVE", "CHAIN", "CONFIRMATIONS", "PUBLIC_RPC", "EXPLORER"],
  ...["UNISWAP_V3", "REBALANCE", "TREASURY", "TREASURY_KEEP"],
  "PERMIT2",
] as const;
const PATTERN = new RegExp(`^NETWORK_(${PER_CHAIN.join("|")})_(\\d{1,15})$`);

/** What the names of these settings begin with, before _<chain id>. */
export const CHAIN_SETTINGS: readonly string[] = PER_CHAIN.map((kind) => `NETWORK_${kind}`);

/** True for the name of a setting of one chain. */
export function isChainSetting(name: string): boolean {
  return PATTERN.test(name);
}

/**
 * The configured EVM chains: NETWORK_RPC_<id> makes a chain, the others describe it. Errors are added to
 * `problems`.
 */
export function readChains(
  env: Invocation["env"],
  read: SettingsReader,
  problems: string[],
): readonly EvmChainConfig[] {
  const given = Object.keys(env).flatMap((name) => {
    const [, , id] = (env[name] && PATTERN.exec(name)) || [];
    return id === undefined ? [] : [{ name, id }];
  });
  const ids = [...new Set(given.map(({ id }) => id))];
  return ids.flatMap((id) => {
    const name = `NETWORK_RPC_${id}`;
    if (Number(id) === BITCOIN_CHAIN_ID) {
      problems.push(
        ...given.filter((setting) => setting.id === id).map((setting) => notForBitcoin(setting.name)),
      );
      return [];
    }
    if (env[name]) {
      const urls = read.urls(name);
      const zkStack = knownZkStackProblem(Number(id)); // a chain's id, no money
      if (zkStack !== undefined) problems.push(zkStack);
      if (isOneNamedTwice(urls))
        problems.push(`${name} must name each node once: one that is there twice always agrees with itself.`);
      return [readChain(id, urls, read, problems)];
    }
    const names = given.filter((setting) => setting.id === id).map(({ name }) => name);
    problems.push(`NETWORK_RPC_${id} is missing, although ${names.join(" and ")} is about that chain.`);
    return [];
  });
}

function readChain(
  id: string,
  [rpcUrl = "", ...otherRpcUrls]: readonly string[],
  read: SettingsReader,
  problems: string[],
): EvmChainConfig {
  const rpcQuorum = read.optionalWhole(`NETWORK_RPC_QUORUM_${id}`, 1, 1 + otherRpcUrls.length);
  const publicRpcUrl = read.url(`NETWORK_PUBLIC_RPC_${id}`);
  const explorerUrl = read.url(`NETWORK_EXPLORER_${id}`);
  const permit2 = read.read(`NETWORK_PERMIT2_${id}`, undefined, readAddress);
  const native = read.read(`NETWORK_NATIVE_${id}`, { symbol: "ETH", decimals: 18 }, readNative);
  const tokens = read.list(`NETWORK_TOKENS_${id}`).flatMap((text) => {
    const token = readToken(text);
    if (typeof token !== "string") return [token];
    problems.push(`NETWORK_TOKENS_${id}: ${token}`);
    return [];
  });
  for (const repeated of repetitions([native, ...tokens]))
    problems.push(
      `NETWORK_TOKENS_${id}: ${repeated} is there twice; every currency of a chain needs its own.`,
    );
  const pools = read.read(`NETWORK_UNISWAP_V3_${id}`, undefined, readPools);
  const boundsOf = (name: string) => {
    const all = read.list(name).flatMap((text) => {
      const bounds = readBounds(text, [native, ...tokens]);
      if (typeof bounds !== "string") return [bounds];
      problems.push(`${name}: ${bounds}`);
      return [];
    });
    for (const repeated of repetitions(all))
      problems.push(`${name}: ${repeated} is there twice; a coin has one pair of bounds.`);
    return all;
  };
  const rebalance = boundsOf(`NETWORK_REBALANCE_${id}`);
  const treasury = read.read(`NETWORK_TREASURY_${id}`, undefined, readAccount);
  const keep = boundsOf(`NETWORK_TREASURY_KEEP_${id}`);
  if (keep.length > 0 && read.text(`NETWORK_TREASURY_${id}`) === undefined)
    problems.push(
      `NETWORK_TREASURY_KEEP_${id} needs NETWORK_TREASURY_${id}: the account that gets what is above the bounds.`,
    );
  if (rebalance.length > 0 && !pools)
    problems.push(
      `NETWORK_REBALANCE_${id} needs NETWORK_UNISWAP_V3_${id}: coins are rebalanced through pools.`,
    );
  return {
    id: Number(id),
    rpcUrl,
    ...(otherRpcUrls.length > 0 && { otherRpcUrls }),
    ...(rpcQuorum !== undefined && { rpcQuorum }),
    ...read.read(`NETWORK_CHAIN_${id}`, { slug: `chain-${id}`, name: `Chain ${id}` }, readNames),
    native,
    tokens,
    ...read.read(`NETWORK_CONFIRMATIONS_${id}`, ownDepths(Number(id)), readDepths),
    ...(publicRpcUrl === undefined ? {} : { publicRpcUrl }),
    ...(permit2 === undefined ? {} : { permit2 }),
    ...(explorerUrl === undefined ? {} : { explorerUrl: explorerUrl.replace(/\/+$/, "") }),
    ...(pools && { pools }),
    ...(rebalance.length > 0 && { rebalance }),
    ...(treasury && { treasury: { address: treasury, keep } }),
  };
}

const POOL_ROLES = ["factory", "quoter", "router"] as const;

/** The contracts of Uniswap v3 by their roles. Throws with what was expected. */
function readPools(text: string): PoolContracts {
  const given = new Map(
    text.split(",").map((part) => {
      const [role = "", address = ""] = part.trim().split("=");
      return [role, checkEvmAddress(address)];
    }),
  );
  const [factory, quoter, router] = POOL_ROLES.map((role) => given.get(role));
  if (factory && quoter && router && given.size === POOL_ROLES.length) return { factory, quoter, router };
  throw new Error(`Expected factory=<address>,quoter=<address>,router=<address>, got "${text}".`);
}

/** Bounds of a coin, e.g. USDC:20000:80000, or a sentence about what is wrong with the text. */
function readBounds(
  text: string,
  currencies: readonly Readonly<{ symbol: string; decimals: number }>[],
): RebalanceBounds | string {
  const [symbol = "", least = "", most = "", ...more] = text.split(":");
  const coin = currencies.find((currency) => currency.symbol === symbol);
  if (!coin) return `expected the symbol of a coin of this chain, got "${symbol}" in "${text}".`;
  try {
    const bounds = { least: parseDecimal(least, coin.decimals), most: parseDecimal(most, coin.decimals) };
    if (more.length === 0 && bounds.least < bounds.most) return { symbol, ...bounds };
  } catch (error) {
    if (!(error instanceof AmountError)) throw error;
  }
  return `expected <symbol>:<least>:<most> in whole coins, the least below the most, e.g. USDC:20000:80000, got "${text}".`;
}

/**
 * Values that must be distinct but are shared by several currencies of a chain: a symbol in any case, or an
 * address.
 */
function repetitions(
  currencies: readonly Readonly<{ symbol: string; address?: string }>[],
): readonly string[] {
  const names = currencies.flatMap(({ symbol, address }) =>
    [`the symbol ${symbol.toUpperCase()}`, address ?? []].flat(),
  );
  return [...new Set(names.filter((name, index) => names.indexOf(name) < index))];
}

/** Only treasuries are named for Bitcoin by mistake; its other settings have names of their own. */
function notForBitcoin(name: string): string {
  return name.startsWith("NETWORK_TREASURY")
    ? `${name}: on Bitcoin nothing is sent to a treasury yet. Remove the setting; bitcoin stays in the service's account.`
    : `${name} is for EVM chains; Bitcoin has the settings NETWORK_BITCOIN and NETWORK_EXPLORER_URLS.`;
}

function readAccount(text: string): EvmAddress {
  const address = checkEvmAddress(text);
  if (address) return address;
  throw new Error(`Expected the address of an account of yours (0x and 40 hex digits), got "${text}".`);
}

function readAddress(text: string): string | undefined {
  const address = checkEvmAddress(text);
  if (address) return address;
  throw new Error(`Expected the address of a contract (0x and 40 hex digits), got "${text}".`);
}

function readNames(text: string): Readonly<{ slug: string; name: string }> {
  const [, slug, name] = /^([a-z0-9-]{1,40})\/(.{1,60})$/.exec(text) ?? [];
  if (slug !== undefined && name !== undefined) return { slug, name };
  throw new Error(`Expected <short name>/<name>, e.g. base/Base, got "${text}".`);
}

function readNative(text: string): EvmChainConfig["native"] {
  const [, symbol, decimals] = /^([A-Za-z0-9.]{1,16}):(\d{1,2})$/.exec(text) ?? [];
  if (symbol !== undefined) return { symbol, decimals: Number(decimals) };
  throw new Error(`Expected <symbol>:<decimals>, e.g. ETH:18, got "${text}".`);
}

const TOKEN = /^([A-Za-z0-9.]{1,16}):(0x[0-9a-fA-F]{40}):(\d{1,2})((?::[^:]+)*)$/;
const EXPECTED =
  "Expected SYMBOL:address:decimals, perhaps with :zero-first, :wraps-native, :permit=<name>/<version> or :erc2612=<name>/<version> behind it";

/** A token, or a sentence about what is wrong with the text. */
function readToken(text: string): TokenConfig | string {
  const [, symbol = "", given = "", decimals = "", flags = ""] = TOKEN.exec(text) ?? [];
  const address = checkEvmAddress(given);
  if (!address)
    return `${EXPECTED}; got "${text}"${given ? ", whose checksum is wrong: paste it again" : ""}.`;
  let token: TokenConfig = { symbol, name: symbol, address, decimals: Number(decimals) };
  for (const flag of flags.split(":").slice(1)) {
    const more = readFlag(flag);
    if (!more) return `${EXPECTED}; got the flag "${flag}" for ${symbol}.`;
    token = { ...token, ...more };
  }
  return token;
}

/**
 * The meaning of a flag: a USDT-like allowance, the wrapped native coin, or the EIP-712 domain of signed
 * transfers (EIP-3009) or allowances (ERC-2612).
 */
function readFlag(flag: string): Partial<TokenConfig> | undefined {
  if (flag === "zero-first") return { approveZeroFirst: true };
  if (flag === "wraps-native") return { wrapsNative: true };
  const [, kind, name, version] = /^(permit|erc2612)=(.+)\/([^/]+)$/.exec(flag) ?? [];
  if (name === undefined || version === undefined) return undefined;
  return { name, [kind === "permit" ? "permit" : "erc2612"]: { name, version } };
}

type Depths = Readonly<{ confirmations: number; largeConfirmations: number }>;

/** The chain's own, as the gateway has them for settlements (decision 45). */
function ownDepths(chainId: number): Depths {
  const { usual, large } = finalityRule(chainId);
  return { confirmations: usual.blocks, largeConfirmations: large.blocks };
}

const MOST_BLOCKS = 10_000;

/** Blocks for usual and, after a comma, for large deposits, e.g. 10,300; one number is for both. Throws with what was expected. */
function readDepths(text: string): Depths {
  const [usual = 0, large = usual, ...more] = text
    .split(",")
    .map((word) => Number(/^\s*(\d{1,5})\s*$/.exec(word)?.[1] ?? 0));
  if (usual >= 1 && large >= usual && large <= MOST_BLOCKS && more.length === 0)
    return { confirmations: usual, largeConfirmations: large };
  throw new Error(
    `Expected blocks (1 to ${MOST_BLOCKS}), then perhaps a comma and as many or more for large deposits, e.g. 10,300; got "${text}".`,
  );
}
