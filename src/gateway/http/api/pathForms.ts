import { Router, type RequestHandler } from "express";
import { authenticate } from "../auth.ts";

const SHORT = /^\/api\/v1\/(invoices|webhooks|payment-requests|payouts|apps)(?=\/)/;
const PULL_PAYMENT = /^\/api\/v1\/(pull-payments)(?=\/[^/]+\/?$)/; // its short form is public, but for closing it

/**
 * The short forms of paths (`/api/v1/invoices/{id}`, merchant API section 0, rule 12): a key is of one store, so they are
 * answered as the long ones of its store are.
 */
export function shortForms(gateway: Parameters<typeof authenticate>[0]): Router {
  const router = Router();
  router.use(async (request, _response, next) => {
    const form = request.method === "DELETE" && PULL_PAYMENT.test(request.path) ? PULL_PAYMENT : SHORT;
    if (form.test(request.path)) {
      const { storeId } = await authenticate(gateway, request);
      request.url = request.url.replace(form, `/api/v1/stores/${storeId}/$1`);
    }
    next();
  });
  return router;
}

/** Headers of ours that a page may read. */
const EXPOSED = [
  ...["Idempotent-Replayed", "Retry-After", "Content-Disposition"],
  ...[
    "Crosstill-Schema",
    "Crosstill-Range",
    "Crosstill-Currency",
    "Crosstill-Coin",
    "Crosstill-Next-Part",
    "Crosstill-Left-Out",
    "Crosstill-Left-Out-Reason",
    "Crosstill-Ignored-Fields",
  ],
].join(", ");

/** Any page may call the API: keys travel in a header that no browser adds by itself. */
export const crossOrigin: RequestHandler = (request, response, next) => {
  if (!request.path.startsWith("/api/")) return next();
  response.set("Access-Control-Allow-Origin", "*");
  response.set("Access-Control-Expose-Headers", EXPOSED);
  if (request.method !== "OPTIONS") return next();
  const headers = request.get("access-control-request-headers");
  response.set("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE");
  response.set("Access-Control-Allow-Headers", headers ?? "Authorization, Content-Type, Idempotency-Key");
  response.set("Access-Control-Max-Age", "86400");
  response.status(200).end();
};
