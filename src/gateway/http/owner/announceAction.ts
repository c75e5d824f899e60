import { mailSecurity, type SecurityEvent } from "../../usecases/access/securityMail.ts";
import type { User } from "../../domain/access/user.ts";
import type { SignedIn } from "../../usecases/access/access.ts";
import type { Action } from "../../usecases/access/recordAction.ts";
import { mailNewApprover } from "../../usecases/payouts/approverMail.ts";
import { mailGuardedChange } from "../../usecases/stores/changeMail.ts";
import type { GuardedChange, GuardedName } from "../../usecases/stores/guardedChanges.ts";
import { notify } from "../../usecases/notifications/notify.ts";
import { timeOrderedId } from "../../../values/ids.ts";
import { payoutLimitPath, refundAddressesPath, settlementPath, storePath, USERS_PATH } from "./paths.ts";
import type { AuthDeps } from "./visitor.ts";

/** The e-mail to the acting user. */
const OWN: Readonly<Record<string, SecurityEvent>> = {
  "user.password_changed": "password_changed",
  "user.email_changed": "email_changed",
  "user.totp_begun": "factor_added",
  "passkey.added": "factor_added",
  "user.totp_ended": "factor_removed",
  "passkey.removed": "factor_removed",
};

/** The e-mail to the subject, a user, of what another person has done to the account, and what the administrators are told. */
const ON_ACCOUNTS: Readonly<Record<string, Readonly<{ mail: SecurityEvent; told: string }>>> = {
  "user.reset_link_made": { mail: "reset_link_made", told: "has made a link for a new password of" },
  "user.factors_removed": { mail: "factors_taken", told: "has removed the second factors of" },
};

/** What can make its subject, a user, one who approves payouts. */
const GIVES_RIGHTS = new Set(["member.role_changed", "user.administrator_changed", "user.enabled"]);

/**
 * Tells people of what a visitor has just done: the visitor by e-mail, where it is about the own account; a store's owners by
 * e-mail, where payouts are approved by another rule; and those who may change a store's settings that another person did. What was
 * done stays done where telling fails.
 */
export async function announceAction(
  gateway: AuthDeps,
  { user, session }: SignedIn,
  { action, storeId, subject, before, after }: Action,
): Promise<void> {
  try {
    const own = OWN[action];
    if (own) await mailSecurity(gateway, user, own, { address: session.address });
    await announceApprover(gateway, { action, storeId, subject, after });
    await announceOpened(gateway, user, action, subject);
    if (storeId === undefined || !action.startsWith("store.")) return;
    const [, what = "", step] =
      /^store\.(settlement|refunds|payout_limit)_(changed|asked|withdrawn)$/.exec(action) ?? [];
    const guarded = GUARDED[what];
    if (guarded && step !== "withdrawn") {
      const change = { before, after, isPending: step === "asked" } as GuardedChange<GuardedName>;
      const about = { by: user.name, path: guarded.path(storeId) };
      const store = await gateway.persistence.stores.load(storeId);
      if (store) await mailGuardedChange(gateway, store, guarded.name, change, about);
    }
    if (guarded?.name === "settlement") return await notifySettlement(gateway, user, storeId, step);
    await notify(gateway, {
      kind: "settings_changed",
      storeId,
      subject: timeOrderedId(gateway.clock(), gateway.random),
      body: `${user.name} has changed the settings of the store.`,
      link: storePath(storeId),
      by: user.id,
    });
  } catch (error) {
    gateway.log.error("notice.not_queued", { error, action });
  }
}

/** Tells a store's owners that a person was given a role, or was made an administrator, with which payouts are approved. */
async function announceApprover(gateway: AuthDeps, { action, storeId, subject }: Action): Promise<void> {
  if (action === "role.changed" && storeId !== undefined) {
    for (const { userId, role } of await gateway.persistence.members.ofStore(storeId))
      if (role === subject) await mailNewApprover(gateway, userId, storeId);
  }
  if (subject !== undefined && GIVES_RIGHTS.has(action)) await mailNewApprover(gateway, subject, storeId);
}

/** Tells a user and the other administrators of a way into the user's account that this one has made. */
async function announceOpened(
  gateway: AuthDeps,
  by: User,
  action: string,
  subject: string | undefined,
): Promise<void> {
  const about = ON_ACCOUNTS[action];
  const user = about && subject !== undefined ? await gateway.persistence.users.load(subject) : undefined;
  if (!about || !user || user.id === by.id) return;
  await mailSecurity(gateway, user, about.mail, { detail: by.name });
  await notify(gateway, {
    kind: "account_opened",
    storeId: undefined,
    subject: timeOrderedId(gateway.clock(), gateway.random),
    body: `${by.name} ${about.told} ${user.name}.`,
    link: USERS_PATH,
    by: by.id,
  });
}

/** Guarded settings by the middle of their actions in the audit log, and the page of each. */
const GUARDED: Readonly<Record<string, Readonly<{ name: GuardedName; path: (storeId: string) => string }>>> =
  {
    settlement: { name: "settlement", path: settlementPath },
    refunds: { name: "refunds", path: refundAddressesPath },
    payout_limit: { name: "payoutLimit", path: payoutLimitPath },
  };

/** Says on the pages that a store is paid elsewhere, is asked to be, or was asked to be. */
async function notifySettlement(
  gateway: AuthDeps,
  by: User,
  storeId: string,
  step: string | undefined,
): Promise<void> {
  const store = await gateway.persistence.stores.load(storeId);
  if (!store) return;
  const done =
    step === "withdrawn"
      ? "has withdrawn the change of"
      : step === "asked"
        ? "asks to change"
        : "has changed";
  await notify(gateway, {
    kind: "settlement_changed",
    storeId,
    subject: timeOrderedId(gateway.clock(), gateway.random),
    body: `${by.name} ${done} where ${store.name} is paid.`,
    link: settlementPath(storeId),
    by: by.id,
  });
}
