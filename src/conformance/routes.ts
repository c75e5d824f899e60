import { BITCOIN_CHAIN_ID, BTC_CURRENCY, NATIVE_EVM_CURRENCY, sameCurrency } from "../intents/identifiers.ts";
import { Blocked } from "./finding.ts";
import { fieldsOf, listOf, textOf } from "./json.ts";
import { describe, type Answer } from "./service.ts";
import { shown } from "./shown.ts";

/** A currency that a chain lists in solverCurrencies. */
export type ListedCurrency = Readonly<{
  chainId: number;
  address: string; // the identifier
  symbol: string;
  decimals: number;
}>;

/** A chain that the service lists; `entry` is all that it says of it. */
export type ListedChain = Readonly<{
  id: number;
  kind: "evm" | "bitcoin" | "other";
  currencies: readonly ListedCurrency[];
  entry: Readonly<Record<string, unknown>>;
}>;

/** A currency for another, from chain to chain or on one. */
export type Route = Readonly<{ from: ListedCurrency; to: ListedCurrency }>;

/** The routes that the checks use, as far as what the service lists has them. */
export type Routes = Readonly<{
  chains: readonly ListedChain[];
  evmChains: readonly ListedChain[];
  hasBitcoin: boolean;
  native: Route | undefined; // an EVM chain's own coin for another's
  token: Route | undefined; // a token for the token of the same symbol on another EVM chain
  swap: Route | undefined; // two currencies of one EVM chain
  fromBitcoin: Route | undefined;
  toBitcoin: Route | undefined;
}>;

const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** Reads the answer of the chains endpoint. Throws Blocked where there is no list of chains in it. */
export function readChains(answer: Answer): readonly ListedChain[] {
  const { chains } = fieldsOf(answer.json);
  if (answer.status !== 200 || !Array.isArray(chains) || chains.length === 0)
    throw new Blocked("get.chains", `expected 200 with a list of chains, got ${describe(answer)}`);
  const read = listOf(chains).flatMap((entry) => readChain(fieldsOf(entry)) ?? []);
  if (read.length > 0) return read;
  throw new Blocked("get.chains", `expected chains with an integer id, got ${shown(chains[0])}`);
}

function readChain(entry: Readonly<Record<string, unknown>>): ListedChain | undefined {
  const { id, disabled } = entry;
  if (typeof id !== "number" || !Number.isSafeInteger(id)) return undefined;
  const currencies =
    disabled === true ? [] : listOf(entry["solverCurrencies"]).flatMap((one) => readCurrency(id, one) ?? []);
  return { id, kind: kindOf(id, entry, currencies), currencies, entry };
}

function readCurrency(chainId: number, value: unknown): ListedCurrency | undefined {
  const { address, symbol, decimals } = fieldsOf(value);
  if (typeof address !== "string" || address === "") return undefined;
  const places = typeof decimals === "number" && Number.isInteger(decimals) && decimals >= 0 ? decimals : 18;
  return { chainId, address, symbol: textOf(symbol) ?? "", decimals: Math.min(places, 36) };
}

function kindOf(
  id: number,
  { vmType }: Readonly<Record<string, unknown>>,
  currencies: readonly ListedCurrency[],
): ListedChain["kind"] {
  if (id === BITCOIN_CHAIN_ID) return "bitcoin";
  const isEvm = vmType === undefined ? true : vmType === "evm";
  return isEvm && currencies.some(({ address }) => EVM_ADDRESS.test(address)) ? "evm" : "other";
}

/** Chooses routes between the chains that a service lists, dollars first: their amounts are the same everywhere. */
export function chooseRoutes(chains: readonly ListedChain[]): Routes {
  const evmChains = chains.filter(({ kind }) => kind === "evm");
  const bitcoin = chains.find(({ kind }) => kind === "bitcoin");
  const btc =
    bitcoin?.currencies.find(({ address }) => sameCurrency(address, BTC_CURRENCY)) ?? bitcoin?.currencies[0];
  const pairs = evmChains.flatMap((from) =>
    evmChains.filter((to) => to !== from).map((to) => [from, to] as const),
  );
  const dollar = bestToken(evmChains.flatMap(({ currencies }) => currencies));
  const receives = dollar ?? evmChains.flatMap(({ currencies }) => currencies)[0];
  return {
    chains,
    evmChains,
    hasBitcoin: bitcoin !== undefined,
    native: firstOf(pairs, ([from, to]) => routeOf(nativeOf(from), nativeOf(to))),
    token: firstOf(pairs, ([from, to]) => tokenRoute(from, to)),
    swap: firstOf(evmChains, swapRoute),
    fromBitcoin: routeOf(btc, receives),
    toBitcoin: routeOf(receives, btc),
  };
}

function nativeOf({ currencies }: ListedChain): ListedCurrency | undefined {
  return currencies.find(isNative);
}

/** True for the identifier of an EVM chain's own coin. */
export function isNative({ address }: ListedCurrency): boolean {
  return sameCurrency(address, NATIVE_EVM_CURRENCY);
}

function tokenRoute(from: ListedChain, to: ListedChain): Route | undefined {
  const both = from.currencies.filter((one) => to.currencies.some((other) => isSameToken(one, other)));
  const best = bestToken(both);
  return (
    best &&
    routeOf(
      best,
      to.currencies.find((other) => isSameToken(best, other)),
    )
  );
}

function isSameToken(one: ListedCurrency, other: ListedCurrency): boolean {
  return isToken(one) && isToken(other) && one.symbol === other.symbol && one.symbol !== "";
}

function swapRoute({ currencies }: ListedChain): Route | undefined {
  const from = bestToken(currencies);
  const others = currencies.filter((one) => one !== from && EVM_ADDRESS.test(one.address));
  return routeOf(from, bestToken(others) ?? others[0]);
}

function bestToken(currencies: readonly ListedCurrency[]): ListedCurrency | undefined {
  const tokens = currencies.filter(isToken);
  return tokens.find(({ symbol }) => symbol === "USDC") ?? tokens.find(isDollar) ?? tokens[0];
}

function isToken(currency: ListedCurrency): boolean {
  return EVM_ADDRESS.test(currency.address) && !isNative(currency);
}

function isDollar({ symbol }: ListedCurrency): boolean {
  return /USD|DAI/.test(symbol);
}

function routeOf(from: ListedCurrency | undefined, to: ListedCurrency | undefined): Route | undefined {
  return from && to && { from, to };
}

function firstOf<T, R>(values: readonly T[], choose: (value: T) => R | undefined): R | undefined {
  for (const value of values) {
    const chosen = choose(value);
    if (chosen !== undefined) return chosen;
  }
  return undefined;
}

/** A sum that is large enough for fees and small enough to be lent to a test, in smallest units: some ten dollars. */
export function sampleAmount(currency: ListedCurrency): bigint {
  return knownAmount(currency) ?? 10n * 10n ** BigInt(currency.decimals);
}

/** The same, undefined for a coin of which nothing says what it is worth. */
export function knownAmount(currency: ListedCurrency): bigint | undefined {
  const one = 10n ** BigInt(currency.decimals);
  if (isDollar(currency)) return 25n * one;
  if (/BTC/.test(currency.symbol)) return one / 1_000n;
  return isNative(currency) || /ETH/.test(currency.symbol) ? one / 100n : undefined;
}
