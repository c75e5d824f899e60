import {
  BaseError,
  createPublicClient,
  http,
  keccak256,
  RpcRequestError,
  type Hex,
  type PublicClient,
} from "viem";
import type { HDAccount } from "viem/accounts";
import { HttpFailure } from "../../chain/http.ts";
import type { EvmAddress } from "../../evm/address.ts";
import { depositoryAbi } from "../../evm/contracts.ts";
import { erc20Abi } from "../../evm/erc20.ts";
import type { EvmChainConfig } from "../catalog.ts";
import { createEvmLooks, type EvmLooks } from "./evmLooks.ts";

/** Gas prices in the chain's smallest native units. */
export type GasFees = Readonly<{ maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }>;

/** A transaction before it is signed. */
export type EvmCall = Readonly<{ to: EvmAddress; data: Hex; value: bigint }>;

/** What became of a transaction in a block: its height, and what it cost in smallest native units. */
export type Receipt = Readonly<{
  success: boolean;
  height: number;
  blockHash: string;
  fee: bigint;
  logs: readonly EvmLog[];
}>;
export type EvmLog = Readonly<{ address: EvmAddress; topics: readonly Hex[]; data: Hex; logIndex: number }>;

/** A transaction as the chain has it, in a block or not. */
export type EvmTransaction = Readonly<{
  hash: Hex;
  from: EvmAddress;
  to: EvmAddress | undefined;
  data: Hex;
  value: bigint;
}>;

/** How a call would go now: what it uses, or why it would revert. */
export type Simulation = Readonly<{ reverts: false; gas: bigint } | { reverts: true; reason: string }>;

/** One EVM chain as the service uses it. Every method that asks the chain throws HttpFailure when it gave no answer. */
export type EvmChain = EvmLooks &
  Readonly<{
    id: number;
    confirmations: number;
    gasFees(): Promise<GasFees>;
    tipHeight(): Promise<number>;
    tokenBalance(token: EvmAddress, owner: EvmAddress): Promise<bigint>;
    allowance(token: EvmAddress, owner: EvmAddress, spender: EvmAddress): Promise<bigint>;
    nativeBalance(owner: EvmAddress): Promise<bigint>;
    hasCode(address: EvmAddress): Promise<boolean>;
    /** The account's next nonce, counting what waits in the pool. */
    nextNonce(owner: EvmAddress): Promise<number>;
    /** How many of the account's transactions are in blocks that have at least `deep` - 1 others on them. */
    minedNonce(owner: EvmAddress, deep: number): Promise<number>;
    /** True once the depository has carried out the order with this nonce, whoever handed it in. */
    isOrderUsed(depository: EvmAddress, nonce: bigint): Promise<boolean>;
    /** Runs a call from an account against the newest block without sending it. */
    simulate(from: EvmAddress, call: EvmCall): Promise<Simulation>;
    /** Hands over a signed transaction. One that the chain has already counts as sent; HttpFailure "refused" is the node's no. */
    broadcast(hash: string, raw: string): Promise<void>;
    transaction(hash: string): Promise<EvmTransaction | undefined>;
    /** What became of a transaction; undefined while it is in no block. */
    receipt(hash: string): Promise<Receipt | undefined>;
  }>;

const TIMEOUT_MS = 5_000;

