import { z } from "zod";
import { LANGUAGES } from "../../../languages/languages.ts";
import { merchantWords } from "../../../languages/merchantWords.ts";
import { timeOrderedId } from "../../../values/ids.ts";
import type { User } from "../../domain/access/user.ts";
import type { NoticeMail } from "../../domain/mail/mail.ts";
import { letterHtml, letterText } from "../../domain/mail/renderLetter.ts";
import type { MailMessage } from "../../ports/mailPort.ts";
import type { Gateway } from "../gateway.ts";

/** What queueing messages to users takes. Without a mailer nothing is queued. */
export type NoticeTools = Pick<Gateway, "persistence" | "clock" | "random" | "mailer"> &
  Readonly<{ secrets: Pick<Gateway["secrets"], "seal"> }>;

const noticeSchema = z.object({
  to: z.string(),
  language: z.enum(LANGUAGES),
  subject: z.string(),
  lead: z.string(),
  facts: z.array(z.tuple([z.string(), z.string()])),
  link: z.object({ label: z.string(), path: z.string() }),
});

/** A message to a person: its text, and the path of the page that it leads to. */
export type NoticeLetter = z.infer<typeof noticeSchema>;

/** Owes a person a message. It is kept sealed, because it has an address in it, and may have a link that opens something. */
export async function queueNotice(tools: NoticeTools, letter: NoticeLetter): Promise<void> {
  if (!tools.mailer) return;
  const at = tools.clock();
  const id = timeOrderedId(at, tools.random);
  await tools.persistence.mails.queueNotice({ id, sealed: tools.secrets.seal(JSON.stringify(letter)) }, at);
}

/** Tells people what was done. It stays done where telling fails, which is logged. */
export async function announceSafely(
  { log }: Pick<Gateway, "log">,
  announce: () => Promise<void>,
): Promise<void> {
  await announce().catch((error: unknown) => {
    log.error("notice.not_queued", { error });
  });
}

/** The language of a user's messages. */
export function languageOfUser({ preferences }: Pick<User, "preferences">): NoticeLetter["language"] {
  return LANGUAGES.find((one) => one === preferences.language) ?? "en";
}

/** The message as it goes out, or why it is dropped. */
export async function writeNoticeMail(
  { secrets, settings }: Pick<Gateway, "secrets" | "settings">,
  publicUrl: string,
  { id, sealed }: NoticeMail,
): Promise<MailMessage | string> {
  const read = noticeSchema.safeParse(JSON.parse(await secrets.open(sealed)));
  if (!read.success) return "This version cannot read it.";
  const { to, language, subject, lead, facts, link } = read.data;
  const { host } = new URL(publicUrl);
  const tr = merchantWords(language);
  const notes = [
    ...(settings.sandbox ? [tr("This is a sandbox. No real money moves here.")] : []),
    tr("Sent by Crosstill at {host}, because this address belongs to an account there.", { host }),
  ];
  const url = publicUrl + link.path;
  const letter = { language, subject, lead, facts, link: { label: link.label, url }, notes };
  const replyTo = undefined;
  return {
    id,
    fromName: "Crosstill",
    to,
    replyTo,
    language,
    subject,
    text: letterText(letter),
    html: letterHtml(letter),
  };
}
