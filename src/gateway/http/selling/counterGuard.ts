import type { Request, RequestHandler, Response } from "express";
import type { PointOfSale } from "../../domain/selling/pointOfSale.ts";
import { mayIn } from "../../domain/access/roles.ts";
import type { SignedIn } from "../../usecases/access/access.ts";
import { loadPointOfSale } from "../../usecases/selling/pointsOfSale.ts";
import { isOfSession, type Rule, type SessionGuard } from "../owner/sessionGuard.ts";
import type { AuthDeps } from "../owner/visitor.ts";
import { refuseOtherSites } from "../sameSite.ts";

/**
 * Who may use a counter: anyone where it is public, else signed-in users who may create invoices in its store. These are its
 * cashiers, at a public counter too.
 */
export type CounterGuard = Readonly<{
  page: readonly RequestHandler[];
  form: readonly RequestHandler[]; // after the form was read
}>;

/** The guard of the routes under /pos/:posId. Behind it the point of sale is at hand with `posIn`. */
export function counterGuard(gateway: AuthDeps, door: SessionGuard): CounterGuard {
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
  const recognize: RequestHandler = async (request, response, next) => {
    const { storeId, settings } = posIn(response);
    const found = settings.isPublic ? await door.visitor(request) : undefined;
    const isOwn = request.method !== "POST" || (found && isOfSession(request, found));
    if (found && isOwn && mayIn(found.access, storeId, "cancreateinvoice"))
      response.locals["visitor"] = found;
    next();
  };
  return {
    page: [load, recognize, ...door.page(rule).map(unlessPublic)],
    form: [load, ownPage, recognize, ...door.form(rule).map(unlessPublic)],
  };
}

/** The cashier of a guarded route; undefined for the public. */
export function cashierIn({ locals }: Response): SignedIn | undefined {
  return locals["visitor"] as SignedIn | undefined; // written above, or by sessionGuard.ts
}

/** The point of sale of a guarded route. */
export function posIn({ locals }: Response): PointOfSale {
  return locals["pos"] as PointOfSale; // written above, and nowhere else
}

function unlessPublic(handler: RequestHandler): RequestHandler {
  return (request: Request, response: Response, next) =>
    posIn(response).settings.isPublic ? next() : handler(request, response, next);
}
