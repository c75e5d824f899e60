import { createHash } from "node:crypto";
import { keccak256, type Hex } from "viem";
import type { HDAccount } from "viem/accounts";
import type { Log } from "../../runtime/log.ts";
import type { Clock } from "../../values/time.ts";
import type { EvmChainConfig } from "../catalog.ts";
import type { RecogniseChain } from "./asking.ts";
import type { Authorization, EvmCall } from "./call.ts";
import { createEvmNode, type EvmNode, type EvmQuestions, type GasFees, type Receipt } from "./evmNode.ts";
import { createNodePool, NOTHING, type Dispute, type NodePool, type NodeState } from "./nodePool.ts";
import type { PoolReader } from "../pools/poolReader.ts";

export type { Authorization, EvmCall };
export type { EvmLog, EvmTransaction, GasFees, Receipt } from "./evmNode.ts";

/**
 * Questions whose answers move money, asked of as many nodes as must agree. "Could not find out" is an HttpFailure: NodesDisagree
 * when they do not say the same. With one node it is asked alone.
 */
export type AgreedQuestions = Pick<
  EvmQuestions,
  "receipt" | "isOrderUsed" | "balanceAt" | "acceptsSignature"
> &
  Readonly<{
    /** The height that so many nodes have reached. */
    tipHeight(): Promise<number>;
    /** How many of an account's transactions so many nodes have in blocks (see minedNonce). */
    minedNonce: EvmQuestions["minedNonce"];
    /** Whether any node knows a transaction, in a block or not. */
    isKnown(hash: string): Promise<boolean>;
    /** The answer that so many nodes give alike; `said` is an answer in words, the same for the same answers only. */
    answer<T>(what: string, ask: (node: EvmNode) => Promise<T>, said: (answer: T) => string): Promise<T>;
  }>;

/**
 * One EVM chain as the service uses it, through one or more nodes: the first that answers is asked. Every method that asks the
 * chain throws HttpFailure when none gave an answer.
 */
export type EvmChain = EvmQuestions &
  Readonly<{
    id: number;
    confirmations: number;
    largeConfirmations: number; // of a large deposit: as many or more
    agreement: number; // how many nodes must agree
    agreed: AgreedQuestions;
    /**
     * Asks every node what it is, each by itself. Throws WrongChain when the answers prove a setting wrong, and gives a sentence
     * for everything that is odd. A node is not asked anything else before.
     */
    checks(): readonly Promise<readonly string[]>[];
    /** Compares the nodes; once every few seconds, so that one that is behind or well again is known. */
    watchNodes(): Promise<void>;
    nodes(): readonly NodeState[];
    /** What the nodes have not agreed about for half a minute. */
    disputes(): readonly Dispute[];
  }>;

/** The chain behind the configured RPC URLs. */
export function createEvmChain(
  config: EvmChainConfig,
  { recognise, clock, log }: Readonly<{ recognise?: RecogniseChain; clock: Clock; log: Log }>,
): EvmChain {
  const urls = [config.rpcUrl, ...(config.otherRpcUrls ?? [])];
  const names = nodeNames(urls);
  const nodes = urls.map((url, index) =>
    createEvmNode(config, { name: names[index] ?? "", url, isOnly: urls.length === 1, recognise }),
  );
  const agreement = Math.min(config.rpcQuorum ?? 2, nodes.length);
  const pool = createNodePool(nodes, { chainId: config.id, agreement, clock, log });
  const first =
    <Asked extends unknown[], Answer>(question: (node: EvmNode) => (...asked: Asked) => Promise<Answer>) =>
    (...asked: Asked) =>
      pool.first((node) => question(node)(...asked));
  return {
    id: config.id,
    confirmations: config.confirmations ?? 1,
    largeConfirmations: Math.max(config.confirmations ?? 1, config.largeConfirmations ?? 1),
    agreement,
    agreed: agreedQuestions(pool),
    checks: () => nodes.map((node) => node.check()),
    watchNodes: pool.watch,
    nodes: pool.states,
    disputes: pool.disputes,
    pools: poolsOf(nodes, pool),
    news: first((node) => node.news),
    block: first((node) => node.block),
    balanceAt: first((node) => node.balanceAt),
    balancesAt: first((node) => node.balancesAt),
    paidInside: first((node) => node.paidInside),
    payersInside: first((node) => node.payersInside),
    gasFees: first((node) => node.gasFees),
    dataFee: first((node) => node.dataFee),
    tipHeight: first((node) => node.tipHeight),
    tokenBalance: first((node) => node.tokenBalance),
    allowance: first((node) => node.allowance),
    nativeBalance: first((node) => node.nativeBalance),
    hasCode: first((node) => node.hasCode),
    code: first((node) => node.code),
    permitNonce: first((node) => node.permitNonce),
    nextNonce: first((node) => node.nextNonce),
    minedNonce: first((node) => node.minedNonce),
    isOrderUsed: first((node) => node.isOrderUsed),
    allocator: first((node) => node.allocator),
    simulate: first((node) => node.simulate),
    simulatedLogs: first((node) => node.simulatedLogs),
    acceptsSignature: first((node) => node.acceptsSignature),
    broadcast: (hash, raw) => pool.tell((node) => node.broadcast(hash, raw)),
    transaction: first((node) => node.transaction),
    receipt: first((node) => node.receipt),
    movedMoney: first((node) => node.movedMoney),
  };
}

