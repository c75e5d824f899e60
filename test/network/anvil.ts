import { ANY_PORT, spawnAnvil } from "../../src/sandbox/evm/anvil.ts";

/** A real EVM chain of a test. */
export type Anvil = Readonly<{ url: string; stop(): Promise<void> }>;

const running = new Set<() => void>();
process.once("exit", () => running.forEach((kill) => kill()));

/**
 * Starts an empty chain that answers when this returns. It ends with the tests at the latest. Chains of the same id that begin
 * in the same second have the same first blocks; `genesis` (unix seconds) sets one apart.
 */
export async function startAnvil(id: number, genesis?: number): Promise<Anvil> {
  const args = ["--port", String(ANY_PORT), "--chain-id", String(id)];
  if (genesis !== undefined) args.push("--timestamp", String(genesis));
  const { url, kill, exited, unref } = await spawnAnvil(args);
  unref(); // a set-up that fails must end the run, not hang it
  running.add(kill);
  return {
    url,
    async stop() {
      kill();
      await exited;
      running.delete(kill);
    },
  };
}
