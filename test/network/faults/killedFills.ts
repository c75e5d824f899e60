import { expect } from "chai";
import type { RequestHandler } from "express";
import { paymentsTo, type Crossing } from "./crossings.ts";
import type { KillableService } from "./killableService.ts";

/**
 * When a process is killed, counted from the moment its deposits arrive: at its n-th call to a chain (before it gets there,
 * or when the chain has done its work and the answer is not back yet), or right after its n-th write to the database.
 */
export type KillPoint = Readonly<{ n: number; at: "before the call" | "after the call" | "after the write" }>;

const PATIENCE_MS = 40_000; // real time: the service runs in a process of its own
const POLL_MS = 50;

/** Deposits of every kind arrive, the service is killed and started again; then every request has to end as it should, once. */
export async function killAndFinish(
  service: KillableService,
  crossings: readonly Crossing[],
  point: KillPoint,
): Promise<void> {
  const quotes: Quote[] = [];
  for (const crossing of crossings) quotes.push(await quote(service, crossing));
  const killed = armed(service, point);
  await deposit(service, quotes);
  await polled("the moment to kill", async () => {
    await mineWaiting(service);
    return killed.done();
  });
  await service.gone();
  await service.start();
  await polled("the end of every request", async () => {
    await mineWaiting(service);
    const words = await Promise.all(quotes.map(({ requestId }) => statusOf(service, requestId)));
    return words.every((word) => ENDS.has(word));
  });
  for (const one of quotes) await expectPaidOnce(service, one);
}

type Quote = Readonly<{ crossing: Crossing; requestId: string; address: string; minimum: bigint }>;
type Json = Record<string, unknown>;

const ENDS: ReadonlySet<string> = new Set(["success", "refund", "failure"]);

/** A service that has just started has not seen its coins yet: it is asked until it gives a quote. */
async function quote(service: KillableService, crossing: Crossing): Promise<Quote> {
  let answer: Json = {};
  await polled(`a quote for ${crossing.name}`, async () => {
    answer = await call(service, "/quote/v2", crossing.body);
    return answer["steps"] !== undefined;
  });
  const { steps, details } = answer as {
    steps: [{ requestId: string; depositAddress: string }];
    details: { currencyOut: { minimumAmount: string } };
  };
  const [{ requestId, depositAddress: address }] = steps;
  return { crossing, requestId, address, minimum: BigInt(details.currencyOut.minimumAmount) };
}

/** The deposits reach their chains: those on Bitcoin one after the other, because one wallet pays them, the others at once. */
async function deposit({ world }: KillableService, quotes: readonly Quote[]): Promise<void> {
  const isBitcoin = ({ crossing }: Quote) => crossing.origin === "bitcoin";
  const onBitcoin = async () => {
    for (const { crossing, address } of quotes.filter(isBitcoin)) await crossing.pay(address);
    await world.mine();
  };
  const others = quotes.filter((one) => !isBitcoin(one));
  await Promise.all([onBitcoin(), ...others.map(({ crossing, address }) => crossing.pay(address))]);
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
  if (at === "after the write") void service.killAfterWrites(n).then(() => (isDone = true));
  else world.gate = gate;
  return { done: () => isDone };
}

async function mineWaiting({ world }: KillableService): Promise<void> {
  if (world.ledger.view.mempool().size > 0) await world.mine();
}

async function expectPaidOnce(service: KillableService, one: Quote): Promise<void> {
  const { crossing, requestId, minimum } = one;
  const { name, outcome, deposited } = crossing;
  expect(await statusOf(service, requestId), name).to.equal(outcome);
  const paid = await paymentsTo(service.world, crossing);
  expect(paid, `${name}: payments to ${crossing.payee}`).to.have.length(1);
  const { requests } = await call(service, `/requests/v2?id=${requestId}`);
  const [row] = requests as readonly { data: { metadata: Record<string, { amount: string } | null> } }[];
  const told = row?.data.metadata[outcome === "success" ? "currencyOut" : "currencyRefunded"]?.amount;
  expect(String(paid[0]), `${name}: what the service says`).to.equal(told);
  const least = outcome === "success" ? minimum : (deposited * 95n) / 100n; // a refund pays for its own way
  expect((paid[0] ?? 0n) >= least, `${name}: ${paid[0]} is at least ${least}`).to.equal(true);
}

async function statusOf(service: KillableService, requestId: string): Promise<string> {
  return String((await call(service, `/intents/status/v3?requestId=${requestId}`))["status"]);
}

async function call(service: KillableService, path: string, body?: unknown): Promise<Json> {
  const headers = { "content-type": "application/json" };
  const post = body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) };
  return (await (await fetch(`${service.url()}${path}`, post)).json()) as Json;
}

async function polled(what: string, isThere: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    if (await isThere()) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS)); // a real process works meanwhile
  }
  throw new Error(`Waited ${PATIENCE_MS} ms for ${what}.`);
}
