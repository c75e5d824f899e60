import { expect } from "chai";
import { faults, readAnswers, unheard, type Run } from "../../kills/books.ts";
import type { Customers } from "../../kills/customers.ts";
import type { KillableGateway } from "../../kills/killable.ts";
import { ended } from "../../kills/runKills.ts";
import type { Surroundings } from "../../kills/surroundings.ts";
import type { Gateways } from "./gateways.ts";
import { isFull } from "./size.ts";

export const LONGEST_END_MS = isFull ? 1_200_000 : 150_000;
const EVERY_MS = isFull ? 150 : 250;

/** What a gateway may log as an error while the database or a service is away, when it wakes without its leases, or of a busy machine. */
export const TROUBLED =
  /terminat|ECONN|database did not answer|job\.failed|job\.recovered|jobs\.stalled|No answer|connection error|socket hang up|storage|53100|No space left|server conn|http\.failed/i;

/** Lets so many customers come, with a trouble in their middle. */
export async function come(customers: Customers, count: number, trouble = () => {}): Promise<void> {
  for (let one = 0; one < count; one++) {
    if (one === Math.floor(count / 2)) trouble();
    customers.come(1);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS)); // real processes work meanwhile
  }
}

/** One more order at any gateway, which nobody pays; gives the status of the answer, 0 where there was none. */
export async function order({ asOne: { front, storeId, apiKey } }: Pick<Gateways, "asOne">): Promise<number> {
  const answer = await fetch(`${front.url}/api/v1/stores/${storeId}/invoices`, {
    method: "POST",
    headers: { authorization: `token ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ amount: "25.00", currency: "USD", checkout: { expirationMinutes: 600 } }),
  }).catch(() => undefined);
  return answer?.status ?? 0;
}

/** Waits until all who came have paid and nothing is under way, and compares the books with the truth. */
export async function expectAllPaid(run: Run, customers: Customers): Promise<void> {
  await ended(run, customers, LONGEST_END_MS);
  const found = [...(await faults(run, await readAnswers(run.shop))), ...(await unheard(run))];
  expect(found.join("\n"), "the truth and the books").to.equal("");
}

/** Events that the merchant's server heard before an earlier one of the same invoice. */
export async function outOfOrder(
  { rows }: Pick<KillableGateway, "rows">,
  { heard }: Pick<Surroundings, "heard">,
): Promise<readonly string[]> {
  const sent = await rows(
    "select d.id, e.invoice_id from deliveries d join events e on e.id = d.event_id where d.original_id is null or d.original_id = d.id order by e.sequence",
  );
  const firstHeard = new Map<string, number>();
  heard.forEach(({ originalDeliveryId: id }, at) => firstHeard.has(id) || firstHeard.set(id, at));
  const latest = new Map<string, number>();
  return sent.flatMap(({ id, invoice_id: invoice }) => {
    const at = firstHeard.get(String(id)) ?? -1;
    const before = latest.get(String(invoice)) ?? -1;
    latest.set(String(invoice), Math.max(at, before));
    return at < before ? [`${String(id)} of invoice ${String(invoice)}`] : [];
  });
}