/** The chain behind a configured RPC URL. It is checked (chain id, token decimals) before the first answer is believed. */
export function createEvmChain(config: EvmChainConfig): EvmChain {
  const transport = http(config.rpcUrl, { timeout: TIMEOUT_MS, retryCount: 1, batch: { batchSize: 50 } });
  const rpc = createPublicClient({ transport });
  const checked = onceItSucceeds(() => checkSettings(rpc, config));
  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    await checked();
    return asking(config.id, question);
  };
  return {
    ...createEvmLooks(config.rpcUrl, checked),
    id: config.id,
    confirmations: config.confirmations ?? 1,
    gasFees: () => ask(() => rpc.estimateFeesPerGas()),
    tipHeight: () => ask(async () => Number(await rpc.getBlockNumber({ cacheTime: 0 }))), // a height, not money
    tokenBalance: (token, owner) =>
      ask(() =>
        rpc.readContract({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [owner] }),
      ),
    allowance: (token, owner, spender) =>
      ask(() =>
        rpc.readContract({
          address: token,
          abi: erc20Abi,
          functionName: "allowance",
          args: [owner, spender],
        }),
      ),
    nativeBalance: (owner) => ask(() => rpc.getBalance({ address: owner })),
    hasCode: (address) => ask(async () => ((await rpc.getCode({ address })) ?? "0x") !== "0x"),
    nextNonce: (owner) => ask(() => rpc.getTransactionCount({ address: owner, blockTag: "pending" })),
    minedNonce: (owner, deep) =>
      ask(async () => {
        const blockNumber = (await rpc.getBlockNumber({ cacheTime: 0 })) - BigInt(deep - 1); // heights, not money
        return blockNumber < 0n ? 0 : rpc.getTransactionCount({ address: owner, blockNumber });
      }),
    isOrderUsed: (depository, nonce) =>
      ask(() =>
        rpc.readContract({
          address: depository,
          abi: depositoryAbi,
          functionName: "nonceUsed",
          args: [nonce],
        }),
      ),
    simulate: (from, call) => ask(() => simulate(rpc, from, call)),
    broadcast: (hash, raw) =>
      ask(async () => {
        try {
          await rpc.sendRawTransaction({ serializedTransaction: raw as Hex });
        } catch (error) {
          if (await orUndefined(rpc.getTransaction({ hash: hash as Hex }))) return;
          throw refusalOf(config.id, error) ?? error;
        }
      }),
    transaction: (hash) =>
      ask(async () => {
        const found = await orUndefined(rpc.getTransaction({ hash: hash as Hex }));
        if (!found) return undefined;
        const { from, to, input: data, value } = found;
        return { hash: found.hash, from: lower(from), to: to ? lower(to) : undefined, data, value };
      }),
    receipt: (hash) => ask(() => readReceipt(rpc, hash)),
  };
}

/** Signs a transaction of an account. Nothing leaves. */
export async function signEvm(
  account: HDAccount,
  call: EvmCall & GasFees & Readonly<{ chainId: number; nonce: number; gas: bigint }>,
): Promise<Readonly<{ hash: Hex; raw: Hex }>> {
  const raw = await account.signTransaction({ type: "eip1559", ...call });
  return { hash: keccak256(raw), raw };
}

async function readReceipt(rpc: PublicClient, hash: string): Promise<Receipt | undefined> {
  const found = await orUndefined(rpc.getTransactionReceipt({ hash: hash as Hex }));
  if (!found) return undefined;
  return {
    success: found.status === "success",
    height: Number(found.blockNumber), // a height, not money
    blockHash: found.blockHash,
    fee: found.gasUsed * found.effectiveGasPrice,
    logs: found.logs.map(({ address, topics, data, logIndex }) => ({
      ...{ topics, data, logIndex },
      address: lower(address),
    })),
  };
}

/** Asks for the gas of a call: the node runs it, and says why it reverts. */
async function simulate(rpc: PublicClient, from: EvmAddress, call: EvmCall): Promise<Simulation> {
  try {
    return { reverts: false, gas: await rpc.estimateGas({ account: from, ...call }) };
  } catch (error) {
    const reason = revertReason(error);
    if (reason === undefined) throw error;
    return { reverts: true, reason };
  }
}

/** The node's words for a revert, or undefined when the error is about something else. */
function revertReason(error: unknown): string | undefined {
  if (!(error instanceof BaseError)) return undefined;
  const reverted = error.walk(
    (cause) =>
      cause instanceof Error &&
      /revert|insufficient (funds|balance)|invalid opcode|invalid ?jump|stack (under|over)flow|out of gas/i.test(
        cause.message,
      ),
  );
  if (!reverted) return undefined;
  return error.shortMessage.slice(0, 300);
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

/** The node's considered no to a transaction, in its words; undefined when it gave no answer at all. */
function refusalOf(chainId: number, error: unknown): HttpFailure | undefined {
  if (!(error instanceof BaseError)) return undefined;
  const answer = error.walk((cause) => cause instanceof RpcRequestError);
  if (!(answer instanceof RpcRequestError)) return undefined;
  const words = answer.details.slice(0, 200);
  return new HttpFailure("refused", `Chain ${chainId} refused a transaction: ${words}`);
}

async function asking<T>(chainId: number, question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (cause) {
    if (cause instanceof HttpFailure) throw cause;
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

function lower(address: string): EvmAddress {
  return address.toLowerCase() as EvmAddress; // the chain gives addresses only
}
