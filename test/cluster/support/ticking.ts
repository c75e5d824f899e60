import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { build, type App } from "../../../src/gateway/compose/app.ts";
import { loadConfig } from "../../../src/gateway/compose/config.ts";
import { DEFAULT_PERMISSIONS } from "../../../src/gateway/domain/access/permissions.ts";
import {
  createMerchant,
  issueKey,
  STORE_DEFAULTS,
} from "../../../src/gateway/usecases/stores/createStore.ts";
import { BITCOIN_CHAIN_ID } from "../../../src/intents/identifiers.ts";
import { intervalOf } from "../../../src/runtime/jobs/cronTimetable.ts";
import type { Job } from "../../../src/runtime/jobs/job.ts";
import { SECOND_MS } from "../../../src/values/time.ts";
import { gatewaySettings } from "../../kills/killable.ts";
import type { Surroundings } from "../../kills/surroundings.ts";
import { RECIPIENT } from "../../network/world.ts";
import { query } from "../../support/postgresServers.ts";
import { codesLog } from "../../support/refusedCodes.ts";

/** Several gateways in this process on one database. Nothing runs by itself: a second passes when a test says so. */
export type TickingGateways = Readonly<{
  /** All of them as a shop reaches them: each call goes to the next one. */
  asOne: Readonly<{
    storeId: string;
    apiKey: string;
    whenUp(): Promise<void>;
    front: Readonly<{ url: string }>;
  }>;
  /** Runs in each gateway, one after the other, every job whose time comes in the next second of the world's clock. */
  tick(): Promise<void>;
  /** How many gateways run a group of jobs at present. */
  runners(): number;
  close(): Promise<void>;
}>;

/**
 * Starts so many gateways, and lets them share out the groups of jobs. Leases go by the world's clock too, or on a busy machine
 * they would end during a second of it.
 */
export async function startTicking(
  { world, doors }: Pick<Surroundings, "world" | "doors">,
  databaseUrl: string,
  count: number,
): Promise<TickingGateways> {
  const setTime = await holdTime(databaseUrl);
  await setTime(world.now);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-ticking-"));
  const masterKey = randomBytes(32).toString("hex");
  const apps: App[] = [];
  const close = async () => {
    for (const app of apps) await app.close();
    fs.rmSync(folder, { recursive: true });
  };
  const settings = gatewaySettings({ world, doors }, { url: "http://127.0.0.1:0", folder, databaseUrl });
  while (apps.length < count) {
    const config = loadConfig({ ...settings, MASTER_KEY: masterKey });
    apps.push(await build(config, { clock: () => world.now, random: randomBytes, log: codesLog }));
  }
  const each = apps.map((app) => ({ app, jobs: app.cluster.own(app.jobs) }));
  let second = 0;
  const isDue = ({ schedule }: Job) => second % Math.round(intervalOf(schedule) / SECOND_MS) === 0;
  const groups = () => apps.map(({ cluster }) => cluster.owners().filter(({ isHere }) => isHere).length);
  const [first] = apps as [App];
  for (let beats = 0; beats <= first.cluster.owners().length; beats++)
    for (const { cluster } of apps) await cluster.beat();
  const { persistence } = first.gateway;
  const store = await createMerchant(persistence, first.gateway, "Shop", {
    ...STORE_DEFAULTS,
    settlement: { chainId: world.evm.id, chainName: "Sandbox", currency: world.usdc, symbol: "USDC", decimals: 6, recipient: RECIPIENT }, // prettier-ignore
    refunds: { [BITCOIN_CHAIN_ID]: world.refundTo },
    defaultMethod: "BTC-CHAIN",
  });
  const grant = { storeId: store.id, label: "tests", permissions: DEFAULT_PERMISSIONS };
  const apiKey = await issueKey(persistence.keys, first.gateway, grant, "live");
  let turn = 0;
  return {
    asOne: {
      ...{ storeId: store.id, apiKey },
      whenUp: async () => {},
      front: {
        get url() {
          return (apps[turn++ % apps.length] ?? first).url;
        },
      },
    },
    async tick() {
      await setTime(world.now);
      for (const { jobs } of each) for (const job of jobs) if (isDue(job)) await job.run();
      second++;
    },
    runners: () => groups().filter((held) => held > 0).length,
    close,
  };
}

/** Puts a time in the place of a database's clock; gives what sets it. It holds for connections that are opened from now on. */
async function holdTime(databaseUrl: string): Promise<(ms: number) => Promise<unknown>> {
  const name = new URL(databaseUrl).pathname.slice(1);
  await query(
    databaseUrl,
    `create schema held;
     create table held.time (ms bigint);
     insert into held.time values (0);
     create function held.clock_timestamp() returns timestamptz language sql
       as 'select to_timestamp(ms / 1000.0) from held.time';
     alter database "${name}" set search_path = public, held, pg_catalog`,
  );
  return (ms) => query(databaseUrl, `update held.time set ms = ${ms}`);
}
