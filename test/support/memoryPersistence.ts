import { isDeepStrictEqual } from "node:util";
import { ConflictError } from "../../src/database/driver.ts";
import { createMemoryAccess } from "./memoryAccess.ts";
import type { AuditReads } from "../../src/gateway/ports/booksPort.ts";
import type { ReconcileReads } from "../../src/gateway/ports/reconcilePort.ts";
import type { MerchantStore } from "../../src/gateway/usecases/stores/merchantStore.ts";
import type {
  Checkpoints,
  Deposits,
  Invoices,
  Leases,
  Persistence,
  SaveExtras,
  Stores,
  Transfer,
  Transfers,
} from "../../src/gateway/ports/persistencePort.ts";
import { priceKeyOf } from "../../src/gateway/persistence/invoices/priceKey.ts";
import { attentionOf } from "../../src/gateway/domain/invoices/attention.ts";
import { coinOf } from "../../src/gateway/domain/invoices/depositCoin.ts";
import { isUnfinished } from "../../src/gateway/domain/invoices/credit.ts";
import { isUnpriced } from "../../src/gateway/domain/invoices/due.ts";
import type { Invoice } from "../../src/gateway/domain/invoices/invoice.ts";
import { sum } from "../../src/values/amount.ts";
import { checkedAmount, memoryAmounts } from "./memoryAmounts.ts";
import { announceIn, memoryOutbox } from "./memoryOutbox.ts";
import { keepMails, memoryMails } from "./memoryMails.ts";
import { memoryCounters } from "./memoryCounters.ts";
import { memoryKnownJournals, memorySealedKeys } from "./memoryKeys.ts";
import { memoryCalls } from "./memoryCalls.ts";
import { memoryPaymentRequests } from "./memoryPaymentRequests.ts";
import { keepLines, memoryBookLines } from "./memoryBookLines.ts";
import {
  checkedBlock,
  checkedEntries,
  checkedRefund,
  closedUnattributed,
  ledger,
  unattributedFunds,
} from "./memoryBooks.ts";
import { before, byId, emptyTables, keyOf, NEVER, refuse, type Tables } from "./memoryTables.ts";
import { memoryPointsOfSale } from "./memoryPointsOfSale.ts";
import { memoryNotifications, memoryPayoutApprovals } from "./memoryNotifications.ts";
import { memoryPushes } from "./memoryPushes.ts";
import { memoryPayouts } from "./memoryPayouts.ts";

/**
 * The store port over maps, for tests that need a thousand stores a minute. It refuses what the databases refuse, by the same
 * rules: an old version, an output or a settlement that is claimed, an address that is leased or known, an entry that is
 * booked. A method looks at everything first and changes afterwards, with no await between, so that it keeps all or nothing.
 */
export function createMemoryPersistence(): Persistence {
  const tables = emptyTables();
  const notes = checkpoints(tables);
  const payouts = memoryPayouts(
    (booking, at) => {
      const book = checkedEntries(tables, booking.entries, at);
      return () => (book(), keepLines(tables, booking, at));
    },
    (refund) => checkedRefund(tables, refund),
    (block) => checkedBlock(tables, block),
  );
  const pushes = memoryPushes();
  return {
    sealedKeys: memorySealedKeys(notes),
    journals: memoryKnownJournals(),
    stores: stores(tables),
    ...createMemoryAccess(pushes),
    notifications: memoryNotifications(pushes),
    pushes,
    payoutApprovals: memoryPayoutApprovals(payouts),
    ...memoryOutbox(tables, (id) => tables.invoices.get(id)),
    idempotency: memoryCalls(),
    invoices: invoices(tables),
    leases: leases(tables),
    amountLeases: memoryAmounts(tables),
    deposits: deposits(tables),
    transfers: transfers(tables),
    checkpoints: notes,
    mails: memoryMails(tables),
    paymentRequests: memoryPaymentRequests(tables),
    pointsOfSale: memoryPointsOfSale(),
    counters: memoryCounters(),
    payouts,
    books: { ...ledger(tables), ...memoryBookLines(tables) },
    unattributed: unattributedFunds(tables),
    audit: AUDIT,
    reconciliation: RECONCILE,
  };
}

