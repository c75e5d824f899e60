import { Router, type Request, type Response } from "express";
import { findMethod } from "../../usecases/pricing/methods.ts";
import type { CheckoutView } from "./view.ts";

/** Answers with the page of the invoice that the path names, changed in some way. */
export type ShowPage = (
  request: Request,
  response: Response,
  change?: (view: CheckoutView) => CheckoutView,
) => Promise<void>;

/** The other links to the page of an invoice that shop plugins know (merchant API (c)). */
export function linkRoutes(show: ShowPage): Router {
  const router = Router();
  router.get("/invoice", (request, response, next) => {
    const { id, ...others } = request.query;
    if (typeof id !== "string" || id === "") return next();
    const query = new URLSearchParams(Object.entries(others).filter(isText)).toString();
    response.redirect(302, `/i/${encodeURIComponent(id)}${query && `?${query}`}`);
  });
  // The page of a paid invoice is its receipt; before that the receipt is the way to pay.
  router.get("/i/:invoiceId/receipt", (request, response) => show(request, response));
  router.get("/i/:invoiceId/:methodId", (request, response) =>
    show(request, response, (view) => offering(view, request.params.methodId)),
  );
  return router;
}

function isText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === "string";
}

/** With the method that the link names before all others. A link chooses nothing: each choice takes a quote, and that a form asks for. */
function offering(view: CheckoutView, methodId: string): CheckoutView {
  const named = findMethod(view.methods, methodId);
  if (!named || named.active) return view;
  return {
    ...view,
    still: "methods",
    methods: [named, ...view.methods.filter((choice) => choice !== named)],
  };
}
