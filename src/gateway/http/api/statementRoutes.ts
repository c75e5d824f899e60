import { Router } from "express";
import { makeStatement } from "../../usecases/books/makeStatement.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { readMonth } from "../../../values/month.ts";
import { requirePermission } from "../auth.ts";
import { HttpError } from "../errors.ts";
import { presentStatement } from "./present/presentStatement.ts";
import { param } from "./query.ts";
import { storeOf } from "./storeOf.ts";

/** A month of a store's books (docs/how-to/statements.md). */
export function statementRoutes(
  gateway: Pick<Gateway, "clock" | "log" | "persistence" | "service" | "settings">,
): Router {
  const router = Router();
  const mayView = requirePermission(gateway, "canviewreports");
  router.get("/api/v1/stores/:storeId/statements/:month", mayView, async (request, response) => {
    const merchant = await storeOf(gateway, param(request, "storeId"));
    const month = readMonth(param(request, "month"), merchant.settings.books.zone);
    const statement = month && (await makeStatement(gateway, merchant, month));
    if (!statement)
      throw new HttpError(404, "month-not-found", "Expected a month that has begun, such as 2026-11.");
    response.json(presentStatement(merchant, statement));
  });
  return router;
}
