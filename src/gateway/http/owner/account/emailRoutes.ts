import { Router, type Response } from "express";
import { findEmailLink } from "../../../usecases/access/accessLinks.ts";
import { confirmEmail } from "../../../usecases/access/confirmEmail.ts";
import { recordAction } from "../../../usecases/access/recordAction.ts";
import { correctableError } from "../../errors.ts";
import { fieldOf } from "../fields.ts";
import { sendOwnerPage, wordsFor } from "../page.ts";
import { CONFIRM_EMAIL_PATH } from "../paths.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import type { AuthDeps } from "../visitor.ts";
import { originOf } from "./signInRoutes.ts";

type Said = Readonly<{ status?: number; problem?: string; isDone?: boolean; email?: string | undefined }>;

/** The page behind the link in a confirmation mail. It asks for a click, because mail programs open links by themselves. */
export function emailRoutes(gateway: AuthDeps, door: SessionGuard): Router {
  const router = Router();

  router.get(CONFIRM_EMAIL_PATH, async (request, response) => {
    await show(gateway, response, String(request.query["token"] ?? ""));
  });

  router.post(CONFIRM_EMAIL_PATH, door.ownForm, async (request, response) => {
    const token = fieldOf(request, "token") ?? "";
    try {
      const user = await confirmEmail(gateway, token);
      if (!user) return await show(gateway, response, "");
      const actor = { kind: "user", id: user.id, name: user.name } as const;
      const { address } = originOf(request);
      await recordAction(gateway, { actor, address }, { action: "user.email_confirmed", subject: user.id });
      await show(gateway, response, token, { isDone: true, email: user.email });
    } catch (error) {
      const found = correctableError(error, wordsFor(response));
      if (!found) throw error;
      await show(gateway, response, token, { status: found.status, problem: found.message });
    }
  });
  return router;
}

async function show(gateway: AuthDeps, response: Response, token: string, said: Said = {}): Promise<void> {
  const { status = 200, ...shown } = said;
  const { sandbox } = gateway.settings;
  const link = await findEmailLink(gateway, token);
  const user = link?.userId === undefined ? undefined : await gateway.persistence.users.load(link.userId);
  const data = {
    sandbox,
    token,
    path: CONFIRM_EMAIL_PATH,
    email: link?.email,
    account: user?.name,
    ...shown,
  };
  const isDead = !link && said.isDone !== true;
  sendOwnerPage(response, "confirmEmail", { ...data, isDead }, { status: isDead ? 410 : status });
}
