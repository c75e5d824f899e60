import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { build } from "../../src/gateway/compose/app.ts";
import { startUp } from "../../src/cli/gateway/serve.ts";
import { loadConfig } from "../../src/gateway/compose/config.ts";
import { createMerchant, issueKey } from "../../src/gateway/usecases/stores/createStore.ts";
import type { StoreSettings } from "../../src/gateway/usecases/stores/merchantStore.ts";
import { DEFAULT_PERMISSIONS } from "../../src/gateway/domain/access/permissions.ts";
import { silentLog } from "../../src/runtime/log.ts";
import { frequentJobs } from "../support/frequentJobs.ts";
import type { ApiAnswer, SandboxApp } from "../support/sandboxApp.ts";

/** A gateway in live mode, with a database and a shop of its own, that uses a sandbox's chains and service from outside. */
export type OwnGateway = Readonly<{
  url: string;
  get(path: string): Promise<ApiAnswer>;
  post(path: string, body?: unknown): Promise<ApiAnswer>;
  /** Runs every job once; one that fails is tried again at its next time. */
  run(): Promise<void>;
  close(): Promise<void>;
}>;

type Options = Readonly<{
  databaseUrl?: string | undefined;
  /** The chains with an RPC_<id>. */
  rpc: readonly number[];
  /** Where these are to be found in place of the sandbox's own URLs, by chain id. */
  rpcAt?: Readonly<Record<number, string>>;
  explorerAt?: string;
  /** What is other than in the sandbox's own shop. */
  settings?: Partial<StoreSettings>;
}>;

/** Starts it; the clock is the sandbox's. */
export async function startOwnGateway(sandbox: SandboxApp, options: Options): Promise<OwnGateway> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-own-"));
  const config = loadConfig(environment(sandbox, options, dataDir));
  const random = (length: number) => randomBytes(length);
  const app = await build(config, { clock: sandbox.clock, random, log: silentLog });
  await startUp(app);
  const { persistence } = app.gateway;
  const first = await sandbox.app.gateway.persistence.stores.load(sandbox.storeId);
  if (!first) throw new Error("The sandbox has no store.");
  const tools = { clock: sandbox.clock, random };
  const { id: storeId } = await createMerchant(persistence, tools, "Own shop", { ...first.settings, ...options.settings }); // prettier-ignore
  const grant = { storeId, label: "", permissions: DEFAULT_PERMISSIONS };
  const authorization = `token ${await issueKey(persistence.keys, tools, grant, "live")}`;
  const call = async (method: string, where: string, body?: unknown): Promise<ApiAnswer> => {
    const response = await fetch(`${app.url}/api/v1/stores/${storeId}${where}`, {
      ...{ method, headers: { authorization, "content-type": "application/json" } },
      ...(method === "POST" ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? "" : (JSON.parse(text) as unknown) };
  };
  return {
    url: app.url,
    get: (where) => call("GET", where),
    post: (where, body) => call("POST", where, body),
    async run() {
      for (const job of frequentJobs(app.jobs)) await job.run().catch(() => {});
    },
    async close() {
      await app.close();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function environment(sandbox: SandboxApp, { databaseUrl, rpc, rpcAt, explorerAt }: Options, dataDir: string) {
  const { file } = sandbox.app.sandbox!;
  const rpcUrls = file.chains
    .filter(({ id }) => rpc.includes(id))
    .map(({ id, rpcUrl }) => [`RPC_${id}`, rpcAt?.[id] ?? rpcUrl]);
  return {
    ...{ CROSSTILL_MODE: "live", BITCOIN_NETWORK: "regtest", DATA_DIR: dataDir },
    ...{ PORT: "0", HOST: "127.0.0.1", PUBLIC_URL: "http://127.0.0.1:0" },
    ...{
      INTENTS_URL: file.intentsUrl,
      INTENTS_API_KEY: file.intentsApiKey,
      INTENTS_QUOTES_PER_MINUTE: "10000",
    },
    ...{ EXPLORER_URLS: explorerAt ?? file.explorerUrls[0], QUOTE_USER_BITCOIN: file.wallet.bitcoin.address },
    RATES_URLS: `${file.url}/sandbox/rates/{base}-{quote}#price`,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...(Object.fromEntries(rpcUrls) as Record<string, string>),
  };
}
