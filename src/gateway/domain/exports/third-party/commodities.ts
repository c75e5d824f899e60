import { NATIVE_EVM_CURRENCY } from "../../../../intents/identifiers.ts";
import type { Instant } from "../../../../values/time.ts";
import { assetByItself, type Asset } from "../../books/assets.ts";
import type { CurrencyId } from "../../books/ledger.ts";

/** A currency in a journal: its name, with quotes, and how many of its digits are decimals. */
export type Commodity = Readonly<{ name: string; decimals: number }>;

type Known = ReadonlyMap<CurrencyId, Asset & Readonly<{ at: Instant }>>;

/**
 * The name of a currency: "USDC-8453", since one symbol on two chains is two currencies. Of several with
 * one symbol on a chain only the first known one has that name, the others include their addresses: any
 * token can claim any symbol. A currency without known decimals when it was first booked (`late`) is
 * counted in smallest units, under its address, permanently: under two names its entries would not balance.
 */
export function commodities(
  assets: Known,
  late: ReadonlySet<CurrencyId>,
): (currency: CurrencyId) => Commodity {
  const first = firstOfName(assets);
  return (currency) => {
    const kept = assets.get(currency);
    const isKnown = kept !== undefined && !late.has(currency);
    const asset = isKnown ? kept : assetByItself(currency);
    const [chain, address] = splitId(currency);
    if (!asset) return { name: `"${harmless(`${address}-${chain}`)}"`, decimals: 0 };
    const name = nameOf(asset);
    const isPlain = !isKnown || first.get(name) === currency;
    return { name: `"${isPlain ? name : `${name}-${harmless(address)}`}"`, decimals: asset.decimals };
  };
}

/** Assets are only ever added, so the first of a name stays it. */
function firstOfName(assets: Known): ReadonlyMap<string, CurrencyId> {
  const first = new Map<string, CurrencyId>();
  const byAge = [...assets.values()].toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  for (const asset of byAge) {
    const name = nameOf(asset);
    if (!first.has(name) && !isNamedLikeItself(asset)) first.set(name, asset.id);
  }
  return first;
}

/** True while a chain's own coin has its default name, which is unique. */
function isNamedLikeItself({ id, symbol }: Asset): boolean {
  const native = `${splitId(id)[0]}:${NATIVE_EVM_CURRENCY}`;
  return id !== native && assetByItself(native)?.symbol === symbol;
}

function nameOf({ id, symbol }: Asset): string {
  return harmless(`${symbol}-${splitId(id)[0]}`);
}

function splitId(id: CurrencyId): readonly [string, string] {
  const colon = id.indexOf(":");
  return [id.slice(0, colon), id.slice(colon + 1)];
}

/** What would end a quoted name, or its line. */
function harmless(name: string): string {
  return name.replace(/["\p{C};]/gu, "_");
}
