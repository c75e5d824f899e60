import { ConflictError } from "../../../database/driver.ts";
import { timeOrderedId } from "../../../values/ids.ts";
import { decide } from "../../domain/invoices/decide.ts";
import { NO_FACTS, type CheckoutTerms, type Invoice, type Terms } from "../../domain/invoices/invoice.ts";
import {
  policyFor,
  topUpPolicy,
  withSettings,
  type Policy,
  type PolicySettings,
} from "../../domain/invoices/policy.ts";
import { beyondBounds, type PolicyBounds } from "../../domain/invoices/policyBounds.ts";
import { MINUTE_MS } from "../../../values/time.ts";
import { advanceInvoice } from "./advanceInvoice.ts";
import { outbox } from "./announce.ts";
import { journalOffer } from "../pricing/journalEntry.ts";
import { withDeadline } from "../deadline.ts";
import { GatewayError } from "../../errors.ts";
import { allowedMethods, findDefaultMethod, methodsOfInvoice, requireMethod } from "../pricing/methods.ts";
import { learnMinimums } from "../pricing/learnMinimums.ts";
import { mailAtIssue, type MailTo } from "../mail/queueMail.ts";
import type { Gateway } from "../gateway.ts";
import type { InvoiceContext } from "./invoiceContext.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";
import type { Opening, SaveExtras } from "../../ports/persistencePort.ts";
import { priceMethod, type Priced } from "../pricing/priceMethod.ts";
import { dueFor, examplePrice } from "../pricing/priceTerms.ts";
import { requireFollowed } from "../pricing/requireFollowed.ts";
import { sentence } from "../../../values/sentence.ts";

const ATTEMPTS = 3; // the last one makes the invoice without a price

/** What a merchant asks for; the HTTP layer has parsed and checked it. */
export type InvoiceRequest = Readonly<{
  amount: bigint | undefined; // smallest units of the currency; none for any amount, and 0 is paid at once
  currency: string;
  decimals: number;
  metadata: unknown;
  expirationMinutes: number | undefined;
  monitoringMinutes: number | undefined;
  policy: PolicySettings; // over the store's
  checkout: CheckoutTerms;
  paymentRequestId?: string | undefined;
  byVisitor?: true | undefined; // made without a key and without signing in
  mailTo?: MailTo | undefined; // recipient of its link
  opening?: Opening | undefined; // where it may be the only open one
}>;

/**
 * Issues an invoice and prices its default method. When the service does not answer in time, the invoice is made all the
 * same and its method activated when the payer chooses it. With a `wantedId` the invoice of that id is made, or given when it
 * was made before. Throws GatewayError for what the merchant can mend (store_archived too) and database_behind, and ConflictError when another was opened meanwhile.
 */
export async function issueInvoice(
  gateway: InvoiceContext,
  store: MerchantStore,
  request: InvoiceRequest,
  wantedId?: string,
): Promise<Invoice> {
  const made = wantedId === undefined ? undefined : await gateway.persistence.invoices.load(wantedId);
  if (made) return settledIfFree(gateway, made);
  if (store.settings.archivedAt !== undefined)
    throw new GatewayError("store_archived", sentence("This store is archived and takes no new invoices."));
  await gateway.failover?.requireAgreement();
  const terms = await termsFor(gateway, store, request);
  const id = wantedId ?? timeOrderedId(terms.createdAt, gateway.random);
  const blank: Invoice = {
    id,
    storeId: store.id,
    terms,
    facts: NO_FACTS,
    state: "New",
    additional: "None",
    version: 1,
  };
  for (let attempt = 1; ; attempt++) {
    const priced = attempt < ATTEMPTS ? await priceInTime(gateway, store, blank) : undefined;
    try {
      const mail = mailAtIssue(blank, store, gateway.mailer && request.mailTo);
      const beside = { ...(request.opening ? { opening: request.opening } : {}), ...(mail ? { mail } : {}) };
      const invoice = await keep(gateway, store, blank, priced, beside);
      gateway.log.info("invoice.issued", { invoice: id, store: store.id, priced: priced !== undefined });
      return await settledIfFree(gateway, invoice);
    } catch (error) {
      if (!(error instanceof ConflictError) || !priced || (await isOpenedSince(gateway, request)))
        throw error;
      // Else its address was leased meanwhile.
    }
  }
}

async function isOpenedSince(
  { persistence }: Pick<Gateway, "persistence">,
  { opening }: InvoiceRequest,
): Promise<boolean> {
  return opening !== undefined && (await persistence.invoices.lastOpened(opening.subject)) !== opening.before;
}

/** Nothing to pay is paid at once: plugins may post a price of 0.00, and wait for the word (decision 24). */
async function settledIfFree(gateway: InvoiceContext, invoice: Invoice): Promise<Invoice> {
  if (invoice.terms.due > 0n || invoice.state !== "New") return invoice;
  return advanceInvoice(gateway, invoice.id, { kind: "tick", at: gateway.clock(), sightedAt: 0 });
}

