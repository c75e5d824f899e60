import type { Attention } from "../../domain/invoices/attention.ts";
import { DAY_MS } from "../../../values/time.ts";
import { inPrice } from "../../domain/invoices/paid.ts";
import { attentionLeft, overLeft } from "../../domain/payouts/refundable.ts";
import { currencyId } from "../../domain/books/ledger.ts";
import { coinOf } from "../../domain/invoices/depositCoin.ts";
import type { Coin, Invoice } from "../../domain/invoices/invoice.ts";
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
  unattributed: readonly NamedFunds[];
  webhooks: readonly Webhook[];
  lost: readonly LostInvoice[];
}>;

/** Unattributed funds with the name of their coin, where it is known. */
export type NamedFunds = Unattributed & Readonly<{ coin: Coin | undefined }>;

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
    items.push(...(await exceptionsIn(persistence, id, MOST)));
    const off = (await persistence.webhooks.of(id)).filter(
      ({ disabledReason }) => disabledReason !== undefined,
    );
    webhooks.push(...off);
    lost.push(...(await lostInvoices({ persistence }, id)));
  }
  items.sort((a, b) => a.attention.since - b.attention.since);
  const funds = await unattributedIn(persistence, storeId);
  const assets = funds.length > 0 ? await persistence.books.assets() : new Map<string, Coin>();
  const unattributed = funds.map((found): NamedFunds => {
    const id = currencyId(found.chainId, found.currency);
    return { ...found, coin: assets.get(id) ?? coinOf(found) };
  });
  return { items: items.slice(0, MOST), unattributed, webhooks, lost };
}

/** An invoice that was paid too much where the policy keeps the excess, and how much of it no refund holds, in settlement units. */
export type KeptExcess = Readonly<{ invoice: Invoice; over: bigint }>;

const EXCESS_LISTED_MS = 30 * DAY_MS;
const MOST_EXCESS = 100; // of each exception
/** An invoice that was paid late or marked settled by a person has another exception than PaidOver. */
const EXCESS_AMONG = ["PaidOver", "PaidLate", "Marked"] as const;

/**
 * What was paid too much and is kept by the policy, for information: invoices of the last 30 days with an excess of at least the
 * smallest unit of their currency that was not refunded.
 */
export async function keptExcess(
  { persistence, clock }: Pick<Gateway, "persistence" | "clock">,
  storeId: string,
): Promise<readonly KeptExcess[]> {
  const createdFrom = clock() - EXCESS_LISTED_MS;
  const paid = await Promise.all(
    EXCESS_AMONG.map((exception) => {
      const filter = {
        exceptions: [exception],
        states: ["Settled", "Expired"],
        createdFrom,
        limit: MOST_EXCESS,
      };
      return persistence.invoices.list(storeId, filter);
    }),
  );
  const kept = paid.flat().filter(({ terms }) => terms.policy.overpaid !== "hold");
  const refunds = await persistence.payouts.refundsAmong(kept.map(({ id }) => id));
  return kept
    .map((invoice) => ({ invoice, over: overLeft(invoice, refunds.get(invoice.id) ?? []) }))
    .filter(({ invoice, over }) => inPrice(invoice.terms, over) > 0n);
}

/** The exceptions of a store's invoices that need a person, in the order of ids: about `most`. */
export async function exceptionsIn(
  persistence: Pick<Gateway["persistence"], "invoices" | "payouts">,
  storeId: string,
  most: number,
): Promise<readonly InboxItem[]> {
  const items: InboxItem[] = [];
  const read = (after: string, limit: number) => persistence.invoices.needingAttention(storeId, after, limit);
  for await (const page of pages(read, Math.min(most, 500))) {
    const refunds = await persistence.payouts.refundsAmong(page.map(({ id }) => id));
    for (const invoice of page) {
      const entries = attentionLeft(invoice, refunds.get(invoice.id) ?? []);
      items.push(...entries.map((attention) => ({ invoice, attention })));
    }
    if (items.length >= most) break;
  }
  return items;
}

/** Lists the unattributed funds of a store. Money at an address that no store was ever given is in the list of all stores. */
export async function unattributedIn(
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
