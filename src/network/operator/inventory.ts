import { sum } from "../../values/amount.ts";
import { isToken, keyOf, type Currency } from "../catalog.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import { promisedAmounts } from "../persistence/requests.ts";
import type { UsdPrice } from "../prices/usdPrice.ts";
import { usdValue } from "../quote/pricing.ts";
import { bitcoinHoldings } from "../solver/bitcoin/coins.ts";
import { keptCoins, type Kept } from "../solver/evm/treasury.ts";

/** What the solver has of a currency. Amounts are smallest units; undefined is what could not be found out. */
export type Holding = Readonly<{
  currency: Currency;
  held: bigint | undefined;
  promised: bigint; // to requests with a deposit that are not paid yet
  usd: UsdPrice | undefined; // the worth of what is held
  isLow: boolean; // below the alarm of this currency
}>;

type Parts = Pick<NetworkParts, "catalog" | "evm" | "store" | "prices" | "keys" | "clock" | "settings">;

/** The solver's inventory of every currency, chain by chain, as the chains tell it now. */
export async function readInventory(parts: Parts, chainIds: readonly number[]): Promise<readonly Holding[]> {
  const currencies = chainIds.flatMap((id) => parts.catalog.currencies(id));
  return Promise.all(currencies.map((currency) => holdingOf(parts, currency)));
}

/** The coins that the operator wants to keep within bounds; without those of chains that give no answer. */
export async function readKept(
  parts: Pick<NetworkParts, "catalog" | "market" | "settings">,
): Promise<readonly Kept[]> {
  const all = parts.catalog.chains.map(({ id }) => known(keptCoins(parts, id)));
  return (await Promise.all(all)).flatMap((kept) => kept ?? []);
}

async function holdingOf(parts: Parts, currency: Currency): Promise<Holding> {
  const [held, promised, price] = await Promise.all([
    known(heldOf(parts, currency)),
    promisedAmounts(parts.store, keyOf(currency), ["pending", "filling"]),
    known(parts.prices.price(currency.symbol, parts.clock())),
  ]);
  const usd =
    held === undefined || price === undefined
      ? undefined
      : usdValue(held, { usd: price, decimals: currency.decimals });
  return { currency, held, promised: sum(promised), usd, isLow: isLow(parts, currency, held, usd) };
}

async function heldOf({ evm, store, keys }: Parts, currency: Currency): Promise<bigint> {
  if (currency.kind === "bitcoin") {
    const { free, coming } = await bitcoinHoldings(store);
    return free + coming;
  }
  const chain = requireChain(evm, currency.chainId);
  return isToken(currency)
    ? chain.tokenBalance(currency.address, keys.solverEvmAddress)
    : chain.nativeBalance(keys.solverEvmAddress);
}

/** As the solver's alarms see it: coins of EVM chains by their number, all others by their worth. */
function isLow({ settings }: Parts, { kind }: Currency, held?: bigint, usd?: UsdPrice): boolean {
  const { lowNative, lowToken } = settings.solver;
  return kind === "native" ? held !== undefined && held < lowNative : usd !== undefined && usd < lowToken;
}

/** An answer, or undefined for none: the page shows what there is. */
async function known<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch(() => undefined);
}
