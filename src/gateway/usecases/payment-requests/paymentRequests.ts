import { timeOrderedId } from "../../../values/ids.ts";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { paidWorth } from "../../domain/invoices/paid.ts";
import {
  leftOf,
  statusOf,
  type PaymentRequest,
  type PaymentRequestSettings,
} from "../../domain/invoices/paymentRequest.ts";
import { MINUTE_MS } from "../../../values/time.ts";
import { GatewayError } from "../../errors.ts";
import { issueInvoice } from "../invoices/issueInvoice.ts";
import { withMutex } from "../../../runtime/concurrency/keyedMutex.ts";
import { openOnce } from "../invoices/openOnce.ts";
import type { Gateway } from "../gateway.ts";
import type { InvoiceContext } from "../invoices/invoiceContext.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";
import { eventsOfMove, announcePaymentRequest } from "./announcePaymentRequest.ts";
import { retryOnConflict } from "../retryOnConflict.ts";
import { sentence } from "../../../values/sentence.ts";

/** Makes a link that asks for money. With a `wantedId` the one of that id is made, or given when it was made before. */
export async function createPaymentRequest(
  gateway: Pick<Gateway, "clock" | "random" | "persistence">,
  storeId: string,
  settings: PaymentRequestSettings,
  wantedId?: string,
): Promise<PaymentRequest> {
  const made = wantedId === undefined ? undefined : await gateway.persistence.paymentRequests.load(wantedId);
  if (made) return made;
  const at = gateway.clock();
  const id = wantedId ?? timeOrderedId(at, gateway.random);
  const blank = { id, storeId, version: 1, settings, archivedAt: undefined, createdAt: at };
  const request = { ...blank, status: statusOf(blank, [], at) };
  await gateway.persistence.paymentRequests.create(
    request,
    await announcePaymentRequest(gateway, request, ["PaymentRequestCreated"]),
  );
  return request;
}

/**
 * Replaces all settings of the link, and announces a change of its status. Amount and currency are fixed
 * once an invoice was made: throws GatewayError amount_locked.
 */
export async function replacePaymentRequest(
  gateway: Pick<Gateway, "clock" | "random" | "persistence" | "issuing">,
  id: string,
  settings: PaymentRequestSettings,
): Promise<PaymentRequest> {
  return changing(gateway, id, () =>
    retryOnConflict(async () => {
      const before = await loadPaymentRequest(gateway, id);
      const invoices = await gateway.persistence.paymentRequests.invoicesOf([id]);
      if (invoices.length > 0) requireSameAmount(before, settings);
      const status = statusOf({ settings }, invoices, gateway.clock());
      const after = { ...before, settings, status, version: before.version + 1 };
      const events = ["PaymentRequestUpdated", ...eventsOfMove(before.status, status)] as const;
      await gateway.persistence.paymentRequests.change(
        after,
        await announcePaymentRequest(gateway, after, events),
      );
      return after;
    }),
  );
}

/** One after the other: an invoice that is being made for a link must not see its amount or currency change. */
function changing<T>({ issuing }: Pick<Gateway, "issuing">, id: string, work: () => Promise<T>): Promise<T> {
  return withMutex(issuing, subjectOf(id), work);
}

function subjectOf(id: string): string {
  return `payment request ${id}`;
}

function requireSameAmount({ settings }: PaymentRequest, { amount, currency }: PaymentRequestSettings): void {
  if (amount === settings.amount && currency === settings.currency) return;
  const message = sentence(
    "Amount and currency stay as they are once the payment request has an invoice. Make another one.",
  );
  throw new GatewayError("amount_locked", message);
}

/** Takes a link out of the lists, and nothing can be paid by it any more. Once more changes nothing. */
export async function archivePaymentRequest(
  gateway: Pick<Gateway, "clock" | "random" | "persistence">,
  before: PaymentRequest,
): Promise<void> {
  if (before.archivedAt !== undefined) return;
  const after = { ...before, archivedAt: gateway.clock(), version: before.version + 1 };
  await gateway.persistence.paymentRequests.change(
    after,
    await announcePaymentRequest(gateway, after, ["PaymentRequestArchived"]),
  );
}

export type Paying = Readonly<{
  amount: bigint | undefined; // less than all of it, where the link allows that
  reuse: boolean | readonly string[]; // give back an open invoice of the same amount: any, or one of these
  returnUrl: string; // where the payer goes afterwards
}>;

/**
 * A freshly priced invoice for what is still to be paid, or for a part of it. Throws GatewayError (archived, already_paid,
 * expired, amount_not_allowed) and what issueInvoice throws.
 */
