import { timingSafeEqual } from "node:crypto";
import type { PullPayment } from "../../domain/payouts/pullPayment.ts";
import type { Permission } from "../../domain/access/permissions.ts";
import type { Gateway } from "../gateway.ts";

/**
 * Holders of a pull payment's link may claim it. So the link contains a secret in addition to the id, which
 * events, lists and the log show. The secret is not stored: it is derived from the id with the key of
 * SECRETS_KEY_FILE (decision 39).
 */

/** The last part of a pull payment's link: "<id>-<secret>". */
export function claimToken({ secrets }: Pick<Gateway, "secrets">, { id }: Pick<PullPayment, "id">): string {
  return `${id}-${secrets.mark(`claim ${id}`)}`;
}

/** The page where a pull payment is claimed. */
export function claimLink(
  gateway: Pick<Gateway, "secrets">,
  publicUrl: string,
  pullPayment: Pick<PullPayment, "id">,
): string {
  return `${publicUrl}/pull-payments/${claimToken(gateway, pullPayment)}`;
}

/** The id in the last part of a genuine link; undefined for anything else, such as an id alone. */
export function idInClaimToken(gateway: Pick<Gateway, "secrets">, token: string): string | undefined {
  const id = token.split("-", 1)[0] ?? "";
  const [own, given] = [Buffer.from(claimToken(gateway, { id })), Buffer.from(token)];
  return own.length === given.length && timingSafeEqual(own, given) ? id : undefined;
}

/**
 * The permission that a key needs to claim a pull payment, and so to see its link: claims of one that
 * approves itself are not reviewed.
 */
export function claimPermission({ autoApprove }: Pick<PullPayment, "autoApprove">): Permission {
  return autoApprove ? "cancreatepullpayments" : "cancreatenonapprovedpullpayments";
}
