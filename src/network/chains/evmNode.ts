import {
  BaseError,
  ContractFunctionZeroDataError,
  createPublicClient,
  getAbiItem,
  RpcRequestError,
  type Hex,
  type PublicClient,
} from "viem";
import { HttpFailure } from "../../http-client/http.ts";
import { boundedTransport } from "../../evm/reader/boundedTransport.ts";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { depositoryAbi, erc2612Abi } from "../../evm/codec/contracts.ts";
import { erc20Abi } from "../../evm/codec/erc20.ts";
import type { EvmChainConfig } from "../catalog.ts";
import { acceptsSignature } from "./acceptsSignature.ts";
import { asking, isCause, memoizeSuccess, orNothing, type RecogniseChain } from "./asking.ts";
import { checkEvmChain } from "./checkEvm.ts";
import { paidForData, readDataFee, type DataFee } from "./dataFee.ts";
import type { EvmCall } from "./call.ts";
import { createEvmPolls, type EvmPolls } from "./evmPolls.ts";
import { createPoolReader, type PoolReader } from "../pools/poolReader.ts";
import { simulatedLogs, type SimulatedLog } from "./simulatedLogs.ts";
import { simulate, type Simulation } from "./simulate.ts";

/** Gas prices in the chain's smallest native units. */
export type GasFees = Readonly<{ maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }>;

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

/** The newest block of a node: its height and its time (unix seconds, by the chain's clock). */
export type Head = Readonly<{ height: number; at: bigint }>;

/** What an EVM node can be asked. Every method throws HttpFailure when it gave no answer. */
export type EvmQuestions = EvmPolls &
  Readonly<{
    pools: PoolReader | undefined; // none where the operator has named no contracts of them
    gasFees(): Promise<GasFees>;
    /** What the data of transactions costs on the chain below, about. */
    dataFee(): Promise<DataFee>;
    tipHeight(): Promise<number>;
    tokenBalance(token: EvmAddress, owner: EvmAddress): Promise<bigint>;
    allowance(token: EvmAddress, owner: EvmAddress, spender: EvmAddress): Promise<bigint>;
    nativeBalance(owner: EvmAddress): Promise<bigint>;
    hasCode(address: EvmAddress): Promise<boolean>;
    /** The code at an address; "0x" where there is none. */
    code(address: EvmAddress): Promise<Hex>;
    /** The nonce of an account's next signed allowance of a token (ERC-2612). */
    permitNonce(token: EvmAddress, owner: EvmAddress): Promise<bigint>;
    /** The account's next nonce, counting what waits in the pool. */
    nextNonce(owner: EvmAddress): Promise<number>;
    /** How many of the account's transactions are in blocks that have at least `deep` - 1 others on them. */
    minedNonce(owner: EvmAddress, deep: number): Promise<number>;
    /** True once the depository has carried out the order with this nonce, submitted by any account. */
    isOrderUsed(depository: EvmAddress, nonce: bigint): Promise<boolean>;
    /** Whose signature the depository takes orders by; undefined where it is not deployed. */
    allocator(depository: EvmAddress): Promise<EvmAddress | undefined>;
    /**
     * Runs a call from an account against the newest block without sending it; with `fees` as a transaction
     * that pays them, because a contract can distinguish a simulation without a gas price from a
     * transaction. More gas than `mostGas` (default MOST_GAS_TRIED) is a revert. HttpFailure "refused": see
     * simulate.ts.
     */
    simulate(from: EvmAddress, call: EvmCall, fees?: GasFees, mostGas?: bigint): Promise<Simulation>;
    /** The logs that a call would leave now; undefined where the node cannot tell. */
    simulatedLogs(from: EvmAddress, call: EvmCall): Promise<readonly SimulatedLog[] | undefined>;
    /**
     * True when the contract at an address accepts a signature of a hash as its own (EIP-1271); false where
     * there is none.
     */
    acceptsSignature(owner: EvmAddress, hash: Hex, signature: Hex): Promise<boolean>;
    /** Hands over a signed transaction. One that the chain has already counts as sent; HttpFailure "refused" is the node's no. */
    broadcast(hash: string, raw: string): Promise<void>;
    transaction(hash: string): Promise<EvmTransaction | undefined>;
    /** What became of a transaction; undefined while it is in no block. */
    receipt(hash: string): Promise<Receipt | undefined>;
    /**
     * True when the logs of a block, or the node's trace, show that a transaction moved tokens or coins. It did not revert then,
     * whatever its receipt says. False where the node tells neither.
     */
    movedMoney(hash: string, block: string): Promise<boolean>;
  }>;

/** One node of an EVM chain. */
export type EvmNode = EvmQuestions &
  Readonly<{
    /** Names it in the log and in metrics: its host, because providers put keys into URLs. */
    name: string;
    /**
     * Throws WrongChain when the answers prove a setting wrong, and gives a sentence for everything that is odd. Every other
     * method does this before its first answer.
     */
    check(): Promise<readonly string[]>;
    head(): Promise<Head>;
  }>;