/** An audit reads rows, and there are none here: tests check what was kept by other means (test/model/commits.ts). */
const none = async () => [];
const AUDIT: AuditReads = {
  ...{
    invoicePage: none,
    pullPaymentPage: none,
    records: none,
    decisionsAfter: none,
    completedPayouts: none,
    entriesOn: none,
    rollupsOn: none,
  },
  ...{ contradictionKinds: [], contradictionsAfter: async () => ({ upto: undefined, found: [] }) },
  ...{ bookDayAfter: async () => undefined, newestDecision: async () => 0 },
  hasOffers: async (offers) => offers.map(() => false),
  ...{ record: async () => undefined, unattributedPage: none, entriesWithoutInvoice: none },
};

/** Nor does it reconcile with anything. */
const RECONCILE: ReconcileReads = {
  ...{ invoicesIn: none, evmLeasesIn: none, leasesAt: none, creditedBy: none, unattributedAt: none },
  ...{
    claimsOf: async () => new Map(),
    payoutBookings: async () => new Map(),
  },
};

function stores({ stores, logos }: Tables) {
  return {
    create: async (store) => void stores.set(store.id, store),
    async changeLogo(id, logo) {
      const { logo: _former, ...store } = stores.get(id) ?? {};
      if (logo) logos.set(id, logo);
      else logos.delete(id);
      const { png: _png, ...facts } = logo ?? {};
      stores.set(id, { ...store, ...(logo ? { logo: facts } : {}) } as MerchantStore);
    },
    loadLogo: async (hash) => [...logos.values()].find((logo) => logo.hash === hash)?.png,
    async change(before, change) {
      refuse(
        !isDeepStrictEqual({ ...stores.get(before.id), logo: undefined }, { ...before, logo: undefined }),
        `Store ${before.id} was changed by another call.`,
      );
      stores.set(before.id, { ...(stores.get(before.id) ?? before), ...change });
    },
    async nameDomain(id, domain) {
      const { domain: _former, ...store } = stores.get(id) ?? {};
      refuse(
        domain !== undefined && [...stores.values()].some((one) => one.id !== id && one.domain === domain),
        `Another store has the domain ${domain}.`,
      );
      stores.set(id, { ...store, ...(domain === undefined ? {} : { domain }) } as MerchantStore);
    },
    load: async (id) => stores.get(id),
    list: async () => [...stores.values()].toSorted((a, b) => a.createdAt - b.createdAt || byId(a, b)),
  } satisfies Stores;
}

