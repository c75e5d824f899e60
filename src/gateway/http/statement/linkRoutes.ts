import { randomBytes } from "node:crypto";
import { Router, type Request } from "express";
import { makeStatement, type Bookkeeping } from "../../usecases/books/makeStatement.ts";
import type { Gateway, GatewaySettings } from "../../usecases/gateway.ts";
import {
  followStatementLink,
  statementLinkPath,
  type StatementLink,
} from "../../usecases/books/statementLink.ts";
import { chooseLanguage } from "../../../languages/languages.ts";
import { param, texts } from "../api/query.ts";
import { HttpError } from "../errors.ts";
import { perAddress } from "../limits.ts";
import { readableTime } from "../owner/readableTime.ts";
import { renderPage, securityHeaders } from "../pages.ts";
import { fileLinks, sendMonthFile } from "./statementFiles.ts";
import { statementView } from "./statementView.ts";

const READS_PER_MINUTE = 60; // of one address: a month is added up each time

type Reading = Bookkeeping &
  Pick<Gateway, "signer"> &
  Readonly<{ settings: Pick<GatewaySettings, "sandbox"> }>;

/**
 * A month for the holder of the link that its accountant was mailed: the statement's page and its files
 * only.
 */
export function statementLinkRoutes(gateway: Reading): Router {
  const router = Router();
  const path = "/statements/:storeId/:month";

  router.get(path, perAddress(READS_PER_MINUTE), async (request, response) => {
    const link = linkIn(request);
    const { merchant, month, expiresAt } = await follow(gateway, link);
    const statement = await makeStatement(gateway, merchant, month);
    if (!statement) throw unknownLink();
    const nonce = randomBytes(16).toString("base64");
    response.set(securityHeaders(nonce)).type("html");
    const language = chooseLanguage({ browser: request.get("accept-language") });
    const pathOf = (file: string, part?: string) =>
      statementLinkPath(link, file) + (part === undefined ? "" : `&part=${encodeURIComponent(part)}`);
    const files = await fileLinks(gateway, merchant, statement, pathOf, language);
    const frame = {
      sandbox: gateway.settings.sandbox,
      expires: readableTime(expiresAt, merchant.settings.books.zone),
      nonce,
      language,
    };
    const view = statementView(merchant, statement, language);
    response.send(renderPage("statement/page", { ...view, files, ...frame }));
  });

  router.get(`${path}/:file`, perAddress(READS_PER_MINUTE), async (request, response) => {
    const { merchant, month } = await follow(gateway, linkIn(request));
    await sendMonthFile(gateway, response, merchant, {
      month,
      name: param(request, "file"),
      part: texts(request, "part")[0],
    });
  });
  return router;
}

function linkIn(request: Request): StatementLink {
  const [expires = ""] = texts(request, "expires");
  const [signature = ""] = texts(request, "signature");
  return { storeId: param(request, "storeId"), month: param(request, "month"), expires, signature };
}

/** The target of a link. Throws HttpError: 404 for one that is invalid or revoked, 410 for an expired one. */
async function follow(gateway: Reading, link: StatementLink) {
  const found = await followStatementLink(gateway, link);
  if (!found) throw unknownLink();
  const { words } = readableTime(found.expiresAt, found.merchant.settings.books.zone);
  if (found.isOver)
    throw new HttpError(410, "link-expired", `This link worked until ${words}. Ask the shop for a new one.`);
  return found;
}

function unknownLink(): HttpError {
  const message =
    "This link leads nowhere: a part of it is missing, or the shop has ended it. Ask the shop for a new one.";
  return new HttpError(404, "link-unknown", message);
}
