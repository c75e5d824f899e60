import { randomBytes } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import express from "express";
import { PRICE_SEED, sandboxRates } from "../../src/gateway/compose/sandboxRates.ts";
import { silentLog } from "../../src/runtime/log.ts";
import { createKeys } from "../../src/network/addresses.ts";
import { NETWORK_DEFAULTS } from "../../src/network/config.ts";
import { contractsOf } from "../../src/network/contracts/artifacts.ts";
import { buildNetwork, type Network } from "../../src/network/service.ts";
import { SANDBOX_MNEMONIC } from "../../src/sandbox/accounts.ts";
import { DAY_MS, SECOND_MS, type Clock } from "../../src/values/time.ts";
import { startEvmWorld, type EvmWorld } from "../network/evmWorld.ts";
import { NODE_RULES } from "./bitcoin.ts";

export const EVM_CHAIN_ID = 31337;
export const API_KEY = "a-key-for-tests";

/** The intent service between a real node's chain and a real anvil, over HTTP, and an exchange that tells its prices. */
export type IntentServiceHost = Readonly<{
  url: string;
  /** A template of RATES_URLS. */
  ratesUrl: string;
  network: Network;
  evm: EvmWorld;
  close(): Promise<void>;
}>;

/** Starts it with an explorer's base URL and the hash of its first block. Nothing runs by itself: see `network.jobs`. */
export async function startIntentService(
  clock: Clock,
  explorerUrl: string,
  genesis: string,
): Promise<IntentServiceHost> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-regtest-service-"));
  const closers: (() => unknown)[] = [() => fs.rmSync(folder, { recursive: true })];
  const close = async () => {
    for (const end of closers.toReversed()) await end();
  };
  try {
    const solver = createKeys(SANDBOX_MNEMONIC, "regtest", [EVM_CHAIN_ID], contractsOf).solverEvmAddress;
    // A chain's time goes on by itself. A day ahead it is never behind the clock that the test moves.
    const evm = await startEvmWorld(EVM_CHAIN_ID, solver, (clock() + DAY_MS) / SECOND_MS);
    closers.push(() => evm.stop());
    await evm.client.setBalance({ address: solver, value: 10n ** 20n });
    await evm.mint(evm.usdc, solver, 10n ** 12n);
    const config = {
      ...NETWORK_DEFAULTS,
      databaseUrl: path.join(folder, "network.db"),
      mnemonic: SANDBOX_MNEMONIC,
      bitcoinNetwork: "regtest",
      explorerUrls: [explorerUrl],
      evmChains: [evm.config(evm.url)],
      apiKeys: [API_KEY],
      priceSeed: PRICE_SEED,
    } as const;
    const bitcoin = { rules: NODE_RULES, genesis };
    const network = await buildNetwork(config, { clock, random: randomBytes, log: silentLog, bitcoin });
    closers.push(() => network.close());
    const app = express();
    app.use("/intents", network.router);
    app.use(sandboxRates(clock));
    const server = http.createServer(app);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closers.push(() => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    });
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ratesUrl = `${base}/sandbox/rates/{base}-{quote}#price`;
    return { url: `${base}/intents`, ratesUrl, network, evm, close };
  } catch (error) {
    await close(); // a set-up that fails leaves nothing behind
    throw error;
  }
}
