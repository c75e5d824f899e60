import type { BitcoinAction } from "./planBitcoin.ts";
import type { SignatureAction } from "./planSignature.ts";
import type { EvmTransaction } from "./signers.ts";

/** What an item of a quote's steps does, once it is checked. */
export type PlannedAction =
  | Readonly<{ kind: "evm-transaction"; transaction: EvmTransaction }>
  | BitcoinAction
  | SignatureAction;
