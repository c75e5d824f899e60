import { merchantWords } from "../../../languages/merchantWords.ts";
import { queueNotice, type NoticeTools } from "../mail/noticeMail.ts";

type Invited = Readonly<{ email: string; store: string; by: string; path: string }>;

/** Mails the link of an invitation to the person invited, in English: their language is not known yet. */
export async function mailInvitation(tools: NoticeTools, { email, store, by, path }: Invited): Promise<void> {
  const tr = merchantWords("en");
  await queueNotice(tools, {
    to: email,
    language: "en",
    subject: tr("{by} invites you to {store}", { by, store }),
    lead: tr(
      "{by} invites you to work in {store} with Crosstill, a gateway for payments in cryptocurrencies. The link leads to a page on which you choose a name and a password. It works once, and for a week. If you do not know {by}, ignore this message.",
      { by, store },
    ),
    facts: [[tr("Store"), store]],
    link: { label: tr("Accept the invitation"), path },
  });
}