/** Signs a transaction of an account. Nothing leaves. */
export async function signEvm(
  account: HDAccount,
  call: EvmCall & GasFees & Readonly<{ chainId: number; nonce: number; gas: bigint }>,
): Promise<Readonly<{ hash: Hex; raw: Hex }>> {
  const { authorizationList, ...plain } = call;
  const raw = await (authorizationList
    ? account.signTransaction({ type: "eip7702", ...plain, authorizationList: [...authorizationList] })
    : account.signTransaction({ type: "eip1559", ...plain }));
  return { hash: keccak256(raw), raw };
}

/** Names of nodes by their hosts, because providers put keys into URLs; several of one host are numbered. */
export function nodeNames(urls: readonly string[]): readonly string[] {
  const hosts = urls.map((url) => new URL(url).host);
  return hosts.map((host, index) => {
    const before = hosts.slice(0, index).filter((other) => other === host).length;
    return before === 0 ? host : `${host} (${before + 1})`;
  });
}

function agreedQuestions(pool: NodePool<EvmNode>): AgreedQuestions {
  return {
    answer: pool.agreed,
    isKnown: (hash) => pool.some(async (node) => (await node.transaction(hash)) !== undefined),
    tipHeight: () => pool.agreedNumber((node) => node.tipHeight()),
    minedNonce: (owner, deep) => pool.agreedNumber((node) => node.minedNonce(owner, deep)),
    receipt: (hash) => pool.agreed(`the receipt of ${hash}`, (node) => node.receipt(hash), receiptInWords),
    isOrderUsed: (depository, nonce) =>
      pool.agreed(`order ${nonce}`, (node) => node.isOrderUsed(depository, nonce), orderInWords),
    balanceAt: (block, owner, token) =>
      pool.agreed(
        `the balance of ${owner} in block ${block}`,
        (node) => node.balanceAt(block, owner, token),
        String,
      ),
    acceptsSignature: (owner, hash, signature) =>
      pool.agreed(
        `a signature of ${owner}`,
        (node: EvmNode) => node.acceptsSignature(owner, hash, signature),
        (isAccepted) => (isAccepted ? "accepted" : "not accepted"),
      ),
  };
}

const orderInWords = (isUsed: boolean) => (isUsed ? "carried out" : "not carried out");

/** A receipt but for its fee, which nodes of different makes report differently on chains with a fee for data. */
function receiptInWords(receipt: Receipt | undefined): string {
  if (!receipt) return NOTHING;
  const { success, blockHash, logs } = receipt;
  const digest = createHash("sha256").update(JSON.stringify(logs).toLowerCase()).digest("hex").slice(0, 32);
  return `${success ? "success" : "reverted"} in block ${blockHash.toLowerCase()} with logs ${digest}`;
}

/** The pools of the chain, read through whichever node answers. */
function poolsOf([node]: readonly EvmNode[], pool: NodePool<EvmNode>): PoolReader | undefined {
  if (!node?.pools) return undefined;
  const ask = <T>(question: (pools: PoolReader) => Promise<T>) =>
    pool.first(({ pools }) => {
      if (!pools) throw new Error(`${node.name} has no pools, but other nodes of its chain have.`);
      return question(pools);
    });
  return {
    contracts: node.pools.contracts,
    wrapped: () => ask((pools) => pools.wrapped()),
    find: (from, to) => ask((pools) => pools.find(from, to)),
    spot: (found, amount) => ask((pools) => pools.spot(found, amount)),
    quotes: (found, amounts) => ask((pools) => pools.quotes(found, amounts)),
  };
}
