import { BITCOIN_CHAIN_ID } from "../protocol/identifiers.ts";
import { BITCOIN, type Catalog } from "./catalog.ts";

/** The body of GET /chains: every chain with the currencies that deposit addresses bridge (interface specification 2.4). */
export function presentChains(
  catalog: Catalog,
  solverBitcoin: string,
  solverEvm: string,
): Record<string, unknown> {
  const bitcoin = {
    id: BITCOIN_CHAIN_ID,
    name: "bitcoin",
    displayName: "Bitcoin",
    vmType: "bvm",
    disabled: false,
    depositEnabled: true,
    tokenSupport: "Limited",
    currency: { id: "btc", ...withoutChain(BITCOIN), supportsBridging: true },
    solverCurrencies: [{ id: "btc", ...withoutChain(BITCOIN) }],
    solverAddresses: [solverBitcoin],
  };
  const others = catalog.chains.map((chain) => ({
    id: chain.id,
    name: chain.slug,
    displayName: chain.name,
    vmType: "evm",
    disabled: false,
    depositEnabled: false, // a destination only, in this version
    tokenSupport: "Limited",
    currency: {
      id: chain.native.symbol.toLowerCase(),
      ...nativeOf(catalog, chain.id),
      supportsBridging: false,
    },
    solverCurrencies: chain.tokens.map(({ symbol, name, address, decimals }) => ({
      id: symbol.toLowerCase(),
      symbol,
      name: name ?? symbol,
      address: address.toLowerCase(),
      decimals,
    })),
    solverAddresses: [solverEvm],
  }));
  return { chains: [bitcoin, ...others] };
}

function nativeOf(catalog: Catalog, chainId: number): Record<string, unknown> {
  const native = catalog.native(chainId);
  return native ? withoutChain(native) : {};
}

function withoutChain(
  currency: Readonly<{ address: string; symbol: string; name: string; decimals: number }>,
) {
  const { address, symbol, name, decimals } = currency;
  return { address, symbol, name, decimals };
}
