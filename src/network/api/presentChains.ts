import type { ContractAddresses } from "../../evm/deployment.ts";
import { BITCOIN, type Catalog, type Currency, type EvmChainConfig } from "../catalog.ts";
import type { Keys } from "../addresses.ts";

type Deps = Readonly<{
  catalog: Catalog;
  keys: Pick<Keys, "solverBitcoin" | "solverEvmAddress">;
  contracts: ContractAddresses;
}>;

/**
 * The body of GET /chains: every chain with the currencies that deposit addresses bridge (interface specification 2.4);
 * `bare` gives their ids and nothing else.
 */
export function presentChains(deps: Deps, bare: boolean): Record<string, unknown> {
  const bitcoin = {
    id: BITCOIN.chainId,
    name: "bitcoin",
    displayName: "Bitcoin",
    vmType: "bvm",
    disabled: false,
    depositEnabled: true,
    tokenSupport: "Limited",
    currency: { ...entryOf(BITCOIN), supportsBridging: true },
    solverCurrencies: [entryOf(BITCOIN)],
    erc20Currencies: [],
    featuredTokens: [],
    solverAddresses: [deps.keys.solverBitcoin],
  };
  const chains = [bitcoin, ...deps.catalog.chains.map((chain) => presentEvmChain(deps, chain))];
  if (!bare) return { chains };
  return { chains: chains.map(({ id, solverCurrencies }) => ({ id, solverCurrencies })) };
}

function presentEvmChain({ catalog, keys, contracts }: Deps, chain: EvmChainConfig) {
  const [native, ...tokens] = catalog.currencies(chain.id);
  return {
    id: chain.id,
    name: chain.slug,
    displayName: chain.name,
    httpRpcUrl: chain.publicRpcUrl ?? "",
    wsRpcUrl: "",
    explorerUrl: chain.explorerUrl ?? "",
    vmType: "evm",
    baseChainId: null,
    disabled: false,
    depositEnabled: true,
    blockProductionLagging: false,
    tokenSupport: "Limited",
    currency: native && { ...entryOf(native), supportsBridging: true },
    solverCurrencies: [...(native ? [native] : []), ...tokens].map(entryOf),
    erc20Currencies: tokens.map((token) => ({
      ...entryOf(token),
      supportsBridging: true,
      supportsPermit: token.permit !== undefined,
    })),
    featuredTokens: tokens.map(entryOf),
    solverAddresses: [keys.solverEvmAddress],
    contracts: {
      depository: contracts.Depository,
      erc20Router: contracts.Router,
      approvalProxy: contracts.ApprovalProxy,
      depositAddressFactory: contracts.DepositAddressFactory,
      swapDesk: contracts.SwapDesk,
    },
    protocol: { v2: { chainId: chain.slug, depository: contracts.Depository } },
    tags: [],
  };
}

function entryOf({ symbol, name, address, decimals }: Currency) {
  return { id: symbol.toLowerCase(), symbol, name, address, decimals };
}
