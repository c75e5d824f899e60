import { Router, type Request, type RequestHandler, type Response } from "express";
import { CrosstillError } from "../../../sdk/client.ts";
import { refuseOtherSites } from "../../../gateway/http/sameSite.ts";
import { sendPage } from "../../pages.ts";
import { DEMO_GOOD, GOODS, type Orders } from "./orders.ts";

const SCRIPTS = "script-src 'self'; connect-src 'self'; frame-src 'self'"; // crosstill.js, and the checkout in a frame

/** What an order's status means to its customer. */
const WORDS: Readonly<Record<string, string>> = {
  New: "waiting for your payment",
  Processing: "payment seen",
  Settled: "paid: your tea is on its way",
  Expired: "expired",
  Invalid: "not paid",
};

/**
 * A pretend shop that opens the checkout over its own page; without scripts its buttons lead to the checkout. POST /sandbox/demo
 * makes an invoice and leads to its checkout.
 */
export function demoShopRoutes(orders: Orders): Router {
  const router = Router();

  const show = whileOpen(async (_request, response) => {
    const [shopName, latest] = await Promise.all([orders.shopName(), orders.latest()]);
    const told = latest.map((order) => ({ ...order, words: WORDS[order.status] ?? order.status }));
    sendPage(response, 200, "shop", { shopName, goods: GOODS, orders: told }, SCRIPTS);
  });
  router.get("/sandbox/shop", show);

  const order = whileOpen(async (request, response) => {
    refuseOtherSites(request, "Order on the shop's page");
    const good = GOODS.find(({ name }) => name === request.params["name"]);
    if (!good) {
      const message = `Expected one of ${GOODS.map(({ name }) => name).join(", ")}.`;
      return void response.status(404).json({ code: "unknown-good", message });
    }
    const { id, checkoutLink } = await orders.place(good);
    if (wantsPage(request)) return response.redirect(303, checkoutLink);
    response.json({ orderId: id, checkoutLink });
  });
  router.post("/sandbox/shop/orders/:name", order);

  const demo = whileOpen(async (request, response) => {
    refuseOtherSites(request, "Press the button on the sandbox's home page");
    const { checkoutLink } = await orders.place(DEMO_GOOD);
    response.redirect(303, checkoutLink);
  });
  router.post("/sandbox/demo", demo);
  return router;
}

const NOT_NOW = {
  code: "shop-not-now",
  message:
    "The shop cannot take orders now, because its gateway does not answer as it should. Wait a moment and try again.",
};

/** The shop's customers cannot fix a slow or refusing gateway: the shop shows its own message. */
function whileOpen(serve: (request: Request, response: Response) => Promise<void>): RequestHandler {
  return async (request, response) => {
    try {
      await serve(request, response);
    } catch (error) {
      if (!(error instanceof CrosstillError)) throw error;
      if (wantsPage(request)) return sendPage(response, 503, "shopClosed", NOT_NOW);
      response.status(503).json(NOT_NOW);
    }
  };
}

function wantsPage(request: Request): boolean {
  return request.accepts(["html", "json"]) === "html";
}