/** How a node is asked: `isOnly` where no other can answer in its place. */
export type EvmNodeOptions = Readonly<{
  name: string;
  url: string;
  isOnly: boolean;
  recognise?: RecogniseChain | undefined;
}>;

const TRANSFER = getAbiItem({ abi: erc20Abi, name: "Transfer" });
const TIMEOUT_MS = 5_000;
const MOST_GAS_TRIED = 12_000_000n;

/** The node behind an RPC URL of a chain. It is checked (checkEvm.ts) before its first answer is believed. */
export function createEvmNode(
  config: EvmChainConfig,
  { name, url, isOnly, recognise }: EvmNodeOptions,
): EvmNode {
  const transport = boundedTransport(url, {
    timeoutMs: TIMEOUT_MS,
    retryCount: isOnly ? 1 : 0, // another node is asked instead
    batch: { batchSize: 50 },
  });
  const rpc = createPublicClient({ transport });
  // Trials run foreign code: not in one batch with other questions, which would wait for them, and not twice.
  const trials = createPublicClient({
    transport: boundedTransport(url, { timeoutMs: TIMEOUT_MS, retryCount: 0 }),
  });
  const checked = memoizeSuccess(() => checkEvmChain(rpc, config, { url, isOnly }, recognise));
  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    await checked();
    return asking(config.id, question);
  };
  const polls = createEvmPolls(url, checked);
  return {
    ...polls,
    name,
    pools: config.pools && createPoolReader(rpc, config.id, config.pools, checked),
    check: checked,
    head: () =>
      ask(async () => {
        const { number, timestamp } = await rpc.getBlock({ blockTag: "latest" });
        return { height: Number(number), at: timestamp }; // a height, not money
      }),
    gasFees: () => ask(() => rpc.estimateFeesPerGas()),
    dataFee: () => ask(() => readDataFee(rpc)),
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
    code: (address) => ask(async () => (await rpc.getCode({ address })) ?? "0x"),
    permitNonce: (token, owner) =>
      ask(() => rpc.readContract({ address: token, abi: erc2612Abi, functionName: "nonces", args: [owner] })),
    nextNonce: (owner) => ask(() => rpc.getTransactionCount({ address: owner, blockTag: "pending" })),
    minedNonce: (owner, deep) =>
      ask(async () => {
        const blockNumber = (await rpc.getBlockNumber({ cacheTime: 0 })) - BigInt(deep - 1); // heights, not money
        return blockNumber < 0n ? 0 : rpc.getTransactionCount({ address: owner, blockNumber });
      }),
    acceptsSignature: (owner, hash, signature) => ask(() => acceptsSignature(trials, owner, hash, signature)),
    isOrderUsed: (depository, nonce) =>
      ask(() =>
        rpc.readContract({
          address: depository,
          abi: depositoryAbi,
          functionName: "nonceUsed",
          args: [nonce],
        }),
      ),
    allocator: (depository) => ask(() => readAllocator(rpc, depository)),
    simulate: (from, call, fees, mostGas = MOST_GAS_TRIED) =>
      ask(() => simulate(trials, from, call, fees, mostGas)),
    simulatedLogs: (from, call) => ask(() => simulatedLogs(trials, from, call)),
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
    async movedMoney(hash, block) {
      await checked();
      const logs = await orNothing(config.id, () =>
        rpc.getLogs({ blockHash: block as Hex, event: TRANSFER }),
      );
      if (logs?.some(({ transactionHash }) => transactionHash === hash)) return true;
      return (await polls.paidInside(hash)).length > 0;
    },
  };
}

async function readReceipt(rpc: PublicClient, hash: string): Promise<Receipt | undefined> {
  const found = await orUndefined(rpc.getTransactionReceipt({ hash: hash as Hex }));
  if (!found) return undefined;
  return {
    success: found.status === "success",
    height: Number(found.blockNumber), // a height, not money
    blockHash: found.blockHash,
    fee: found.gasUsed * found.effectiveGasPrice + paidForData(found),
    logs: found.logs.map(({ address, topics, data, logIndex }) => ({
      topics,
      data,
      logIndex,
      address: lower(address),
    })),
  };
}

async function readAllocator(rpc: PublicClient, depository: EvmAddress): Promise<EvmAddress | undefined> {
  const call = { address: depository, abi: depositoryAbi, functionName: "allocator" } as const;
  try {
    return lower(await rpc.readContract(call));
  } catch (error) {
    if (isCause(error, ContractFunctionZeroDataError)) return undefined; // no code there answers nothing
    throw error;
  }
}

/** The node's considered no to a transaction, in its words; undefined when it gave no answer at all. */
function refusalOf(chainId: number, error: unknown): HttpFailure | undefined {
  if (!(error instanceof BaseError)) return undefined;
  const answer = error.walk((cause) => cause instanceof RpcRequestError);
  if (!(answer instanceof RpcRequestError)) return undefined;
  const words = answer.details.slice(0, 200);
  return new HttpFailure("refused", `Chain ${chainId} refused a transaction: ${words}`);
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
