import { expect } from "chai";
import {
  deliverWebhooks,
  type BusyWebhooks,
} from "../../../src/gateway/usecases/webhooks/deliverWebhooks.ts";
import type { Gateway } from "../../../src/gateway/usecases/gateway.ts";
import type { EventType } from "../../../src/gateway/domain/invoices/events.ts";
import type { Invoice } from "../../../src/gateway/domain/invoices/invoice.ts";
import type { Persistence } from "../../../src/gateway/ports/persistencePort.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../../src/values/time.ts";
import { seededChance, type Chance } from "../../model/chance.ts";
import { down, hook, refusing, taken, webhookWorldOn, type Sent } from "./webhookWorld.ts";

const STEP_MS = 5 * SECOND_MS;
const LIFE: readonly (readonly EventType[])[] = [
  ["InvoiceReceivedPayment", "InvoiceProcessing"],
  ["InvoicePaymentSettled", "InvoiceSettled"],
];

/**
 * Plays this many invoices to their end while the receiver of their webhooks fails three times in ten and the gateway is
 * killed in every tenth run, and expects that no order ever went back to an older state, and that all are settled.
 */
export async function playInvoices(persistence: Persistence, count: number): Promise<void> {
  const chance = seededChance(31);
  const receiver = unreliableReceiver(chance);
  const world = await webhookWorldOn(persistence, receiver.answer);
  const processes = twoProcesses(world.gateway, receiver);
  let living: readonly { invoice: Invoice; step: number }[] = [];
  for (let made = 0; made < count || living.length > 0;) {
    const fresh = Array.from({ length: Math.min(40, count - made) }, () => `i${made++}`);
    for (const id of fresh) living = [...living, { invoice: await world.announce(id), step: 0 }];
    for (const one of living)
      if (chance.is(0.2)) one.invoice = await world.tellMore(one.invoice, ...(LIFE[one.step++] ?? []));
    living = living.filter(({ step }) => step < LIFE.length);
    world.clock.now += STEP_MS;
    await processes.run(chance.is(0.1));
  }
  for (const end = world.clock.now + DAY_MS; world.clock.now < end && (await isOwed(persistence));) {
    world.clock.now += MINUTE_MS;
    await processes.run(chance.is(0.1));
  }
  expect(receiver.wentBack).to.deep.equal([]);
  expect(receiver.failures / receiver.answers, "three in ten, by chance").to.be.within(0.2, 0.4);
  expect(receiver.states.size).to.equal(count);
  expect([...receiver.states.values()].filter(({ type }) => type !== "InvoiceSettled")).to.deep.equal([]);
}

async function isOwed(persistence: Gateway["persistence"]): Promise<boolean> {
  return (await persistence.deliveries.dueWebhooks(Number.MAX_SAFE_INTEGER)).includes(hook.id);
}

/** Keeps the last event that it took of each invoice, as a shop keeps the state of its orders. */
function unreliableReceiver(chance: Chance) {
  const states = new Map<string, Readonly<{ sequence: number; type: EventType }>>();
  const seen = { wentBack: [] as string[], failures: 0, states, isKilled: false, answers: 0 };
  const take = ({ event: { invoiceId, type, crosstill } }: Sent) => {
    const before = states.get(invoiceId);
    if (before && crosstill.sequence < before.sequence)
      seen.wentBack.push(`${invoiceId}: ${type} after ${before.type}`);
    states.set(invoiceId, { sequence: crosstill.sequence, type });
    return taken();
  };
  return Object.assign(seen, {
    answer(sent: Sent) {
      if (seen.isKilled) {
        if (chance.is(0.5)) take(sent); // and nobody is left to write it down
        throw new Error("The process was killed.");
      }
      seen.answers++;
      if (!chance.is(0.3)) return take(sent);
      seen.failures++;
      return chance.pick([down(), refusing(500), refusing(503), refusing(429), refusing(404)]) ?? down();
    },
  });
}

/** Two processes of one gateway that deliver at the same time, and start again where a killed one left off. */
function twoProcesses(gateway: Gateway, receiver: { isKilled: boolean }) {
  const turn = async (busy: BusyWebhooks) => {
    await deliverWebhooks(gateway, busy);
    while (busy.size > 0) await new Promise((resolve) => setImmediate(resolve)); // a run leaves slow ones behind
  };
  return {
    async run(isKilled: boolean) {
      receiver.isKilled = isKilled;
      await Promise.all([turn(new Set()), turn(new Set())]);
    },
  };
}
