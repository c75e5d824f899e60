import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { openDoors } from "../../support/doors.ts";
import { until } from "../../support/postgresServers.ts";
import { prepareGateway, type KillableGateway } from "../../kills/killable.ts";
import type { Surroundings } from "../../kills/surroundings.ts";

/**
 * Several gateways on one PostgreSQL database and one master key. They share a data folder, in which each has its own journal: the
 * audit takes folders on one host for one machine that has lost journals.
 */
export type Gateways = Readonly<{
  each: readonly KillableGateway[];
  /** All of them as customers and operators see them: behind a front that asks each in turn. */
  asOne: KillableGateway;
  /** The one that runs a group of jobs now; undefined while none does. */
  holderOf(group: string): Promise<KillableGateway | undefined>;
  /** The holders of all groups. */
  holders(): Promise<readonly (KillableGateway | undefined)[]>;
  /** When a job of the group last ended in any process, as of the latest heartbeats. */
  lastRun(group: string, job: string): Promise<number>;
  close(): Promise<void>;
}>;

/** Part of what a gateway does; "all" where none is named. Customers are not sent to a worker. */
export type Role = "all" | "web" | "worker";

/** Prepares so many gateways; nothing runs before they are started. */
export async function prepareGateways(
  around: Pick<Surroundings, "world" | "doors">,
  databaseUrl: string,
  count: number,
  settings: Readonly<Record<string, string>> = {},
  roles: readonly Role[] = [],
): Promise<Gateways> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-gateways-"));
  const env = { DATA_DIR: folder, MASTER_KEY: randomBytes(32).toString("hex"), ...settings };
  const envOf = (index: number) => ({ ...env, CROSSTILL_ROLE: roles[index] ?? "all" });
  const first = await prepareGateway(around, databaseUrl, { env: envOf(0) });
  const each = [first];
  while (each.length < count)
    each.push(await prepareGateway(around, databaseUrl, { env: envOf(each.length), store: first }));
  let turn = 0;
  const next = () => {
    const up = each.filter((one, index) => one.isUp() && roles[index] !== "worker");
    return `${(up[turn++ % up.length] ?? first).url}/`;
  };
  const front = await openDoors({ urls: { "/": next }, answer: () => 404 });
  const holder = async (group: string) => {
    const sql = `select place, runs from job_leases left join processes on processes.id = holder where name = '${group}'`;
    return (await first.rows(sql))[0];
  };
  const byPlace = (place: unknown) => {
    const pid = Number(String(place).split(":").at(-1));
    return each.find((one) => one.pid() === pid);
  };
  const all = (act: (one: KillableGateway) => Promise<unknown>) => Promise.all(each.map(act));
  return {
    each,
    asOne: {
      ...first,
      front,
      url: front.url,
      get journalFiles() {
        const names = fs.readdirSync(folder).filter((name) => /^journal.*\.jsonl$/.test(name));
        return names.map((name) => path.join(folder, name)) as [string, ...string[]]; // one at least, once something was offered
      },
      start: async (aheadMs) => Math.max(...(await Promise.all(each.map((one) => one.start(aheadMs))))),
      kill: () => each.forEach((one) => one.kill()),
      pause: (isPaused) => each.forEach((one) => one.pause(isPaused)),
      gone: async () => void (await all((one) => one.gone())),
      isUp: () => each.some((one) => one.isUp()),
      whenUp: () => Promise.race(each.map((one) => one.whenUp())),
      errors: () => each.flatMap((one) => one.errors()),
      recently: () => each.map((one) => `${one.url}:\n${one.recently()}`).join("\n"),
    },
    holderOf: async (group) => byPlace((await holder(group))?.["place"]),
    async holders() {
      const places = "select place from job_leases left join processes on processes.id = holder";
      return (await first.rows(places)).map(({ place }) => byPlace(place));
    },
    async lastRun(group, job) {
      const runs = (await holder(group))?.["runs"];
      const known = (typeof runs === "string" ? JSON.parse(runs) : runs) as Readonly<Record<string, number>>;
      return known[job] ?? 0;
    },
    async close() {
      await front.close();
      await all((one) => one.close());
      fs.rmSync(folder, { recursive: true });
    },
  };
}

const SHARED_MS = 90_000; // on a busy machine

/** Starts one after the other, and waits until each runs about as many groups of jobs as the others. */
export async function startAll({ each, holders }: Gateways): Promise<void> {
  for (const one of each) await one.start(0);
  await until(async () => {
    const held = await holders();
    const counts = each.map((one) => held.filter((holder) => holder === one).length);
    return held.length > 0 && Math.max(...counts) - Math.min(...counts) <= 2 && !held.includes(undefined);
  }, SHARED_MS);
}
