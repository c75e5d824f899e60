import type { EvmSigner } from "../../wallet/signers.ts";

/** What a funded run pays with, all of it the user's. */
export type Wallets = Readonly<{
  evm: EvmPayer | undefined;
  bitcoin: BitcoinPayer | undefined;
}>;

export type EvmPayer = Readonly<{
  address: string;
  /** Chains of which the user has named a node. */
  chainIds: readonly number[];
  /** Signs and sends on a chain. */
  signer(chainId: number): EvmSigner;
  /** True while a transaction of the account waits for a block on a chain, by the user's own node. */
  hasUnconfirmed(chainId: number): Promise<boolean>;
  /** What a token calls itself and its decimals, by the user's own node. */
  token(chainId: number, address: string): Promise<Readonly<{ symbol: string; decimals: number }>>;
  /** What an account has of a currency, by the user's own node. */
  balance(chainId: number, currency: string, owner: string): Promise<bigint>;
}>;

export type BitcoinPayer = Readonly<{
  /** Pays sats to an address and gives the txid. */
  pay(payment: Readonly<{ address: string; sats: bigint }>): Promise<string>;
  /** What a PSBT is signed by, where the payer has the key itself. */
  psbt: PsbtPayer | undefined;
}>;

export type PsbtPayer = Readonly<{
  address: string;
  /** Signs every input that it can, and gives the PSBT in base64. */
  sign(psbtBase64: string): string;
  /** Hands a raw transaction (hex) to the network and gives its txid. */
  broadcast(rawTx: string): Promise<string>;
}>;
