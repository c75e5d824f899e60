import { randomBytes } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { payments } from "bitcoinjs-lib";
import express, { Router } from "express";
import { createHttp } from "../../src/http-client/http.ts";
import { createIntentService } from "../../src/gateway/adapters/intents/intentService.ts";
import type { IntentService, QuoteAsk } from "../../src/gateway/ports/servicePort.ts";
import { networkParameters, type BitcoinAddress } from "../../src/bitcoin/codec/address.ts";
import { silentLog } from "../../src/runtime/log.ts";
import { NETWORK_DEFAULTS } from "../../src/network/config.ts";
import { buildNetwork, type Network } from "../../src/network/service.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../src/intents/identifiers.ts";
import { payerBitcoin, SANDBOX_MNEMONIC } from "../../src/sandbox/accounts.ts";
import { startSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import { testClock, type TestClock } from "../support/clock.ts";

export const API_KEY = "a-key-of-the-contract";
export const RECIPIENT = "0x2222222222222222222222222222222222222222";

/** The intent service on the sandbox's chains, in this process; `mount` gives it an address. */
export type Service = Readonly<{
  sandbox: Sandbox;
  network: Network;
  clock: TestClock;
  /** Serves the service under a path of a new server; `hidden` are paths of it that answer 404. */
  mount(basePath: string, hidden?: readonly string[]): Promise<string>;
  ask(changes?: Partial<QuoteAsk>): QuoteAsk;
  /** Pays in a block of its own, and lets the service and its chains do their work. */
  pay(address: string, sats: bigint): Promise<string>;
  close(): Promise<void>;
}>;

export async function startService(): Promise<Service> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-contract-"));
  const clock = testClock();
  const servers: http.Server[] = [];
  const serve = async (router: Router, basePath: string) => {
    const server = http.createServer(express().use(basePath, router));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on TCP
  };
  const chains = Router();
  const url = await serve(chains, "/");
  const sandbox = await startSandbox({ publicUrl: url, clock, log: silentLog });
  chains.use(sandbox.routes);
  const network = await buildNetwork(
    {
      ...{ ...NETWORK_DEFAULTS, quotesPerMinute: 10_000, callsPerMinute: 10_000 },
      ...{
        databaseUrl: path.join(dataDir, "network.db"),
        mnemonic: SANDBOX_MNEMONIC,
        bitcoinNetwork: "regtest",
      },
      ...{ explorerUrls: [`${url}/sandbox/explorer/api`], apiKeys: [API_KEY], priceSeed: "contract" },
      evmChains: sandbox.evmChains.map(({ id, name, slug, rpcUrl, usdc }) => ({
        ...{ id, name, slug, rpcUrl, native: { symbol: "ETH", decimals: 18 } },
        tokens: [{ symbol: "USDC", name: "USDC", address: usdc, decimals: 6 }],
      })),
    },
    { clock, random: (length) => randomBytes(length), log: silentLog },
  );
  await sandbox.setUp(network.solver);
  const [chain] = sandbox.evmChains;
  if (!chain) throw new Error("The sandbox has no chain.");
  return {
    ...{ sandbox, network, clock },
    async mount(basePath, hidden = []) {
      const router = Router();
      for (const hiddenPath of hidden)
        router.use(hiddenPath, (_request, response) => void response.status(404).end());
      router.use(network.router);
      return (await serve(router, basePath)) + basePath.replace(/\/$/, "");
    },
    ask: (changes = {}) => ({
      ...{ user: payerBitcoin().address, originChainId: BITCOIN_CHAIN_ID, originCurrency: BTC_CURRENCY },
      ...{ destinationChainId: chain.id, destinationCurrency: chain.usdc, recipient: RECIPIENT },
      ...{
        amount: 100_000n,
        tradeType: "EXACT_INPUT",
        depositAddress: { refundTo: payerBitcoin().address, strict: false },
      },
      ...changes,
    }),
    async pay(address, sats) {
      const txid = await sandbox.wallet.bitcoin.pay({ address: address as BitcoinAddress, sats, feeRate: 2 });
      await sandbox.ledger.mine(1);
      for (let round = 0; round < 3; round++) {
        clock.advance(1_000);
        for (const job of network.jobs) await job.run();
      }
      return txid;
    },
    async close() {
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
      await network.close();
      await sandbox.close();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The gateway's client of a service at this URL. It never waits between attempts. */
export function clientAt(baseUrl: string, key?: string): IntentService {
  const headers = key === undefined ? {} : { "x-api-key": key };
  const client = createHttp({ ...{ baseUrl, headers, timeoutMs: 10_000, maxBytes: 1024 * 1024 }, attempts: 2, wait: async () => {} }); // prettier-ignore
  return createIntentService({ quotes: client, reads: client }, key !== undefined);
}

/** A Bitcoin address that nobody else has used; the number makes it another one. */
export function freshAddress(number: number): string {
  const { address } = payments.p2wpkh({
    hash: Buffer.alloc(20, number),
    network: networkParameters("regtest"),
  });
  if (!address) throw new Error("No address.");
  return address;
}
