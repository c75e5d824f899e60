import { expect } from "chai";
import { MINUTE_MS } from "../../src/values/time.ts";
import { seededChance } from "../model/chance.ts";
import { faults, readAnswers, unfinished, unheard, type Run } from "./books.ts";
import { createCustomers, type Customers } from "./customers.ts";
import { prepareGateway, type KillableGateway } from "./killable.ts";
import type { Place } from "./moments.ts";
import { anyPoint, NAMED, type KillPoint } from "./points.ts";
import { openShop } from "./shop.ts";
import { openSurroundings, type Surroundings } from "./surroundings.ts";

/** `kills` are the points drawn by the seed and those with names together. */
export type KillRun = Readonly<{ invoices: number; kills: number; seed: number; postgresUrl?: string }>;

/** How it went: what a merchant would notice of it, and the places where it was really killed. */
export type Outcome = Readonly<{
  proven: ReadonlySet<string>; // names of points that were hit exactly
  summary: string;
}>;

const LONGEST_LIFE_MS = 2_500; // a point that has not come by then is given up: it dies all the same
const LONGEST_END_MS = 180_000; // or, of many invoices, this much for each
const END_OF_EACH_MS = 600;
const LOOK_MS = 500;
const MOST_WAITING = 40; // customers: with more, a life first serves those who wait, or all would wait for the last one
const LONGEST_CALM_MS = 5_000;
const LIFE_AHEAD_MS = 15_000; // the clock moves on by so much from life to life
const MOST_AGAIN = 4; // times that a named point is tried again until it is hit

/**
 * Lets customers pay so many invoices in every way while the gateway is killed again and again, and started again. Then all of
 * it has to be in the books, once; throws an assertion that names everything that is not.
 */
export async function runKills({ invoices, kills, seed, postgresUrl }: KillRun): Promise<Outcome> {
  const began = performance.now();
  const around = await openSurroundings();
  const gateway = await prepareGateway(around, postgresUrl);
  try {
    const shop = openShop(gateway);
    const customers = await createCustomers(around, shop, invoices);
    let ahead = 0;
    const start = async (passed = LIFE_AHEAD_MS) => {
      await around.pass(passed);
      return gateway.start((ahead += passed));
    };
    const readyMs = [await start()];
    await hearEverything(gateway, around);
    gateway.kill();
    await gateway.gone();
    const points = pointsOf(kills, seed, postgresUrl === undefined);
    const eachTime = Math.ceil(invoices / kills);
    const proven = new Set<string>();
    const tried = new Map<string, number>();
    for (let next = points.shift(); next; next = points.shift()) {
      around.holdBlocks(next.early === true || points[0]?.early === true); // a block that waits for its point has many payments
      readyMs.push(await dieAt(next, { gateway, around, start }, customers, eachTime));
      const times = (tried.get(next.name) ?? 0) + 1;
      tried.set(next.name, times);
      if (await next.proof?.({ gateway, around })) proven.add(next.name);
      else if (next.proof && !proven.has(next.name) && times <= MOST_AGAIN) points.splice(1, 0, next);
    }
    around.holdBlocks(false);
    readyMs.push(await start(MINUTE_MS)); // by then nobody believes that a dead process still sends webhooks
    customers.come(invoices);
    const run = { around, gateway, shop, ...customers };
    await ended(run, customers, Math.max(LONGEST_END_MS, invoices * END_OF_EACH_MS));
    await expectGoodBooks(run, (line) => !line.includes('"jobs.stalled"')); // a process that is killed so often may miss the second of a job each minute
    const { lostAnswers } = shop.acknowledged;
    const summary = `seed ${seed}: ${invoices} invoices, ${readyMs.length - 2} kills in ${seconds(performance.now() - began)} s; ready again within ${seconds(Math.max(...readyMs.filter((ms) => !Number.isNaN(ms))))} s, mostly ${seconds(medianOf(readyMs))} s; ${lostAnswers} lost answers found again; hit exactly: ${[...proven].join("; ")}`;
    return { proven, summary };
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    const said = `kill -9 with seed ${seed}: ${what}\n\nThe gateway's last words:\n${gateway.recently()}`;
    throw new Error(said, { cause: error });
  } finally {
    await gateway.close();
    await around.close();
  }
}

