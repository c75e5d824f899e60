import { Router, type Response } from "express";
import { MOST_DEVICES, type PushDevice } from "../../../domain/access/push.ts";
import { createAttempts } from "../../../usecases/access/attempts.ts";
import { addDevice, readSubscription, sendTestPush } from "../../../usecases/notifications/pushDevices.ts";
import { merchantWords } from "../../../../languages/merchantWords.ts";
import { MINUTE_MS } from "../../../../values/time.ts";
import { HttpError } from "../../errors.ts";
import { assetText } from "../../pages.ts";
import { donePath } from "../doneWords.ts";
import { fieldOf } from "../fields.ts";
import { wordsFor } from "../page.ts";
import { NOTIFICATIONS_PATH, PUSH_WORKER_PATH } from "../paths.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { visitorOf, type AuthDeps } from "../visitor.ts";
import { browserName } from "./browserName.ts";

const TESTS = 10; // of one user, in a quarter of an hour: each is a request to where a browser said
const DEVICES_PATH = `${NOTIFICATIONS_PATH}/devices`;

/** Shows the page of notifications with a problem of web push. */
type Refuse = (response: Response, problem: string, status?: number) => Promise<void>;

/**
 * The script that shows notifications in a browser, and the forms with which a user adds a browser, has it sent a test and removes
 * it.
 */
export function pushRoutes(gateway: AuthDeps, door: SessionGuard, publicUrl: string, refuse: Refuse): Router {
  const router = Router();
  const { pushes } = gateway.persistence;
  const { host } = new URL(publicUrl);
  const tests = createAttempts(gateway, "push test");

  router.get(PUSH_WORKER_PATH, (_request, response) => {
    response.set({
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-cache", // browsers look for a new one
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin",
    });
    response.send(assetText("pushWorker.js")); // at this path, because a browser limits it to pages below
  });

  router.post(DEVICES_PATH, ...door.form(), async (request, response) => {
    const tr = wordsFor(response);
    const visitor = visitorOf(response);
    const subscription = readSubscription(fieldOf(request, "subscription") ?? "");
    const agent = request.get("user-agent") ?? "";
    const browserId = door.known.idOf(request, visitor.user.name);
    const added = subscription && (await addDevice(gateway, visitor, subscription, { agent, browserId }));
    if (added?.kind === "full")
      return refuse(
        response,
        tr("Notifications are on in {most} browsers already, which is the most. Remove one first.", {
          most: MOST_DEVICES,
        }),
      );
    if (added?.kind !== "added")
      return refuse(
        response,
        tr(
          "This browser's push service cannot be used: it needs a public https address and a valid key. Nothing was changed.",
        ),
      );
    await door.record(response, {
      action: "push_device.added",
      subject: visitor.user.id,
      after: describe(added.device),
    });
    response.redirect(303, donePath(`${NOTIFICATIONS_PATH}#push`, "added"));
  });

  router.post(`${DEVICES_PATH}/:deviceId/test`, ...door.form(), async (request, response) => {
    const tr = wordsFor(response);
    const visitor = visitorOf(response);
    const device = await ownDevice(visitor.user.id, String(request.params["deviceId"]));
    const wait = await tests.take(visitor.user.id, TESTS);
    if (wait > 0) {
      const minutes = Math.ceil(wait / MINUTE_MS);
      return refuse(response, tr("Too many attempts. Try again in {minutes} min.", { minutes }), 429);
    }
    const outcome = await sendTestPush(gateway, visitor, device, { host, path: NOTIFICATIONS_PATH });
    switch (outcome.kind) {
      case "taken":
        return response.redirect(303, donePath(`${NOTIFICATIONS_PATH}#push`, "pushed"));
      case "gone":
        return refuse(
          response,
          tr("That browser has ended its notifications, and was removed. Switch them on there again."),
        );
      case "refused":
      case "later":
        return refuse(
          response,
          tr("The push service did not take the test. {reason}", { reason: outcome.reason }),
        );
    }
  });

  router.post(`${DEVICES_PATH}/:deviceId/remove`, ...door.form(), async (request, response) => {
    const { user } = visitorOf(response);
    const device = await ownDevice(user.id, String(request.params["deviceId"]));
    await pushes.remove(user.id, device.id);
    await door.record(response, {
      action: "push_device.removed",
      subject: user.id,
      before: describe(device),
    });
    response.redirect(303, donePath(`${NOTIFICATIONS_PATH}#push`, "removed"));
  });

  async function ownDevice(userId: string, id: string): Promise<PushDevice> {
    const device = await pushes.load(id);
    if (device?.userId === userId) return device;
    throw new HttpError(404, "not-found", "You have no such browser. It may have been removed.");
  }
  return router;
}

/** What the audit log has of a device: never its endpoint or its keys. */
function describe({ id, agent }: PushDevice) {
  return { device: id, browser: browserName(agent, merchantWords("en")) };
}
