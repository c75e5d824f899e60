import { Router } from "express";
import { refuseOtherSites } from "../../http/sameSite.ts";
import { sendPage } from "../../sandbox/pages.ts";
import { GOODS, type Orders } from "./orders.ts";

const SCRIPTS = "script-src 'self'; connect-src 'self'; frame-src 'self'"; // crosstill.js, and the checkout in a frame

/** What an order's status means to its customer. */
const WORDS: Readonly<Record<string, string>> = {
  ...{ New: "waiting for your payment", Processing: "payment seen", Settled: "paid: your tea is on its way" },
  ...{ Expired: "expired", Invalid: "not paid" },
};

/** A pretend shop that opens the checkout over its own page; without scripts its buttons lead to the checkout. */
export function demoShopRoutes(orders: Orders): Router {
  const router = Router();

  router.get("/sandbox/shop", async (_request, response) => {
    const latest = (await orders.latest()).map((order) => ({ ...order, words: WORDS[order.status] ?? order.status }));
    sendPage(response, 200, "shop", { goods: GOODS, orders: latest }, SCRIPTS);
  });

  router.post("/sandbox/shop/orders/:name", async (request, response) => {
    refuseOtherSites(request, "Order on the shop's page");
    const good = GOODS.find(({ name }) => name === request.params.name);
    if (!good) {
      const message = `Expected one of ${GOODS.map(({ name }) => name).join(", ")}.`;
      return void response.status(404).json({ code: "unknown-good", message });
    }
    const { id, checkoutLink } = await orders.place(good);
    if (request.accepts(["html", "json"]) === "html") return response.redirect(303, checkoutLink);
    response.json({ orderId: id, checkoutLink });
  });
  return router;
} // prettier-ignore
