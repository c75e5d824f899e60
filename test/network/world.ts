import { createHash } from "node:crypto";
import fs from "node:fs";
import type http from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import express, { type RequestHandler } from "express";
import type { Hex } from "viem";
import type { BitcoinAddress } from "../../src/bitcoin/codec/address.ts";
import type { EvmAddress } from "../../src/evm/codec/address.ts";
import { createHttpServer } from "../../src/gateway/http/server.ts";
import { silentLog, type Log } from "../../src/runtime/log.ts";
import { NETWORK_DEFAULTS, type NetworkConfig } from "../../src/network/config.ts";
import type { PriceSource } from "../../src/network/prices/priceSource.ts";
import { attachStreams } from "../../src/network/api/attachStreams.ts";
import { buildNetwork, type Network } from "../../src/network/service.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../src/intents/identifiers.ts";
import { SANDBOX_MNEMONIC, minerBitcoin, payerBitcoin } from "../../src/sandbox/accounts.ts";
import type { SimulatedChain } from "../../src/sandbox/bitcoin/chain/simulatedChain.ts";
import { explorerRoutes } from "../../src/sandbox/bitcoin/explorer/explorerRoutes.ts";
import { signTransfer } from "../../src/sandbox/wallet/signing.ts";
import { createTestWallet, type TestWallet } from "../../src/sandbox/wallet/testWallet.ts";
import { untilMined } from "../support/anvilState.ts";
import { askLocal, postJson } from "../support/localHttp.ts";
import { openRichLedger } from "../support/richLedger.ts";
import type { EvmWorld } from "./evmWorld.ts";
import { runFolder } from "../support/runFolder.ts";
import { takeFoundation, type Foundation } from "./foundation.ts";

export const EVM_CHAIN_ID = 31337;
export const OTHER_CHAIN_ID = 31338;
export const RECIPIENT = "0x1111111111111111111111111111111111111111";
export const API_KEY = "a-key-for-tests";

/** The intent service over HTTP on a real ledger and a real anvil, with a clock that only moves when told. */
export type World = {
  url: string;
  databaseUrl: string;
  network: Network;
  ledger: SimulatedChain;
  wallet: TestWallet;
  refundTo: BitcoinAddress;
  usdc: EvmAddress; // of EVM_CHAIN_ID
  evm: EvmWorld; // EVM_CHAIN_ID
  other: EvmWorld; // OTHER_CHAIN_ID; only in worlds of two chains
  explorerDown: boolean;
  rpcDown: boolean;
  rpcRequests: number; // that the chains got from the service
  /** Changes what a chain answers to a request, or holds it back. */
  tamper: ((question: unknown, answer: unknown) => unknown) | undefined;
  /** Stands before every call of the service to a chain or the explorer: passes it on, or answers in its place. */
  gate: RequestHandler | undefined;
  swallowSends: boolean; // the chain cuts the line whenever a transaction is sent
  failures: unknown[]; // what the jobs threw; the schedule would log it and go on too
  sent: Hex[]; // raw transactions in the order in which the chain got them
  now: number;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  quote(changes?: Record<string, unknown>, headers?: Record<string, string>): Promise<Quoted>;
  quoteBody(changes?: Record<string, unknown>): Record<string, unknown>;
  pay(address: string, sats: number): Promise<string>;
  mine(blocks?: number): Promise<void>;
  /** One second passes and every job runs once. */
  tick(times?: number): Promise<void>;
  status(requestId: string): Promise<Record<string, unknown>>;
  received(recipient?: string): Promise<bigint>;
  /** Everything in memory is gone; the database and the chains stay. */
  restart(changes?: Partial<NetworkConfig>): Promise<void>;
  /** A second process on the same database; the caller closes it. */
  beside(): Promise<Network>;
  setSolverTokens(amount: bigint): Promise<void>;
  takeSolverTokens(): Promise<void>;
  /** One transaction that pays several scripts. */
  payOutputs(scripts: readonly string[], each: bigint): Promise<string>;
  close(): Promise<void>;
};

export type Answer = { status: number; body: Record<string, unknown>; headers: IncomingHttpHeaders };
export type Quoted = { requestId: string; address: string; input: bigint; output: bigint; minimum: bigint };

/** What a test changes about a world: settings of the service, a second EVM chain, or prices of its own. */
export type WorldChanges = Partial<NetworkConfig> &
  Readonly<{ twoChains?: boolean; priceSource?: PriceSource; log?: Log }>;

