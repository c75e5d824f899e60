import { keccak256, type Hex } from "viem";
import { untilMined } from "../../support/anvilState.ts";
import { postJson } from "../../support/localHttp.ts";
import { serve, type LocalServer } from "../../support/localServer.ts";

export type RpcCall = Readonly<{ id: unknown; method: string; params: readonly unknown[] }>;
export type RpcAnswer = { id: unknown; result?: unknown };

/** A node of a chain that a test can take down, or have lie: everything is passed on to the real one. */
export type NodeProxy = {
  readonly url: string;
  isDown: boolean;
  /** Takes transactions, and tells nobody of them. */
  keepsTransactions: boolean;
  /** Changes one answer; what it gives is sent. */
  lie: ((call: RpcCall, answer: RpcAnswer) => RpcAnswer | Promise<RpcAnswer>) | undefined;
  close(): Promise<void>;
};

/** Starts so many nodes in front of the one at a URL. */
export async function startNodes(url: string, count: number): Promise<readonly NodeProxy[]> {
  const nodes: NodeProxy[] = [];
  for (let started = 0; started < count; started++) nodes.push(await startNode(url));
  return nodes;
}

async function startNode(url: string): Promise<NodeProxy> {
  const under = new Set<Promise<void>>();
  const server: LocalServer = await serve(({ body }, response) => {
    if (node.isDown) return void response.destroy();
    const answering = answer(url, body, node).then(
      (text) => void response.setHeader("content-type", "application/json").end(text),
      () => void response.destroy(),
    );
    under.add(answering);
    void answering.finally(() => under.delete(answering));
  });
  const node: NodeProxy = {
    ...{ url: server.url, isDown: false, keepsTransactions: false, lie: undefined },
    async close() {
      await Promise.all(under); // a chain with a call under way cannot be lent to the next world
      await server.close();
    },
  };
  return node;
}

async function answer(url: string, body: string, node: NodeProxy): Promise<string> {
  const question = JSON.parse(body) as RpcCall | readonly RpcCall[];
  const answers: RpcAnswer[] = [];
  for (const call of [question].flat() as readonly RpcCall[]) {
    const isSent = call.method === "eth_sendRawTransaction";
    const hash = isSent && node.keepsTransactions ? keccak256(call.params[0] as Hex) : undefined;
    const given =
      hash === undefined
        ? ((await postJson(url, call)) as RpcAnswer)
        : { jsonrpc: "2.0", id: call.id, result: hash };
    if (isSent && hash === undefined) await untilMined(url);
    answers.push(node.lie ? await node.lie(call, given) : given);
  }
  return JSON.stringify(Array.isArray(question) ? answers : answers[0]);
}
