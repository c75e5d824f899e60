import { isFinal, type Invoice } from "../../domain/invoices/invoice.ts";
import { mailboxOf, readEmailAddress } from "../../domain/mail/emailAddress.ts";
import type { Recipient } from "../../domain/mail/mail.ts";
import { standingNews } from "../../domain/mail/mailKindsOf.ts";
import { DAY_MS } from "../../../values/time.ts";
import { GatewayError } from "../../errors.ts";
import { requireMailer } from "./mailInvoice.ts";
import { loadInvoice } from "../invoices/markInvoice.ts";
import { notYetQueued } from "./queueMail.ts";
import { withMutex } from "../../../runtime/concurrency/keyedMutex.ts";
import type { Gateway } from "../gateway.ts";
import { retryOnConflict } from "../retryOnConflict.ts";

const MOST_CHANGES = 5; // of the address of one invoice: a public form must not send mail to many addresses
const MOST_INVOICES = 20; // that one address is left at in a day
const LONGEST_TYPED = 254;

/** True while an address may be left: e-mail is on, and the invoice can still change. */
export function takesAddress({ mailer }: Pick<Gateway, "mailer">, { state, archivedAt }: Invoice): boolean {
  return mailer !== undefined && archivedAt === undefined && !isFinal(state);
}

/**
 * Sends updates of the payment to this address instead of the previous one; an empty text ends them. Throws
 * GatewayError mail_off, invoice_not_found, invoice_closed, mail_address_refused, too_many_mails.
 */
export async function notifyByMail(
  gateway: Pick<Gateway, "clock" | "persistence" | "mailer" | "issuing">,
  invoiceId: string,
  typed: string,
  language: string,
): Promise<void> {
  if (typed.trim() === "") return gateway.persistence.mails.forgetRecipient(invoiceId, "payer");
  requireMailer(gateway);
  const address = readAddress(typed);
  await withMutex(gateway.issuing, `mailbox ${mailboxOf(address)}`, () =>
    retryOnConflict(() => keepAddress(gateway, invoiceId, address, language)),
  );
}

async function keepAddress(
  gateway: Pick<Gateway, "clock" | "persistence" | "mailer">,
  invoiceId: string,
  address: string,
  language: string,
): Promise<void> {
  const { persistence, clock } = gateway;
  const invoice = await loadInvoice(gateway, invoiceId);
  if (!takesAddress(gateway, invoice)) throw closed();
  const at = clock();
  const before = (await persistence.mails.recipientsOf(invoiceId)).find(({ role }) => role === "payer");
  if (before?.address === address && before.language === language) return;
  const changes = (before?.changes ?? 0) + 1;
  if (changes > MOST_CHANGES) throw tooMany(`for this payment an address was given ${MOST_CHANGES} times`);
  if ((await persistence.mails.countRecipients(address, "payer", at - DAY_MS)) >= MOST_INVOICES)
    throw tooMany(`this address was left at ${MOST_INVOICES} payments today`);
  const { storeId } = invoice;
  await persistence.mails.keepRecipient(
    { invoiceId, storeId, role: "payer", address, language, changes, at },
    [],
    at,
  );
  await oweMissed(gateway, invoice);
}

/** Queues the messages about changes that happened before the recipient was known. */
async function oweMissed(
  { persistence, clock }: Pick<Gateway, "clock" | "persistence">,
  seen: Invoice,
): Promise<void> {
  const invoice = await persistence.invoices.load(seen.id);
  if (!invoice || invoice.version === seen.version) return;
  const at = clock();
  const owed = await notYetQueued(persistence, invoice.id, standingNews(invoice, at));
  if (owed.length > 0) await persistence.mails.queue(invoice, owed, at);
}

/** The payer's recipient, if an address was left. */
export async function payerOf(
  { persistence }: Pick<Gateway, "persistence">,
  invoiceId: string,
): Promise<Recipient | undefined> {
  return (await persistence.mails.recipientsOf(invoiceId)).find(
    ({ role, address }) => role === "payer" && address !== "",
  );
}

function readAddress(typed: string): string {
  const address = typed.length <= LONGEST_TYPED ? readEmailAddress(typed) : undefined;
  if (address !== undefined) return address;
  throw new GatewayError("mail_address_refused", "Expected one e-mail address, such as name@example.com.");
}

function closed(): GatewayError {
  return new GatewayError("invoice_closed", "There is no more news to come about this payment.");
}

function tooMany(why: string): GatewayError {
  return new GatewayError(
    "too_many_mails",
    `Not now: ${why}. The page itself says what becomes of the payment.`,
  );
}
