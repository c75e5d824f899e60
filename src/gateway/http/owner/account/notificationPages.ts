import { Router, type Response } from "express";
import {
  isNotificationKind,
  NOTIFICATION_KINDS,
  wantsNotice,
  type NotificationKind,
} from "../../../domain/access/notification.ts";
import type { Preferences } from "../../../domain/access/user.ts";
import { fieldOf, fieldsOf } from "../fields.ts";
import { sendOwnerPage, wordsFor } from "../page.ts";
import { wordsOfKind } from "./notificationWords.ts";
import { NOTIFICATIONS_PATH } from "../paths.ts";
import { readableTime } from "../readableTime.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { frameOf, visitorOf, type AuthDeps } from "../visitor.ts";

const LISTED = 100;
const KINDS = Object.keys(NOTIFICATION_KINDS) as readonly NotificationKind[];

/** The signed-in user's notifications, with a form that marks them as seen and one that chooses kinds and channels. */
export function notificationPages(gateway: AuthDeps, door: SessionGuard): Router {
  const router = Router();
  const { persistence, clock } = gateway;

  router.get(NOTIFICATIONS_PATH, ...door.page(), (_request, response) => show(gateway, response));

  router.post(`${NOTIFICATIONS_PATH}/seen`, ...door.form(), async (request, response) => {
    const { user } = visitorOf(response);
    await persistence.notifications.see(user.id, fieldOf(request, "notification"), clock());
    response.redirect(303, NOTIFICATIONS_PATH);
  });

  router.post(`${NOTIFICATIONS_PATH}/settings`, ...door.form(), async (request, response) => {
    const { user } = visitorOf(response);
    const shown = fieldsOf(request, "page");
    const preferences: Preferences = {
      ...user.preferences,
      muted: KINDS.filter((kind) => !shown.includes(kind)),
      mailed: fieldsOf(request, "mail").filter(isNotificationKind),
    };
    await persistence.users.change(user.id, { preferences });
    const { muted, mailed } = preferences;
    await door.record(response, {
      action: "user.notices_chosen",
      subject: user.id,
      after: { muted, mailed },
    });
    response.redirect(303, `${NOTIFICATIONS_PATH}#settings`);
  });
  return router;
}

async function show({ persistence, ...gateway }: AuthDeps, response: Response): Promise<void> {
  const { user } = visitorOf(response);
  const tr = wordsFor(response);
  const listed = await persistence.notifications.list(user.id, { limit: LISTED });
  sendOwnerPage(response, "notifications", {
    ...frameOf(gateway, response),
    page: NOTIFICATIONS_PATH,
    hasUnseen: listed.some(({ seenAt }) => seenAt === undefined),
    notifications: listed.map(({ id, kind, body, link, at, seenAt }) => ({
      id,
      kind: wordsOfKind(tr, kind),
      body,
      link,
      at: readableTime(at),
      isSeen: seenAt !== undefined,
    })),
    kinds: KINDS.map((kind) => ({
      kind,
      words: wordsOfKind(tr, kind),
      onPage: wantsNotice(user.preferences, kind, "page"),
      byMail: wantsNotice(user.preferences, kind, "mail"),
    })),
    hasMail: gateway.mailer !== undefined && user.email !== undefined,
  });
}
