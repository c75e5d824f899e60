import { Router, type RequestHandler } from "express";
import { createAttempts } from "../../../usecases/access/attempts.ts";
import { LONGEST_PASSWORD } from "../../../usecases/access/passwords.ts";
import { proveAgain } from "../../../usecases/access/signIn.ts";
import { MINUTE_MS } from "../../../../values/time.ts";
import { askAgain } from "../askAgain.ts";
import { fieldOf } from "../fields.ts";
import { wordsFor } from "../page.ts";
import { CONFIRM_PATH, placeAfterSignIn } from "../paths.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { visitorOf, type AuthDeps } from "../visitor.ts";

const TRIES = 5; // in a quarter of an hour
/** Takes the password, and sends the browser back to the form that it had sent, with its fields (307). */
export function confirmRoutes(gateway: AuthDeps, door: SessionGuard): Router {
  const router = Router();
  const attempts = createAttempts(gateway, "confirmation");
  const confirm: RequestHandler = async (request, response) => {
    const visitor = visitorOf(response);
    const to = placeAfterSignIn(fieldOf(request, "confirmTo"));
    const wait = await attempts.take(visitor.user.id, TRIES);
    const tr = wordsFor(response);
    const again = (problem: string) => askAgain(gateway, request, response, { problem, to });
    if (wait > 0)
      return again(
        tr("Too many attempts. Try again in {minutes} min.", { minutes: Math.ceil(wait / MINUTE_MS) }),
      );
    const password = (fieldOf(request, "confirmPassword") ?? "").slice(0, LONGEST_PASSWORD);
    if (!(await proveAgain(gateway, visitor, password))) return again(tr("This is not your password."));
    await attempts.forget(visitor.user.id);
    response.redirect(307, to);
  };
  router.post(CONFIRM_PATH, ...door.form(), confirm);
  return router;
}
