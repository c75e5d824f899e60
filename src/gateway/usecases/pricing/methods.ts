import type { ServiceChain, SolverCurrency } from "../../../intents/chains.ts";
import {
  BITCOIN_CHAIN_ID,
  BTC_CURRENCY,
  isCurrencyIdentifier,
  sameCurrency,
} from "../../../intents/identifiers.ts";
import type { Terms } from "../../domain/invoices/invoice.ts";
import { MINUTE_MS, type Clock, type Instant } from "../../../values/time.ts";
import { GatewayError } from "../../errors.ts";
import { isDue } from "../tracking/polls.ts";
import type { Gateway } from "../gateway.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";

/** One way to pay: a coin on a chain that the service takes at deposit addresses. */
export type Method = Readonly<{
  id: string; // BTC-CHAIN, else symbol and chain slug: USDC-BASE
  name: string;
  chainId: number;
  chainName: string;
  currency: string;
  symbol: string;
  decimals: number;
  explorerUrl: string | undefined;
  /** The store's own settlement coin: it goes to the merchant's address, and nothing is converted (decision 47). */
  direct?: true | undefined;
  /** The store has switched it off: no new payment is offered in it. */
  isOff?: true | undefined;
}>;

const CHAINS_MAX_AGE_MS = 5 * MINUTE_MS;

/** The chains that the service lists, asked at most every five minutes; the last known list serves while it is silent. */
export function cachedChains(
  ask: () => Promise<readonly ServiceChain[]>,
  clock: Clock,
): () => Promise<readonly ServiceChain[]> {
  let known: Readonly<{ chains: readonly ServiceChain[]; at: Instant }> | undefined;
  return async () => {
    if (known && !isDue(clock(), known.at, CHAINS_MAX_AGE_MS)) return known.chains;
    try {
      known = { chains: await ask(), at: clock() };
    } catch (error) {
      if (!known) throw error;
    }
    return known.chains;
  };
}

/**
 * The methods of a store: the coins that the service takes, where a deposit would be detected and the store
 * has named a refund address, then the settlement coin itself, where it can be paid directly. Pages show
 * that one first; clients that take the first of a list get what most payers have. Those that the store has switched off are among
 * them, marked: what was already paid in them is still counted.
 */
export async function methodsOf(
  gateway: Pick<Gateway, "service" | "settings">,
  store: MerchantStore,
): Promise<readonly Method[]> {
  const { settlement, refunds, methodsOff } = store.settings;
  const chains = await gateway.service.chains();
  const converted = chains
    .filter((chain) => isOrigin(gateway, chain) && refunds[String(chain.id)])
    .flatMap((chain) => chain.solverCurrencies.map((coin) => methodFor(chain, coin)))
    .filter(
      (method) =>
        method.chainId !== settlement.chainId || !sameCurrency(method.currency, settlement.currency),
    );
  const methods = [...converted, ...directMethod(gateway, store, chains)];
  return methods.map((method) => (methodsOff.includes(method.id) ? { ...method, isOff: true } : method));
}

/**
 * The methods by which an invoice of the store can be paid: those of the settlement that it was issued with, also when the store
 * has another one now. `allowedMethods` leaves those that the invoice may use.
 */
export function methodsOfInvoice(
  gateway: Pick<Gateway, "service" | "settings">,
  store: MerchantStore,
  { settlement }: Pick<Terms, "settlement">,
): Promise<readonly Method[]> {
  return methodsOf(gateway, { ...store, settings: { ...store.settings, settlement } });
}

/** The chains that payments can come from, whether or not a store takes them. */
export async function originChains(
  gateway: Pick<Gateway, "service" | "settings">,
): Promise<readonly ServiceChain[]> {
  const chains = await gateway.service.chains();
  return chains.filter((chain) => isOrigin(gateway, chain) && chain.solverCurrencies.length > 0);
}

function isOrigin(gateway: Pick<Gateway, "service" | "settings">, chain: ServiceChain): boolean {
  return isSensed(gateway, chain) && chain.disabled !== true && chain["depositEnabled"] !== false;
}

/** What people call a chain. */
export function chainTitle({ id, name, displayName }: ServiceChain): string {
  return displayName ?? name ?? `Chain ${id}`;
}

/**
 * The settlement coin as a method, where a payment of it would be detected: a token on a followed chain. A
 * native coin is left out: transfers by contracts are in no log, and the balance of the merchant's own
 * address is ambiguous.
 */
function directMethod(
  { settings: { watchedChains } }: Pick<Gateway, "settings">,
  { settings: { settlement, directPayments } }: MerchantStore,
  chains: readonly ServiceChain[],
): readonly Method[] {
  const { chainId, currency, symbol, decimals } = settlement;
  const chain = chains.find(({ id }) => id === chainId);
  const listed = chain?.solverCurrencies.find(({ address }) => sameCurrency(address, currency));
  if (
    !directPayments ||
    !watchedChains.includes(chainId) ||
    isCurrencyIdentifier(currency) ||
    !chain ||
    !listed
  )
    return [];
  return [{ ...methodFor(chain, { ...listed, symbol, decimals }), direct: true }];
}

