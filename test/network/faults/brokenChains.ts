import express, { type Request, type RequestHandler, type Response } from "express";
import type { Side } from "./crossings.ts";
import type { World } from "../world.ts";

/** What can be wrong with a node or an explorer. Each stands before one chain of a world. */
export type Breakage = Readonly<{
  name: string;
  isOfHeight?: boolean; // it answers, with blocks that are missing or too many
  before(world: World, side: Side): RequestHandler;
}>;

export const SLOW_MS = 10_000;
const readBody = express.json({ limit: "1mb" });
const BEHIND = 10;
const AHEAD = 1_000;

export const slow: Breakage = {
  name: "answers after ten seconds",
  before: () => (request, response, next) => readBody(request, response, () => setTimeout(next, SLOW_MS)), // what was asked is still done, for nobody
};

export const breakages: readonly Breakage[] = [
  { name: "cuts every line", before: () => (request) => void request.socket.destroy() },
  {
    name: "answers 429",
    before: () => (_request, response) => void response.status(429).json({ error: "too many requests" }),
  },
  {
    name: "answers 200 with a page of HTML",
    before: () => (_request, response) =>
      void response.type("html").send("<html>Down for maintenance</html>"),
  },
  {
    name: "is 10 blocks behind",
    isOfHeight: true,
    before: (world, side) => shifted(world, side, () => -BEHIND),
  },
  {
    name: "says it is 1,000 blocks ahead",
    isOfHeight: true,
    before: (world, side) => shifted(world, side, () => AHEAD),
  },
  {
    name: "is one of two behind a balancer, the other 10 blocks behind",
    isOfHeight: true,
    before(world, side) {
      let calls = 0;
      return shifted(world, side, () => (++calls % 2 === 0 ? -BEHIND : 0));
    },
  },
];

function shifted(world: World, side: Side, blocks: () => number): RequestHandler {
  return side === "bitcoin" ? shiftedExplorer(world, blocks) : shiftedNode(world[side].url, blocks);
}

/** An explorer whose best chain ends early, or that counts blocks which nobody has seen. */
function shiftedExplorer({ ledger }: World, blocks: () => number): RequestHandler {
  const { view } = ledger;
  return (request, response, next) => {
    const tip = view.tip().height + blocks();
    const height = /\/block-height\/(\d+)$/.exec(request.originalUrl)?.[1];
    if (request.originalUrl.endsWith("/blocks/tip/height")) return void response.send(String(tip));
    if (request.originalUrl.endsWith("/blocks/tip/hash"))
      return void response.send(view.blockAt(tip)?.hash ?? "ab".repeat(32));
    if (height !== undefined && BigInt(height) > tip)
      return void response.status(404).send("Block not found");
    next();
  };
}

type Call = Readonly<{ id: unknown; method: string; params?: readonly unknown[] }>;
type Result = { id: unknown; result?: Record<string, unknown> | string | null };

/** A node whose chain ends early (in everything that it tells), or whose newest block has a number from the future. */
function shiftedNode(url: string, blocks: () => number): RequestHandler {
  return (request, response, next) =>
    readBody(request, response, (problem?: unknown) => {
      if (problem) return next(problem);
      void answerShifted(url, blocks(), request, response).catch(next);
    });
}

async function answerShifted(url: string, by: number, request: Request, response: Response): Promise<void> {
  const calls = [request.body].flat() as readonly Call[];
  const [{ result: head }] = await ask(url, [{ id: 0, method: "eth_blockNumber", params: [] }]);
  const tip = Math.max(0, Number(head) + by); // a height
  const answers = await ask(url, by < 0 ? calls.map((call) => pinned(call, tip)) : calls);
  const told = calls.map((call, index) => retold(call, answers[index] as Result, tip, by));
  response.json(Array.isArray(request.body) ? told : told[0]);
}

const TAGS: ReadonlySet<unknown> = new Set(["latest", "pending", "safe", "finalized"]);

/** "Latest" means its own newest block. */
function pinned(call: Call, tip: number): Call {
  const { params = [] } = call;
  return { ...call, params: params.map((param) => (TAGS.has(param) ? `0x${tip.toString(16)}` : param)) };
}

/** Nothing above the tip is known; ahead, the newest block and the height carry the wrong number. */
function retold(call: Call, answer: Result, tip: number, by: number): Result {
  const { method, params = [] } = call;
  const { result } = answer;
  if (method === "eth_blockNumber") return { ...answer, result: `0x${tip.toString(16)}` };
  if (typeof result !== "object" || result === null) return answer;
  if (by > 0) {
    const isNewest = method === "eth_getBlockByNumber" && TAGS.has(params[0]);
    return isNewest ? { ...answer, result: { ...result, number: `0x${tip.toString(16)}` } } : answer;
  }
  const height = result[method === "eth_getBlockByNumber" ? "number" : "blockNumber"];
  return typeof height === "string" && BigInt(height) > tip ? { ...answer, result: null } : answer;
}

async function ask(url: string, calls: readonly Call[]): Promise<[Result, ...Result[]]> {
  const body = JSON.stringify(calls.map((call) => ({ jsonrpc: "2.0", ...call })));
  const answer = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
  const results = (await answer.json()) as Result[];
  const inOrder = calls.map(({ id }) => results.find((result) => result.id === id));
  return inOrder as [Result, ...Result[]]; // a node answers every call
}
