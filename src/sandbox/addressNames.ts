import { deployerEvm, merchantBitcoin, minerBitcoin, payerBitcoin, payerEvm } from "./accounts.ts";
import { SANDBOX_TOKENS } from "./evm/tokens.ts";

/** The owner of an address, in words for people. */
export type AddressNames = Readonly<{
  /** The name, or undefined for an address that the sandbox does not know. */
  of(address: string | null | undefined): string | undefined;
  /** Adds an address that is known later, such as the intent service's own once it has started. */
  add(address: string, name: string): void;
}>;

/** An empty list of names. */
export function addressNames(): AddressNames {
  const names = new Map<string, string>([
    [payerBitcoin().address, "sandbox wallet"],
    [minerBitcoin().address, "miner"],
    [merchantBitcoin().address, "demo shop, for refunds"],
    [payerEvm().address.toLowerCase(), "sandbox wallet"],
    [deployerEvm().address.toLowerCase(), "mint of the sandbox"],
    ...SANDBOX_TOKENS.map(({ address, symbol }) => [address, `${symbol} contract`] as const),
  ]);
  return {
    of: (address) => (address ? names.get(address.toLowerCase()) : undefined),
    add: (address, name) => void names.set(address.toLowerCase(), name),
  };
}
