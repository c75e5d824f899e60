import { DAY_MS, isoTime } from "../../../values/time.ts";
import { allows } from "../../domain/access/permissions.ts";
import { TOTP_FACTOR, type ApprovalHold, type User } from "../../domain/access/user.ts";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../gateway.ts";
import { sentence } from "../../../values/sentence.ts";

const HOLD_MS = DAY_MS;
/** The permissions that approve what is paid to others. */
export const APPROVING = ["canmanagepayouts", "cancreatepullpayments"] as const;

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

/** Throws GatewayError approvals_on_hold while the user may not approve what moves money. */
export async function requireNoHold({ persistence, clock }: HoldDeps, userId: string): Promise<void> {
  const hold = (await persistence.users.load(userId))?.approvalHold;
  if (!hold || clock() >= hold.until) return;
  const values = { name: hold.by, time: isoTime(hold.until) };
  throw new GatewayError(
    "approvals_on_hold",
    hold.factors.length === 0
      ? sentence(
          "{name} has made a way into this account, so it approves nothing that moves money until {time}.",
          values,
        )
      : sentence(
          "{name} has made a way into this account, so it approves nothing that moves money until {time}. Sign in with the second factor that you had before to end this at once.",
          values,
        ),
  );
}

/**
 * For a key that a user makes: one that approves payouts, or makes claims that approve themselves, would be the way around a hold.
 * Throws GatewayError approvals_on_hold.
 */
export async function requireNoHoldForKey(
  deps: HoldDeps,
  userId: string,
  permissions: readonly string[],
): Promise<void> {
  if (APPROVING.some((name) => allows(permissions, name))) await requireNoHold(deps, userId);
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
