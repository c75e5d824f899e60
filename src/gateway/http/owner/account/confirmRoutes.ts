import { Router, type Request, type RequestHandler } from "express";
import type { Translate } from "../../../../languages/merchantWords.ts";
import type { SignedIn } from "../../../usecases/access/access.ts";
import { createAttempts } from "../../../usecases/access/attempts.ts";
import { askForPasskey, type RelyingParty } from "../../../usecases/access/passkeys.ts";
import { LONGEST_PASSWORD } from "../../../usecases/access/passwords.ts";
import { proveAgain, type Proof } from "../../../usecases/access/signIn.ts";
import { MINUTE_MS } from "../../../../values/time.ts";
import { askAgain } from "../askAgain.ts";
import { credentialIn } from "./signInRoutes.ts";
import { fieldOf } from "../fields.ts";
import { wordsFor } from "../page.ts";
import { CONFIRM_PATH, placeAfterSignIn } from "../paths.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { visitorOf, type AuthDeps } from "../visitor.ts";

const TRIES = 5; // in a quarter of an hour

/**
 * Takes the second factor of a user who has one, or else the password. Sends the browser back to the form that it had sent, with
 * its fields (307).
 */
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
    if (!(await proveAgain(gateway, visitor, proofIn(request, door.site))))
      return again(refusal(visitor, tr));
    await attempts.forget(visitor.user.id);
    response.redirect(307, to);
  };
  router.post(CONFIRM_PATH, ...door.form(), confirm);
  router.post(`${CONFIRM_PATH}/options`, ...door.form(), async (_request, response) => {
    response.json(await askForPasskey(gateway, door.site, visitorOf(response).user));
  });
  return router;
}

function proofIn(request: Request, site: RelyingParty): Proof {
  if (fieldOf(request, "confirmCredential") !== undefined)
    return { site, credential: credentialIn(request, "confirmCredential") };
  return { typed: (fieldOf(request, "confirmSecret") ?? "").slice(0, LONGEST_PASSWORD) };
}

function refusal({ hasSecondFactor }: SignedIn, tr: Translate): string {
  return hasSecondFactor
    ? tr("This second factor was not accepted. A code works once.")
    : tr("This is not your password.");
}