function invoices(tables: Tables) {
  const { invoices, moving } = tables;
  const pageOf = (ids: Iterable<string>, after: string, limit: number) =>
    [...ids].filter((id) => id > after).toSorted(before).slice(0, limit).map((id) => invoices.get(id) as Invoice); // prettier-ignore
  const keep = (old: Invoice | undefined, invoice: Invoice, extras: SaveExtras) => {
    keepDecision(tables, old, invoice, extras);
    const { terms, ...labels } = tables.labels.get(invoice.id) ?? {};
    invoices.set(invoice.id, { ...invoice, terms: { ...invoice.terms, ...terms }, ...labels });
    const { facts } = invoice;
    if (facts.deposits.some((deposit) => isUnfinished(facts, deposit))) moving.add(invoice.id);
    else moving.delete(invoice.id);
  };
  return {
    async issue(invoice, extras) {
      refuse(invoices.has(invoice.id), `Invoice ${invoice.id} is there already.`);
      const { subject = "", before } = extras.opening ?? {};
      refuse(tables.openings.get(subject) !== before, `Another invoice was opened for ${subject} meanwhile.`);
      keep(undefined, invoice, extras);
      if (extras.opening) tables.openings.set(subject, invoice.id);
    },
    lastOpened: async (subject) => tables.openings.get(subject),
    async save(old, { invoice }, extras) {
      refuse(invoices.get(old.id)?.version !== old.version, `Invoice ${old.id} has moved on.`);
      keep(old, invoice, extras);
    },
    async label(id, { metadata, archivedAt }) {
      const invoice = invoices.get(id);
      if (!invoice) throw new ConflictError(`There is no invoice ${id}.`);
      const { archivedAt: then, ...rest } = invoice;
      const when = archivedAt === undefined ? then : (archivedAt ?? undefined);
      const terms = metadata === undefined ? rest.terms : { ...rest.terms, metadata };
      tables.labels.set(id, { terms: { metadata: terms.metadata }, ...(when === undefined ? {} : { archivedAt: when }) });
      invoices.set(id, { ...rest, terms, ...(when === undefined ? {} : { archivedAt: when }) });
    },
    indexWords: async () => undefined, // it looks at the invoices themselves
    indexPrices: async () => undefined,
    load: async (id) => invoices.get(id),
    naming: async (txHash) =>
      [...invoices.values()].filter(({ facts }) =>
        [...facts.settlements, ...facts.refunds].some((one) => one.txHash?.toLowerCase() === txHash),
      ),
    async list(storeId, { word, withArchived, archivedOnly, exceptions, waiting, paid, among, coin, states, after, createdFrom = 0, createdUntil = NEVER, sort = "newest", currency, skip = 0, limit, orderIds }) {
      const side = sort === "oldest" || sort === "lowest" ? 1 : -1;
      const byKey = (a: Invoice, b: Invoice) => (priceKeyOf(a) < priceKeyOf(b) ? -1 : Number(priceKeyOf(a) > priceKeyOf(b)));
      const byTime = (a: Invoice, b: Invoice) => a.terms.createdAt - b.terms.createdAt;
      const order = (a: Invoice, b: Invoice) => side * ((sort === "highest" || sort === "lowest" ? byKey : byTime)(a, b) || byId(a, b));
      const last = after && invoices.get(after.id);
      return [...invoices.values()]
        .filter((invoice) => (storeId === undefined || invoice.storeId === storeId) && (states?.includes(invoice.state) ?? true))
        .filter(({ archivedAt }) => (archivedOnly ? archivedAt !== undefined : withArchived || archivedAt === undefined))
        .filter((invoice) => (exceptions?.includes(invoice.additional) ?? true) && (!waiting || attentionOf(invoice).length > 0) && (!paid || invoice.additional !== "None" || !["New", "Expired"].includes(invoice.state)) && (among?.includes(invoice.id) ?? true))
        .filter((invoice) => coin === undefined || invoice.facts.deposits.some((one) => coinOf(one, invoice)?.symbol === coin))
        .filter(({ id, terms }) => word === undefined || [id, orderOf(terms)].some((text) => text.startsWith(word)))
        .filter(({ terms }) => orderIds?.includes(String((terms.metadata as { orderId?: unknown } | null)?.orderId)) ?? true)
        .filter(({ terms }) => terms.createdAt >= createdFrom && terms.createdAt <= createdUntil)
        .filter(({ terms }) => currency === undefined || terms.currency === currency)
        .filter((invoice) => !last || order(invoice, last) > 0)
        .toSorted(order)
        .slice(skip, skip + limit);
    },
    priceCurrencies: async (storeId) => {
      const all = [...invoices.values()].filter((invoice) => invoice.storeId === storeId);
      return [...new Set(all.map(({ terms }) => terms.currency))].toSorted();
    },
    unpriced: async (after, limit) =>
      pageOf([...invoices.values()].filter(isUnpriced).map(({ id }) => id), after, limit),
    versions: async (ids) =>
      new Map(
        ids.flatMap((id) => {
          const found = invoices.get(id);
          return found ? [[id, found.version] as const] : [];
        }),
      ),
    moving: async (after, limit) => pageOf(moving, after, limit),
    overdue: async (at, after, limit) =>
      [...invoices.values()]
        .filter(({ id, state, terms }) => state === "New" && terms.expiresAt <= at && id > after)
        .toSorted(byId)
        .slice(0, limit),
    async needingAttention(storeId, after, limit) {
      const needy = [...invoices.values()].filter((one) => one.storeId === storeId && attentionOf(one).length > 0);
      return pageOf(needy.map(({ id }) => id), after, limit);
    },
    observed: async () => {},
    decidedUpon: async (invoiceId) => [...(tables.decided.get(invoiceId) ?? [])],
  } satisfies Invoices;
} // prettier-ignore

const orderOf = ({ metadata }: Invoice["terms"]) =>
  String((metadata as { orderId?: unknown } | null)?.orderId ?? "");

