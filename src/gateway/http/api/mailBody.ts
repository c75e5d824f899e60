import { z } from "zod";
import type { MailTo } from "../../usecases/mail/queueMail.ts";
import type { StoreSettings } from "../../usecases/stores/merchantStore.ts";
import { metadataText } from "../../domain/invoices/metadataText.ts";
import { chooseLanguage, type Wishes } from "../../../languages/languages.ts";
import { readEmailAddress } from "../../domain/mail/emailAddress.ts";
import { nullish } from "./nullish.ts";
import { english } from "../../../languages/merchantWords.ts";

/** One e-mail address of the merchant's customer. */
export const emailAddress = z
  .string()
  .max(300)
  .refine(
    (text) => readEmailAddress(text) !== undefined,
    english("Expected one e-mail address, such as ada@example.com"),
  );

/** Under `crosstill` of POST …/invoices. */
export const emailBody = z.strictObject({
  to: emailAddress.describe("Who gets the link of the invoice"),
  language: nullish(z.string().max(20)).describe(
    "Such as de; none: `checkout.defaultLanguage`, or the store's",
  ),
});

/** The language of messages about an invoice. */
export function mailLanguage({ asked, invoice }: Wishes, { profile }: StoreSettings): string {
  return chooseLanguage({ asked, invoice, store: profile.defaultLang });
}

/**
 * The recipient of an invoice's mail: as the merchant sets it, else, where the store mails its invoices,
 * the buyer's address from the metadata as plugins send it (`buyerEmail`). An invalid one is ignored:
 * plugins pass on unchecked input.
 */
export function mailToOf(
  email: z.infer<typeof emailBody> | undefined,
  { metadata, defaultLanguage }: Readonly<{ metadata: unknown; defaultLanguage: string | undefined }>,
  settings: StoreSettings,
): MailTo | undefined {
  const said = email?.to ?? (settings.mail.invoices ? metadataText(metadata, "buyerEmail") : undefined);
  const address = readEmailAddress(said ?? "");
  if (address === undefined) return undefined;
  return { address, language: mailLanguage({ asked: email?.language, invoice: defaultLanguage }, settings) };
}
