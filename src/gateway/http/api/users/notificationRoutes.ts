import { Router, type Request } from "express";
import { merchantWords } from "../../../../languages/merchantWords.ts";
import { GatewayError } from "../../../errors.ts";
import {
  ALL_NOTIFICATION_KINDS as KINDS,
  choosePageKinds,
  isNotificationKind,
  mayReadNotice,
  readableNotices,
  wantsNotice,
  type Notification,
  type NotificationKind,
} from "../../../domain/access/notification.ts";
import type { Preferences, User } from "../../../domain/access/user.ts";
import { loadAccess } from "../../../usecases/access/access.ts";
import { userOfKey } from "../../../usecases/access/storeUsers.ts";
import type { Gateway } from "../../../usecases/gateway.ts";
import { authenticate, requireKeyWith } from "../../auth.ts";
import type { Answer } from "../../answers/scalars.ts";
import type { notificationSettingsAnswer } from "../../answers/user.ts";
import { ValidationError } from "../../errors.ts";
import { wordsOfKind } from "../../../usecases/notifications/notificationWords.ts";
import { param, readPage, texts, wordsAmong } from "../query.ts";
import { presentNotification } from "./presentUsers.ts";
import { notificationSettingsBody, readUserBody, seenBody } from "./userBodies.ts";

/** The notifications of the key's user, in all stores of the user, and their settings. */
export function notificationRoutes(gateway: Gateway, publicUrl: string): Router {
  const router = Router();
  const { notifications, users } = gateway.persistence;
  const path = "/api/v1/users/me/notifications";
  const settingsPath = "/api/v1/users/me/notification-settings";
  const sees = requireKeyWith(gateway, "user.canviewnotificationsforuser");
  const manages = requireKeyWith(gateway, "user.canmanagenotificationsforuser");
  const ownUser = async (request: Request) => userOfKey(gateway, await authenticate(gateway, request));

  const find = async (user: User, request: Request): Promise<Notification> => {
    const found = await notifications.load(user.id, param(request, "notificationId"));
    if (found && mayReadNotice(await loadAccess(gateway, user), found)) return found;
    throw new GatewayError("notification_not_found", "The user has no such notification.");
  };

  router.get(path, sees, async (request, response) => {
    const user = await ownUser(request);
    const [seen] = wordsAmong(request, "seen", ["true", "false"]);
    const storeIds = texts(request, "storeId");
    const listed = await notifications.list(user.id, {
      allowed: readableNotices(await loadAccess(gateway, user)),
      ...readPage(request),
      isSeen: seen === undefined ? undefined : seen === "true",
      storeIds: storeIds.length === 0 ? undefined : storeIds,
    });
    response.json(listed.map((one) => presentNotification(one, publicUrl)));
  });

  router.get(`${path}/:notificationId`, sees, async (request, response) => {
    response.json(presentNotification(await find(await ownUser(request), request), publicUrl));
  });

  router.put(`${path}/:notificationId`, manages, async (request, response) => {
    const user = await ownUser(request);
    const found = await find(user, request);
    const { seen = found.seenAt === undefined } = readUserBody(seenBody, request.body);
    const seenAt = seen ? (found.seenAt ?? gateway.clock()) : undefined;
    await notifications.see(user.id, found.id, seenAt);
    response.json(presentNotification({ ...found, seenAt }, publicUrl));
  });

  router.delete(`${path}/:notificationId`, manages, async (request, response) => {
    const user = await ownUser(request);
    await notifications.remove(user.id, (await find(user, request)).id);
    response.status(200).end();
  });

  router.get(settingsPath, manages, async (request, response) => {
    response.json(presentSettings((await ownUser(request)).preferences));
  });

  router.put(settingsPath, manages, async (request, response) => {
    const user = await ownUser(request);
    const muted = readMuted(request.body);
    const shown = KINDS.filter((kind) => !muted.includes(kind));
    const preferences: Preferences = { ...user.preferences, ...choosePageKinds(shown) };
    await users.change(user.id, { preferences });
    response.json(presentSettings(preferences));
  });
  return router;
}

/** The kinds that a user does not want to see. Throws ValidationError. */
function readMuted(body: unknown): readonly NotificationKind[] {
  const { disabled } = readUserBody(notificationSettingsBody, body);
  if (disabled.length === 1 && disabled[0]?.toLowerCase() === "all") return KINDS;
  const problems = disabled.flatMap((kind, place) => {
    const message = `Expected one of ${KINDS.join(", ")}, or all alone; got "${kind}".`;
    return isNotificationKind(kind)
      ? []
      : [{ path: `Disabled[${place}]`, message, code: "invalid" as const }];
  });
  if (problems.length > 0) throw new ValidationError(problems);
  return disabled.filter(isNotificationKind);
}

function presentSettings(preferences: Preferences): Answer<typeof notificationSettingsAnswer> {
  const tr = merchantWords("en");
  return {
    notifications: KINDS.map((kind) => ({
      identifier: kind,
      name: wordsOfKind(tr, kind),
      enabled: wantsNotice(preferences, kind, "page"),
    })),
  };
}
