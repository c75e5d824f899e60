import http from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { adoptBlock, enterFirst, readForeignBlock } from "../../src/sandbox/bitcoin/chain/adoptBlock.ts";
import {
  createChainState,
  type ChainState,
  type ChainView,
} from "../../src/sandbox/bitcoin/chain/chainState.ts";
import { explorerRoutes } from "../../src/sandbox/bitcoin/explorer/explorerRoutes.ts";
import { readTx } from "../../src/sandbox/bitcoin/chain/transactionRecord.ts";
import { RefusedTransaction } from "../../src/sandbox/bitcoin/rules/transactionRules.ts";
import { NodeRefusal, type RegtestNode } from "./node.ts";

/**
 * An Esplora-shaped explorer over a real node. It indexes what the node stores, checks nothing and decides nothing: blocks,
 * mempool and verdicts are the node's. Addresses are regtest's (bcrt1…); the index knows scripts only.
 */
export type NodeExplorer = Readonly<{
  /** The base of its paths, without a slash at the end. */
  url: string;
  view: ChainView;
  /** Looks at the node now; each request does it by itself. */
  sync(): Promise<void>;
  close(): Promise<void>;
}>;

/** Starts the explorer on a port of this machine, a free one if none is named. The node stays the caller's. */
export async function startExplorer(node: RegtestNode, port = 0): Promise<NodeExplorer> {
  const state = createChainState();
  let looking: Promise<void> = Promise.resolve();
  // One look after another: two at once would append the same block twice.
  const sync = () => (looking = looking.catch(() => undefined).then(() => look(node, state)));
  await sync();
  const accept = async (rawHex: string): Promise<string> => {
    try {
      return await node.rpc<string>("sendrawtransaction", rawHex);
    } catch (error) {
      if (error instanceof NodeRefusal) throw new RefusedTransaction(error.code, error.message);
      throw error;
    }
  };
  const app = express();
  app.use((_request, _response, next) => void sync().then(() => next(), next));
  app.use(explorerRoutes({ view: state, accept }));
  const server = http.createServer(app);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const found = server.address() as AddressInfo; // it listens on TCP
  return {
    url: `http://127.0.0.1:${found.port}`,
    view: state,
    sync,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function look(node: RegtestNode, state: ChainState): Promise<void> {
  await followBlocks(node, state);
  await followMempool(node, state);
}

/** Undoes blocks that the node has left, then appends those that it has beyond. */
async function followBlocks(node: RegtestNode, state: ChainState): Promise<void> {
  const tip = await node.rpc<string>("getbestblockhash");
  if (state.blockAt(0) && state.tip().hash === tip) return;
  const { height } = await node.rpc<{ height: number }>("getblockheader", tip);
  while (state.blockAt(0) && !(await isBest(node, state.tip().hash))) state.disconnect();
  for (let next = state.blockAt(0) ? state.tip().height + 1 : 0; next <= height; next++) {
    const hash = await node.rpc<string>("getblockhash", next);
    const raw = Buffer.from(await node.rpc<string>("getblock", hash, 0), "hex");
    adoptBlock(state, readForeignBlock(state, raw));
  }
}

async function isBest(node: RegtestNode, hash: string): Promise<boolean> {
  const { confirmations } = await node.rpc<{ confirmations: number }>("getblockheader", hash);
  return confirmations > 0; // -1 for a block beside the best chain
}

/** The node lists parents before their children. */
async function followMempool(node: RegtestNode, state: ChainState): Promise<void> {
  const waiting = await node.rpc<readonly string[]>("getrawmempool");
  const theirs = new Set(waiting);
  for (const txid of [...state.mempool().keys()]) if (!theirs.has(txid)) state.evict(txid);
  for (const txid of waiting) {
    if (state.mempool().has(txid)) continue;
    const raw = await rawOf(node, txid);
    if (!raw) return; // it left while we looked; the next look sees what took its place
    enterFirst(state, readTx(Buffer.from(raw, "hex")));
  }
}

async function rawOf(node: RegtestNode, txid: string): Promise<string | undefined> {
  try {
    return await node.rpc<string>("getrawtransaction", txid);
  } catch (error) {
    if (error instanceof NodeRefusal) return undefined;
    throw error;
  }
}
