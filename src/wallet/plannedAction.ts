import type { BitcoinAction } from "./planBitcoin.ts";
import type { SignatureAction } from "./planSignature.ts";
import type { EvmTransaction } from "./signers.ts";

/** The checked action of one item of a quote. */
export type PlannedAction =
  | Readonly<{ kind: "evm-transaction"; transaction: EvmTransaction }>
  | BitcoinAction
  | SignatureAction;
