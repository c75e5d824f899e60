import { BITCOIN_CHAIN_ID, BTC_CURRENCY, NATIVE_EVM_CURRENCY } from "../protocol/identifiers.ts";
import { checkEvmAddress, type EvmAddress } from "../evm/address.ts";
import type { SolverCurrency } from "../protocol/chains.ts";

/** An EVM chain that the service bridges to, as the operator configures it. */
export type EvmChainConfig = Readonly<{
  id: number;
  slug: string;
  name: string;
  rpcUrl: string;
  native: Readonly<{ symbol: string; decimals: number }>;
  tokens: readonly SolverCurrency[];
}>;

export type Token = Readonly<{
  chainId: number;
  address: EvmAddress;
  symbol: string;
  name: string;
  decimals: number;
}>;

/** A currency as it appears in answers; Bitcoin's address is the identifier of the interface, never an address. */
export type Currency = Readonly<{
  chainId: number;
  address: string;
  symbol: string;
  name: string;
  decimals: number;
}>;

export const BITCOIN: Currency = {
  chainId: BITCOIN_CHAIN_ID,
  address: BTC_CURRENCY,
  symbol: "BTC",
  name: "Bitcoin",
  decimals: 8,
};

/** Which chains and currencies the service knows. */
export type Catalog = Readonly<{
  chains: readonly EvmChainConfig[];
  chain(id: number): EvmChainConfig | undefined;
  /** A token by its address or its symbol, in any case. */
  token(chainId: number, text: string): Token | undefined;
  native(chainId: number): Currency | undefined;
}>;

/** The catalog of the configured chains. Throws when one is listed twice or a token's address is no address. */
export function createCatalog(chains: readonly EvmChainConfig[]): Catalog {
  const tokens = new Map<number, readonly Token[]>();
  for (const chain of chains) {
    if (tokens.has(chain.id) || chain.id === BITCOIN_CHAIN_ID)
      throw new Error(`Chain ${chain.id} is configured twice.`);
    tokens.set(
      chain.id,
      chain.tokens.map((token) => readToken(chain.id, token)),
    );
  }
  const chain = (id: number) => chains.find((candidate) => candidate.id === id);
  return {
    chains,
    chain,
    token(chainId, text) {
      const wanted = text.toLowerCase();
      return tokens
        .get(chainId)
        ?.find(({ address, symbol }) => address === wanted || symbol.toLowerCase() === wanted);
    },
    native(chainId) {
      const found = chain(chainId);
      return found && { ...found.native, name: found.native.symbol, chainId, address: NATIVE_EVM_CURRENCY };
    },
  };
}

function readToken(chainId: number, token: SolverCurrency): Token {
  const address = checkEvmAddress(token.address);
  if (!address)
    throw new Error(`Expected the address of ${token.symbol} on chain ${chainId}, got "${token.address}".`);
  return {
    chainId,
    address,
    symbol: token.symbol,
    name: token.name ?? token.symbol,
    decimals: token.decimals,
  };
}
