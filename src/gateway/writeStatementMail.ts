import { languageOf } from "../languages/languages.ts";
import type { StatementMail } from "../mail/mail.ts";
import { letterHtml, letterText } from "../mail/renderLetter.ts";
import { statementLetter } from "../mail/statementLetter.ts";
import { readMonth } from "../month.ts";
import type { MailMessage } from "./mailPort.ts";
import { isOfAccountant } from "./oweStatements.ts";
import type { Gateway } from "./ports.ts";
import { LINK_DAYS, makeStatementLink, statementLinkPath } from "./statementLink.ts";
import { supportAddress } from "./supportAddress.ts";

/** Writes the message about a month, in the store's language, with a new link; or says why nobody gets it. */
export async function writeStatementMail(
  gateway: Pick<Gateway, "store" | "clock" | "signer" | "settings">,
  publicUrl: string,
  { id, storeId, month: name, nth }: StatementMail,
): Promise<MailMessage | string> {
  const merchant = await gateway.store.loadStore(storeId);
  const { accountant, zone = "" } = merchant?.settings.books ?? {};
  const month = readMonth(name, zone);
  const link = merchant && makeStatementLink(gateway, merchant, name);
  if (!month || !accountant || !link) return "The store has no accountant any more.";
  if (nth === 1 && !isOfAccountant(month, accountant)) return "The store has another accountant since.";
  const language = languageOf(merchant.settings.profile.defaultLang) ?? "en";
  const letter = statementLetter({
    ...{ language, storeName: merchant.name, host: new URL(publicUrl).host, month: name, zone },
    ...{ url: publicUrl + statementLinkPath(link), days: LINK_DAYS, sandbox: gateway.settings.sandbox },
  });
  return {
    ...{ id, to: accountant.address, language, fromName: merchant.name, replyTo: supportAddress(merchant) },
    ...{ subject: letter.subject, text: letterText(letter), html: letterHtml(letter) },
  };
}
