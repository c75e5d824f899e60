import { BITCOIN, type Catalog, type Currency, type EvmChainConfig } from "../catalog.ts";
import type { NetworkParts } from "../parts.ts";

type Parts = Pick<NetworkParts, "catalog" | "keys" | "contracts">;

/** The body of GET /chains: every chain in the public shape, with the currencies that deposit addresses bridge. */
export function presentChains(parts: Parts): Record<string, unknown> {
  return {
    chains: [presentBitcoin(parts), ...parts.catalog.chains.map((chain) => presentEvm(parts, chain))],
  };
}

/** The same with nothing but what the contract shows (interface specification 2.4, 2.5). */
export function presentBareChains({ catalog }: Readonly<{ catalog: Catalog }>): Record<string, unknown> {
  const ids = [BITCOIN.chainId, ...catalog.chains.map(({ id }) => id)];
  const bare = ({ symbol, address, decimals }: Currency) => ({ symbol, address, decimals });
  return { chains: ids.map((id) => ({ id, solverCurrencies: catalog.currencies(id).map(bare) })) };
}

/** What is the same on every chain of this service, in the words of public services. */
const EVERYWHERE = {
  wsRpcUrl: "",
  explorerQueryParams: null,
  explorerPaths: null,
  depositEnabled: true,
  tokenSupport: "Limited",
  disabled: false,
  partialDisableLimit: 0,
  blockProductionLagging: false,
  withdrawalFee: 0,
  depositFee: 0,
  surgeEnabled: false,
  iconUrl: null,
  logoUrl: null,
  brandColor: null,
  baseChainId: null,
  statusMessage: null,
  tags: [],
} as const;

function presentBitcoin({ keys }: Parts): Record<string, unknown> {
  return {
    ...EVERYWHERE,
    id: BITCOIN.chainId,
    name: "bitcoin",
    displayName: "Bitcoin",
    httpRpcUrl: "",
    explorerUrl: "",
    explorerName: "",
    vmType: "bvm",
    currency: { ...entryOf(BITCOIN), supportsBridging: true },
    solverCurrencies: [entryOf(BITCOIN)],
    erc20Currencies: [],
    featuredTokens: [],
    contracts: {},
    solverAddresses: [keys.solverBitcoin],
    protocol: { v2: { chainId: "bitcoin" } },
  };
}

function presentEvm({ catalog, keys, contracts }: Parts, chain: EvmChainConfig): Record<string, unknown> {
  const currencies = catalog.currencies(chain.id);
  const tokens = currencies.filter(({ kind }) => kind === "token");
  return {
    ...EVERYWHERE,
    id: chain.id,
    name: chain.slug,
    displayName: chain.name,
    httpRpcUrl: chain.publicRpcUrl ?? "", // the service's own may be private
    explorerUrl: chain.explorerUrl ?? "",
    explorerName: chain.explorerUrl === undefined ? "" : new URL(chain.explorerUrl).hostname,
    vmType: "evm",
    currency: {
      ...currencies.filter(({ kind }) => kind === "native").map(entryOf)[0],
      supportsBridging: true,
    },
    solverCurrencies: currencies.map(entryOf),
    erc20Currencies: tokens.map((token) => ({
      ...entryOf(token),
      supportsBridging: true,
      supportsPermit: token.permit !== undefined || token.erc2612 !== undefined,
      withdrawalFee: 0,
      depositFee: 0,
      surgeEnabled: false,
    })),
    featuredTokens: tokens.map(entryOf),
    contracts: {
      depository: contracts.Depository,
      erc20Router: contracts.Router,
      approvalProxy: contracts.ApprovalProxy,
      depositAddressFactory: contracts.DepositAddressFactory,
      swapDesk: contracts.SwapDesk,
      permitTransfer: contracts.PermitTransfer,
      permit2: tokens[0]?.permit2, // the same for each token of a chain
    },
    solverAddresses: [...new Set([keys.solverEvmAddress, keys.refunderEvmAddress])],
    protocol: { v2: { chainId: chain.slug, depository: contracts.Depository } },
  };
}

function entryOf(currency: Currency) {
  const { symbol, name, address, decimals } = currency;
  return { id: currencyId(currency), symbol, name, address, decimals };
}

/** The name that a currency goes by on every chain: its symbol in lower case. */
export function currencyId({ symbol }: Currency): string {
  return symbol.toLowerCase();
}
