import { momentIn } from "../../../languages/formats.ts";
import { merchantWords, type Translate } from "../../../languages/merchantWords.ts";
import type { User } from "../../domain/access/user.ts";
import { languageOfUser, queueNotice, type NoticeTools } from "../mail/noticeMail.ts";

/** What a person is told about the own account, also by e-mail, so that no one does it unnoticed. */
export type SecurityEvent =
  | "new_device"
  | "password_changed"
  | "email_changed"
  | "factor_added"
  | "factor_removed"
  | "reset_link_made"
  | "password_reset"
  | "factors_taken"
  | "key_created"
  | "payout_rule_changed"
  | "approver_added";

const SUBJECTS: Readonly<Record<SecurityEvent, (tr: Translate) => string>> = {
  new_device: (tr) => tr("Sign-in from a new device"),
  password_changed: (tr) => tr("Your password was changed"),
  email_changed: (tr) => tr("Your e-mail address was changed"),
  factor_added: (tr) => tr("A second factor was added to your account"),
  factor_removed: (tr) => tr("A second factor was removed from your account"),
  reset_link_made: (tr) => tr("A link for a new password of your account was made"),
  password_reset: (tr) => tr("Your password was set anew by a link"),
  factors_taken: (tr) => tr("Another person removed the second factors of your account"),
  key_created: (tr) => tr("A new API key was made"),
  payout_rule_changed: (tr) => tr("The rule for approving payouts was changed"),
  approver_added: (tr) => tr("Another person can approve payouts now"),
};

/** Tells a user by e-mail that this happened; to the address that held before, where that is what changed. */
export async function mailSecurity(
  tools: NoticeTools,
  user: User,
  event: SecurityEvent,
  about: Readonly<{ address?: string | undefined; detail?: string | undefined }> = {},
): Promise<void> {
  if (user.email === undefined) return;
  const language = languageOfUser(user);
  const tr = merchantWords(language);
  const facts: [string, string][] = [
    [tr("Account"), user.name],
    [tr("When"), momentIn(language, tools.clock())],
  ];
  if (about.address) facts.push([tr("From"), about.address]);
  if (about.detail) facts.push([tr("What"), about.detail]);
  await queueNotice(tools, {
    to: user.email,
    language,
    subject: SUBJECTS[event](tr),
    lead: tr("If this was not you, change your password and sign out everywhere at once."),
    facts,
    link: { label: tr("Open your account"), path: "/owner/account" },
  });
}
