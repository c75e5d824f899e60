import { randomBytes } from "node:crypto";
import type { NetworkParts } from "../../../src/network/parts.ts";
import type { NetworkStore } from "../../../src/network/persistence/open.ts";
import { evmAccount } from "../../../src/sandbox/accounts.ts";

export const CALLS_AT = 1_800_000_000_000;
export const CALL_CHAIN = 31337;

/** A service whose chain takes every call. */
export function partsOfCalls(store: NetworkStore): NetworkParts {
  const account = evmAccount(0);
  const fees = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n };
  const chain = {
    id: CALL_CHAIN,
    gasFees: async () => fees,
    nextNonce: async () => 0,
    minedNonce: async () => 0,
    hasCode: async () => true,
    simulate: async () => ({ reverts: false, gas: 50_000n }),
  };
  const coin = { chainId: CALL_CHAIN, address: `0x${"0".repeat(40)}`, symbol: "ETH", decimals: 18 };
  return {
    ...{ store, clock: () => CALLS_AT, random: (length: number) => randomBytes(length) },
    evm: new Map([[CALL_CHAIN, chain]]),
    keys: { solverEvm: account, solverEvmAddress: account.address.toLowerCase() },
    contracts: { Router: `0x${"cd".repeat(20)}` },
    catalog: { currencies: () => [coin] },
    market: { dataFee: async (_: number, bytes: bigint) => bytes * 10n ** 12n },
    prices: { price: async () => 3_000n * 10n ** 8n },
    settings: { solver: { maxGasPrice: 10n ** 12n } },
    log: { error: () => {}, warn: () => {}, info: () => {} },
  } as unknown as NetworkParts; // what submitCall uses of it
}
