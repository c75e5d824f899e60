import { inArray } from "drizzle-orm";
import { advanceInvoice } from "../../usecases/invoices/advanceInvoice.ts";
import { noteLost } from "../../usecases/failover/lostInvoices.ts";
import { ConflictError } from "../../../database/driver.ts";
import { amountKey, type AmountLease } from "../../ports/directPort.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { timeOrderedId } from "../../../values/ids.ts";
import type { Invoice, Offer } from "../../domain/invoices/invoice.ts";
import type { Instant } from "../../../values/time.ts";
import { addressKey } from "../invoices/leases.ts";
import { one, type PersistenceContext } from "../context.ts";
import type { JournalEntry } from "../journal.ts";
import { undecidedEntries, type Journaled } from "./decidedEntries.ts";
import { lostOf } from "./lostOf.ts";
import { recoveredOffer } from "./recoveredOffer.ts";
import { planAddress, type AddressPlan, type KnownAddress } from "./recoveryPlan.ts";

/** What use cases need to write an invoice down. */
export type Recovering = Pick<Gateway, "clock" | "random" | "log" | "persistence" | "viewers">;

/** What the journal has and the database has not. Nothing has been changed by finding it. */
export type Recovery = Readonly<{
  leases: readonly Lost[]; // of invoices that the database has
  offers: readonly Lost[]; // later prices at addresses with a lease in the database
  unknownInvoices: readonly JournalEntry[]; // of invoices that the database lacks, or of an unknown coin: for a person
  contested: readonly Readonly<{ entries: readonly JournalEntry[]; ended: AddressPlan["ended"] }>[];
  /**
   * Direct offers, identified by their amounts; undefined where the database lacks the invoice, or another
   * has the amount.
   */
  direct: readonly Readonly<{ entry: JournalEntry; lost: Lost | undefined }>[];
}>;

type Lost = Readonly<{ invoice: Invoice; entry: JournalEntry; offer: Offer }>;

const NEVER = Number.MAX_SAFE_INTEGER; // freed at the end of time: not to be used again
const AT_ONCE = 500; // keys in one IN list

/**
 * Compares the addresses issued since `since` with the database; all of the journals where that is undefined, because the database
 * is no restored backup.
 */
export async function findLost(
  context: PersistenceContext,
  { persistence }: Pick<Recovering, "persistence">,
  { entries: journaled, acknowledged }: Journaled,
  since: Instant | undefined,
): Promise<Recovery> {
  const byAddress = new Map<string, JournalEntry[]>();
  const direct: Recovery["direct"][number][] = [];
  const read = { entries: inOrder(journaled, since), acknowledged };
  for (const entry of await undecidedEntries(persistence.audit, read, since !== undefined)) {
    if (isDirectEntry(entry)) {
      direct.push(...(await lostDirect(persistence, entry)));
      continue;
    }
    const key = addressKey(entry.chainId, entry.depositAddress);
    const others = byAddress.get(key);
    if (others) others.push(entry);
    else byAddress.set(key, [entry]);
  }
  const known = await knownAddresses(context, [...byAddress.keys()]);
  const leases: Lost[] = [];
  const offers: Lost[] = [];
  const unknownInvoices: JournalEntry[] = [];
  const contested: Recovery["contested"][number][] = [];
  for (const [key, entries] of byAddress) {
    const plan = planAddress(known.get(key) ?? { requestId: undefined, leases: [] }, entries);
    if (plan.contested.length > 0) contested.push({ entries: plan.contested, ended: plan.ended });
    const [first] = plan.holder?.entries ?? [];
    if (!plan.holder || !first) continue;
    const invoice = await persistence.invoices.load(first.invoiceId);
    const priced = plan.holder.entries.flatMap((entry) => {
      const offer = invoice && recoveredOffer(invoice, entry);
      return offer ? [{ invoice, entry, offer }] : [];
    });
    const [lease, ...later] = plan.holder.isNew ? priced : [undefined, ...priced];
    if (lease) leases.push(lease);
    else if (plan.holder.isNew) unknownInvoices.push(first);
    offers.push(...later.filter((lost) => lost && !isKnown(lost)).flatMap((lost) => lost ?? []));
  }
  return { leases, offers, unknownInvoices, contested, direct };
}

/** The entries since then, each once, in the order of their times: they may be from several journals, or from one and its copy. */
function inOrder(journal: readonly JournalEntry[], since: Instant | undefined): readonly JournalEntry[] {
  const entries = new Map<string, JournalEntry>();
  for (const entry of journal) {
    if (since !== undefined && entry.at < since) continue;
    const { at, invoiceId, methodId, chainId, depositAddress, requestId, input } = entry;
    const key = [at, invoiceId, methodId, chainId, depositAddress, requestId, input].join(" ");
    if (!entries.has(key)) entries.set(key, entry);
  }
  return [...entries.values()].toSorted((a, b) => a.at - b.at); // keeps the order of a journal's lines of one moment
}

function isDirectEntry({ offer }: JournalEntry): boolean {
  return typeof offer === "object" && offer !== null && "direct" in offer;
}

async function lostDirect(
  persistence: Recovering["persistence"],
  entry: JournalEntry,
): Promise<readonly Recovery["direct"][number][]> {
  const invoice = await persistence.invoices.load(entry.invoiceId);
  const offer = invoice && recoveredOffer(invoice, entry);
  const lost = offer && { invoice, entry, offer };
  if (lost && isKnown(lost)) return [];
  const { chainId, currency, depositAddress: address, input: amount } = offer ?? NO_AMOUNT;
  const held = await persistence.amountLeases.at([amountKey({ chainId, currency, address, amount })]);
  return [{ entry, lost: held.some(({ invoiceId }) => invoiceId !== entry.invoiceId) ? undefined : lost }];
}

