import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { build, type App } from "../../src/gateway/compose/app.ts";
import { startUp } from "../../src/cli/gateway/serve.ts";
import { loadConfig } from "../../src/gateway/compose/config.ts";
import { createMerchant, issueKey, STORE_DEFAULTS } from "../../src/gateway/usecases/stores/createStore.ts";
import { DEFAULT_PERMISSIONS } from "../../src/gateway/domain/access/permissions.ts";
import { silentLog } from "../../src/runtime/log.ts";
import { BITCOIN_CHAIN_ID } from "../../src/intents/identifiers.ts";
import { merchantBitcoin } from "../../src/sandbox/accounts.ts";
import { addressOf } from "../../src/sandbox/bitcoin/rules/outputScript.ts";
import { testClock, type TestClock } from "../support/clock.ts";
import { NODE_RULES, openBitcoin, type Bitcoin } from "./bitcoin.ts";
import { API_KEY, EVM_CHAIN_ID, startIntentService, type IntentServiceHost } from "./intentService.ts";
import { SCRIPTS } from "./keys.ts";

export const MERCHANT = "0x2222222222222222222222222222222222222222";
/** Where the shop wants refunds. */
export const REFUNDS = merchantBitcoin();

/**
 * The whole application in live mode on a real Bitcoin node, with the intent service on that node and a real anvil. Nothing
 * runs by itself, and the clock stands still until a test moves it.
 */
export type GatewayWorld = Readonly<{
  app: App;
  bitcoin: Bitcoin;
  service: IntentServiceHost;
  clock: TestClock;
  /** What an operator would be alarmed by: the log's errors, as "event {data}". */
  alarms: string[];
  /** The events of the log's lines of level warn and info, in order. */
  told: string[];
  api(method: "GET" | "POST", path: string, body?: unknown): Promise<Answer>;
  /** Runs every job of the service and of the gateway once, or those of the gateway that are named. */
  run(...names: readonly string[]): Promise<void>;
  close(): Promise<void>;
}>;

export type Answer = Readonly<{ status: number; body: unknown }>;

const START = 1_800_000_000_000;

/** Starts everything; `nodes` says how many nodes with an explorer each. The service asks the last of them. */
export async function startGatewayWorld(nodes = 1): Promise<GatewayWorld> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-regtest-gateway-"));
  const closers: (() => unknown)[] = [() => fs.rmSync(dataDir, { recursive: true })];
  const close = async () => {
    for (const end of closers.toReversed()) await end();
  };
  try {
    const clock = testClock(START);
    const bitcoin = await openBitcoin(clock, nodes);
    closers.push(() => bitcoin.close());
    const explorerUrls = bitcoin.explorers.map(({ url }) => url);
    const service = await startIntentService(clock, explorerUrls.at(-1)!, bitcoin.genesis);
    closers.push(() => service.close());
    const alarms: string[] = [];
    const told: string[] = [];
    const log = {
      ...silentLog,
      info: (event: string) => void told.push(event),
      warn: (event: string) => void told.push(event),
      error: (event: string, data?: unknown) => void alarms.push(`${event} ${JSON.stringify(data)}`),
    };
    const random = (length: number) => randomBytes(length);
    const config = loadConfig(environment(dataDir, explorerUrls, service));
    const app = await build(config, { clock, random, log, bitcoinRules: NODE_RULES });
    closers.push(() => app.close());
    const { persistence } = app.gateway;
    const merchant = await createMerchant(persistence, { clock, random }, "A shop", shopSettings(service));
    const grant = { storeId: merchant.id, label: "tests", permissions: DEFAULT_PERMISSIONS };
    const key = await issueKey(persistence.keys, { clock, random }, grant, "live");
    await startUp(app);
    return {
      ...{ app, bitcoin, service, clock, alarms, told, close },
      api: (method, suffix, body) =>
        ask(`${app.url}/api/v1/stores/${merchant.id}${suffix}`, { method, key, body }),
      async run(...names) {
        const isWanted = ({ name }: { name: string }) => names.length === 0 || names.includes(name);
        for (const job of [...service.network.jobs, ...app.jobs].filter(isWanted)) await job.run();
      },
    };
  } catch (error) {
    await close(); // a set-up that fails leaves nothing behind
    throw error;
  }
}

function environment(dataDir: string, explorerUrls: readonly string[], service: IntentServiceHost) {
  return {
    CROSSTILL_MODE: "live",
    HOST: "127.0.0.1",
    PORT: "0",
    PUBLIC_URL: "http://127.0.0.1:0",
    DATA_DIR: dataDir,
    BITCOIN_NETWORK: "regtest",
    EXPLORER_URLS: explorerUrls.join(","),
    EXPLORER_CALLS_PER_MINUTE: "10000",
    INTENTS_URL: service.url,
    INTENTS_API_KEY: API_KEY,
    INTENTS_CALLS_PER_MINUTE: "10000",
    INTENTS_QUOTES_PER_MINUTE: "10000",
    QUOTE_USER_BITCOIN: addressOf(SCRIPTS.p2wpkh)!, // the payer, who has coins
    RATES_URLS: service.ratesUrl,
    [`RPC_${EVM_CHAIN_ID}`]: service.evm.url,
  };
}

function shopSettings({ evm }: IntentServiceHost) {
  const { usdc: currency } = evm;
  return {
    ...STORE_DEFAULTS,
    settlement: {
      ...{ chainId: EVM_CHAIN_ID, chainName: "Anvil", currency, symbol: "USDC", decimals: 6 },
      recipient: MERCHANT,
    },
    refunds: { [BITCOIN_CHAIN_ID]: REFUNDS.address },
  };
}

type Question = Readonly<{ method: string; key: string; body: unknown }>;

async function ask(url: string, { method, key, body }: Question): Promise<Answer> {
  const headers = { authorization: `token ${key}`, "content-type": "application/json" };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(url, { method, headers, ...sent });
  return { status: response.status, body: await response.json() };
}
