import type { Request, RequestHandler, Response } from "express";
import type { PointOfSale } from "../../domain/selling/pointOfSale.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { loadPointOfSale } from "../../usecases/selling/pointsOfSale.ts";
import type { Rule, SessionGuard } from "../owner/sessionGuard.ts";
import { refuseOtherSites } from "../sameSite.ts";

/** Who may use a counter: anyone where it is public, else signed-in users who may create invoices in its store. */
export type CounterGuard = Readonly<{
  page: readonly RequestHandler[];
  form: readonly RequestHandler[]; // after the form was read
}>;

/** The guard of the routes under /pos/:posId. Behind it the point of sale is at hand with `posIn`. */
export function counterGuard(gateway: Pick<Gateway, "persistence">, door: SessionGuard): CounterGuard {
  const load: RequestHandler = async (request, response, next) => {
    response.locals["pos"] = await loadPointOfSale(gateway, String(request.params["posId"]));
    next();
  };
  const rule: Rule = {
    needs: { may: "cancreateinvoice" },
    store: async ({ params }) =>
      (await gateway.persistence.pointsOfSale.load(String(params["posId"])))?.storeId,
  };
  const ownPage: RequestHandler = (request, _response, next) => {
    refuseOtherSites(request, "Charge on the page of the counter");
    next();
  };
  return {
    page: [load, ...door.page(rule).map(unlessPublic)],
    form: [load, ownPage, ...door.form(rule).map(unlessPublic)],
  };
}

/** The point of sale of a guarded route. */
export function posIn({ locals }: Response): PointOfSale {
  return locals["pos"] as PointOfSale; // written above, and nowhere else
}

function unlessPublic(handler: RequestHandler): RequestHandler {
  return (request: Request, response: Response, next) =>
    posIn(response).settings.isPublic ? next() : handler(request, response, next);
}
