import { BTC_DECIMALS } from "../../bitcoin/codec/paymentUri.ts";
import { ZERO_ADDRESS, type EvmAddress } from "../../evm/codec/address.ts";
import { BITCOIN, NATIVE, NATIVE_DECIMALS } from "./payRequest.ts";
import { SandboxRefusal } from "../refusal.ts";
import { SANDBOX_TOKENS } from "../evm/tokens.ts";

export type PayChain = Readonly<{ id: number; name: string }>;

/** One coin on one chain that the wallet can pay with. */
export type PayAsset = Readonly<{
  chain: string; // "bitcoin" or the chain id, from the form
  currency: string;
  symbol: string;
  chainName: string;
  decimals: number;
  /** Where it lies on an EVM chain; undefined on Bitcoin. */
  evm: Readonly<{ chainId: number; currency: EvmAddress }> | undefined;
}>;

/** Everything that the wallet can pay with, in the order of the form. */
export function payAssets(chains: readonly PayChain[]): readonly PayAsset[] {
  const bitcoin = { chain: BITCOIN, chainName: "Bitcoin (regtest)" };
  return [
    { ...bitcoin, currency: NATIVE, symbol: "BTC", decimals: BTC_DECIMALS, evm: undefined },
    ...chains.flatMap(({ id, name }) => [
      ...SANDBOX_TOKENS.map(({ symbol, decimals, address }) => ({
        ...evmChain(id, name, address),
        currency: symbol.toLowerCase(),
        symbol,
        decimals,
      })),
      { ...evmChain(id, name, ZERO_ADDRESS), currency: NATIVE, symbol: "ETH", decimals: NATIVE_DECIMALS },
    ]),
  ];
}

/** The asset that a form names. Throws SandboxRefusal where a chain does not have the currency, or there is no such chain. */
export function chooseAsset(
  assets: readonly PayAsset[],
  { chain, currency }: Readonly<{ chain: string; currency: string }>,
): PayAsset {
  const there = assets.filter((asset) => asset.chain === chain);
  const word = currency.toUpperCase();
  const chosen = there.find((asset) => asset.currency === currency || asset.symbol === word);
  if (chosen) return chosen;
  const [first] = there;
  if (!first) {
    const chains = [...new Set(assets.map(({ chain, chainName }) => `${chain} (${chainName})`))];
    throw new SandboxRefusal(
      "unknown_chain",
      `Expected chain to be ${chains.join(" or ")}; got "${chain.slice(0, 40)}".`,
    );
  }
  const offered = there.map(({ symbol }) => symbol).join(" or ");
  const elsewhere = [
    ...new Set(assets.filter(({ symbol }) => symbol === word).map(({ chainName }) => chainName)),
  ];
  const hint = elsewhere.length > 0 ? ` ${word} can be paid on ${elsewhere.join(" or ")}.` : "";
  throw new SandboxRefusal(
    "unknown_currency",
    `Expected ${offered} on ${first.chainName}; got "${word.slice(0, 20)}".${hint}`,
  );
}

function evmChain(id: number, name: string, currency: EvmAddress) {
  return { chain: String(id), chainName: name, evm: { chainId: id, currency } };
}
