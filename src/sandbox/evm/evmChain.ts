import { keccak256 } from "viem";
import { z } from "zod";
import { createHttp } from "../../http-client/http.ts";
import type { Log } from "../../runtime/log.ts";
import { SECOND_MS, type Clock } from "../../values/time.ts";
import { GENESIS_TIME, freePort, startAnvil, type Anvil } from "./anvil.ts";
import type { Children } from "./children.ts";
import { journalIn } from "../journal.ts";
import { failure, isAllowed, requestSchema, type RpcRequest } from "./jsonRpc.ts";
import { replayTransactions, type SentTransaction } from "./replayTransactions.ts";

/**
 * One embedded EVM chain. anvil keeps its state in memory only, so every raw transaction is journaled before it is sent
 * and all of them are sent again, in order and with the same block times, whenever anvil starts: the same blocks come back.
 * Each accepted transaction gets a block of its own at once, and empty blocks follow it, one with each call of mineAfter.
 */
export type EvmChain = Readonly<{
  id: number;
  name: string;
  slug: string;
  /** anvil's own address. It bypasses the journal: for reading only. */
  directUrl: string;
  /** Answers a JSON-RPC request, or a batch of them, as the public path does. */
  answer(body: unknown): Promise<unknown>;
  /** Mines an empty block while fewer than BLOCKS_AFTER follow the last transaction: what waits for depth gets it. */
  mineAfter(): Promise<void>;
  close(): Promise<void>;
}>;

export type EvmChainOptions = Readonly<{
  id: number;
  name: string;
  slug: string;
  journalFile?: string | undefined;
  children: Children;
  clock: Clock;
  log: Log;
  startNode?: StartNode | undefined; // absent: a new anvil
}>;

/** A node for a chain, and how many of the chain's transactions it has already: those from the first one on. */
export type Node = Readonly<{ anvil: Anvil; holds: number }>;

/** Starts a node for a chain with these transactions, on the given port or a free one. */
export type StartNode = (
  chainId: number,
  transactions: readonly SentTransaction[],
  port?: number,
) => Promise<Node>;

