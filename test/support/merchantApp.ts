import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { build } from "../../src/gateway/compose/app.ts";
import { loadConfig } from "../../src/gateway/compose/config.ts";
import { createMerchant, issueKey, STORE_DEFAULTS } from "../../src/gateway/usecases/stores/createStore.ts";
import { DEFAULT_PERMISSIONS } from "../../src/gateway/domain/access/permissions.ts";
import { codesLog } from "./refusedCodes.ts";
import { BITCOIN_CHAIN_ID } from "../../src/intents/identifiers.ts";
import { copyMigrated } from "./migratedDatabases.ts";
import { testClock } from "./clock.ts";
import { QUOTE_USER, REFUND_TO, SETTLEMENT, stubService } from "./inProcessService.ts";
import { apiOf, runnerOf, type SandboxApp } from "./sandboxApp.ts";

/** The gateway and its HTTP server, as tests that move no money use it. A SandboxApp will do wherever this is asked for. */
export type MerchantApp = Pick<
  SandboxApp,
  "app" | "clock" | "dataDir" | "url" | "storeId" | "apiKey" | "get" | "post" | "run" | "close"
>;

export type MerchantAppOptions = Readonly<{
  databaseUrl?: string | undefined;
  env?: Readonly<Record<string, string>>;
}>;

const NOBODY = "http://127.0.0.1:9"; // nothing listens there

/**
 * Starts the gateway in live mode with one store and its key. Quotes are made in this process, and there are no chains: what
 * would pay an invoice cannot happen. It starts in a tenth of a second.
 */
export async function startMerchantApp({ databaseUrl, env }: MerchantAppOptions = {}): Promise<MerchantApp> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-merchant-"));
  const file = path.join(dataDir, "crosstill.db");
  if (databaseUrl === undefined) await copyMigrated("gateway", file);
  const config = loadConfig({
    CROSSTILL_MODE: "live",
    PORT: "0",
    HOST: "127.0.0.1",
    PUBLIC_URL: "http://localhost:0",
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? file,
    INTENTS_URL: NOBODY,
    EXPLORER_URLS: NOBODY,
    BITCOIN_NETWORK: "regtest",
    QUOTE_USER_BITCOIN: QUOTE_USER,
    WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
    RATES_URLS: "static:EUR_USD=1.09",
    ...env,
  });
  const clock = testClock();
  const app = await build(config, { clock, random: randomBytes, log: codesLog, service: stubService() });
  const { gateway } = app;
  gateway.sensors.saw(BITCOIN_CHAIN_ID, clock()); // as if its blocks had been read
  const store = await createMerchant(gateway.persistence, gateway, "Test shop", {
    ...STORE_DEFAULTS,
    settlement: SETTLEMENT,
    refunds: { [BITCOIN_CHAIN_ID]: REFUND_TO },
    defaultMethod: "BTC-CHAIN",
  });
  const grant = { storeId: store.id, label: "tests", permissions: DEFAULT_PERMISSIONS };
  const apiKey = await issueKey(gateway.persistence.keys, gateway, grant, "live");
  const url = app.url.replace("localhost", "127.0.0.1");
  return {
    app,
    clock,
    dataDir,
    url,
    storeId: store.id,
    apiKey,
    ...apiOf(url, store.id, apiKey),
    run: runnerOf(app.jobs),
    async close() {
      await app.close();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
