import type { ServiceChain } from "../../../src/intents/chains.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY, NATIVE_EVM_CURRENCY } from "../../../src/intents/identifiers.ts";

/** The chains of a service that delivers bitcoins and, on Base, ether. */
export function serviceChainsOf(): readonly ServiceChain[] {
  const coin = (symbol: string, address: string, decimals: number) => ({ symbol, address, decimals });
  const chains = [
    { id: BITCOIN_CHAIN_ID, name: "bitcoin", vmType: "bvm", solverCurrencies: [coin("BTC", BTC_CURRENCY, 8)] },
    { id: 8453, name: "base", vmType: "evm", solverCurrencies: [coin("ETH", NATIVE_EVM_CURRENCY, 18)] },
  ];
  return chains as unknown as readonly ServiceChain[]; // the fields that are not read are left out
} // prettier-ignore
