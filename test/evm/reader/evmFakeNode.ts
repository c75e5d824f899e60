import { keccak256, numberToHex, pad, toHex, type Hex } from "viem";
import type { EvmAddress } from "../../../src/evm/codec/address.ts";
import type { EvmHeader } from "../../../src/evm/reader/evmBlocks.ts";
import type { AnswerSize, BatchRpc, RpcCall } from "../../../src/evm/reader/evmFollowerRpc.ts";
import { HttpFailure } from "../../../src/http-client/http.ts";

export type FakeTx = { from: Hex; to: Hex | null; value: bigint; failed?: boolean };
/**
 * Logs of one block with the same `tx` are of one transaction; without it each is of its own. With `hash` the transaction has
 * that hash, and is the same one in whatever block it stands.
 */
export type FakeLog = { address: Hex; topics: Hex[]; data: Hex; removed?: boolean; tx?: string; hash?: Hex };
export type FakeBlock = {
  number: number;
  hash: Hex;
  parent: Hex;
  txs: (FakeTx & { hash: Hex })[];
  logs: FakeLog[];
};

/** An EVM node that keeps its chain in memory. `lie` changes an answer on its way out. */
export type FakeNode = BatchRpc & {
  chain: readonly FakeBlock[];
  asked: RpcCall[];
  requests: number;
  lie: (call: RpcCall, result: unknown, size: AnswerSize) => unknown;
};

export const account = (digit: string): EvmAddress => `0x${digit.repeat(40)}` as EvmAddress; // a test names one hex digit
export const topicOf = (address: Hex): Hex => pad(address, { size: 32 });
export const word = (value: bigint): Hex => numberToHex(value, { size: 32 });

/** A block on top of another; `tag` makes it differ from its twins. */
export function nextBlock(
  parent: FakeBlock | undefined,
  txs: FakeTx[] = [],
  logs: FakeLog[] = [],
  tag = "",
): FakeBlock {
  const number = parent ? parent.number + 1 : 0;
  const before = parent?.hash ?? pad("0x0", { size: 32 });
  const hash = keccak256(toHex(`${before} ${number} ${tag}`));
  return {
    number,
    hash,
    parent: before,
    txs: txs.map((tx, index) => ({ ...tx, hash: keccak256(toHex(`${hash} ${index}`)) })),
    logs,
  };
}

/** The first `keep` blocks of a chain, then `more` empty ones. */
export function fork(
  chain: readonly FakeBlock[],
  keep: number,
  more: number,
  tag = "",
): readonly FakeBlock[] {
  const result = chain.slice(0, keep);
  for (let added = 0; added < more; added++) result.push(nextBlock(result.at(-1), [], [], tag));
  return result;
}

export const headersOf = (chain: readonly FakeBlock[]): EvmHeader[] =>
  chain.map(({ number, hash, parent }) => ({ number, hash, parent }));

export function fakeNode(chain: readonly FakeBlock[]): FakeNode {
  const node: FakeNode = {
    chain,
    asked: [],
    requests: 0,
    lie: (_, result) => result,
    async ask(calls, size = "usual") {
      if (calls.length > 0) node.requests++;
      node.asked.push(...calls);
      return calls.map((call) => node.lie(call, answer(node.chain, call), size));
    },
  };
  return node;
}

function answer(chain: readonly FakeBlock[], { method, params }: RpcCall): unknown {
  const [first, full] = params;
  switch (method) {
    case "eth_getBlockByNumber": {
      const block = first === "latest" ? chain.at(-1) : chain.find(({ number }) => toHex(number) === first);
      return block ? presentBlock(block, full === true) : null;
    }
    case "eth_getLogs":
      return blocksIn(chain, first as LogQuery).flatMap((block) => logsOf(block, first as LogQuery)); // what followers send
    case "eth_getTransactionReceipt":
      return receiptOf(chain, first);
    case "eth_getTransactionByHash": {
      const tx = chain.flatMap(({ txs }) => txs).find(({ hash }) => hash === first);
      return tx ? { ...tx, value: toHex(tx.value) } : null;
    }
    case "debug_traceTransaction":
      return null; // a test says otherwise
    default:
      throw new Error(`The fake node knows no ${method}.`);
  }
}

/** Of one block by its hash, or of a range by heights; each topic is one, one of several, or any. */
type LogQuery = { topics: (Hex | Hex[] | null)[]; address?: Hex[] } & (
  | { blockHash: Hex }
  | { fromBlock: Hex; toBlock: Hex }
);

function blocksIn(chain: readonly FakeBlock[], query: LogQuery): readonly FakeBlock[] {
  if (!("blockHash" in query)) {
    return chain.filter(({ number }) => number >= Number(query.fromBlock) && number <= Number(query.toBlock));
  }
  const block = chain.find(({ hash }) => hash === query.blockHash);
  if (!block) throw new HttpFailure("broken", "unknown block");
  return [block];
}

function logsOf(block: FakeBlock, { topics: wanted, address }: LogQuery): object[] {
  const fits = (topic: Hex | undefined, one: Hex | Hex[] | null) =>
    one === null || (topic !== undefined && [one].flat().includes(topic));
  return block.logs
    .map((_, index) => presentLog(block, index))
    .filter(({ topics }) => wanted.every((one, index) => fits(topics[index], one)))
    .filter((log) => !address || address.includes(log.address));
}

function presentLog(block: FakeBlock, index: number) {
  const { address, topics, data, removed = false } = block.logs[index] as FakeLog; // the caller counts them
  const place = { logIndex: toHex(index), blockHash: block.hash, blockNumber: toHex(block.number) };
  return { address, topics, data, removed, ...place, transactionHash: hashOfLog(block, index) };
}

function hashOfLog({ hash, logs }: FakeBlock, index: number): Hex {
  return logs[index]?.hash ?? keccak256(toHex(`log ${hash} ${logs[index]?.tx ?? index}`));
}

function receiptOf(chain: readonly FakeBlock[], wanted: unknown): object | null {
  for (const block of chain) {
    const tx = block.txs.find(({ hash }) => hash === wanted);
    const logs = block.logs.flatMap((_, index) =>
      hashOfLog(block, index) === wanted ? [presentLog(block, index)] : [],
    );
    if (!tx && logs.length === 0) continue;
    const place = { blockHash: block.hash, blockNumber: toHex(block.number) };
    return { transactionHash: wanted, ...place, status: tx?.failed ? "0x0" : "0x1", logs };
  }
  return null;
}

function presentBlock({ number, hash, parent, txs }: FakeBlock, full: boolean): object {
  const transactions = full ? txs.map((tx) => ({ ...tx, value: toHex(tx.value) })) : txs.map((tx) => tx.hash);
  return {
    number: toHex(number),
    hash,
    parentHash: parent,
    timestamp: toHex(1_800_000_000 + 2 * number),
    transactions,
  };
}
