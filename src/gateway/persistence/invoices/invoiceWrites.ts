import { eq } from "drizzle-orm";
import type { Write } from "../../../database/driver.ts";
import { insertRow } from "../../../database/insertRow.ts";
import type { SaveExtras } from "../../ports/persistencePort.ts";
import type { OutboxEntry } from "../../ports/outboxPort.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { leaseWrites } from "./leases.ts";
import { amountLeaseWrites } from "./amountLeases.ts";
import { bookingWrites, valuationsWrite } from "../books/bookLines.ts";
import { one, type PersistenceContext } from "../context.ts";
import { mailWrites } from "../mail/mails.ts";
import { closingWrites } from "../books/unattributed.ts";

/** Everything that is written in the same commit as an invoice's decision: claims, events, quotes, leases, books. */
export function decisionWrites(
  context: PersistenceContext,
  before: Invoice | undefined,
  after: Invoice,
  extras: SaveExtras,
): readonly Write[] {
  return [
    ...claimWrites(context, before, after, extras.at),
    ...eventWrites(context, after, extras),
    ...(extras.quotes ?? []).map((quote) => one((tx) => insertRow(tx, context.t.quotes, quote))),
    ...leaseWrites(context, extras),
    ...amountLeaseWrites(context, extras.amount),
    ...observationWrites(context, after, extras),
    ...(extras.booking ? bookingWrites(context, extras.booking, extras.at) : []),
    ...(extras.booking?.valuations === undefined
      ? []
      : [valuationsWrite(context, after.id, extras.booking.valuations)]),
    ...assignmentWrites(context, extras),
    ...(extras.mail ? mailWrites(context, after, extras.mail, extras.at) : []),
    ...(extras.claim ? [claimWrite(context, after, extras.claim, extras.at)] : []),
  ];
}

/**
 * New outputs and settlements are claimed in the same commit; a claim that is held already fails the
 * commit.
 */
function claimWrites(
  context: PersistenceContext,
  before: Invoice | undefined,
  after: Invoice,
  at: number,
): readonly Write[] {
  const { t } = context;
  const known = before?.facts;
  const newDeposits = after.facts.deposits.filter(
    ({ outpoint }) => !known?.deposits.some((deposit) => deposit.outpoint === outpoint),
  );
  const movedDeposits = after.facts.deposits.filter(({ outpoint, blockHash }) =>
    known?.deposits.some((deposit) => deposit.outpoint === outpoint && deposit.blockHash !== blockHash),
  );
  const newSettlements = after.facts.settlements.filter(
    ({ proof }) => !known?.settlements.some((settlement) => settlement.proof === proof),
  );
  return [
    ...newDeposits.map(({ chainId, outpoint, value, blockHash }) =>
      one(
        (tx) =>
          insertRow(
            tx,
            t.deposits,
            { key: `${chainId}:${outpoint}`, invoiceId: after.id, value, at, blockHash },
            "unlessThere",
          ),
        `Output ${outpoint} is already credited.`,
      ),
    ),
    ...movedDeposits.map(({ chainId, outpoint, blockHash = null }) =>
      one((tx) =>
        tx
          .update(t.deposits)
          .set({ blockHash })
          .where(eq(t.deposits.key, `${chainId}:${outpoint}`))
          .returning({ key: t.deposits.key }),
      ),
    ),
    ...newSettlements.map((settlement) => claimWrite(context, after, settlement, at)),
  ];
}

function claimWrite(
  { t }: PersistenceContext,
  { id: invoiceId }: Invoice,
  { proof, outpoint }: NonNullable<SaveExtras["claim"]>,
  at: number,
): Write {
  return one(
    (tx) => insertRow(tx, t.settlements, { proof, outpoint, invoiceId, at }, "unlessThere"),
    `Settlement ${proof} already settles another deposit.`,
  );
}

/** Events and their deliveries: the outbox, written with the state that they announce. */
export function eventWrites(
  { t }: PersistenceContext,
  after: Subject,
  extras: OutboxEntry,
): readonly Write[] {
  const eventId = (ordinal: number) => `${after.id}-${after.version}-${ordinal}`;
  const { id: invoiceId, storeId, version, queue = invoiceId } = after; // or of what else the events are about
  const { at } = extras;
  return [
    ...extras.events.map(({ event: { type }, body }, ordinal) => {
      const row = { id: eventId(ordinal), invoiceId, storeId, version, ordinal, type, body, at };
      return one((tx) => insertRow(tx, t.events, row));
    }),
    ...extras.deliveries.map(({ id, webhookId, ordinal, state = "due" }) =>
      one((tx) =>
        insertRow(tx, t.deliveries, {
          id,
          webhookId,
          storeId,
          invoiceId: queue,
          eventId: eventId(ordinal),
          state,
          attempts: 0,
          dueAt: at,
          leaseUntil: 0,
          outcome: {},
          createdAt: at,
        }),
      ),
    ),
  ];
}

type Subject = Readonly<{ id: string; storeId: string; version: number; queue?: string }>;

/** What the decision was made upon. Without it the invoice could not be replayed. */
function observationWrites(
  { t }: PersistenceContext,
  { id: invoiceId, version }: Invoice,
  { at, observation, seen }: SaveExtras,
): readonly Write[] {
  if (!seen && !observation) return [];
  const source = observation?.source ?? "gateway";
  const row = { invoiceId, source, at, body: observation?.body ?? {} };
  return [one((tx) => insertRow(tx, t.observations, seen ? { ...row, version, seen } : row))];
}

function assignmentWrites(context: PersistenceContext, { assignment, at }: SaveExtras): readonly Write[] {
  if (!assignment) return [];
  const { found, decision } = assignment;
  return closingWrites(context, found, at, { state: "assigned", decision });
}
