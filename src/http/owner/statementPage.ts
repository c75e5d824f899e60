import { Router } from "express";
import { makeStatement, type Statement } from "../../gateway/makeStatement.ts";
import { monthBefore, monthOf, readMonth } from "../../month.ts";
import { formatDecimal } from "../../money/amount.ts";
import { HttpError } from "../errors.ts";
import { storeOf } from "../api/storeOf.ts";
import { ownerOf, type Door, type Premises } from "./door.ts";
import { sendOwnerPage } from "./page.ts";
import { statementPath, STORES_PATH } from "./paths.ts";
import { readableTime } from "./readableTime.ts";

/** A month of a store's books on one printed page: /owner/stores/{id}/statements/2026-11, and without a month the running one. */
export function statementPage(gateway: Premises, door: Door): Router {
  const router = Router();
  const path = `${STORES_PATH}/:storeId/statements`;
  router.get(path, door.signedIn, async (request, response) => {
    const { id, settings } = await storeOf(gateway, request.params["storeId"]);
    response.redirect(302, statementPath(id, monthOf(gateway.clock(), settings.books.zone)));
  });
  router.get(`${path}/:month`, door.signedIn, async (request, response) => {
    const merchant = await storeOf(gateway, request.params["storeId"]);
    const month = readMonth(String(request.params["month"]), merchant.settings.books.zone);
    const statement = month && (await makeStatement(gateway, merchant, month));
    if (!statement)
      throw new HttpError(
        404,
        "month-not-found",
        "Expected a month that has begun, such as /statements/2026-11.",
      );
    for (const fault of statement.faults)
      gateway.log.error("statement.wrong", { storeId: merchant.id, month: statement.month.name, fault });
    const { name, formToken } = ownerOf(response);
    sendOwnerPage(response, "statement", {
      ...{ sandbox: gateway.settings.sandbox, name, formToken, storeName: merchant.name },
      ...statementView(statement, statementPath(merchant.id, monthBefore(statement.month.name))),
    });
  });
  return router;
}

function statementView({ month, until, rows, worth, faults }: Statement, earlier: string) {
  return {
    title: new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" }).format(
      Date.parse(`${month.name}-15`),
    ),
    ...{ zone: month.zone, earlier, worth, faults, isRunning: until < month.to },
    ...{ from: readableTime(month.from), until: readableTime(until) },
    currencies: rows.map(currencyView),
  };
}

type Line = readonly [words: string, amount: bigint, sign: "" | "+" | "−" | "="];

/** The lines of a currency that say something, as they add up from the opening to the closing. */
function currencyView(row: Statement["rows"][number]) {
  const { asset, currency, opening, closing, paidOut } = row;
  const show = (amount: bigint) => (asset ? formatDecimal(amount, asset.decimals) : amount.toString());
  const [chainId = "", token = ""] = currency.split(":");
  const between: readonly Line[] = [
    ["Received from payers", row.received, "+"],
    ["Brought by conversion, before fees", row.brought, "+"],
    ["Converted", row.converted, "−"],
    ["Fees", row.fees, "−"],
    row.surplus < 0n
      ? ["Gained by moving prices", -row.surplus, "+"]
      : ["Lost to moving prices", row.surplus, "−"],
    ["Sent back to payers by the service", row.refunded, "−"],
    ["Arrived at your address", row.settled, "−"],
  ];
  const told = between.filter(([, amount]) => amount !== 0n);
  return {
    ...{ symbol: asset?.symbol ?? "Unknown coin", chainId, token, isUnits: !asset },
    lines: [
      { words: "On its way at the beginning", amount: show(opening), sign: "" },
      ...told.map(([words, amount, sign]) => ({ words, amount: show(amount), sign })),
      { words: "On its way at the end", amount: show(closing), sign: "=" },
    ],
    paidOut: paidOut === 0n ? undefined : show(paidOut),
  };
}
