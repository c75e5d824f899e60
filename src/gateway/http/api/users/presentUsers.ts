import { languageOf } from "../../../../languages/languages.ts";
import { unixSeconds } from "../../../../values/time.ts";
import type { Notification } from "../../../domain/access/notification.ts";
import { fullPermission } from "../../../domain/access/permissions.ts";
import type { Role, User } from "../../../domain/access/user.ts";
import type { Person } from "../../../usecases/access/people.ts";
import type { Answer } from "../../answers/scalars.ts";
import type { notificationAnswer, roleAnswer, storeUserAnswer, userAnswer } from "../../answers/user.ts";

/** A user, without credentials. */
export function presentUser(user: User): Answer<typeof userAnswer> {
  const { id, name, email, isAdmin, createdAt, disabledAt, preferences } = user;
  return {
    id,
    name,
    email: email ?? null,
    imageUrl: null,
    emailConfirmed: user.isEmailConfirmed,
    requiresEmailConfirmation: false,
    approved: true,
    requiresApproval: false,
    created: unixSeconds(createdAt),
    disabled: disabledAt !== undefined,
    roles: isAdmin ? ["ServerAdmin"] : [],
    crosstill: { language: languageOf(preferences.language) ?? null, theme: preferences.theme ?? null },
  };
}

/** A member of a store. */
export function presentStoreUser({ user, role }: Person): Answer<typeof storeUserAnswer> {
  return {
    userId: user.id,
    role: role.name,
    id: user.id,
    storeRole: role.name,
    name: user.name,
    email: user.email ?? null,
    imageUrl: null,
    disabled: user.disabledAt !== undefined,
  };
}

/** A role with its permissions as clients write them. */
export function presentRole({ storeId, name, permissions }: Role): Answer<typeof roleAnswer> {
  return {
    id: storeId === undefined ? name : `${storeId}::${name}`,
    role: name,
    permissions: permissions.map(fullPermission),
    isServerRole: storeId === undefined,
  };
}

/** A notification; its link is absolute, and its body HTML. */
export function presentNotification(
  { id, kind, body, storeId, link, at, seenAt }: Notification,
  publicUrl: string,
): Answer<typeof notificationAnswer> {
  return {
    id,
    identifier: kind,
    type: kind,
    body: escapeHtml(body),
    storeId: storeId ?? null,
    link: `${publicUrl.replace(/\/+$/, "")}${link}`,
    createdTime: unixSeconds(at),
    seen: seenAt !== undefined,
  };
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}
