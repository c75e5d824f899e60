import { Router, type Request, type Response } from "express";
import { mailStatement } from "../../usecases/mail/mailStatement.ts";
import { makeStatement, SETTLED_AFTER_MS, type Bookkeeping } from "../../usecases/books/makeStatement.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { LINK_DAYS } from "../../usecases/books/statementLink.ts";
import type { MerchantStore } from "../../usecases/stores/merchantStore.ts";
import type { Language } from "../../../languages/languages.ts";
import type { Translate } from "../../../languages/merchantWords.ts";
import { monthIn } from "../../../languages/formats.ts";
import { maskedAddress } from "../../domain/mail/emailAddress.ts";
import { monthAfter, monthBefore, monthOf, readMonth, type Month } from "../../../values/month.ts";
import { param, texts } from "../api/query.ts";
import { storeOf } from "../api/storeOf.ts";
import { HttpError, correctableError } from "../errors.ts";
import { fileLinks, sendMonthFile } from "../statement/statementFiles.ts";
import { statementView } from "../statement/statementView.ts";
import { frameOf, visitorOf, type AuthDeps } from "./visitor.ts";
import type { SessionGuard } from "./sessionGuard.ts";
import { mailLine } from "./mailLines.ts";
import { mayIn } from "../../domain/access/roles.ts";
import { pageZone } from "./pageZone.ts";
import { donePath } from "./doneWords.ts";
import { languageOfVisitor, sendOwnerPage, wordsFor } from "./page.ts";
import { settingsPath, statementPath, STORES_PATH, valuationsPath } from "./paths.ts";

type Office = AuthDeps & Bookkeeping & Pick<Gateway, "mailer">;
type Problem = Readonly<{ status: number; message: string }>;

/**
 * A month of a store's books on one printed page: /owner/stores/{id}/statements/2026-11, and without a month the running one. Its
 * files lie below it, and a form sends it to the accountant.
 */
export function statementPage(gateway: Office, door: SessionGuard): Router {
  const router = Router();
  const path = `${STORES_PATH}/:storeId/statements`;
  const load = (request: Request) => storeOf(gateway, request.params["storeId"]);

  const seeing = door.page();
  router.get(path, ...seeing, async (request, response) => {
    const { id, settings } = await load(request);
    response.redirect(302, statementPath(id, monthOf(gateway.clock(), settings.books.zone)));
  });

  router.get(`${path}/:month`, ...seeing, async (request, response) => {
    const merchant = await load(request);
    await showMonth(gateway, response, merchant, monthOfPath(request, merchant));
  });

  const mailing = door.form();
  router.post(`${path}/:month/mail`, ...mailing, async (request, response) => {
    const merchant = await load(request);
    const month = monthOfPath(request, merchant);
    try {
      if (!hasEnded(gateway, month))
        throw new HttpError(422, "month-not-over", wordsFor(response)("This month has not ended."));
      await mailStatement(gateway, merchant, month.name);
    } catch (error) {
      const problem = correctableError(error, wordsFor(response));
      if (!problem) throw error;
      return showMonth(gateway, response, merchant, month, problem);
    }
    await door.record(response, { action: "statement.mailed", storeId: merchant.id, subject: month.name });
    response.redirect(303, donePath(`${statementPath(merchant.id, month.name)}#mail`, "sent"));
  });

  router.get(`${path}/:month/:file`, ...seeing, async (request, response) => {
    const merchant = await load(request);
    const month = monthOfPath(request, merchant);
    await sendMonthFile(gateway, response, merchant, {
      month,
      name: param(request, "file"),
      part: texts(request, "part")[0],
    });
  });
  return router;
}

async function showMonth(
  gateway: Office,
  response: Response,
  merchant: MerchantStore,
  month: Month,
  problem?: Problem,
): Promise<void> {
  const statement = await makeStatement(gateway, merchant, month);
  if (!statement) throw unknownMonth();
  const page = statementPath(merchant.id, month.name);
  const language = languageOfVisitor(response);
  const pathOf = (file: string, part?: string) =>
    `${page}/${file}${part === undefined ? "" : `?part=${encodeURIComponent(part)}`}`;
  const view = {
    ...frameOf(gateway, response),
    page,
    ...statementView(merchant, statement, language),
    ...neighbours(gateway, merchant, month, language),
    files: await fileLinks(gateway, merchant, statement, pathOf, language),
    ...(await mailView(gateway, merchant, month, wordsFor(response), pageZone(response, merchant.id))),
    books: mayIn(visitorOf(response).access, merchant.id, "canviewstoresettings")
      ? settingsPath(merchant.id, "books")
      : undefined,
    valuations: valuationsPath(merchant.id),
    problem: problem?.message,
  };
  sendOwnerPage(response, "statement", view, problem ? { status: problem.status } : {});
}

/** The months beside one: those that have begun, and in which there was the store. */
function neighbours(
  { clock }: Office,
  { id, settings, createdAt }: MerchantStore,
  { name }: Month,
  language: Language,
) {
  const { zone } = settings.books;
  const link = (month: string) => ({ path: statementPath(id, month), words: monthIn(language, month) });
  return {
    earlier: name > monthOf(createdAt, zone) ? link(monthBefore(name)) : undefined,
    later: name < monthOf(clock(), zone) ? link(monthAfter(name)) : undefined,
  };
}

/** Recipients of the month's message, and its result. */
async function mailView(
  gateway: Office,
  { id, settings }: MerchantStore,
  month: Month,
  tr: Translate,
  zone: string,
) {
  const address = settings.books.accountant?.address;
  return {
    accountant: address && maskedAddress(address),
    linkDays: LINK_DAYS,
    mails: (await gateway.persistence.mails.ofStatement(id, month.name)).map((mail) =>
      mailLine(mail, tr, zone),
    ),
    isMailOff: gateway.mailer === undefined,
    maySend: gateway.mailer !== undefined && hasEnded(gateway, month),
  };
}

function hasEnded({ clock }: Pick<Gateway, "clock">, { to }: Month): boolean {
  return to <= clock() - SETTLED_AFTER_MS;
}

/** The month of a path. Throws HttpError (404). */
function monthOfPath(request: Request, { settings }: MerchantStore): Month {
  const month = readMonth(param(request, "month"), settings.books.zone);
  if (!month) throw unknownMonth();
  return month;
}

function unknownMonth(): HttpError {
  return new HttpError(
    404,
    "month-not-found",
    "Expected a month that has begun, such as /statements/2026-11.",
  );
}
