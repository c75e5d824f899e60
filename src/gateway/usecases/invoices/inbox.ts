import { attentionOf, type Attention } from "../../domain/invoices/attention.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import type { Unattributed } from "../../ports/booksPort.ts";
import { lostInvoices, type LostInvoice } from "../failover/lostInvoices.ts";
import { pages } from "../eachItem.ts";
import type { Webhook } from "../../ports/outboxPort.ts";
import type { Gateway } from "../gateway.ts";

/**
 * Everything that needs a person: exceptions of invoices, unattributed funds, webhooks that the gateway
 * has disabled, and invoices that the database has lost.
 */
export type Inbox = Readonly<{
  items: readonly InboxItem[];
  unattributed: readonly Unattributed[];
  webhooks: readonly Webhook[];
  lost: readonly LostInvoice[];
}>;

export type InboxItem = Readonly<{ invoice: Invoice; attention: Attention }>;

const MOST = 1_000; // of each kind; further ones appear once these are resolved

/** The inbox of a store, or of all stores, what has waited longest first. At most a thousand of each kind. */
export async function inbox(
  { persistence }: Pick<Gateway, "persistence">,
  storeId: string | undefined,
): Promise<Inbox> {
  const ids = storeId === undefined ? (await persistence.stores.list()).map(({ id }) => id) : [storeId];
  const items: InboxItem[] = [];
  const webhooks: Webhook[] = [];
  const lost: LostInvoice[] = [];
  for (const id of ids) {
    items.push(...(await itemsOf(persistence, id)));
    const off = (await persistence.webhooks.of(id)).filter(
      ({ disabledReason }) => disabledReason !== undefined,
    );
    webhooks.push(...off);
    lost.push(...(await lostInvoices({ persistence }, id)));
  }
  items.sort((a, b) => a.attention.since - b.attention.since);
  const unattributed = await unattributedOf(persistence, storeId);
  return { items: items.slice(0, MOST), unattributed, webhooks, lost };
}

async function itemsOf(persistence: Gateway["persistence"], storeId: string): Promise<readonly InboxItem[]> {
  const items: InboxItem[] = [];
  const read = (after: string, limit: number) => persistence.invoices.needingAttention(storeId, after, limit);
  for await (const page of pages(read)) {
    for (const invoice of page)
      items.push(...attentionOf(invoice).map((attention) => ({ invoice, attention })));
    if (items.length >= MOST) break;
  }
  return items;
}

/** Of a store: what came to its addresses. Money at an address that no store was ever given is in the list of all. */
async function unattributedOf(
  persistence: Gateway["persistence"],
  storeId: string | undefined,
): Promise<readonly Unattributed[]> {
  const found: Unattributed[] = [];
  for (let after = ""; found.length < MOST;) {
    const page = await persistence.unattributed.list(after, MOST);
    const last = page.at(-1);
    if (!last) break;
    found.push(...page.filter((one) => storeId === undefined || one.storeId === storeId));
    after = `${last.chainId}:${last.outpoint}`;
  }
  return found.slice(0, MOST).toSorted((a, b) => a.seenAt - b.seenAt);
}
