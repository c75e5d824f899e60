import type { Request } from "express";
import type { KeyGrant } from "../../../usecases/stores/createStore.ts";
import { isPermission } from "../../../domain/access/permissions.ts";
import type { MerchantStore } from "../../../usecases/stores/merchantStore.ts";
import type { Translate } from "../../../../languages/merchantWords.ts";
import { DAY_MS, type Instant } from "../../../../values/time.ts";
import { hasUnseen } from "../../../../values/shownText.ts";
import { fieldOf, fieldsOf } from "../fields.ts";

export const LONGEST_LABEL = 100;

/** How long a key may be made to last, in days; 0 is for ever. */
export const LIFETIMES: readonly number[] = [30, 90, 365, 0];

/** The lifetime that is offered first, in days. */
export const USUAL_LIFETIME = 90;

/**
 * The key that the form asks for, or what is wrong with it. The form brings the key's id, so that a form which is sent twice
 * makes one key.
 */
export function readKeyForm(
  request: Request,
  stores: readonly MerchantStore[],
  at: Instant,
  tr: Translate,
): KeyGrant | string {
  const label = (fieldOf(request, "label") ?? "").trim();
  const permissions = fieldsOf(request, "permissions");
  const days = LIFETIMES.find((choice) => String(choice) === fieldOf(request, "days"));
  const store = stores.find(({ id }) => id === fieldOf(request, "storeId"));
  if (label.length < 1 || label.length > LONGEST_LABEL)
    return tr("The label must have 1 to {most} characters.", { most: LONGEST_LABEL });
  if (hasUnseen(label)) return tr("Enter a name without control and format characters.");
  if (!store) return tr("Choose the store that the key is for.");
  if (permissions.length === 0 || !permissions.every(isPermission)) return tr("Choose what the key may do.");
  if (days === undefined) return tr("Choose when the key expires.");
  const expiresAt = days === 0 ? {} : { expiresAt: at + days * DAY_MS };
  return { ...keyIdOf(request), label, storeId: store.id, permissions, ...expiresAt };
}

/** The id that a form brings for the key it makes. */
export function keyIdOf(request: Request): Readonly<{ id?: string }> {
  const id = fieldOf(request, "keyId") ?? "";
  return /^[1-9A-HJ-NP-Za-km-z]{30}$/.test(id) ? { id } : {};
}
