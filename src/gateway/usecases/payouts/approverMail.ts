import { mailSecurity } from "../access/securityMail.ts";
import { whoMay } from "../access/whoMay.ts";
import type { NoticeTools } from "../mail/noticeMail.ts";
import { findLimit } from "./payoutLimit.ts";

/** Mails to the owners of a store that has a limit (undefined: of every such store) that this user can approve payouts there now. */
export async function mailNewApprover(tools: NoticeTools, userId: string, storeId?: string): Promise<void> {
  for (const store of await tools.persistence.stores.list()) {
    const { id, name } = store;
    if ((storeId ?? id) !== id || !(await findLimit(tools, store))) continue;
    const approver = (await whoMay(tools, id, "canmanagepayouts")).find((user) => user.id === userId);
    if (!approver) continue;
    for (const owner of await whoMay(tools, id, "unrestricted"))
      if (owner.id !== userId)
        await mailSecurity(tools, owner, "approver_added", { detail: `${approver.name}, ${name}` });
  }
}
