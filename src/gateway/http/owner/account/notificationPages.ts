import { storedText } from "../../../usecases/notifications/storedTexts.ts";
import { Router, type Response } from "express";
import {
  ALL_NOTIFICATION_KINDS as KINDS,
  choosePageKinds,
  isNotificationKind,
  readableNotices,
  wantsNotice,
} from "../../../domain/access/notification.ts";
import type { Preferences } from "../../../domain/access/user.ts";
import type { Instant } from "../../../../values/time.ts";
import { donePath } from "../doneWords.ts";
import { fieldOf, fieldsOf } from "../fields.ts";
import { languageOfVisitor, sendOwnerPage, wordsFor } from "../page.ts";
import { wordsOfKind } from "../../../usecases/notifications/notificationWords.ts";
import { NOTIFICATIONS_PATH } from "../paths.ts";
import { pageZone } from "../pageZone.ts";
import { readableTime, relativeTime } from "../readableTime.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { frameOf, visitorOf, type AuthDeps } from "../visitor.ts";
import { browserName } from "./browserName.ts";
import { pushRoutes } from "./pushRoutes.ts";

const LISTED = 100;

/** The signed-in user's notifications, with forms that mark them as seen, choose kinds and channels, and switch on web push. */
export function notificationPages(gateway: AuthDeps, door: SessionGuard, publicUrl: string): Router {
  const router = Router();
  router.use(
    pushRoutes(gateway, door, publicUrl, (response, pushProblem, status = 422) =>
      show(gateway, response, { pushProblem, status }),
    ),
  );
  const { persistence, clock } = gateway;

  router.get(NOTIFICATIONS_PATH, ...door.page(), (_request, response) => show(gateway, response));

  router.post(`${NOTIFICATIONS_PATH}/seen`, ...door.form(), async (request, response) => {
    const { user } = visitorOf(response);
    await persistence.notifications.see(user.id, fieldOf(request, "notification"), clock());
    response.redirect(303, NOTIFICATIONS_PATH);
  });

  router.post(`${NOTIFICATIONS_PATH}/settings`, ...door.form(), async (request, response) => {
    const { user } = visitorOf(response);
    const preferences: Preferences = {
      ...user.preferences,
      ...choosePageKinds(fieldsOf(request, "page")),
      mailed: fieldsOf(request, "mail").filter(isNotificationKind),
      pushed: fieldsOf(request, "push").filter(isNotificationKind),
    };
    await persistence.users.change(user.id, { preferences });
    const { muted, chosen, mailed, pushed } = preferences;
    await door.record(response, {
      action: "user.notices_chosen",
      subject: user.id,
      after: { muted, chosen, mailed, pushed },
    });
    response.redirect(303, donePath(`${NOTIFICATIONS_PATH}#settings`, "saved"));
  });
  return router;
}

type Said = Readonly<{ pushProblem: string; status: number }>;

async function show(
  { persistence, ...gateway }: AuthDeps,
  response: Response,
  { pushProblem, status }: Partial<Said> = {},
): Promise<void> {
  const { user, access } = visitorOf(response);
  const tr = wordsFor(response);
  const zone = pageZone(response);
  const time = (at: Instant) => relativeTime(at, gateway.clock(), languageOfVisitor(response), zone);
  const listed = await persistence.notifications.list(user.id, {
    allowed: readableNotices(access),
    limit: LISTED,
  });
  const data = {
    ...frameOf(gateway, response),
    page: NOTIFICATIONS_PATH,
    hasUnseen: listed.some(({ seenAt }) => seenAt === undefined),
    notifications: listed.map(({ id, kind, body, link, at, seenAt }) => ({
      id,
      kind: wordsOfKind(tr, kind),
      body: storedText(tr, body),
      link,
      at: readableTime(at, zone),
      isSeen: seenAt !== undefined,
    })),
    kinds: KINDS.map((kind) => ({
      kind,
      words: wordsOfKind(tr, kind),
      onPage: wantsNotice(user.preferences, kind, "page"),
      byMail: wantsNotice(user.preferences, kind, "mail"),
      byPush: wantsNotice(user.preferences, kind, "push"),
    })),
    hasMail: gateway.mailer !== undefined && user.email !== undefined,
    pushKey: gateway.push.publicKey,
    pushProblem,
    devices: (await persistence.pushes.ofUser(user.id)).map(
      ({ id, agent, createdAt, lastUsedAt, problem }) => ({
        id,
        browser: browserName(agent, tr),
        added: time(createdAt),
        used: lastUsedAt === undefined ? undefined : time(lastUsedAt),
        problem,
      }),
    ),
  };
  sendOwnerPage(response, "notifications", data, { hasWorker: true, ...(status ? { status } : {}) });
}