export async function startWorld(changes: WorldChanges = {}): Promise<World> {
  const ids = changes.twoChains ? [EVM_CHAIN_ID, OTHER_CHAIN_ID] : [EVM_CHAIN_ID];
  const { databaseUrl } = changes;
  const isNewFile = !databaseUrl || (!databaseUrl.startsWith("postgres:") && !fs.existsSync(databaseUrl));
  const foundation = await takeFoundation(ids, isNewFile ? settle : undefined);
  return openOn(foundation, changes);
}

/** What a new service does once on chains: it reads their blocks, opens its books and approves tokens. */
async function settle(chains: readonly EvmWorld[]): Promise<string> {
  const databaseUrl = path.join(fs.mkdtempSync(path.join(runFolder(), "settled-")), "network.db");
  const foundation = { chains, database: undefined, startRefund: async () => {} };
  const world = await openOn(foundation, { databaseUrl });
  await world.close();
  return databaseUrl;
}

async function openOn(foundation: Foundation, changes: WorldChanges): Promise<World> {
  const closers: Closer[] = [() => foundation.startRefund()];
  try {
    return await openWorld(foundation, changes, closers);
  } catch (error) {
    await closeAll(closers); // a set-up that fails leaves nothing behind
    throw error;
  }
}

type Closer = () => unknown;

async function closeAll(closers: readonly Closer[]): Promise<void> {
  for (const close of closers.toReversed()) await close();
}

