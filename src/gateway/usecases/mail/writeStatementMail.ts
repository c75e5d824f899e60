import { languageOf } from "../../../languages/languages.ts";
import type { StatementMail } from "../../domain/mail/mail.ts";
import { letterHtml, letterText } from "../../domain/mail/renderLetter.ts";
import { statementLetter } from "../../domain/mail/statementLetter.ts";
import type { MailMessage } from "../../ports/mailPort.ts";
import type { Gateway } from "../gateway.ts";
import { LINK_DAYS, makeStatementLink, statementLinkPath } from "../books/statementLink.ts";
import { supportAddress } from "./supportAddress.ts";

/**
 * Renders the message about a month for the present accountant, in the store's language, with a new link;
 * or returns the reason why it is dropped.
 */
export async function writeStatementMail(
  gateway: Pick<Gateway, "persistence" | "clock" | "signer" | "settings">,
  publicUrl: string,
  { id, storeId, month }: StatementMail,
): Promise<MailMessage | string> {
  const merchant = await gateway.persistence.stores.load(storeId);
  const { accountant, zone } = merchant?.settings.books ?? {};
  const link = merchant && makeStatementLink(gateway, merchant, month);
  if (!accountant || !zone || !link) return "The store has no accountant any more.";
  const language = languageOf(merchant.settings.profile.defaultLang) ?? "en";
  const letter = statementLetter({
    language,
    storeName: merchant.name,
    host: new URL(publicUrl).host,
    month,
    zone,
    url: publicUrl + statementLinkPath(link),
    days: LINK_DAYS,
    sandbox: gateway.settings.sandbox,
  });
  return {
    id,
    to: accountant.address,
    language,
    fromName: merchant.name,
    replyTo: supportAddress(merchant),
    subject: letter.subject,
    text: letterText(letter),
    html: letterHtml(letter),
  };
}