const TIMEOUT_MS = 20_000;
const START_ATTEMPTS = 3;
const BLOCKS_AFTER = 40; // more than any depth that the gateway or the service waits for here
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** Starts the chain and brings it back to where its journal ends. Throws with a sentence when anvil cannot be started. */
export async function openEvmChain(options: EvmChainOptions): Promise<EvmChain> {
  const { id, name, slug, journalFile, clock, log } = options;
  const sent = new Map<string, SentTransaction>();
  const journal = journalIn(journalFile)((entry) => remember(sent, entrySchema.parse(entry)));
  const startNode = options.startNode ?? startEmptyNode;
  const transactions = () => [...sent.values()];
  const first = await startNode(id, transactions());
  const { port, url } = first.anvil;
  const http = createHttp({ baseUrl: url, timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES });
  const forward = async (request: unknown): Promise<unknown> =>
    JSON.parse((await http.post("/", request)).body);

  let closing = false;
  const bringBack = async ({ anvil, holds }: Node): Promise<Anvil> => {
    options.children.add(id, anvil);
    void anvil.exited.then(() => {
      if (closing) return;
      log.warn("sandbox.anvil_restarted", { chain: id, transactions: sent.size });
      running = startNode(id, transactions(), port).then(bringBack);
      running.catch((error: unknown) => log.error("sandbox.anvil_lost", { chain: id, error }));
    });
    await replayTransactions(port, transactions().slice(holds));
    return anvil;
  };
  let running = bringBack(first);
  try {
    await running;
  } catch (error) {
    closing = true;
    first.anvil.kill();
    await journal.close();
    throw error;
  }

  let latest = Math.max(GENESIS_TIME, ...[...sent.values()].slice(-1).map(({ at }) => at));
  const send = async (request: RpcRequest): Promise<unknown> => {
    const raw = rawSchema.safeParse(request.params?.[0]);
    if (!raw.success)
      return failure(request.id, -32602, "Expected one parameter: a signed transaction in hex.");
    const hash = keccak256(raw.data);
    if (sent.has(hash)) return forward(request); // anvil answers a repetition
    latest = Math.max(latest, Math.floor(clock() / SECOND_MS));
    const transaction = { raw: raw.data, at: latest };
    journal.append(transaction);
    sent.set(hash, transaction); // before it is sent: should anvil die now, it comes back with this transaction
    await journal.synced();
    const answer = await forward(request);
    if (isFailure(answer)) {
      journal.append({ rejected: hash });
      sent.delete(hash);
      return answer;
    }
    await mine();
    return answer;
  };
  const mine = async (): Promise<void> => {
    const mined = await forward({
      jsonrpc: "2.0",
      id: 0,
      method: "evm_mine",
      params: [{ timestamp: latest }],
    });
    if (isFailure(mined)) throw new Error(`anvil made no block on chain ${id}: ${JSON.stringify(mined)}`);
  };
  const mineEmpty = async (): Promise<void> => {
    const blocks = transactions();
    const last = blocks.findLastIndex(({ raw }) => raw !== undefined);
    if (last < 0 || blocks.length - 1 - last >= BLOCKS_AFTER) return;
    latest = Math.max(latest, Math.floor(clock() / SECOND_MS));
    journal.append({ block: latest });
    remember(sent, { block: latest });
    await journal.synced();
    await mine();
  };

  let queue: Promise<unknown> = Promise.resolve();
  const answerOne = async (body: unknown): Promise<unknown> => {
    const parsed = requestSchema.safeParse(body);
    if (!parsed.success)
      return failure(null, -32600, "Expected a JSON-RPC 2.0 request: {jsonrpc, id, method, params}.");
    const request = parsed.data;
    if (!isAllowed(request.method)) {
      return failure(
        request.id,
        -32601,
        `${request.method} is not offered here: sign transactions yourself and use eth_sendRawTransaction.`,
      );
    }
    await running;
    if (request.method !== "eth_sendRawTransaction") return forward(request);
    const answer = queue.then(() => send(request)); // one after the other: the journal's order is the chain's
    queue = answer.catch(() => undefined);
    return answer;
  };

  return {
    id,
    name,
    slug,
    directUrl: url,
    async answer(body) {
      if (!Array.isArray(body)) return answerOne(body);
      const answers: unknown[] = [];
      for (const request of body) answers.push(await answerOne(request));
      return answers;
    },
    async mineAfter() {
      await running;
      const mined = queue.then(() => (closing ? undefined : mineEmpty()));
      queue = mined.catch(() => undefined);
      await mined;
    },
    async close() {
      closing = true;
      await queue;
      const anvil = await running.catch(() => undefined);
      anvil?.kill();
      await anvil?.exited;
      await journal.close();
    },
  };
}

/**
 * Starts an anvil without transactions. Its port is in its command line, by which children.ts recognises
 * it; another process may have taken that port since it was probed: then the next one.
 */
export const startEmptyNode: StartNode = async (id, _transactions, port) => {
  if (port !== undefined) return { anvil: await startAnvil(id, port), holds: 0 };
  for (let attempt = 1; ; attempt++) {
    try {
      return { anvil: await startAnvil(id, await freePort()), holds: 0 };
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw error;
    }
  }
};

const rawSchema = z.custom<`0x${string}`>(
  (value) => typeof value === "string" && /^0x(?:[0-9a-fA-F]{2})+$/.test(value),
);
const entrySchema = z.union([
  z.object({ raw: rawSchema, at: z.number().int() }),
  z.object({ rejected: z.string() }),
  z.object({ block: z.number().int() }), // an empty one, with its time
]);

function remember(sent: Map<string, SentTransaction>, entry: z.infer<typeof entrySchema>): void {
  if ("rejected" in entry) sent.delete(entry.rejected);
  else if ("block" in entry) sent.set(`block ${sent.size} ${entry.block}`, { at: entry.block });
  else sent.set(keccak256(entry.raw), entry);
}

function isFailure(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "error" in answer;
}
