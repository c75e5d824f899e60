import { isFinal, type Invoice } from "../../domain/invoices/invoice.ts";
import { mailboxOf, readEmailAddress } from "../../domain/mail/emailAddress.ts";
import type { Recipient } from "../../domain/mail/mail.ts";
import { standingNews } from "../../domain/mail/newsOf.ts";
import { DAY_MS } from "../../../values/time.ts";
import { GatewayError } from "../../errors.ts";
import { requireMailer } from "./mailInvoice.ts";
import { loadInvoice } from "../invoices/markInvoice.ts";
import { stillToOwe } from "./queueMail.ts";
import { oneAtATime } from "../../../runtime/concurrency/keyedMutex.ts";
import type { Gateway } from "../../ports/ports.ts";
import { untilKept } from "../retryOnConflict.ts";

const MOST_CHANGES = 5; // of the address of one invoice: a form that anybody can fill in must not write to many
const MOST_INVOICES = 20; // that one address is left at in a day
const LONGEST_TYPED = 254;

/** True while somebody may still leave an address: e-mail is on, and there is news to come. */
export function takesAddress({ mailer }: Pick<Gateway, "mailer">, { state, archivedAt }: Invoice): boolean {
  return mailer !== undefined && archivedAt === undefined && !isFinal(state);
}

/**
 * Writes to this address, and no longer to the one that was left before, what becomes of the payment; an empty text means to
 * nobody. Throws GatewayError mail_off, invoice_not_found, invoice_closed, mail_address_refused, too_many_mails.
 */
export async function tellByMail(
  gateway: Gateway,
  invoiceId: string,
  typed: string,
  language: string,
): Promise<void> {
  if (typed.trim() === "") return gateway.store.forgetRecipient(invoiceId, "payer");
  requireMailer(gateway);
  const address = readAddress(typed);
  await oneAtATime(gateway.issuing, `mailbox ${mailboxOf(address)}`, () =>
    untilKept(() => keepAddress(gateway, invoiceId, address, language)),
  );
}

async function keepAddress(
  gateway: Gateway,
  invoiceId: string,
  address: string,
  language: string,
): Promise<void> {
  const { store, clock } = gateway;
  const invoice = await loadInvoice(gateway, invoiceId);
  if (!takesAddress(gateway, invoice)) throw closed();
  const at = clock();
  const before = (await store.recipientsOf(invoiceId)).find(({ role }) => role === "payer");
  if (before?.address === address && before.language === language) return;
  const changes = (before?.changes ?? 0) + 1;
  if (changes > MOST_CHANGES) throw tooMany(`for this payment an address was given ${MOST_CHANGES} times`);
  if ((await store.countRecipients(address, "payer", at - DAY_MS)) >= MOST_INVOICES)
    throw tooMany(`this address was left at ${MOST_INVOICES} payments today`);
  const { storeId } = invoice;
  await store.keepRecipient({ invoiceId, storeId, role: "payer", address, language, changes, at }, [], at);
  await oweMissed(gateway, invoice);
}

/** What the invoice has become while its recipient was not known yet: nobody else owes it. */
async function oweMissed({ store, clock }: Gateway, seen: Invoice): Promise<void> {
  const invoice = await store.load(seen.id);
  if (!invoice || invoice.version === seen.version) return;
  const at = clock();
  const owed = await stillToOwe(store, invoice.id, standingNews(invoice, at));
  if (owed.length > 0) await store.oweMails(invoice, owed, at);
}

/** The payer whose address was left, if there is one. */
export async function payerOf(
  { store }: Pick<Gateway, "store">,
  invoiceId: string,
): Promise<Recipient | undefined> {
  return (await store.recipientsOf(invoiceId)).find(
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