const NO_AMOUNT = { chainId: 0, currency: "", depositAddress: "", input: 0n };

/** Writes down what was lost. What is written stays written when a later step fails, and doing it again does only the rest. */
export async function writeRecovery(
  context: PersistenceContext,
  gateway: Recovering,
  recovery: Recovery,
): Promise<void> {
  const at = gateway.clock();
  await noteLost(gateway, lostOf(forPerson(recovery), at), at); // first: the next run does not find it any more
  for (const { entries, ended } of recovery.contested) {
    if (ended) await endLease(context, ended);
    for (const entry of entries) await keepForPerson(context, gateway, entry);
  }
  for (const entry of recovery.unknownInvoices) await keepForPerson(context, gateway, entry);
  for (const { entry, offer } of recovery.leases) {
    const { chainId, depositAddress: address, requestId, invoiceId, methodId } = entry;
    const isNew = !(await knownAddresses(context, [addressKey(chainId, address)])).has(
      addressKey(chainId, address),
    );
    const id = timeOrderedId(gateway.clock(), gateway.random);
    await advance(gateway, entry, offer, {
      // No route: what it received since is not known, so it is never issued again.
      addresses: isNew ? [{ chainId, address, requestId, route: "", spare: false }] : [],
      lease: { id, chainId, address, invoiceId, methodId, requestId, fromAt: entry.at },
    });
  }
  for (const { entry, offer } of recovery.offers) await advance(gateway, entry, offer, {});
  for (const { lost } of recovery.direct) if (lost) await recoverDirect(gateway, lost);
}

function forPerson({ unknownInvoices, contested, direct }: Recovery) {
  return {
    addressed: [...unknownInvoices, ...contested.flatMap(({ entries }) => entries)],
    direct: direct.flatMap(({ entry, lost }) => (lost ? [] : [entry])),
  };
}

/** Of two invoices that were asked for the same amount, one after the other, the first keeps it: the other's is for a person. */
async function recoverDirect(gateway: Recovering, lost: Lost): Promise<void> {
  try {
    await advance(gateway, lost.entry, lost.offer, { amount: amountOf(gateway, lost) });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    gateway.log.warn("recovery.amount_taken", { invoice: lost.invoice.id, amount: String(lost.offer.input) });
  }
}

function amountOf({ clock, random }: Recovering, { entry, offer }: Lost): AmountLease {
  const { invoiceId, at: fromAt } = entry;
  const { chainId, currency, depositAddress: address, input: amount, requestId } = offer;
  const id = timeOrderedId(clock(), random);
  return { id, chainId, currency, address, amount, invoiceId, requestId, fromAt };
}

async function advance(
  gateway: Recovering,
  entry: JournalEntry,
  offer: Offer,
  beside: Parameters<typeof advanceInvoice>[3],
): Promise<void> {
  await advanceInvoice(
    gateway as Gateway, // recovery uses the clock, randomness, store, log and viewers, which are all present
    entry.invoiceId,
    { kind: "offer", at: gateway.clock(), offer },
    { ...beside, observation: { source: "journal", body: { ...entry, input: entry.input.toString() } } },
  );
}

/** The same price at the same address, however it was named. */
function isKnown({ invoice, offer }: Lost): boolean {
  return invoice.facts.offers.some(
    ({ quoteId, depositAddress, input }) =>
      quoteId === offer.quoteId || (depositAddress === offer.depositAddress && input === offer.input),
  );
}

async function knownAddresses(
  { db, t }: PersistenceContext,
  keys: readonly string[],
): Promise<ReadonlyMap<string, KnownAddress>> {
  const { addresses, leases } = t;
  const known = new Map<string, KnownAddress>();
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const some = keys.slice(from, from + AT_ONCE);
    const rows = await db.select().from(addresses).where(inArray(addresses.key, some));
    const held = await db.select().from(leases).where(inArray(leases.addressKey, some));
    for (const { key, requestId } of rows)
      known.set(key, { requestId, leases: held.filter(({ addressKey: of }) => of === key) });
  }
  return known;
}

/**
 * The address is never issued again, and an ended lease names its holder: its money is unattributed until a
 * person decides.
 */
async function keepForPerson(
  { database, db, t }: PersistenceContext,
  { clock, random }: Recovering,
  entry: JournalEntry,
): Promise<void> {
  const { addresses, leases } = t;
  const { chainId, depositAddress: address, requestId, invoiceId, storeId, methodId, at } = entry;
  const key = addressKey(chainId, address);
  const isNew =
    (
      await db
        .select()
        .from(addresses)
        .where(inArray(addresses.key, [key]))
    ).length === 0;
  const row = { key, chainId, address, route: "", requestId, deposits: 0, freedAt: NEVER, createdAt: at };
  const id = timeOrderedId(clock(), random);
  const lease = { id, addressKey: key, chainId, address, invoiceId, storeId, methodId, requestId };
  await database.commit([
    one((tx) =>
      isNew
        ? tx.insert(addresses).values(row).returning({ key: addresses.key })
        : tx
            .update(addresses)
            .set({ freedAt: NEVER })
            .where(inArray(addresses.key, [key]))
            .returning({ key: addresses.key }),
    ),
    one((tx) =>
      tx
        .insert(leases)
        .values({ ...lease, fromAt: at, untilAt: clock() })
        .returning({ id: leases.id }),
    ),
  ]);
}

async function endLease(
  { database, t }: PersistenceContext,
  { lease, at }: NonNullable<AddressPlan["ended"]>,
): Promise<void> {
  const { leases } = t;
  await database.commit([
    one((tx) =>
      tx
        .update(leases)
        .set({ untilAt: at })
        .where(inArray(leases.id, [lease.id]))
        .returning({ id: leases.id }),
    ),
  ]);
}
