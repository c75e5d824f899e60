import type { EvmAddress } from "../evm/address.ts";
import { deployerEvm, merchantBitcoin, minerBitcoin, payerBitcoin, payerEvm } from "./accounts.ts";
import { usdcAddress } from "./sandboxUsd.ts";

/** Who is behind an address, in words for people. */
export type AddressNames = Readonly<{
  /** The name, or undefined for an address that the sandbox does not know. */
  of(address: string | null | undefined): string | undefined;
  /** Adds the intent service's account on the EVM chains, known once the service has started. */
  addSolver(address: EvmAddress): void;
}>;

export function addressNames(): AddressNames {
  const names = new Map<string, string>([
    [payerBitcoin().address, "sandbox wallet"],
    [minerBitcoin().address, "miner"],
    [merchantBitcoin().address, "demo shop, for refunds"],
    [payerEvm().address.toLowerCase(), "sandbox wallet"],
    [deployerEvm().address.toLowerCase(), "mint of the sandbox"],
    [usdcAddress(), "USDC contract"],
  ]);
  return {
    of: (address) => (address ? names.get(address.toLowerCase()) : undefined),
    addSolver: (address) => void names.set(address.toLowerCase(), "intent service"),
  };
}
