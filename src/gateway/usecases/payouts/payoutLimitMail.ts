import { merchantWords, type Translate } from "../../../languages/merchantWords.ts";
import { mailSecurity } from "../access/securityMail.ts";
import { whoMay } from "../access/whoMay.ts";
import { languageOfUser, queueNotice, type NoticeTools } from "../mail/noticeMail.ts";
import type { MerchantStore, PayoutLimit, PendingPayoutLimit } from "../stores/merchantStore.ts";

/** A limit in words: "500 USD", or that there is none. */
export function limitWords(limit: PayoutLimit | undefined, tr: Translate): string {
  return limit ? `${limit.amount} ${limit.currency}` : tr("No limit: one person approves");
}

/** Tells the approvers of a store's payouts and its owners by e-mail of a limit that waits for a second person. */
export async function mailPendingLimit(
  tools: NoticeTools,
  { id, name, settings }: Pick<MerchantStore, "id" | "name" | "settings">,
  pending: PendingPayoutLimit,
  path: string,
): Promise<void> {
  for (const user of await whoMay(tools, id, "canmanagepayouts")) {
    if (user.email === undefined) continue;
    const language = languageOfUser(user);
    const tr = merchantWords(language);
    await queueNotice(tools, {
      to: user.email,
      language,
      subject: tr("{name} asks to change the rule for approving payouts", { name: pending.userName }),
      lead: tr(
        "It takes effect when a second person confirms it. If it was not meant, save the present limit again.",
      ),
      facts: [
        [tr("Store"), name],
        [tr("Present limit"), limitWords(settings.payoutLimit, tr)],
        [tr("New limit"), limitWords(pending.limit, tr)],
      ],
      link: { label: tr("Look at the change"), path },
    });
  }
}

/** Tells by e-mail the owners of the stores that have a limit (of one, or undefined: of all) that this user can approve payouts there now. */
export async function mailNewApprover(tools: NoticeTools, userId: string, storeId?: string): Promise<void> {
  for (const { id, name, settings } of await tools.persistence.stores.list()) {
    if (!settings.payoutLimit || (storeId ?? id) !== id) continue;
    const approver = (await whoMay(tools, id, "canmanagepayouts")).find((user) => user.id === userId);
    if (!approver) continue;
    for (const owner of await whoMay(tools, id, "unrestricted"))
      if (owner.id !== userId)
        await mailSecurity(tools, owner, "approver_added", { detail: `${approver.name}, ${name}` });
  }
}