/**
 * Every coin that a payout can be made in: by the service on a chain that it delivers to, or by the
 * merchant's own wallet.
 */
export async function payoutMethods({ service }: Pick<Gateway, "service">): Promise<readonly Method[]> {
  const chains = await service.chains();
  const isPayable = ({ id, vmType, disabled }: ServiceChain) =>
    disabled !== true && (id === BITCOIN_CHAIN_ID || (vmType ?? "evm") === "evm");
  return chains
    .filter(isPayable)
    .flatMap((chain) => chain.solverCurrencies.map((coin) => methodFor(chain, coin)));
}

/**
 * True where a deposit would be detected: on a followed chain, and on any other EVM chain when the service
 * lists the requests of a deposit address, because that reports deposits. A list that refuses the key reports none.
 */
function isSensed(
  { settings, service }: Pick<Gateway, "service" | "settings">,
  { id, vmType }: ServiceChain,
): boolean {
  if (settings.watchedChains.includes(id)) return true;
  const kind = service.listKind();
  if ((kind !== "v2" && kind !== "v3") || (vmType ?? "evm") !== "evm" || id === BITCOIN_CHAIN_ID)
    return false;
  return !service.standing().refusesLists;
}

const BITCOIN = "BTC-CHAIN";
const BITCOIN_ALIASES = ["BTC", "BTC-ONCHAIN", "BTC-BTCLIKE"]; // what it was called in Greenfield before, one after the other

/**
 * A method's id as we write it: `_` stands for `-` and case does not matter, because plugins write it so, and Bitcoin has the
 * names that older clients know it by.
 */
export function canonicalMethodId(id: string): string {
  const name = id.replaceAll("_", "-").toUpperCase();
  return BITCOIN_ALIASES.includes(name) ? BITCOIN : name;
}

/** The method of that id, in any of the forms that clients write it in. */
export function findMethod<Item extends Readonly<{ id: string }>>(
  methods: readonly Item[],
  id: string,
): Item | undefined {
  const wanted = canonicalMethodId(id);
  return methods.find((method) => method.id === wanted);
}

/**
 * Those of the methods that an invoice may be paid by: all where it names none. One of any amount cannot be paid directly: its
 * payer would have to send an exact amount. None that the store has switched off.
 */
export function allowedMethods(
  methods: readonly Method[],
  { topUp, checkout }: Pick<Terms, "topUp" | "checkout">,
): readonly Method[] {
  const allowed = new Set(checkout.methods.map(canonicalMethodId));
  return methods.filter(
    ({ id, direct, isOff }) => !isOff && (allowed.size === 0 || allowed.has(id)) && !(topUp && direct),
  );
}

/** Finds the method that the checkout shows first: the invoice's, else the store's, else the first that is allowed. */
export function findDefaultMethod(
  allowed: readonly Method[],
  { checkout }: Pick<Terms, "checkout">,
  { settings }: Pick<MerchantStore, "settings">,
): Method | undefined {
  const preferred = checkout.defaultMethod ?? settings.defaultMethod;
  return (preferred ? findMethod(allowed, preferred) : undefined) ?? allowed[0];
}

/** Throws method_not_available, naming what there is. */
export function requireMethod(methods: readonly Method[], id: string): Method {
  const method = findMethod(methods, id);
  if (method) return method;
  const known = methods.map((other) => other.id).join(", ") || "none";
  throw new GatewayError(
    "method_not_available",
    `Expected one of the payment methods ${known}; got "${id.slice(0, 64)}".`,
  );
}

const BITCOIN_UNITS = { symbol: "BTC", decimals: 8 }; // interface specification 2.5

function methodFor(chain: ServiceChain, listed: SolverCurrency): Method {
  const isBitcoin = chain.id === BITCOIN_CHAIN_ID;
  // A quote is checked against our own rates by symbol and decimals: the service does not define the value
  // of a bitcoin.
  const coin =
    isBitcoin && sameCurrency(listed.address, BTC_CURRENCY) ? { ...listed, ...BITCOIN_UNITS } : listed;
  const chainName = chainTitle(chain);
  const symbol = word(coin.symbol);
  return {
    id: isBitcoin && symbol === "BTC" ? BITCOIN : `${symbol}-${word(chain.name ?? chainName)}`,
    name: isBitcoin ? "Bitcoin" : `${coin.symbol} on ${chainName}`,
    chainId: chain.id,
    chainName,
    currency: coin.address,
    symbol: coin.symbol,
    decimals: coin.decimals,
    explorerUrl: chain.explorerUrl ?? undefined,
  };
}

/** Plugins use method ids as class names: letters and digits only. */
function word(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, "") || "X";
}
