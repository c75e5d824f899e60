import { smtpMailer } from "../../gateway/adapters/mail/mailer.ts";
import type { Config } from "../../gateway/compose/config.ts";
import { openOwnSecrets } from "../../gateway/compose/keys/openKeys.ts";
import type { Records } from "../../gateway/usecases/invoices/advanceInvoice.ts";
import type { NoticeTools } from "../../gateway/usecases/mail/noticeMail.ts";

/** Returns what a command needs to queue mails; the server sends them. Throws what openKeys throws: call it before any change. */
export async function openNotices(gateway: Records, config: Config): Promise<NoticeTools> {
  const { persistence, clock, random } = gateway;
  const { mail } = config;
  const secrets = await openOwnSecrets(gateway, config);
  return { persistence, clock, random, secrets, mailer: mail && smtpMailer(mail.smtp, mail.from) };
}
