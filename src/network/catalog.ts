import { checkEvmAddress, ZERO_ADDRESS, type EvmAddress } from "../evm/codec/address.ts";
import { PERMIT2 } from "../evm/codec/contracts.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY, NATIVE_EVM_CURRENCY } from "../intents/identifiers.ts";
import { formatDecimal } from "../values/amount.ts";
import type { PoolContracts } from "./pools/poolContracts.ts";
import type { CurrencyKey } from "./request.ts";

/** The name and version of a contract's EIP-712 domain. */
type Domain = Readonly<{ name: string; version: string }>;

/** A token as the operator configures it. */
export type TokenConfig = Readonly<{
  symbol: string;
  name?: string | null | undefined;
  address: string;
  decimals: number;
  approveZeroFirst?: boolean; // refuses to change an allowance that is not zero (USDT)
  permit?: Domain; // takes signed transfers (EIP-3009) under this EIP-712 domain
  erc2612?: Domain; // takes signed allowances (ERC-2612) under this one
  wrapsNative?: boolean; // the chain's wrapped native coin, with deposit() and withdraw(uint256)
}>;

/** An EVM chain that the service bridges from and to, as the operator configures it. */
export type EvmChainConfig = Readonly<{
  id: number;
  slug: string;
  name: string;
  rpcUrl: string;
  otherRpcUrls?: readonly string[]; // of further nodes: asked when the first gives no answer, and whether they agree
  rpcQuorum?: number; // how many nodes must agree where money depends on it; two where it is left out, one where there is one
  native: Readonly<{ symbol: string; decimals: number }>;
  tokens: readonly TokenConfig[];
  confirmations?: number; // blocks that must stand on an event before it counts; 1 where it is left out
  largeConfirmations?: number; // on a large deposit; as many as on any other where it is left out
  publicRpcUrl?: string; // the URL that /chains gives to wallets; left out where the RPC is private
  explorerUrl?: string;
  pools?: PoolContracts; // left out: every fill is paid from the service's own coins
  rebalance?: readonly RebalanceBounds[]; // left out: coins stay as they come
  treasury?: Treasury; // left out: what comes stays
  permit2?: string; // where Permit2 is on this chain, if it is not at its usual address
}>;

/** Between which amounts of a coin, in its smallest units, the service keeps its own account. */
export type RebalanceBounds = Readonly<{ symbol: string; least: bigint; most: bigint }>;

/** What the service keeps of a coin for its fills, in its smallest units: what is above goes to the treasury. */
export type KeepBounds = RebalanceBounds;

/** An account of the operator whose key is not in the service, and the coins whose surplus it gets. */
export type Treasury = Readonly<{ address: EvmAddress; keep: readonly KeepBounds[] }>;

/**
 * A currency on a chain. `address` is its identifier in the interface: a token's address in lower case, the zero address
 * for a native coin, and for Bitcoin an opaque id that is no address.
 */
export type Currency = Readonly<{
  kind: "bitcoin" | "native" | "token";
  chainId: number;
  address: string;
  symbol: string;
  name: string;
  decimals: number;
  approveZeroFirst: boolean;
  permit: Domain | undefined;
  erc2612: Domain | undefined;
  permit2: EvmAddress | undefined; // of its chain; it may not be deployed there
  wrapsNative: boolean;
}>;

/** A currency that is a contract. */
export type Token = Currency & Readonly<{ kind: "token"; address: EvmAddress }>;

const PLAIN = {
  approveZeroFirst: false,
  permit: undefined,
  erc2612: undefined,
  permit2: undefined,
  wrapsNative: false,
} as const;

export const BITCOIN: Currency = {
  kind: "bitcoin",
  chainId: BITCOIN_CHAIN_ID,
  address: BTC_CURRENCY,
  symbol: "BTC",
  name: "Bitcoin",
  decimals: 8,
  ...PLAIN,
};

/** The configured chains and currencies. */
export type Catalog = Readonly<{
  chains: readonly EvmChainConfig[];
  chain(id: number): EvmChainConfig | undefined;
  /** The address format of a chain; undefined for a chain that is not configured. */
  family(chainId: number): "bitcoin" | "evm" | undefined;
  /** A currency by its identifier or its symbol, in any case. */
  currency(chainId: number, text: string): Currency | undefined;
  /** Every currency of a chain, the native one first. */
  currencies(chainId: number): readonly Currency[];
  /** True for anything that names a currency on any chain: money sent there is lost. */
  isIdentifier(text: string): boolean;
}>;

/** The catalog of the configured chains. Throws when one is listed twice or a token's address is no address. */
export function createCatalog(chains: readonly EvmChainConfig[]): Catalog {
  const all = new Map<number, readonly Currency[]>([[BITCOIN_CHAIN_ID, [BITCOIN]]]);
  for (const chain of chains) {
    if (all.has(chain.id)) throw new Error(`Chain ${chain.id} is configured twice.`);
    all.set(chain.id, [nativeOf(chain), ...chain.tokens.map((token) => readToken(chain, token))]);
  }
  const identifiers = new Set([...all.values()].flat().map(({ address }) => address));
  const chain = (id: number) => chains.find((candidate) => candidate.id === id);
  return {
    chains,
    chain,
    family: (id) => (id === BITCOIN_CHAIN_ID ? "bitcoin" : chain(id) && "evm"),
    currency(chainId, text) {
      const wanted = text.toLowerCase();
      const known = all.get(chainId);
      return (
        known?.find(({ address }) => address === wanted) ??
        known?.find(({ symbol }) => symbol.toLowerCase() === wanted)
      );
    },
    currencies: (chainId) => all.get(chainId) ?? [],
    isIdentifier: (text) => identifiers.has(text.toLowerCase()),
  };
}

/** The currency that a key names. Throws when it is not configured any more. */
export function requireCurrency(catalog: Catalog, key: CurrencyKey): Currency {
  const found = catalog.currency(key.chainId, key.currency);
  if (found) return found;
  throw new Error(
    `${key.currency} on chain ${key.chainId} is not configured any more, but a request needs it.`,
  );
}

/** A currency as the key that requests and books carry. */
export function keyOf(currency: Currency): CurrencyKey {
  return { chainId: currency.chainId, currency: currency.address };
}

/** True when the currency is a contract; narrows its type. */
export function isToken(currency: Currency): currency is Token {
  return currency.kind === "token";
}

function nativeOf({ id, native }: EvmChainConfig): Currency {
  return {
    kind: "native",
    chainId: id,
    address: NATIVE_EVM_CURRENCY,
    ...native,
    name: native.symbol,
    ...PLAIN,
  };
}

function readToken({ id: chainId, permit2 = PERMIT2 }: EvmChainConfig, token: TokenConfig): Token {
  const address = checkEvmAddress(token.address);
  if (!address || address === ZERO_ADDRESS) {
    throw new Error(`Expected the address of ${token.symbol} on chain ${chainId}, got "${token.address}".`);
  }
  return {
    kind: "token",
    chainId,
    address,
    symbol: token.symbol,
    name: token.name ?? token.symbol,
    decimals: token.decimals,
    approveZeroFirst: token.approveZeroFirst ?? false,
    permit: token.permit,
    erc2612: token.erc2612,
    permit2: checkEvmAddress(permit2),
    wrapsNative: token.wrapsNative ?? false,
  };
}

/** An amount with its coin, for people: "1.5 USDC". */
export function inCoins({ symbol, decimals }: Currency, amount: bigint): string {
  return `${formatDecimal(amount, decimals)} ${symbol}`;
}
