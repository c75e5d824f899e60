import type { RequestHandler } from "express";
import {
  depositAll,
  expectPaidOnce,
  quote,
  statusOf,
  type Ask,
  type Crossing,
  type Json,
  type Quoted,
} from "./crossings.ts";
import type { KillableService } from "./killableService.ts";

/**
 * When a process is killed, counted from the moment its deposits arrive: at its n-th call to a chain (before it gets there,
 * or when the chain has done its work and the answer is not back yet), or right after its n-th commit.
 */
export type KillPoint = Readonly<{
  n: number;
  at: "before the call" | "after the call" | "after the commit";
}>;

const TIMEOUT_MS = 120_000; // real time: the service runs in a process of its own
const POLL_MS = 200;

/** Deposits of every kind arrive, the service is killed and started again; then every request has to end as it should, once. */
export async function killAndFinish(
  service: KillableService,
  crossings: readonly Crossing[],
  point: KillPoint,
): Promise<void> {
  const ask: Ask = (path, body) => call(service, path, body);
  const quotes: Quoted[] = [];
  for (const crossing of crossings) quotes.push(await quoteOnce(service, ask, crossing));
  const killed = armed(service, point);
  await depositAll(service.world, quotes);
  await polled(service, "the moment to kill", async () => {
    await mineWaiting(service);
    return killed.done();
  });
  await service.gone();
  await service.start();
  const open = new Set(quotes);
  await polled(service, "the end of every request", async () => {
    await mineWaiting(service);
    for (const one of open) if (ENDS.has(await statusOf(ask, one))) open.delete(one);
    return open.size === 0;
  });
  for (const one of quotes) await expectPaidOnce(service.world, ask, one);
}

const ENDS: ReadonlySet<string> = new Set(["success", "refund", "failure"]);

/** A service that has just started has not seen its coins yet: it is asked until it gives a quote. */
async function quoteOnce(service: KillableService, ask: Ask, crossing: Crossing): Promise<Quoted> {
  let quoted: Quoted | undefined;
  await polled(
    service,
    `a quote for ${crossing.name}`,
    async () => (quoted = await quote(ask, crossing)) !== undefined,
  );
  return quoted as Quoted; // else it has thrown
}

/** Kills the service at the point; `done` tells whether it has come. */
function armed(service: KillableService, { n, at }: KillPoint): Readonly<{ done(): boolean }> {
  const { world } = service;
  let isDone = false;
  const kill = () => {
    service.kill();
    world.gate = undefined;
    isDone = true;
  };
  let calls = 0;
  const gate: RequestHandler = (request, response, next) => {
    if (++calls !== n) return next();
    if (at === "before the call") {
      kill();
      return void request.socket.destroy();
    }
    const { end } = response;
    response.end = ((...answer: Parameters<typeof end>) => {
      kill();
      return end.apply(response, answer); // to nobody
    }) as typeof end;
    next();
  };
  if (at === "after the commit") void service.killAfterWrites(n).then(() => (isDone = true));
  else world.gate = gate;
  return { done: () => isDone };
}

async function mineWaiting({ world }: KillableService): Promise<void> {
  if (world.ledger.view.mempool().size > 0) await world.mine();
}

async function call(service: KillableService, path: string, body?: unknown): Promise<Json> {
  const headers = { "content-type": "application/json" };
  const post = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
  return (await (await fetch(`${service.url()}${path}`, post)).json()) as Json;
}

async function polled(
  service: KillableService,
  what: string,
  isThere: () => Promise<boolean>,
): Promise<void> {
  for (let waited = 0; waited < TIMEOUT_MS; waited += POLL_MS) {
    if (await isThere()) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS)); // a real process works meanwhile
  }
  throw new Error(`Waited ${TIMEOUT_MS} ms for ${what}. The service says:\n${service.recently()}`);
}
