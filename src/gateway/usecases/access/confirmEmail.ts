import { ConflictError } from "../../../database/driver.ts";
import { merchantWords } from "../../../languages/merchantWords.ts";
import type { User } from "../../domain/access/user.ts";
import { GatewayError } from "../../errors.ts";
import { sentence } from "../../../values/sentence.ts";
import { languageOfUser, queueNotice, type NoticeTools } from "../mail/noticeMail.ts";
import type { AccessDeps } from "./access.ts";
import { findEmailLink, newEmailLink } from "./accessLinks.ts";

/** Mails a link by which the owner of a user's e-mail address confirms it. Does nothing without an address or without a mail server. */
export async function mailEmailLink(
  tools: NoticeTools,
  user: User,
  pathOf: (token: string) => string,
): Promise<void> {
  const { id, email, name } = user;
  if (email === undefined || user.isEmailConfirmed || !tools.mailer) return;
  const language = languageOfUser(user);
  const tr = merchantWords(language);
  await queueNotice(tools, {
    to: email,
    language,
    subject: tr("Confirm your e-mail address"),
    lead: tr(
      "The account {name} names this address as its own. If the account is yours, confirm the address. If it is not, ignore this message.",
      { name },
    ),
    facts: [[tr("Account"), name]],
    link: { label: tr("Confirm the address"), path: pathOf(await newEmailLink(tools, id, email)) },
  });
}

/** Confirms the address of a link. Undefined where the link does not work any more. Throws GatewayError email_taken. */
export async function confirmEmail(
  deps: Pick<AccessDeps, "persistence" | "clock">,
  token: string,
): Promise<User | undefined> {
  const { users, accessLinks } = deps.persistence;
  const link = await findEmailLink(deps, token);
  if (link?.userId === undefined || link.email === undefined) return undefined;
  try {
    if (!(await users.confirmEmail(link.userId, link.email))) return undefined;
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    throw new GatewayError(
      "email_taken",
      sentence(
        "Another account has confirmed this address. Use another address, or change the other account.",
      ),
    );
  }
  await accessLinks.take(link.digest);
  return users.load(link.userId);
}
