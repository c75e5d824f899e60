import { parseEther } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { freePort } from "../../../src/sandbox/evm/anvil.ts";
import type { EvmAddress } from "../../../src/evm/codec/address.ts";
import { startProcess } from "../../support/process.ts";
import type { EvmWorld } from "../evmWorld.ts";
import type { Bundler } from "./bundler.ts";

const BLOCK_MS = 1_000; // alto expects new blocks without transactions

/**
 * @pimlico/alto (tried with 0.0.20), a bundler used in production, on a chain of a world. `program` is the file that its package runs.
 * Keys of its own pay the bundles.
 */
export async function startAlto(
  program: string,
  { client, url }: EvmWorld,
  entryPoint: EvmAddress,
): Promise<Bundler> {
  const port = await freePort();
  const [executor, utility] = [generatePrivateKey(), generatePrivateKey()];
  for (const key of [executor, utility])
    await client.setBalance({ address: privateKeyToAddress(key), value: parseEther("100") });
  const settings = {
    ...{ entrypoints: entryPoint, "rpc-url": url, port: String(port), json: "true" },
    ...{ "executor-private-keys": executor, "utility-private-key": utility, "min-executor-balance": "0" },
    ...{ "deploy-simulations-contract": "true", "safe-mode": "false" }, // safe mode was not tried on anvil
  };
  const blocks = setInterval(() => void client.mine({ blocks: 1 }).catch(() => {}), BLOCK_MS);
  const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const alto = startProcess(["run", ...options], {}, program);
  await alto.said("Server listening at");
  return {
    url: `http://127.0.0.1:${port}/rpc`,
    async close() {
      clearInterval(blocks);
      await alto.end("SIGTERM");
    },
  };
}
