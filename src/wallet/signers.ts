import type { Hex } from "viem";
import type { EvmAddress } from "../evm/codec/address.ts";

/** What a transaction step asks an EVM wallet to send, and nothing else: gas and nonce are the wallet's business. */
export type EvmTransaction = Readonly<{
  chainId: number;
  to: EvmAddress;
  data: Hex; // exactly as the quote gives it
  value: bigint; // smallest units of the chain's own coin
}>;

export type TypedData = Readonly<{
  domain: Readonly<Record<string, unknown>>;
  types: Readonly<Record<string, readonly Readonly<{ name: string; type: string }>[]>>;
  primaryType: string;
  message: Readonly<Record<string, unknown>>;
}>;

/** An EVM wallet. `viemSigner` makes one from viem's clients. */
export type EvmSigner = Readonly<{
  address: string;
  /** The chain on which it would send now. */
  chainId(): Promise<number>;
  /** Moves to another chain, or throws. */
  switchChain(chainId: number): Promise<void>;
  /**
   * Gives the hash as soon as the transaction was handed over. Throws WalletError "not_sent" when nothing left the wallet;
   * after any other error the transaction counts as perhaps sent.
   */
  sendTransaction(transaction: EvmTransaction): Promise<Hex>;
  /** Waits for the block. `hash` differs from the asked one when the payer sped the transaction up. */
  waitForReceipt(hash: Hex): Promise<Readonly<{ hash: Hex; success: boolean }>>;
  /** EIP-191. `raw` is signed as bytes, text as text. */
  signMessage(message: string | Readonly<{ raw: Hex }>): Promise<Hex>;
  /** EIP-712. */
  signTypedData(typedData: TypedData): Promise<Hex>;
}>;

export type InputToSign = Readonly<{ index: number; address: string | undefined; sats: bigint }>;

/** A Bitcoin wallet; it may offer either ability or both. */
export type BitcoinSigner = Readonly<{
  /**
   * Signs a PSBT and gives it back in base64, finalised or not. `sighashTypes` are the only ones allowed: 0 (taproot's
   * default) and 1 (ALL), so that nothing can be changed afterwards.
   */
  signPsbt?(
    ask: Readonly<{
      psbtBase64: string;
      inputs: readonly InputToSign[];
      sighashTypes: readonly number[];
    }>,
  ): Promise<string>;
  /** Pays an address from the wallet's own coins and gives the txid. Throws as EvmSigner.sendTransaction does. */
  payAddress?(payment: Readonly<{ address: string; sats: bigint }>): Promise<string>;
}>;

export type Signers = Readonly<{ evm?: EvmSigner; bitcoin?: BitcoinSigner }>;
