import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../../src/sandbox/evm/anvil.ts";

/**
 * A real node on regtest: litecoind, Bitcoin Core 0.21 with other constants. Transactions, scripts and policy are Bitcoin's;
 * three things are not: addresses print as rltc1… (so everything here talks in scripts), the first block is another one, and a
 * header's work is scrypt (its id is still its double SHA-256).
 */
export type RegtestNode = Readonly<{
  pid: number;
  /** Asks the node. Rejects with NodeRefusal when it says no. */
  rpc<T = unknown>(method: string, ...params: readonly unknown[]): Promise<T>;
  /** Mines `count` blocks whose coinbases pay the script (hex), with all that waits in the mempool; gives their hashes. */
  mine(count: number, script: string): Promise<readonly string[]>;
  /** Ends the process and removes its folder. */
  stop(): Promise<void>;
}>;

/** The node's own words for a call that it did not do. */
export class NodeRefusal extends Error {
  override name = "NodeRefusal";
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** Not /usr/bin/litecoind: that is a shell script which makes a folder in the home directory. */
const BINARY = "/usr/lib/litecoin/litecoind";
const READY_MS = 15_000;
const LOOK_EVERY_MS = 20;
const CALL_MS = 20_000;
const MOST_BYTES = 64 * 1024 * 1024;
const WARMING_UP = -28;

/** Starts a node with an empty chain, alone in a folder of its own, and waits until it answers. */
export async function startNode(): Promise<RegtestNode> {
  if (!fs.existsSync(BINARY)) {
    throw new Error(
      `Expected a node at ${BINARY}. Install it: apt-get install --no-install-recommends litecoind`,
    );
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-regtest-"));
  const port = await freePort();
  const password = randomBytes(16).toString("hex");
  const child = spawn(BINARY, argumentsOf(folder, port, password), { stdio: "ignore" });
  const orphan = () => void child.kill("SIGKILL"); // when the tests end without a stop
  process.once("exit", orphan);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
  const rpc = <T>(method: string, ...params: readonly unknown[]) =>
    call<T>({ agent, port, password }, method, params);
  const stop = async () => {
    process.removeListener("exit", orphan);
    agent.destroy();
    await ended(child);
    fs.rmSync(folder, { recursive: true, force: true });
  };
  try {
    await ready(child, rpc);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    pid: child.pid as number, // it answers, so it runs
    rpc,
    mine: (count, script) => rpc("generatetodescriptor", count, `raw(${script})`),
    stop,
  };
}

function argumentsOf(folder: string, port: number, password: string): readonly string[] {
  return [
    ...["-regtest", `-datadir=${folder}`, "-server", "-txindex=1", "-printtoconsole=0", "-disablewallet"],
    ...["-listen=0", "-dnsseed=0", "-discover=0", "-rpcbind=127.0.0.1", "-rpcallowip=127.0.0.1"],
    ...[`-rpcport=${port}`, "-rpcuser=crosstill", `-rpcpassword=${password}`, "-rpcworkqueue=128"],
    // Litecoin's own: no extension blocks (mining would stop at height 432), replacement by fee on, Bitcoin's dust and policy.
    ...["-vbparams=mweb:4000000000:4000000001", "-mempoolreplacement=1"],
    ...["-dustrelayfee=0.00003", "-acceptnonstdtxn=0"],
  ];
}

async function ready(child: ChildProcess, rpc: (method: string) => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + READY_MS;
  let last: unknown = new Error("it ended at once");
  while (performance.now() < deadline && child.exitCode === null) {
    try {
      await rpc("getblockchaininfo");
      return;
    } catch (error) {
      if (error instanceof NodeRefusal && error.code !== WARMING_UP) throw error;
      last = error;
    }
    await wait(LOOK_EVERY_MS);
  }
  throw new Error(`The node did not answer within ${READY_MS / 1000} seconds.`, { cause: last });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exit = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL"); // the folder goes as well, so nothing is worth saving
  await exit;
}

type Line = Readonly<{ agent: http.Agent; port: number; password: string }>;

async function call<T>(line: Line, method: string, params: readonly unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: "1.0", id: 1, method, params });
  const text = await post(line, body);
  let answer: { result?: T; error?: { code: number; message: string } | null };
  try {
    answer = JSON.parse(text) as typeof answer;
  } catch (cause) {
    throw new Error(`Expected JSON from the node for ${method}, got "${text.slice(0, 80)}".`, { cause });
  }
  if (answer.error) throw new NodeRefusal(answer.error.code, answer.error.message);
  return answer.result as T;
}

function post({ agent, port, password }: Line, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: "127.0.0.1", port, agent, method: "POST", auth: `crosstill:${password}` },
      (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > MOST_BYTES)
            request.destroy(new Error(`The node's answer is over ${MOST_BYTES} bytes.`));
          else chunks.push(chunk);
        });
        response.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
        response.on("error", reject);
      },
    );
    request.setTimeout(CALL_MS, () =>
      request.destroy(new Error(`The node gave no answer in ${CALL_MS} ms.`)),
    );
    request.on("error", reject);
    request.end(body);
  });
}
