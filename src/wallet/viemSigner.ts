import {
  BaseError,
  EstimateGasExecutionError,
  ExecutionRevertedError,
  InsufficientFundsError,
  UserRejectedRequestError,
  type Account,
  type Hex,
  type PublicClient,
  type ReplacementReturnType,
  type Transport,
  type Chain,
  type WalletClient,
} from "viem";
import { MINUTE_MS } from "../values/time.ts";
import { WalletError } from "./errors.ts";
import type { EvmSigner, TypedData } from "./signers.ts";

const RECEIPT_TIMEOUT_MS = 10 * MINUTE_MS;

/**
 * An EvmSigner from viem's clients: `wallet` with an account, and a client that reads the origin chain.
 * Both keep their own time limits per call (10 s by default in viem's transports).
 */
export function viemSigner(
  wallet: WalletClient<Transport, Chain | undefined, Account>,
  reader: PublicClient,
): EvmSigner {
  return {
    address: wallet.account.address,
    chainId: () => wallet.getChainId(),
    switchChain: (id) => wallet.switchChain({ id }),
    async sendTransaction({ to, data, value }) {
      try {
        return await wallet.sendTransaction({ chain: null, to, data, value }); // the caller has compared the chain
      } catch (error) {
        throw neverLeft(error) ? notSent(error) : error;
      }
    },
    async waitForReceipt(hash) {
      let replacement: ReplacementReturnType | undefined;
      const receipt = await reader.waitForTransactionReceipt({
        hash,
        timeout: RECEIPT_TIMEOUT_MS,
        onReplaced: (replaced) => (replacement = replaced),
      });
      checkReplacement(hash, replacement);
      return { hash: receipt.transactionHash, success: receipt.status === "success" };
    },
    signMessage: (message) => wallet.signMessage({ message }),
    signTypedData: (typedData) => wallet.signTypedData(withoutDomainType(typedData)),
  };
}

/** A transaction that was sped up is the same payment; one that was cancelled or exchanged for another is not. */
function checkReplacement(hash: Hex, replacement: ReplacementReturnType | undefined): void {
  if (!replacement || replacement.reason === "repriced") return;
  throw new WalletError(
    "reverted",
    `Transaction ${hash} was ${replacement.reason} in the wallet by ${replacement.transactionReceipt.transactionHash}. Ask for a new quote.`,
  );
}

/** Errors that prove that nothing was broadcast: the payer declined, or the estimate failed. */
function neverLeft(error: unknown): error is BaseError {
  const certain = [
    UserRejectedRequestError,
    InsufficientFundsError,
    ExecutionRevertedError,
    EstimateGasExecutionError,
  ];
  return (
    error instanceof BaseError &&
    error.walk((cause) => certain.some((kind) => cause instanceof kind)) !== null
  );
}

function notSent(cause: BaseError): WalletError {
  return new WalletError("not_sent", `The wallet did not send the transaction: ${cause.shortMessage}`, {
    cause,
  });
}

/** viem derives EIP712Domain from the domain itself, and some services list it among the types. */
function withoutDomainType({ domain, types, primaryType, message }: TypedData): TypedData {
  const { EIP712Domain: _, ...own } = types;
  return { domain, types: own, primaryType, message };
}
