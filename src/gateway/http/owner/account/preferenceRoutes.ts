import { Router } from "express";
import type { Preferences, Theme } from "../../../domain/access/user.ts";
import { languageOf } from "../../../../languages/languages.ts";
import { donePath } from "../doneWords.ts";
import { fieldOf } from "../fields.ts";
import { ACCOUNT_PATH, placeAfterSignIn } from "../paths.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { visitorOf, type AuthDeps } from "../visitor.ts";

/** Takes the language and the theme that a person chooses: an unknown one, such as "", is no choice. */
export function preferenceRoutes(gateway: AuthDeps, door: SessionGuard): Router {
  const router = Router();

  router.post(`${ACCOUNT_PATH}/language`, ...door.form(), async (request, response) => {
    const language = languageOf(fieldOf(request, "language"));
    await change(gateway, door, response, { language });
    response.redirect(303, `${donePath(ACCOUNT_PATH, "saved")}#language`);
  });

  router.post(`${ACCOUNT_PATH}/theme`, ...door.form(), async (request, response) => {
    await change(gateway, door, response, { theme: themeOf(fieldOf(request, "theme")) });
    response.redirect(303, placeAfterSignIn(fieldOf(request, "returnTo")));
  });
  return router;
}

type Choice = Readonly<{ language?: Preferences["language"] | undefined; theme?: Theme | undefined }>;

/** Keeps a choice beside the others; undefined takes one back. */
async function change(
  { persistence }: AuthDeps,
  door: SessionGuard,
  response: Parameters<typeof visitorOf>[0],
  choice: Choice,
): Promise<void> {
  const { user } = visitorOf(response);
  const chosen = Object.entries({ ...user.preferences, ...choice }).filter(
    ([, value]) => value !== undefined,
  );
  const preferences: Preferences = Object.fromEntries(chosen);
  await persistence.users.change(user.id, { preferences });
  await door.record(response, {
    action: "user.preferences_changed",
    subject: user.id,
    before: user.preferences,
    after: preferences,
  });
}

function themeOf(text: string | undefined): Theme | undefined {
  return text === "light" || text === "dark" ? text : undefined;
}
