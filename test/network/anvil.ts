import { spawn, type ChildProcess } from "node:child_process";
import { anvilBinary, freePort } from "../../src/sandbox/anvil.ts";

/** A real EVM chain of a test. */
export type Anvil = Readonly<{ url: string; stop(): Promise<void> }>;

const running = new Set<ChildProcess>();
process.once("exit", () => running.forEach((child) => child.kill("SIGKILL")));

/**
 * Starts an empty chain that answers when this returns. It ends with the tests at the latest. Chains of the same id that begin
 * in the same second have the same first blocks; `genesis` (unix seconds) sets one apart.
 */
export async function startAnvil(id: number, genesis?: number): Promise<Anvil> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = ["--port", String(port), "--chain-id", String(id), "--silent"];
  if (genesis !== undefined) args.push("--timestamp", String(genesis));
  const child = spawn(anvilBinary(), args, { stdio: "ignore" });
  child.unref(); // a set-up that fails must end the run, not hang it
  running.add(child);
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await ready(url, child);
  return {
    url,
    async stop() {
      child.ref(); // nothing else may be left that keeps the process waiting for its end
      child.kill("SIGKILL");
      await gone;
      running.delete(child);
    },
  };
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  for (let tried = 0; tried < 500 && child.exitCode === null; tried++) {
    try {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] });
      await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20)); // a real process is starting
    }
  }
  child.kill("SIGKILL");
  throw new Error("anvil did not start.");
}
