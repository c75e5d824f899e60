import { randomBytes } from "node:crypto";
import type { Response } from "express";
import { chooseLanguage, type Language } from "../../../languages/languages.ts";
import { merchantWords, type Translate } from "../../../languages/merchantWords.ts";
import type { SignedIn } from "../../usecases/access/access.ts";
import { renderPage, securityHeaders, type Loosened } from "../pages.ts";
import { doneWords } from "./doneWords.ts";
import { OWNER_PATH } from "./paths.ts";
import { isShownBefore } from "./shownOnce.ts";

/** The frame of every owner's page: the signed-in owner, and whether the money is simulated. */
export type Frame = Readonly<{ sandbox: boolean; name?: string; formToken?: string; navigation?: unknown }>;

/**
 * Answers with views/owner/<view>.eta. Browsers send our forms' origin only under this referrer policy; a
 * page that hands a key to an application may send its form there, and nowhere else. The view has `it.tr` and `it.trHtml`
 * for its texts, in the visitor's language. `?done=<key>` of the address is shown as what a form has done.
 * A form is answered with a page where something is wrong with it, or where the page asks before anything is done; all
 * else answers 303, so that loading the page again repeats nothing.
 */
export function sendOwnerPage(
  response: Response,
  view: string,
  data: Frame & Readonly<Record<string, unknown>>,
  {
    status = 200,
    formAction,
    hasWorker = false,
  }: Readonly<{ status?: number }> & Pick<Loosened, "formAction" | "hasWorker"> = {},
): void {
  const nonce = randomBytes(16).toString("base64");
  const loosened = { referrer: "strict-origin", hasWorker, ...(formAction ? { formAction } : {}) } as const;
  response.status(status).set(securityHeaders(nonce, loosened)).type("html");
  const language = languageOfVisitor(response);
  const { method, originalUrl, query } = response.req;
  const shown = {
    timeZone: response.locals["timeZone"] as string | undefined, // written by pageZone.ts
    language,
    theme: visitorIn(response)?.user.preferences.theme,
    pagePath: method === "GET" ? originalUrl : OWNER_PATH, // where a form of the frame leads back to
    done: doneWords(isShownBefore(response) ? "repeated" : query["done"], merchantWords(language)),
  };
  response.send(renderPage(`owner/${view}`, { ...shown, ...data, nonce }));
}

/** The language that the signed-in user chose, else the one that the browser asks for. */
export function languageOfVisitor(response: Response): Language {
  return chooseLanguage({
    asked: visitorIn(response)?.user.preferences.language,
    browser: response.req.get("accept-language"),
  });
}

/** Texts in the visitor's language, from English: for what a route says itself. Templates have it as `it.tr`. */
export function wordsFor(response: Response): Translate {
  return merchantWords(languageOfVisitor(response));
}

function visitorIn(response: Response): SignedIn | undefined {
  return response.locals["visitor"] as SignedIn | undefined; // written by sessionGuard.ts
}