export async function payPaymentRequest(
  gateway: InvoiceContext,
  store: MerchantStore,
  requestId: string,
  paying: Paying,
  wantedId?: string,
): Promise<Invoice> {
  return openOnce(gateway, subjectOf(requestId), async (opening) => {
    const made = wantedId === undefined ? undefined : await gateway.persistence.invoices.load(wantedId);
    if (made) return made;
    const request = await loadPaymentRequest(gateway, requestId);
    const invoices = await gateway.persistence.paymentRequests.invoicesOf([requestId]);
    const left = askable(gateway, request, invoices);
    const amount = amountOf(request, paying.amount, left);
    const { reuse } = paying;
    const reusable =
      typeof reuse === "boolean" ? (reuse ? invoices : []) : invoices.filter(({ id }) => reuse.includes(id));
    const open = openInvoice(gateway, reusable, amount);
    if (!open) refuseTooMany(gateway, invoices);
    return (
      open ??
      issueInvoice(gateway, store, { ...invoiceFor(request, amount, paying.returnUrl), opening }, wantedId)
    );
  });
}

/** The link of that id. Throws payment_request_not_found. */
export async function loadPaymentRequest(
  { persistence }: Pick<Gateway, "persistence">,
  id: string,
): Promise<PaymentRequest> {
  const request = await persistence.paymentRequests.load(id);
  if (request) return request;
  throw new GatewayError("payment_request_not_found", `There is no payment request ${id.slice(0, 64)}.`);
}

/** The amount that is left to be paid; throws when the link cannot be paid now. */
function askable(
  { clock }: Pick<Gateway, "clock">,
  request: PaymentRequest,
  invoices: readonly Invoice[],
): bigint {
  if (request.archivedAt !== undefined)
    throw new GatewayError("archived", "This payment request was withdrawn. Ask the shop for another one.");
  const left = leftOf(request, invoices);
  if (left === 0n)
    throw new GatewayError("already_paid", "This payment request is paid. Do not pay it again.");
  if (statusOf(request, invoices, clock()) === "Expired")
    throw new GatewayError("expired", "This payment request has expired. Ask the shop for another one.");
  return left;
}

function amountOf({ settings }: PaymentRequest, wanted: bigint | undefined, left: bigint): bigint {
  if (wanted === undefined || wanted === left) return left;
  if (!settings.allowCustomAmounts) {
    const message = "This payment request is paid as a whole: it does not allow other amounts.";
    throw new GatewayError("amount_not_allowed", message);
  }
  return wanted < left ? wanted : left;
}

const MOST_OPEN = 100;

/**
 * Invoices of a link can be made by anyone: a limited number may be open, and older ones have to end first.
 */
function refuseTooMany({ clock }: Pick<Gateway, "clock">, invoices: readonly Invoice[]): void {
  const isUnpaid = (invoice: Invoice) => invoice.state === "New" && paidWorth(invoice) === 0n;
  const open = invoices.filter((invoice) => isUnpaid(invoice) && invoice.terms.expiresAt > clock());
  if (open.length < MOST_OPEN) return;
  throw new GatewayError(
    "too_many_invoices",
    `This payment request has ${open.length} unpaid open invoices. Try again in some minutes.`,
  );
}

const LEAST_TIME_MS = 2 * MINUTE_MS; // to pay in; a payer with less gets a fresh price

/**
 * An invoice that can still be paid. One that was paid in part comes first, whatever its amount, because
 * its rest is expected there.
 */
function openInvoice(
  gateway: Pick<Gateway, "clock">,
  invoices: readonly Invoice[],
  amount: bigint,
): Invoice | undefined {
  const open = invoices.filter(
    ({ state, terms }) => state === "New" && terms.expiresAt >= gateway.clock() + LEAST_TIME_MS,
  );
  return open.find((invoice) => paidWorth(invoice) > 0n) ?? open.find(({ terms }) => terms.price === amount);
}

function invoiceFor({ id, settings }: PaymentRequest, amount: bigint, redirectUrl: string) {
  const { currency, decimals, title, email, referenceId } = settings;
  return {
    amount,
    currency,
    decimals,
    paymentRequestId: id,
    metadata: {
      ...(referenceId === undefined ? {} : { orderId: referenceId }),
      itemDesc: title,
      ...(email === undefined ? {} : { buyerEmail: email }),
      paymentRequestId: id,
    },
    expirationMinutes: undefined,
    monitoringMinutes: undefined,
    policy: {},
    checkout: { redirectUrl, redirectAutomatically: false, methods: [], defaultMethod: undefined },
  };
}
