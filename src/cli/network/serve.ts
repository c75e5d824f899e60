import type { Server } from "node:http";
import type { RequestHandler } from "express";
import { ConfigError } from "../../gateway/compose/config.ts";
import { closeServer, createHttpServer, listen } from "../../gateway/http/server.ts";
import { errorHandler, notFound } from "../../gateway/http/errors.ts";
import { assetRoutes } from "../../gateway/http/pages.ts";
import { startSchedule } from "../../runtime/jobs/schedule.ts";
import { logClock } from "../../runtime/logClock.ts";
import { createLog, type Log } from "../../runtime/log.ts";
import type { Clock } from "../../values/time.ts";
import { attachStreams } from "../../network/api/attachStreams.ts";
import { createEvmChain } from "../../network/chains/evm.ts";
import { prepareNetwork } from "../../network/service.ts";
import type { Command, Invocation } from "../command.ts";
import { readNetworkSettings, type NetworkSettings } from "./config.ts";
import { nameOfDatabase } from "./store.ts";
import { readArguments } from "../arguments.ts";

/** Starts the intent service alone, with its own keys, database and port, on any Esplora URL and any EVM JSON-RPC URLs. */
export const serveNetwork: Command = async (invocation) => {
  const { args, env, clock, outsideTime, random, print, note } = invocation;
  const settings = readNetworkSettings(env, readArguments(args, "network").has("bare"));
  const log = createLog(settings.logLevel);
  const { app, server } = createHttpServer();
  app.set("trust proxy", settings.trustProxyHops);
  const network = await prepareNetwork(settings.config, {
    clock,
    outsideTime,
    random,
    log,
    elapsed: () => performance.now(),
  });
  const stopTelling = outsideTime && logClock(outsideTime, log);
  const door = createDoor();
  app.use(door.wait, assetRoutes(), network.router, notFound, errorHandler(log)); // assets: for the page at /keys
  try {
    const { wrong, odd, silent } = await network.check();
    if (wrong.length > 0) throw new ConfigError(wrong);
    const port = await listenAt(server, settings);
    await network.bind(); // not before: a start that fails must leave a new database as it was
    if (network.stream) attachStreams(server, { "/stream": network.stream });
    door.open();
    const { cluster } = network;
    const jobs = cluster.own(network.jobs);
    await cluster.beat();
    const schedule = startSchedule(jobs, { log, clock });
    for (const sentence of odd) note(`Warning: ${sentence}`);
    for (const sentence of silent) note(`Warning: ${sentence} It is asked again.`);
    print(introduction(settings, port));
    for (const line of await missingContracts(settings, { clock, log })) print(line);
    await untilStopped(invocation);
    print("Stopping: waiting for the work in flight.");
    const unsaid = (error: unknown) => log.warn("jobs.not_handed_over", { error }); // the leases end by themselves
    await cluster.handOver().catch(unsaid);
    await schedule.stop();
    await cluster.leave().catch(unsaid);
  } finally {
    stopTelling?.();
    network.stream?.close(); // the server waits for its connections
    await closeServer(server);
    await network.close();
  }
};

/** Lets calls wait until the database is bound: the port is taken before that. */
function createDoor(): Readonly<{ wait: RequestHandler; open: () => void }> {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { wait: (_request, _response, next) => void opened.then(() => next()), open };
}

const NO_ADDRESS = ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EINVAL"];

async function listenAt(server: Server, { port, host }: NetworkSettings): Promise<number> {
  try {
    return await listen(server, port, host, "NETWORK_PORT");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    if (host === undefined || !NO_ADDRESS.includes(code)) throw cause;
    throw new Error(
      `NETWORK_HOST must be an address of this machine, or not set to listen on all of them; got "${host}".`,
      { cause },
    );
  }
}

function introduction({ config, keys }: NetworkSettings, port: number): string {
  const { solverEvmAddress: solver, refunderEvmAddress: refunder, contractOwner: owner } = keys;
  return [
    `The intent service is ready at http://localhost:${port}${config.bare ? " (bare: only what the contract shows)" : ""}.`,
    `  It pays on EVM chains from  ${solver}`,
    `  It pays on Bitcoin from     ${keys.solverBitcoin}`,
    ...(refunder === solver ? [] : [`  Its refunder signs as       ${refunder}`]),
    ...(owner === solver ? [] : [`  Its contracts belong to     ${owner}`]),
    `  Its database is             ${nameOfDatabase(config.databaseUrl)}`,
    `  It serves                   Bitcoin (${config.bitcoinNetwork}), ${config.evmChains.map(({ id, name }) => `${name} (${id})`).join(", ")}`,
    `Keep on the first account the tokens that it is to pay out and, on each chain, the chain's own coin for gas; on the second one bitcoin.`,
  ].join("\n");
}

/** A sentence for every chain that lacks contracts: deposits on it could not be taken. A chain that gives no answer is passed over. */
async function missingContracts(
  { config, keys }: NetworkSettings,
  deps: Readonly<{ clock: Clock; log: Log }>,
): Promise<readonly string[]> {
  const lines = config.evmChains.map(async (settings) => {
    const chain = createEvmChain(settings, deps);
    const found = await Promise.all(
      Object.values(keys.contracts).map((address) => chain.hasCode(address)),
    ).catch(() => []);
    if (found.every((there) => there)) return [];
    return [`Contracts are missing on ${settings.name}. Stop, run "crosstill network deploy", start again.`];
  });
  return (await Promise.all(lines)).flat();
}

function untilStopped({ onStop }: Invocation): Promise<void> {
  return new Promise((resolve) => onStop(resolve));
}
