import { createPublicClient, encodeFunctionData, http, keccak256, type Hex, type PublicClient } from "viem";
import type { HDAccount } from "viem/accounts";
import { HttpFailure } from "../../chain/http.ts";
import type { EvmAddress } from "../../evm/address.ts";
import { erc20Abi } from "../../evm/erc20.ts";
import type { EvmChainConfig } from "../catalog.ts";

/** Gas prices in the chain's smallest native units. */
export type GasFees = Readonly<{ maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }>;
export type SignedTransfer = Readonly<{ hash: Hex; raw: Hex }>;

/** One EVM chain as the solver uses it. Every method that asks the chain throws HttpFailure when it gave no answer. */
export type EvmChain = Readonly<{
  id: number;
  gasFees(): Promise<GasFees>;
  tokenBalance(token: EvmAddress, owner: EvmAddress): Promise<bigint>;
  nativeBalance(owner: EvmAddress): Promise<bigint>;
  /** The account's next nonce, counting what waits in the pool. */
  nextNonce(owner: EvmAddress): Promise<number>;
  /** Hands over a signed transaction. One that the chain has already counts as sent. */
  broadcast(hash: string, raw: string): Promise<void>;
  /** What became of a transaction; undefined while it is in no block. */
  outcome(hash: string): Promise<"included" | "reverted" | undefined>;
}>;

export const TRANSFER_GAS_LIMIT = 150_000n; // a token transfer, generously: the fee is for the gas used

const TIMEOUT_MS = 5_000;
const GAS_HEADROOM = 2n; // the base fee may double before a signed fill is stuck

/** The chain behind a configured RPC URL. It is checked (chain id, token decimals) before the first answer is believed. */
export function createEvmChain(config: EvmChainConfig): EvmChain {
  const transport = http(config.rpcUrl, { timeout: TIMEOUT_MS, retryCount: 1, batch: { batchSize: 50 } });
  const rpc = createPublicClient({ transport });
  const checked = onceItSucceeds(() => checkSettings(rpc, config));
  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    await checked();
    return asking(config.id, question);
  };
  const outcome: EvmChain["outcome"] = (hash) =>
    ask(async () => {
      const receipt = await orUndefined(rpc.getTransactionReceipt({ hash: hash as Hex }));
      return receipt && (receipt.status === "success" ? "included" : "reverted");
    });
  return {
    id: config.id,
    gasFees: () => ask(() => rpc.estimateFeesPerGas()),
    tokenBalance: (token, owner) =>
      ask(() =>
        rpc.readContract({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [owner] }),
      ),
    nativeBalance: (owner) => ask(() => rpc.getBalance({ address: owner })),
    nextNonce: (owner) => ask(() => rpc.getTransactionCount({ address: owner, blockTag: "pending" })),
    broadcast: (hash, raw) =>
      ask(async () => {
        try {
          await rpc.sendRawTransaction({ serializedTransaction: raw as Hex });
        } catch (error) {
          if (!(await orUndefined(rpc.getTransaction({ hash: hash as Hex })))) throw error;
        }
      }),
    outcome,
  };
}

/** Signs the transfer of `amount` units of a token from the solver's account. Nothing leaves. */
export async function signTransfer(
  account: HDAccount,
  transfer: Readonly<{
    chainId: number;
    nonce: number;
    token: EvmAddress;
    to: EvmAddress;
    amount: bigint;
    fees: GasFees;
  }>,
): Promise<SignedTransfer> {
  const raw = await account.signTransaction({
    type: "eip1559",
    chainId: transfer.chainId,
    nonce: transfer.nonce,
    gas: TRANSFER_GAS_LIMIT,
    maxFeePerGas: transfer.fees.maxFeePerGas * GAS_HEADROOM,
    maxPriorityFeePerGas: transfer.fees.maxPriorityFeePerGas,
    to: transfer.token,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: "transfer",
      args: [transfer.to, transfer.amount],
    }),
  });
  return { hash: keccak256(raw), raw };
}

/** What a fill may cost at most, in smallest native units. */
export function highestFillCost(fees: GasFees): bigint {
  return TRANSFER_GAS_LIMIT * fees.maxFeePerGas * GAS_HEADROOM;
}

/** A wrong RPC URL or wrong decimals would send wrong money, so the chain is asked before it is believed. */
async function checkSettings(rpc: PublicClient, config: EvmChainConfig): Promise<void> {
  const id = await asking(config.id, () => rpc.getChainId());
  if (id !== config.id)
    throw new HttpFailure("broken", `The RPC URL of chain ${config.id} leads to chain ${id}.`);
  for (const token of config.tokens) {
    const call = { address: token.address as EvmAddress, abi: erc20Abi, functionName: "decimals" } as const;
    const decimals = await asking(config.id, () => rpc.readContract(call));
    if (decimals === token.decimals) continue;
    throw new HttpFailure(
      "broken",
      `${token.symbol} on chain ${id} has ${decimals} decimals, not ${token.decimals}.`,
    );
  }
}

function onceItSucceeds(check: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= check().catch((error: unknown) => {
      running = undefined; // asked again next time
      throw error;
    });
    return running;
  };
}

async function asking<T>(chainId: number, question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (cause) {
    throw new HttpFailure("unreachable", `Chain ${chainId} gave no answer.`, undefined, undefined, { cause });
  }
}

async function orUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    if (name === "TransactionReceiptNotFoundError" || name === "TransactionNotFoundError") return undefined;
    throw error;
  }
}