/** Every named point, some twice, among those that the seed draws. */
function pointsOf(kills: number, seed: number, isSqlite: boolean): KillPoint[] {
  const chance = seededChance(seed);
  const named = kills >= 4 * NAMED.length ? [...NAMED, ...NAMED] : NAMED;
  const drawn = Array.from({ length: kills - named.length }, () => anyPoint(chance, isSqlite));
  const every = Math.floor(kills / named.length);
  return Array.from({ length: kills }, (_, index) => (index % every === every - 1 && index < every * named.length ? named[Math.floor(index / every)] : drawn.pop()))
    .filter((point) => point !== undefined); // prettier-ignore
}

/** One life, from the start to the point; gives how long it took to be ready. */
async function dieAt(
  point: KillPoint,
  { gateway, around, start }: Place & Readonly<{ start(): Promise<number> }>,
  customers: Customers,
  more: number,
): Promise<number> {
  let isOver = false;
  const kill = () => void (isOver || gateway.kill());
  const gone = async () => void (isOver || (await gateway.gone())); // a point that comes too late must not end the next life
  const place = { around, gateway: { ...gateway, kill, gone } };
  const arm = () => point.arm(place);
  if (point.early) await around.mine();
  const early = point.early ? arm() : undefined;
  const ready = await start().catch((error: unknown) => {
    if (early) return NaN; // killed before it was ready
    throw error;
  });
  if (!early) await served(customers);
  const armed = early ?? arm();
  customers.come(more);
  await atMost(LONGEST_LIFE_MS, armed);
  isOver = true;
  around.doors.watch = undefined;
  gateway.front.watch = undefined;
  gateway.kill();
  await gateway.gone();
  return ready;
}

/** Waits while many customers wait, so that the next ones find a shop and not a queue. */
async function served({ waiting }: Customers): Promise<void> {
  const deadline = performance.now() + LONGEST_CALM_MS;
  while (waiting().length > MOST_WAITING && performance.now() < deadline) await later(LOOK_MS / 10);
}

/** Lets the merchant's server hear of every event. */
export async function hearEverything(gateway: KillableGateway, { doors }: Surroundings): Promise<void> {
  const own = ["CrosstillPaymentConfirmed", "CrosstillPaymentDropped", "CrosstillPaymentRefunded", "CrosstillReopened", "CrosstillOfferChanged", "CrosstillAttention"]; // prettier-ignore
  const answer = await fetch(`${gateway.url}/api/v1/stores/${gateway.storeId}/webhooks`, {
    method: "POST",
    headers: { authorization: `token ${gateway.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({
      url: `${doors.url}/hook`,
      authorizedEvents: { everything: true, specificEvents: own },
    }),
  });
  expect(answer.status, await answer.text()).to.equal(200);
}

/** Waits until nothing is under way any more. */
export async function ended(run: Run, customers: Customers, longestMs: number): Promise<void> {
  const deadline = performance.now() + longestMs;
  await atMost(longestMs, customers.done());
  let open = [...customers.waiting(), "nobody has looked yet"];
  while (open.length > 0 && performance.now() < deadline) {
    await later(LOOK_MS);
    open = [...unfinished(run, await readAnswers(run.shop))];
    if (open.length === 0) open = [...(await notDelivered(run))];
  }
  if (open.length > 0) expect.fail(`Still under way:\n${open.join("\n")}`);
}

async function notDelivered({ gateway }: Run): Promise<readonly string[]> {
  const due = await gateway.rows("select id from deliveries where state = 'due'");
  return due.map(({ id }) => `webhook ${String(id)} is on its way`);
}

/** Ends the gateway and compares its books with the truth. Of what it logged as errors, none may be `unexpected`. */
export async function expectGoodBooks(
  run: Run,
  unexpected: (line: string) => boolean = () => true,
): Promise<void> {
  const { gateway, shop } = run;
  const answers = await readAnswers(shop);
  expect(shop.acknowledged.onPages, "addresses that pages showed").not.to.deep.equal([]);
  gateway.kill();
  await gateway.gone();
  const found = [...(await faults(run, answers)), ...(await unheard(run))];
  if (found.length > 0) throw new Error(`The truth and the books differ:\n${found.join("\n")}`);
  for (const command of ["audit", "replay"]) {
    const { code, output } = await gateway.run(command);
    expect(code, output).to.equal(0);
  }
  const errors = gateway.errors().filter(unexpected);
  if (errors.length > 0) expect.fail(`Logged errors:\n${errors.join("\n")}`);
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms)); // real processes work meanwhile
}

/** Resolves with the work, or without it when that takes too long. */
async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
