import { scryptSync } from "node:crypto";
import { scriptOf, type BitcoinAddress } from "../../src/bitcoin/codec/address.ts";
import { bitcoinRules, type BitcoinRules } from "../../src/bitcoin/reader/bitcoinRules.ts";
import { SECOND_MS, type Clock } from "../../src/values/time.ts";
import { startExplorer, type NodeExplorer } from "./explorer.ts";
import { SCRIPTS, makeTx, type Coin } from "./keys.ts";
import { NodeRefusal, startNode, type RegtestNode } from "./node.ts";

/** A payment that a wallet has signed and sent, and the coin that it spends. */
export type Payment = Readonly<{ txid: string; coin: Coin; fee: bigint }>;

/**
 * Real nodes that do not know each other, each with an explorer over it, and a payer with keys and coins at the first. Block
 * times follow the clock of the test.
 */
export type Bitcoin = Readonly<{
  nodes: readonly RegtestNode[];
  explorers: readonly NodeExplorer[];
  genesis: string;
  /** Signs a payment from a coin of its own and sends it through the first node. It may be replaced (BIP125). */
  pay(address: string, sats: bigint): Promise<Payment>;
  /** Spends the same coin again, for twice the fee, to somebody else. */
  replace(payment: Payment): Promise<string>;
  /** The node mines blocks with all that waits; gives their hashes. */
  mine(count?: number, node?: RegtestNode): Promise<readonly string[]>;
  /** The node mines a block without any payments. */
  mineNothing(node?: RegtestNode): Promise<string>;
  /** Tells the second node what the first one has, blocks and waiting payments; or the other way around. */
  share(from?: RegtestNode, to?: RegtestNode): Promise<void>;
  close(): Promise<void>;
}>;

/** The rules of the nodes' chain: a regtest whose work is scrypt. */
export const NODE_RULES: BitcoinRules = {
  ...bitcoinRules("regtest"),
  workHash: (header) => scryptSync(header, header, 32, { N: 1024, r: 1, p: 1 }),
};

/** Nobody of these journeys. */
export const STRANGER_SCRIPT = `0014${"44".repeat(20)}`;

const MINER_SCRIPT = `0014${"22".repeat(20)}`;
const COINS = 20; // coinbases of the payer's
const MATURITY = 100; // blocks
const FEE = 200n; // sats; estimates that rise between quote and deposit would cost more than the slippage that is allowed

export async function openBitcoin(clock: Clock, count = 1): Promise<Bitcoin> {
  const nodes: RegtestNode[] = [];
  const explorers: NodeExplorer[] = [];
  const close = async () => {
    for (const explorer of explorers) await explorer.close();
    for (const node of nodes) await node.stop();
  };
  try {
    for (let started = 0; started < count; started++) nodes.push(await startNode());
    const bitcoin = await furnish(nodes as [RegtestNode, ...RegtestNode[]], clock);
    for (const node of nodes) explorers.push(await startExplorer(node));
    return { ...bitcoin, explorers, close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Furnished = Omit<Bitcoin, "explorers" | "close">;

async function furnish(nodes: readonly [RegtestNode, ...RegtestNode[]], clock: Clock): Promise<Furnished> {
  const [first, second = first] = nodes;
  const coins: Coin[] = [];
  const onTime = (node: RegtestNode) => node.rpc("setmocktime", clock() / SECOND_MS);
  const mine = async (blocks = 1, node: RegtestNode = first) => {
    await onTime(node);
    return node.mine(blocks, MINER_SCRIPT);
  };
  const send = (coin: Coin, script: string, sats: bigint, fee: bigint) => {
    const change = { script: SCRIPTS.p2wpkh, value: coin.value - sats - fee };
    return first.rpc<string>("sendrawtransaction", makeTx([coin], [{ script, value: sats }, change]).toHex());
  };
  await onTime(first);
  for (const hash of await first.mine(COINS, SCRIPTS.p2wpkh)) coins.push(await coinbaseOf(first, hash));
  await mine(MATURITY);
  for (const node of nodes.slice(1)) {
    await onTime(node);
    await tell(first, node);
  }
  return {
    nodes,
    genesis: await first.rpc("getblockhash", 0),
    async pay(address, sats) {
      const coin = coins.shift();
      if (!coin) throw new Error("The payer has no coins left.");
      const script = scriptOf("regtest", address as BitcoinAddress);
      return { txid: await send(coin, script, sats, FEE), coin, fee: FEE };
    },
    replace: ({ coin, fee }) => send(coin, STRANGER_SCRIPT, 50_000n, 2n * fee),
    mine,
    async mineNothing(node = first) {
      await onTime(node);
      const { hash } = await node.rpc<{ hash: string }>("generateblock", `raw(${MINER_SCRIPT})`, []);
      return hash;
    },
    share: (from = first, to = second) => tell(from, to),
  };
}

async function coinbaseOf(node: RegtestNode, hash: string): Promise<Coin> {
  const { tx } = await node.rpc<{ tx: readonly { txid: string; vout: readonly { value: number }[] }[] }>(
    "getblock",
    hash,
    2,
  );
  const [coinbase] = tx;
  const [paid] = coinbase!.vout;
  return { txid: coinbase!.txid, vout: 0, value: BigInt(Math.round(paid!.value * 1e8)), kind: "p2wpkh" };
}

/** Hands over what a peer would: the blocks that the other does not have, lowest first, then what waits. */
async function tell(from: RegtestNode, to: RegtestNode): Promise<void> {
  const missing: string[] = [];
  let hash = await from.rpc<string>("getbestblockhash");
  while (!(await knows(to, hash))) {
    missing.push(hash);
    hash = (await from.rpc<{ previousblockhash: string }>("getblockheader", hash)).previousblockhash;
  }
  for (const block of missing.toReversed()) {
    await to.rpc("submitblock", await from.rpc("getblock", block, 0)); // "inconclusive" on a shorter branch
  }
  const waiting = new Set(await to.rpc<readonly string[]>("getrawmempool"));
  for (const txid of await from.rpc<readonly string[]>("getrawmempool")) {
    if (!waiting.has(txid)) await to.rpc("sendrawtransaction", await from.rpc("getrawtransaction", txid));
  }
}

async function knows(node: RegtestNode, hash: string): Promise<boolean> {
  try {
    await node.rpc("getblockheader", hash);
    return true;
  } catch (error) {
    if (error instanceof NodeRefusal) return false;
    throw error;
  }
}
