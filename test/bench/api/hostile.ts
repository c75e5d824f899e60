import {
  deliverWebhooks,
  type BusyWebhooks,
} from "../../../src/gateway/usecases/webhooks/deliverWebhooks.ts";
import { SECOND_MS } from "../../../src/values/time.ts";
import { percentile } from "../measure.ts";
import { announceMany, watched } from "./deliveries.ts";
import { addWebhook, type Shop } from "./shop.ts";

type About = Readonly<{ good: readonly string[]; bad: readonly string[]; events: number; everyMs: number }>;

/**
 * Announces an event every so often while the job runs each second, as it does in a gateway. Gives the p99, in ms, from an event
 * until it was taken and written down, at the good receivers.
 */
export async function besideHostile(shop: Shop, { good, bad, events, everyMs }: About): Promise<number> {
  for (const url of bad) await addWebhook(shop, url); // first: they come first in every order
  const ids = new Set(await Promise.all(good.map((url) => addWebhook(shop, url))));
  const took: number[] = [];
  const gateway = watched(shop.app.gateway, ({ webhookId, dueFor }) => {
    if (ids.has(webhookId)) took.push(dueFor);
  });
  const busy: BusyWebhooks = new Set();
  let running: Promise<void> | undefined;
  const job = setInterval(() => {
    running ??= deliverWebhooks(gateway, busy).finally(() => (running = undefined));
  }, SECOND_MS);
  for (let event = 0; event < events; event++) {
    await announceMany(shop, 1);
    await pause(everyMs);
  }
  while (took.length < events * ids.size) await pause(everyMs);
  clearInterval(job);
  await running;
  return percentile(took, 0.99);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
