import { DAY_MS } from "../../../values/time.ts";
import { allows } from "../../domain/access/permissions.ts";
import { TOTP_FACTOR, type ApprovalHold, type User } from "../../domain/access/user.ts";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../gateway.ts";
import { sentence } from "../../../values/sentence.ts";

const HOLD_MS = DAY_MS;
/** The permissions that approve what is paid to others. */
export const APPROVING = ["canmanagepayouts", "cancreatepullpayments"] as const;

/** The permissions that approve, give access or change where money goes. */
const POWERS = [...APPROVING, "canmanageusers", "canmanageapikeys", "canmodifystoresettings"] as const;

type HoldDeps = Pick<Gateway, "persistence" | "clock">;

/**
 * The hold of a user whose account another person, `by`, has just opened a way into. What the user has as second factors at this
 * moment ends it early; a hold that is still on keeps out what was added during it.
 */
export async function newHold(
  { persistence, clock }: HoldDeps,
  user: User,
  by: string,
): Promise<ApprovalHold> {
  const { id, totp, approvalHold } = user;
  const passkeys = await persistence.passkeys.ofUser(id);
  const present = [...(totp ? [TOTP_FACTOR] : []), ...passkeys.map((passkey) => passkey.id)];
  const isKept = approvalHold && isOnHold({ clock }, user);
  const factors = isKept ? present.filter((factor) => approvalHold.factors.includes(factor)) : present;
  return { until: clock() + HOLD_MS, by, factors };
}

/** Whether a user may not approve what moves money now. */
export function isOnHold({ clock }: Pick<HoldDeps, "clock">, { approvalHold }: User): boolean {
  return approvalHold !== undefined && clock() < approvalHold.until;
}

/** Returns the error that refuses approvals by a user on hold, and giving others access. Undefined if the user is not on hold. */
export function findHold(
  { clock }: Pick<HoldDeps, "clock">,
  { approvalHold: hold }: Pick<User, "approvalHold">,
): GatewayError | undefined {
  if (!hold || clock() >= hold.until) return undefined;
  const values = { name: hold.by, time: { moment: hold.until } };
  return new GatewayError(
    "approvals_on_hold",
    hold.factors.length === 0
      ? sentence(
          "{name} has opened this account. Until {time} it approves nothing that moves money, and gives no access to others.",
          values,
        )
      : sentence(
          "{name} has opened this account. Until {time} it approves nothing that moves money, and gives no access to others. Sign in with the second factor that you had before to end this at once.",
          values,
        ),
  );
}

/** Throws GatewayError approvals_on_hold while the user is on hold. `userId` is undefined for a key that belongs to no person. */
export async function requireNoHold(
  { persistence, clock }: HoldDeps,
  userId: string | undefined,
): Promise<void> {
  const user = userId === undefined ? undefined : await persistence.users.load(userId);
  const refusal = user && findHold({ clock }, user);
  if (refusal) throw refusal;
}

/** Returns true if a key with these permissions could approve payouts, give access or change settings. */
export function givesPower(permissions: readonly string[]): boolean {
  return POWERS.some((name) => allows(permissions, name));
}

/** Refuses to give such a key to a user on hold. Throws GatewayError approvals_on_hold. */
export async function requireNoHoldForKey(
  deps: HoldDeps,
  userId: string | undefined,
  permissions: readonly string[],
): Promise<void> {
  if (givesPower(permissions)) await requireNoHold(deps, userId);
}

/** Ends the hold of a user who has just signed in with a second factor, where it is one from before. */
export async function endHold(
  { persistence }: Pick<Gateway, "persistence">,
  { id, approvalHold }: User,
  factor: string,
): Promise<void> {
  if (approvalHold?.factors.includes(factor)) await persistence.users.change(id, { approvalHold: undefined });
}

/** The hold of a user whose one-time passwords are set up anew or ended: codes do not end it any more. */
export function holdWithoutTotp({ approvalHold }: User): Pick<User, "approvalHold"> {
  const factors = approvalHold?.factors.filter((factor) => factor !== TOTP_FACTOR) ?? [];
  return { approvalHold: approvalHold && { ...approvalHold, factors } };
}