/** Everything that is written in the same commit as a decision; refused as a whole. */
function keepDecision(tables: Tables, old: Invoice | undefined, after: Invoice, extras: SaveExtras): void {
  const { at, observation, seen, booking, claim, assignment } = extras;
  const { deposits, settlements } = tables;
  const { id: invoiceId, facts, version } = after;
  const isNew = <T>(list: readonly T[] | undefined, one: T, name: (item: T) => string) =>
    !list?.some((other) => name(other) === name(one));
  const outputs = facts.deposits.filter((one) => isNew(old?.facts.deposits, one, ({ outpoint }) => outpoint));
  const settled = facts.settlements.filter((one) => isNew(old?.facts.settlements, one, ({ proof }) => proof));
  const claims = claim ? [...settled, claim] : settled;
  const depositKey = ({ chainId, outpoint }: (typeof outputs)[number]) => keyOf(chainId, outpoint);
  for (const one of outputs)
    refuse(deposits.has(depositKey(one)), `Output ${one.outpoint} is already credited.`);
  for (const { proof } of claims) refuse(settlements.has(proof), `${proof} already settles another deposit.`);
  refuse(new Set(claims.map(({ proof }) => proof)).size < claims.length, "One proof for two deposits.");
  const keepLease = checkedLease(tables, extras);
  const keepAmount = checkedAmount(tables, extras);
  const book = checkedEntries(tables, booking?.entries ?? [], at);
  const assign = assignment && closedUnattributed(tables, assignment.found, at, { state: "assigned" });
  for (const one of outputs) deposits.set(depositKey(one), { invoiceId, value: one.value });
  for (const { proof, outpoint } of claims) settlements.set(proof, { invoiceId, outpoint });
  keepLease();
  keepAmount();
  book();
  if (booking) keepLines(tables, booking, at);
  assign?.();
  if (extras.mail) keepMails(tables, after, extras.mail, at);
  announceIn(tables, after, extras);
  if (seen)
    listOf(tables.decided, invoiceId).push({ version, source: observation?.source ?? "gateway", seen });
}

function listOf<T>(lists: Map<string, T[]>, name: string): T[] {
  const list = lists.get(name) ?? [];
  lists.set(name, list);
  return list;
}

/** Takes new addresses and the lease, once it is called; whether that may be is checked at once. */
function checkedLease({ addresses, leases }: Tables, { addresses: fresh = [], lease, at }: SaveExtras): () => void {
  const names = fresh.map(({ chainId, address }) => keyOf(chainId, address));
  for (const [index, key] of names.entries())
    refuse(addresses.has(key) || names.indexOf(key) < index, `The service has issued ${key} before.`);
  const known = [...addresses.values(), ...fresh].map(({ requestId }) => requestId);
  for (const { requestId } of fresh)
    refuse(known.filter((one) => one === requestId).length > 1, `The service has issued the request ${requestId} before.`);
  if (lease) {
    const key = keyOf(lease.chainId, lease.address);
    const isOpen = [...leases.values()].some((other) => other.untilAt === undefined && keyOf(other.chainId, other.address) === key);
    refuse(isOpen || !(addresses.has(key) || names.includes(key)), `${lease.address} is leased to another invoice.`);
  }
  return () => {
    for (const one of fresh) addresses.set(keyOf(one.chainId, one.address), { ...one, freedAt: one.spare ? at : NEVER, deposits: 0 });
    if (!lease) return;
    leases.set(lease.id, { ...lease, untilAt: undefined });
    const address = addresses.get(keyOf(lease.chainId, lease.address));
    if (address) address.freedAt = NEVER;
  };
} // prettier-ignore