const CREATED = [{ type: "InvoiceCreated" }] as const;

/** Writes the invoice with its offer: first the journal, then the database, then people may see it. */
async function keep(
  gateway: Pick<Gateway, "clock" | "random" | "persistence" | "journal" | "signer">,
  store: MerchantStore,
  blank: Invoice,
  priced: Priced | undefined,
  beside: Pick<SaveExtras, "opening" | "mail">,
): Promise<Invoice> {
  const at = gateway.clock();
  if (!priced) {
    await gateway.persistence.invoices.issue(blank, {
      ...(await outbox(gateway, blank, CREATED)),
      ...beside,
    });
    return blank;
  }
  const { offer, ...written } = await journalOffer(gateway, blank, priced, at);
  const seen = { kind: "offer", at, offer } as const;
  const invoice = { ...decide(blank, seen).invoice, version: blank.version };
  const extras = await outbox(gateway, invoice, CREATED, store);
  await gateway.persistence.invoices.issue(invoice, { ...extras, ...written, ...beside, seen });
  gateway.journal.noteAcknowledged({ at, invoiceId: invoice.id, requestId: offer.requestId });
  return invoice;
}

async function termsFor(
  gateway: Pick<Gateway, "clock" | "arrivals" | "rates">,
  store: MerchantStore,
  request: InvoiceRequest,
): Promise<Terms> {
  const { settings } = store;
  const at = gateway.clock();
  const { amount, currency, decimals, metadata, checkout, paymentRequestId, byVisitor } = request;
  const expiresAt = at + Math.round((request.expirationMinutes ?? settings.invoiceMinutes) * MINUTE_MS);
  const { price, due } =
    amount === undefined
      ? await examplePrice(gateway.rates, request, settings.settlement)
      : {
          price: amount,
          due: amount === 0n ? 0n : await dueFor(gateway.rates, { ...request, amount }, settings.settlement),
        };
  const evidence = gateway.arrivals.has(settings.settlement.chainId) ? "verified" : "hash";
  const policyOf = (said: PolicySettings) =>
    amount === undefined ? topUpPolicy(said, evidence) : policyFor(said, due, evidence);
  const policy = policyOf(withSettings(settings.policy, request.policy));
  requireInBounds(policy, policyOf(settings.policy), due, settings.bounds);
  return {
    price,
    currency,
    decimals,
    metadata,
    checkout,
    settlement: settings.settlement,
    due,
    policy,
    ...(amount === undefined ? { topUp: true } : {}),
    ...(paymentRequestId === undefined ? {} : { paymentRequestId }),
    ...(byVisitor ? { byVisitor } : {}),
    createdAt: at,
    expiresAt,
    monitoringUntil:
      expiresAt + Math.round((request.monitoringMinutes ?? settings.monitoringMinutes) * MINUTE_MS),
  };
}

/** A key that may create invoices must not be able to make an unpaid order count as paid. */
function requireInBounds(policy: Policy, own: Policy, due: bigint, bounds: PolicyBounds): void {
  const beyond = beyondBounds(policy, own, due, bounds);
  if (beyond.length === 0) return;
  const message = `Expected a policy at most as lax as the store allows its invoices; ${beyond.join(", ")} would be laxer. Leave it out, or let invoices say so with "crosstill stores set" (--invoice-tolerance ${bounds.toleranceBps / 100}, --invoice-underpaid, --invoice-evidence).`;
  throw new GatewayError("policy_not_allowed", message);
}

/** The priced default method, or undefined when it has to wait for the payer's choice. */
async function priceInTime(
  gateway: InvoiceContext,
  store: MerchantStore,
  invoice: Invoice,
): Promise<Priced | undefined> {
  try {
    return await withDeadline(gateway.settings.quoteTimeoutMs, () => priceDefault(gateway, store, invoice));
  } catch (error) {
    if (error instanceof GatewayError && MERCHANT_ERRORS.has(error.code)) throw error;
    gateway.log.warn("invoice.not_priced", { invoice: invoice.id, store: store.id, error });
    return undefined;
  }
}

const MERCHANT_ERRORS = new Set(["method_not_available", "quote_user_balance"]);

async function priceDefault(
  gateway: InvoiceContext,
  store: MerchantStore,
  invoice: Invoice,
): Promise<Priced | undefined> {
  const methods = await methodsOfInvoice(gateway, store, invoice.terms);
  const offered = methods.filter(({ isOff }) => !isOff);
  for (const id of invoice.terms.checkout.methods) requireMethod(offered, id);
  const method = findDefaultMethod(allowedMethods(methods, invoice.terms), invoice.terms, store);
  if (!method || invoice.terms.due === 0n) return undefined;
  await requireFollowed(gateway, method.chainId);
  try {
    return await priceMethod(gateway, store, invoice, method);
  } catch (error) {
    // Then the page must know which other methods it can offer before it is shown.
    if (error instanceof GatewayError && error.code === "amount_too_small")
      await learnMinimums(gateway, store, invoice);
    throw error;
  }
}