async function openWorld(
  { chains, database }: Foundation,
  { twoChains: _, priceSource, log, ...changes }: WorldChanges,
  closers: Closer[],
): Promise<World> {
  const folder = fs.mkdtempSync(path.join(runFolder(), "network-"));
  closers.push(() => fs.rmSync(folder, { recursive: true }));
  const [evm] = chains as [EvmWorld]; // startWorld asks for one at least
  const { usdc } = evm;
  const world = {
    explorerDown: false,
    rpcDown: false,
    rpcRequests: 0,
    tamper: undefined,
    gate: undefined,
    sent: [] as Hex[],
    failures: [] as unknown[],
    swallowSends: false,
    now: 1_800_000_000_000,
  } as World;
  const payer = payerBitcoin().address;
  const clock = () => world.now;
  const ledger = await openRichLedger(clock);
  closers.push(() => ledger.close());
  const { app, server } = createHttpServer(); // the one that serves the service in production
  const forwards = new Set<Promise<unknown>>();
  closers.push(() => Promise.allSettled(forwards)); // a chain with a call under way cannot be lent to the next world
  await listen(server);
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  app.use(["/explorer/api", "/rpc"], (request, response, next) =>
    world.gate ? world.gate(request, response, next) : next(),
  );
  const explorer = explorerRoutes(ledger);
  app.use("/explorer/api", (request, response, next) =>
    world.explorerDown ? void request.socket.destroy() : explorer(request, response, next),
  );
  app.post("/rpc/:id", express.json({ limit: "1mb" }), async (request, response) => {
    world.rpcRequests++;
    if (world.rpcDown) return void request.socket.destroy();
    const calls = [request.body].flat() as { method: string; params: Hex[] }[];
    const sends = calls.filter(({ method }) => method === "eth_sendRawTransaction");
    if (sends.length > 0 && world.swallowSends) return void request.socket.destroy();
    world.sent.push(...sends.map(({ params }) => params[0] as Hex));
    const url = chains.find(({ id }) => id === Number(request.params.id))?.url ?? "";
    const forwarded = forward(url, request.body, sends.length > 0);
    forwards.add(forwarded);
    const answer: unknown = await forwarded.finally(() => forwards.delete(forwarded));
    response.json(world.tamper ? await world.tamper(request.body, answer) : answer);
  });
  app.use("/base/path", (request, response, next) => world.network.router(request, response, next));
  attachStreams(server, {
    "/base/path/stream": {
      upgrade: (...parts) =>
        world.network.stream ? world.network.stream.upgrade(...parts) : void parts[1].destroy(),
      close: () => {}, // the service ends it
    },
  });
  const config: NetworkConfig = {
    ...NETWORK_DEFAULTS,
    quotesPerMinute: 10_000,
    callsPerMinute: 10_000,
    databaseUrl: path.join(folder, "network.db"),
    mnemonic: SANDBOX_MNEMONIC,
    bitcoinNetwork: "regtest",
    explorerUrls: [`${base}/explorer/api`],
    evmChains: chains.map((chain) => chain.config(`${base}/rpc/${chain.id}`)),
    apiKeys: [API_KEY],
    priceSeed: "tests",
    ...changes,
  };
  let bytes = 0;
  const random = (length: number) =>
    createHash("shake256", { outputLength: length }).update(`${folder}/${bytes++}`).digest(); // prettier-ignore
  const build = (more: Partial<NetworkConfig> = {}) =>
    buildNetwork(
      { ...config, ...more },
      { clock, random, log: log ?? silentLog, ...(priceSource && { prices: priceSource }) },
    );
  const call = async (
    method: string,
    where: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const answer = await askLocal(`${base}/base/path${where}`, {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return { ...answer, body: JSON.parse(answer.text) as Record<string, unknown> };
  };
  const balanceOf = (owner: string) => evm.balanceOf(usdc, owner);

  if (database !== undefined) fs.copyFileSync(database, config.databaseUrl);
  const network = await build();
  closers.push(() => world.network.close());
  Object.assign(world, {
    url: `${base}/base/path`,
    databaseUrl: config.databaseUrl,
    network,
    ledger,
    wallet: createTestWallet(ledger, payerBitcoin()),
    refundTo: minerBitcoin().address as BitcoinAddress,
    usdc,
    evm,
    other: chains[1],
    get: (where: string, headers?: Record<string, string>) => call("GET", where, undefined, headers),
    post: (where: string, body: unknown, headers?: Record<string, string>) =>
      call("POST", where, body, headers),
    quoteBody: (more: Record<string, unknown> = {}) => ({
      user: payer,
      originChainId: BITCOIN_CHAIN_ID,
      destinationChainId: EVM_CHAIN_ID,
      originCurrency: BTC_CURRENCY,
      destinationCurrency: usdc,
      amount: "100000",
      tradeType: "EXACT_INPUT",
      recipient: RECIPIENT,
      useDepositAddress: true,
      refundTo: world.refundTo,
      ...more,
    }),
    async quote(more: Record<string, unknown> = {}, headers?: Record<string, string>) {
      const { status, body } = await world.post("/quote/v2", world.quoteBody(more), headers);
      if (status !== 200) throw new Error(`The quote was refused: ${JSON.stringify(body)}`);
      const { steps, details } = body as {
        steps: [{ requestId: string; depositAddress: string }];
        details: Details;
      };
      return {
        requestId: steps[0].requestId,
        address: steps[0].depositAddress,
        input: BigInt(details.currencyIn.amount),
        output: BigInt(details.currencyOut.amount),
        minimum: BigInt(details.currencyOut.minimumAmount),
      };
    },
    pay: (address: string, sats: number) =>
      world.wallet.pay({ address: address as BitcoinAddress, sats: BigInt(sats), feeRate: 2 }),
    async mine(blocks = 1) {
      await ledger.mine(blocks);
    },
    async tick(times = 1) {
      for (let done = 0; done < times; done++) {
        world.now += 1_000;
        for (const job of world.network.jobs)
          await job.run().catch((error: unknown) => world.failures.push(error));
      }
    },
    status: async (requestId: string) => (await world.get(`/intents/status/v3?requestId=${requestId}`)).body,
    received: (recipient: string = RECIPIENT) => balanceOf(recipient),
    async restart(more: Partial<NetworkConfig> = {}) {
      await world.network.close();
      world.network = await build(more);
    },
    beside: () => build(),
    async setSolverTokens(amount: bigint) {
      const solver = world.network.solver.evm;
      const held = await balanceOf(solver);
      await evm.mint(usdc, solver, amount - held);
    },
    async takeSolverTokens() {
      await evm.setUsdc(world.network.solver.evm, 0n);
    },
    async payOutputs(scripts: readonly string[], each: bigint) {
      const account = payerBitcoin();
      const [coin] = [...(ledger.view.script(account.script)?.unspent.values() ?? [])].filter(
        ({ record }) => record.block,
      );
      if (!coin) throw new Error("The payer has no confirmed coin.");
      const change = coin.value - each * BigInt(scripts.length) - 1_000n;
      const outputs = [
        ...scripts.map((script) => ({ script, value: each })),
        { script: account.script, value: change },
      ];
      return ledger.accept(signTransfer(account, [coin], outputs));
    },
    async close() {
      await closeAll(closers);
    },
  });
  await world.tick();
  return world;
}

type Details = { currencyIn: { amount: string }; currencyOut: { amount: string; minimumAmount: string } };

/** What a node answers. A transaction that was sent is in a block by then, where the chain mines by itself. */
async function forward(url: string, body: unknown, sends: boolean): Promise<unknown> {
  const answer = await postJson(url, body);
  if (sends) await untilMined(url);
  return answer;
}

async function listen(server: http.Server): Promise<void> {
  server.keepAliveTimeout = 600_000; // a busy machine leaves connections idle for longer than the usual minute
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
}