function leases({ addresses, leases, deposits }: Tables) {
  const sorted = () => [...leases.values()].toSorted(byId);
  return {
    freeAddresses: async (route, freedBefore, unusedOnly) =>
      [...addresses.values()]
        .filter((one) => one.route === route && one.freedAt <= freedBefore && !(unusedOnly && one.deposits > 0))
        .toSorted((a, b) => b.freedAt - a.freedAt || before(keyOf(a.chainId, a.address), keyOf(b.chainId, b.address)))
        .slice(0, 50),
    hasRequest: async (requestId) => [...addresses.values()].some((one) => one.requestId === requestId),
    isFirst: async ({ chainId, address, fromAt, id }) =>
      !sorted().some((one) => one.chainId === chainId && one.address === address && one.id !== id && one.fromAt < fromAt),
    openAt: async (chainId, list) =>
      sorted().filter((lease) => lease.untilAt === undefined && lease.chainId === chainId && list.includes(lease.address)),
    of: async (invoiceId) => sorted().filter((lease) => lease.invoiceId === invoiceId),
    open: async (after, limit) =>
      sorted().filter(({ id, untilAt }) => untilAt === undefined && id > after).slice(0, limit),
    async end({ id, chainId, address, invoiceId }, at, reusable) {
      const lease = leases.get(id);
      refuse(lease?.untilAt !== undefined, "The lease has ended.");
      const kept = addresses.get(keyOf(chainId, address));
      if (!lease || !kept) throw new ConflictError("There is no such lease.");
      lease.untilAt = at;
      kept.freedAt = reusable ? at : NEVER;
      kept.deposits += [...deposits.values()].filter((one) => one.invoiceId === invoiceId).length;
    },
  } satisfies Leases;
} // prettier-ignore

function deposits({ leases, deposits, settlements, invoices }: Tables) {
  return {
    owner: async (chainId, outpoint) => deposits.get(keyOf(chainId, outpoint))?.invoiceId,
    inBlocks: async (chainId, blockHashes) =>
      [...invoices.values()].flatMap(({ id: invoiceId, facts }) =>
        facts.deposits
          .filter((one) => one.chainId === chainId && blockHashes.includes(one.blockHash ?? ""))
          .map(({ outpoint }) => ({ invoiceId, outpoint }))), // prettier-ignore
    async sumTo(chainId, address) {
      const holders = new Set([...leases.values()].filter((one) => one.chainId === chainId && one.address === address).map(({ invoiceId }) => invoiceId));
      return sum([...deposits.values()].filter((one) => holders.has(one.invoiceId)).map(({ value }) => value));
    },
    settlementOwner: async (proof) => settlements.get(proof),
  } satisfies Deposits;
} // prettier-ignore

function transfers({ transfers, settlements, deposits, unattributed }: Tables) {
  const namesOf = ({ key, chainId, txHash, position }: Transfer) => [key, `${chainId}:${txHash}:${position}`];
  return {
    async keep(list) {
      const known = new Set([...transfers.values()].flatMap(namesOf));
      for (const one of list) if (!namesOf(one).some((name) => known.has(name))) transfers.set(one.key, one);
    },
    async drop(chainId, fromHeight) {
      for (const one of transfers.values())
        if (one.chainId === chainId && one.height >= fromHeight) transfers.delete(one.key);
    },
    free: async (place, seenFrom, { least, most }) =>
      [...transfers.values()]
        .filter((one) => one.place === place && one.seenAt >= seenFrom && one.amount >= least && one.amount <= most)
        .filter((one) => !deposits.has(one.key) && !namesOf(one).some((name) => settlements.has(name)))
        .filter(({ key }) => unattributed.get(key)?.state !== "refunded")
        .toSorted((a, b) => a.seenAt - b.seenAt || before(a.key, b.key)),
    unexplained: async (places, { from, until }, limit) =>
      [...transfers.values()]
        .filter((one) => places.includes(one.place) && one.seenAt >= from && one.seenAt < until)
        .filter((one) => !deposits.has(one.key) && !namesOf(one).some((name) => settlements.has(name)))
        .filter(({ key }) => (unattributed.get(key)?.state ?? "undone") === "undone")
        .toSorted((a, b) => a.seenAt - b.seenAt || before(a.key, b.key))
        .slice(0, limit),
    async orphanProofs(chainId, txHash) {
      const known = new Set([...transfers.values()].flatMap(namesOf));
      return [...settlements.keys()].filter((proof) => proof.startsWith(`${chainId}:${txHash}:`) && !known.has(proof));
    },
  } satisfies Transfers;
} // prettier-ignore

function checkpoints({ notes }: Tables) {
  return {
    read: async (name) => notes.get(name),
    async write(name, body, at, version) {
      refuse((notes.get(name)?.version ?? 0) !== version, `Note ${name} has moved on.`);
      notes.set(name, { version: version + 1, body: plainJson(body), at });
    },
  } satisfies Checkpoints;
}

/** What a column of JSON gives back: amounts come as digits. */
function plainJson(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))); // prettier-ignore
}
