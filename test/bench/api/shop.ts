import { randomBytes } from "node:crypto";
import path from "node:path";
import { build, type App } from "../../../src/gateway/compose/app.ts";
import { loadConfig } from "../../../src/gateway/compose/config.ts";
import {
  createMerchant,
  issueKey,
  STORE_DEFAULTS,
} from "../../../src/gateway/usecases/stores/createStore.ts";
import type { MerchantStore } from "../../../src/gateway/usecases/stores/merchantStore.ts";
import { pooledRandom, timeOrderedId } from "../../../src/values/ids.ts";
import type { Clock } from "../../../src/values/time.ts";
import { silentLog } from "../../../src/runtime/log.ts";
import { BITCOIN_CHAIN_ID } from "../../../src/intents/identifiers.ts";
import {
  QUOTE_USER,
  REFUND_TO,
  SETTLEMENT,
  stubService,
  type StubbedService,
} from "../../support/inProcessService.ts";

/** The gateway with its HTTP server on a free port, one merchant, and its key. No job runs by itself. */
export type Shop = Readonly<{ app: App; merchant: MerchantStore; key: string; service: StubbedService }>;

const NOBODY = "http://127.0.0.1:9";

/** Opens the gateway as in live mode, but for the intent service, which answers in this process, with a new merchant. */
export async function openShop(folder: string, databaseUrl: string | undefined): Promise<Shop> {
  const { app, service } = await openGateway(folder, databaseUrl);
  const { gateway } = app;
  const settings = {
    ...STORE_DEFAULTS,
    settlement: SETTLEMENT,
    refunds: { [BITCOIN_CHAIN_ID]: REFUND_TO },
  };
  const merchant = await createMerchant(gateway.persistence, gateway, "Bench", settings);
  const grant = { storeId: merchant.id, label: "bench", permissions: ["cancreateinvoice", "canviewinvoices"] };
  return { app, merchant, key: await issueKey(gateway.persistence.keys, gateway, grant, "live"), service };
} // prettier-ignore

/** The same with whatever merchants its database has. */
export async function openGateway(folder: string, databaseUrl?: string, clock: Clock = Date.now): Promise<Pick<Shop, "app" | "service">> {
  const config = loadConfig({
    ...{ CROSSTILL_MODE: "live", PORT: "0", HOST: "127.0.0.1", PUBLIC_URL: "http://localhost:0" },
    ...{ DATA_DIR: folder, DATABASE_URL: databaseUrl ?? path.join(folder, "crosstill.db") },
    ...{ INTENTS_URL: NOBODY, EXPLORER_URLS: NOBODY, BITCOIN_NETWORK: "regtest", QUOTE_USER_BITCOIN: QUOTE_USER },
    ...{ API_CALLS_PER_MINUTE: "10000000", PAGE_VIEWS_PER_MINUTE: "10000000", WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" },
  });
  const service = stubService();
  const random = pooledRandom(randomBytes);
  const app = await build(config, { clock, random, log: silentLog, service });
  app.gateway.sensors.saw(BITCOIN_CHAIN_ID, clock()); // nobody looks at a chain here
  return { app, service };
} // prettier-ignore

/** Registers a webhook for every event; gives its id. */
export async function addWebhook({ app: { gateway }, merchant }: Shop, url: string): Promise<string> {
  const createdAt = gateway.clock();
  const id = timeOrderedId(createdAt, gateway.random);
  await gateway.persistence.webhooks.create({
    ...{ id, storeId: merchant.id, url, secret: gateway.secrets.seal("a secret of the bench"), createdAt },
    ...{ enabled: true, automaticRedelivery: true, everything: true, specificEvents: [] },
  });
  return id;
}
