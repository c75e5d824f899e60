import fs from "node:fs";
import path from "node:path";
import { ConfigError } from "../config.ts";
import type { BitcoinNetwork } from "../bitcoin/address.ts";
import { checkEvmAddress } from "../evm/address.ts";
import { errorHandler, notFound } from "../http/errors.ts";
import { closeServer, createHttpServer, listen } from "../http/server.ts";
import { startSchedule } from "../jobs/schedule.ts";
import { createLog } from "../log.ts";
import { NETWORK_DEFAULTS, type NetworkConfig } from "../network/config.ts";
import { buildNetwork } from "../network/service.ts";
import type { Command, Invocation } from "./command.ts";

/** Starts the intent service alone, with its own keys, database and port, on any Esplora URL and any EVM JSON-RPC URLs. */
export const serveNetwork: Command = async (invocation) => {
  const { env, clock, random, print } = invocation;
  const { config, port } = readNetworkConfig(env);
  const log = createLog(env["LOG_LEVEL"] || "info");
  const { app, server } = createHttpServer();
  const network = await buildNetwork(config, { clock, random, log });
  app.use(network.router);
  app.use(notFound);
  app.use(errorHandler(log));
  const taken = await listen(server, port);
  const schedule = startSchedule(network.jobs, log);
  print(
    `The intent service is ready at http://localhost:${taken}. It pays from ${network.solver.evm}: keep the tokens that it is to send there, and the chain's own coin for gas.`,
  );
  await untilStopped(invocation);
  await schedule.stop();
  await closeServer(server);
  await network.close();
};

function untilStopped({ onStop }: Invocation): Promise<void> {
  return new Promise((resolve) => onStop(resolve));
}

/** NETWORK_* settings, or one error that lists everything that is wrong with them. */
function readNetworkConfig(env: Invocation["env"]): Readonly<{ config: NetworkConfig; port: number }> {
  const problems: string[] = [];
  const explorerUrls = list(env["NETWORK_EXPLORER_URLS"]);
  if (explorerUrls.length === 0)
    problems.push("NETWORK_EXPLORER_URLS is missing: one or more Esplora API URLs, separated by commas.");
  const bitcoinNetwork = env["NETWORK_BITCOIN"] || "regtest";
  if (!["testnet", "signet", "regtest", "mainnet"].includes(bitcoinNetwork)) {
    problems.push(`NETWORK_BITCOIN must be regtest, testnet, signet or mainnet; got "${bitcoinNetwork}".`);
  }
  const port = Number(env["NETWORK_PORT"] || 3100);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    problems.push(`NETWORK_PORT must be a port number; got "${env["NETWORK_PORT"]}".`);
  }
  const evmChains = readChains(env, problems);
  if (evmChains.length === 0)
    problems.push("NETWORK_RPC_<chainId> is missing: the JSON-RPC URL of at least one EVM chain.");
  const mnemonic = readSeed(env["NETWORK_SEED_FILE"], problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    port,
    config: {
      ...NETWORK_DEFAULTS,
      ...{ mnemonic, explorerUrls, evmChains },
      databaseUrl: env["NETWORK_DATABASE_URL"] || path.resolve(env["DATA_DIR"] || "./data", "network.db"),
      bitcoinNetwork: bitcoinNetwork as BitcoinNetwork, // one of the four, checked above
      apiKeys: list(env["NETWORK_API_KEYS"]),
      priceSeed: env["NETWORK_PRICE_SEED"] || "crosstill network",
    },
  };
}

function readSeed(file: string | undefined, problems: string[]): string {
  if (!file) {
    problems.push("NETWORK_SEED_FILE is missing: a file (mode 0600) that holds the service's BIP39 words.");
    return "";
  }
  try {
    if ((fs.statSync(file).mode & 0o077) !== 0) {
      problems.push(`NETWORK_SEED_FILE ${file} can be read by others. Run: chmod 600 ${file}`);
    }
    return fs.readFileSync(file, "utf8").trim().replace(/\s+/g, " ");
  } catch {
    problems.push(`NETWORK_SEED_FILE ${file} cannot be read.`);
    return "";
  }
}

/** NETWORK_RPC_<chainId> names a chain; NETWORK_TOKENS_<chainId> the tokens on it, as SYMBOL:address:decimals, separated by commas. */
function readChains(env: Invocation["env"], problems: string[]): NetworkConfig["evmChains"] {
  return Object.entries(env).flatMap(([name, rpcUrl]) => {
    const [, id] = /^NETWORK_RPC_(\d{1,15})$/.exec(name) ?? [];
    if (id === undefined || !rpcUrl) return [];
    if (!URL.canParse(rpcUrl)) problems.push(`${name} must be a URL; got "${rpcUrl}".`);
    const tokens = list(env[`NETWORK_TOKENS_${id}`]).flatMap((text) => readToken(id, text, problems));
    const chain = { id: Number(id), slug: `chain${id}`, name: `Chain ${id}`, rpcUrl, tokens };
    return [{ ...chain, native: { symbol: "ETH", decimals: 18 } }];
  });
}

function readToken(
  chainId: string,
  text: string,
  problems: string[],
): NetworkConfig["evmChains"][number]["tokens"] {
  const [, symbol = "", address = "", decimals = ""] =
    /^([A-Za-z0-9.]{1,16}):(0x[0-9a-fA-F]{40}):(\d{1,2})$/.exec(text) ?? [];
  const checked = checkEvmAddress(address);
  if (checked) return [{ symbol, name: symbol, address: checked, decimals: Number(decimals) }];
  problems.push(`NETWORK_TOKENS_${chainId} must list tokens as SYMBOL:address:decimals; got "${text}".`);
  return [];
}

function list(text: string | undefined): readonly string[] {
  return (text ?? "").split(",").map((item) => item.trim()).filter((item) => item !== ""); // prettier-ignore
}
