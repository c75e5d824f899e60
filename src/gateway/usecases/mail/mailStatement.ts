import { ConflictError } from "../../../database/driver.ts";
import { isLost } from "../../domain/mail/mail.ts";
import { MINUTE_MS } from "../../../values/time.ts";
import { GatewayError } from "../../errors.ts";
import { requireMailer } from "./mailInvoice.ts";
import type { Gateway } from "../gateway.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";
import { sentence } from "../../../values/sentence.ts";

const MOST = 5; // messages about one month
const BETWEEN_MS = MINUTE_MS;

/**
 * Owes the accountant of a store a message about a month ("2026-11") because the owner asks for it: the one that did not arrive
 * once more, else another one. Throws GatewayError mail_off, mail_address_missing, too_many_mails.
 */
export async function mailStatement(
  gateway: Pick<Gateway, "persistence" | "clock" | "mailer">,
  { id: storeId, settings }: MerchantStore,
  month: string,
): Promise<void> {
  requireMailer(gateway);
  if (!settings.books.accountant)
    throw new GatewayError("mail_address_missing", sentence("This store has named no accountant."));
  const at = gateway.clock();
  const sent = await gateway.persistence.mails.ofStatement(storeId, month);
  const last = sent.at(-1);
  if (last && isLost(last)) return oweAgain(gateway, last, at);
  if (sent.length >= MOST)
    throw new GatewayError(
      "too_many_mails",
      sentence("This month was mailed {most} times; more looks like spam.", { most: MOST }),
    );
  if (last && at < last.createdAt + BETWEEN_MS)
    throw new GatewayError(
      "too_many_mails",
      sentence("This month was mailed less than a minute ago. Wait a minute."),
    );
  if (last?.state === "due")
    throw new GatewayError(
      "too_many_mails",
      sentence("The message about this month waits for the mail server, and goes out by itself."),
    );
  await gateway.persistence.mails.queueStatement({ storeId, month, nth: sent.length + 1 }, at);
}

async function oweAgain(
  { persistence }: Pick<Gateway, "persistence">,
  ...lost: Parameters<Gateway["persistence"]["mails"]["queueAgain"]>
): Promise<void> {
  await persistence.mails.queueAgain(...lost).catch((error: unknown) => {
    if (!(error instanceof ConflictError)) throw error; // a concurrent call has queued the same message
  });
}
