import { isUnfinished } from "../../domain/invoices/credit.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import type { Instant } from "../../../values/time.ts";
import type { AmountLease } from "../../ports/directPort.ts";
import { eachItem } from "../eachItem.ts";
import type { Gateway } from "../gateway.ts";
import type { Lease } from "../../ports/persistencePort.ts";

const AT_ONCE = 100; // leases: every invoice of the last weeks has one, and others want their turn

/** How far the reading of open leases has come: the id that was last, "" at the beginning. */
export type LeaseCursor = { after: string };

/**
 * Ends leases that expect no payment any more; their addresses become free for later invoices of the same
 * route. Each run covers some of them and continues where the last one ended. While a chain cannot be seen
 * none of its leases ends: a payment in time may be in a block that was not read yet.
 */
export async function releaseLeases(
  gateway: Pick<Gateway, "clock" | "log" | "persistence" | "sensors" | "settings">,
  cursor: LeaseCursor,
): Promise<void> {
  await eachItem(gateway, "release lease", await nextPage(gateway, cursor), async (lease) => {
    const invoice = await gateway.persistence.invoices.load(lease.invoiceId);
    const until = invoice && watchedUntil(invoice, gateway.settings.quarantineMs);
    const at = gateway.clock();
    const seenUntil = Math.min(at, gateway.sensors.sightedAt([lease.chainId]));
    if (until !== undefined && seenUntil >= until) await gateway.persistence.leases.end(lease, at, true);
  });
}

/** The same for the amounts of direct offers; one that was never paid is free as soon as late money is not looked for any more. */
export async function releaseAmounts(
  gateway: Pick<Gateway, "clock" | "log" | "persistence" | "sensors" | "settings">,
  cursor: LeaseCursor,
): Promise<void> {
  const page = await gateway.persistence.amountLeases.open(cursor.after, AT_ONCE);
  cursor.after = page.at(-1)?.id ?? "";
  await eachItem(gateway, "release amount", page, async (lease) => {
    const invoice = await gateway.persistence.invoices.load(lease.invoiceId);
    const until =
      invoice && watchedUntil(invoice, wasPaid(invoice, lease) ? gateway.settings.quarantineMs : 0);
    const at = gateway.clock();
    const seenUntil = Math.min(at, gateway.sensors.sightedAt([lease.chainId]));
    if (until !== undefined && seenUntil >= until) await gateway.persistence.amountLeases.end(lease, at);
  });
}

function wasPaid({ facts }: Invoice, { address, amount }: AmountLease): boolean {
  return facts.deposits.some((deposit) => deposit.address === address && deposit.value === amount);
}

async function nextPage(
  { persistence }: Pick<Gateway, "persistence">,
  cursor: LeaseCursor,
): Promise<readonly Lease[]> {
  const next = await persistence.leases.open(cursor.after, AT_ONCE);
  const page = next.length === 0 && cursor.after !== "" ? await persistence.leases.open("", AT_ONCE) : next;
  cursor.after = page.at(-1)?.id ?? "";
  return page;
}

/** Until when an invoice's addresses stay its own: a while after it is done, so that a second payment still finds it. */
function watchedUntil(invoice: Invoice, quarantineMs: number): Instant | undefined {
  const { facts, terms, state } = invoice;
  if (facts.deposits.some((deposit) => isUnfinished(facts, deposit))) return undefined;
  switch (state) {
    case "New":
    case "Processing":
      return undefined;
    case "Settled":
      return Math.max(terms.expiresAt, ...facts.settlements.map(({ at }) => at)) + quarantineMs;
    case "Expired":
    case "Invalid":
      return terms.monitoringUntil + quarantineMs;
  }
}
