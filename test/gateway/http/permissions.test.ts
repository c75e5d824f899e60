import type { Router } from "express";
import { expect } from "chai";
import { issueKey } from "../../../src/gateway/usecases/stores/createStore.ts";
import {
  ALL_PERMISSIONS,
  allows,
  fullPermission,
  isUserPermission,
  type Permission,
} from "../../../src/gateway/domain/access/permissions.ts";
import { apiRoutes } from "../../../src/gateway/http/api/routes.ts";
import { OPERATIONS } from "../../../src/gateway/http/reference/operations.ts";
import { ROUTES, type OperationName } from "../../../src/gateway/http/reference/paths.ts";
import { errorHandler } from "../../../src/gateway/http/errors.ts";
import { closeServer, createHttpServer, listen } from "../../../src/gateway/http/server.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { issue, secondMerchant } from "./merchant.ts";

/** What each route asks for. A route that is missing here fails the test: whoever adds one says who may call it. */
const NEEDS: Readonly<Record<string, Permission | "any key" | "nothing" | "link">> = {
  "GET /misc/permissions": "nothing",
  "GET /misc/lang": "nothing",
  "GET /misc/rate-sources": "nothing",
  "GET /api/v1/server/info": "any key",
  "GET /api/v1/api-keys/current": "any key",
  "DELETE /api/v1/api-keys/current": "any key",
  "POST /api/v1/api-keys": "unrestricted",
  "DELETE /api/v1/api-keys/:apiKey": "unrestricted",
  "POST /api/v1/users/:idOrEmail/api-keys": "unrestricted",
  "DELETE /api/v1/users/:idOrEmail/api-keys/:apiKey": "unrestricted",
  "GET /api/v1/users/me": "user.canviewprofile",
  "PUT /api/v1/users/me": "user.canmodifyprofile",
  "GET /api/v1/users/me/notifications": "user.canviewnotificationsforuser",
  "GET /api/v1/users/me/notifications/:notificationId": "user.canviewnotificationsforuser",
  "PUT /api/v1/users/me/notifications/:notificationId": "user.canmanagenotificationsforuser",
  "DELETE /api/v1/users/me/notifications/:notificationId": "user.canmanagenotificationsforuser",
  "GET /api/v1/users/me/notification-settings": "user.canmanagenotificationsforuser",
  "PUT /api/v1/users/me/notification-settings": "user.canmanagenotificationsforuser",
  "GET /api/v1/stores/:storeId/users": "canmanageusers",
  "POST /api/v1/stores/:storeId/users": "canmanageusers",
  "PUT /api/v1/stores/:storeId/users/:idOrEmail": "canmanageusers",
  "DELETE /api/v1/stores/:storeId/users/:idOrEmail": "canmanageusers",
  "GET /api/v1/stores/:storeId/roles": "canmodifystoresettings",
  "GET /api/v1/server/roles": "canmodifystoresettings",
  "GET /api/v1/stores": "any key",
  "POST /api/v1/stores": "unrestricted",
  "DELETE /api/v1/stores/:storeId": "unrestricted",
  "GET /api/v1/stores/:storeId": "canviewstoresettings",
  "PUT /api/v1/stores/:storeId": "canmodifystoresettings",
  "POST /api/v1/stores/:storeId/logo": "canmodifystoresettings",
  "DELETE /api/v1/stores/:storeId/logo": "canmodifystoresettings",
  "GET /api/v1/stores/:storeId/payment-methods": "canviewstoresettings",
  "GET /api/v1/stores/:storeId/payment-methods/OnChain": "canviewstoresettings",
  "GET /api/v1/stores/:storeId/payment-methods/OnChain/:cryptoCode": "canviewstoresettings",
  "GET /api/v1/stores/:storeId/payment-methods/LightningNetwork": "canviewstoresettings",
  "GET /api/v1/stores/:storeId/payment-methods/:paymentMethodId": "canviewstoresettings",
  "PUT /api/v1/stores/:storeId/payment-methods/:paymentMethodId": "canmodifystoresettings",
  "GET /api/v1/stores/:storeId/rates/configuration": "canviewstoresettings",
  "PUT /api/v1/stores/:storeId/rates/configuration": "canmodifystoresettings",
  "GET /api/v1/stores/:storeId/rates/configuration/:rateSource": "canviewstoresettings",
  "PUT /api/v1/stores/:storeId/rates/configuration/:rateSource": "canmodifystoresettings",
  "POST /api/v1/stores/:storeId/rates/configuration/preview": "canmodifystoresettings",
  "GET /api/v1/stores/:storeId/rates": "canviewstoresettings",
  "POST /api/v1/stores/:storeId/invoices": "cancreateinvoice",
  "GET /api/v1/stores/:storeId/invoices": "canviewinvoices",
  "GET /api/v1/stores/:storeId/invoices/:invoiceId": "canviewinvoices",
  "PUT /api/v1/stores/:storeId/invoices/:invoiceId": "canmodifyinvoices",
  "DELETE /api/v1/stores/:storeId/invoices/:invoiceId": "canmodifyinvoices",
  "POST /api/v1/stores/:storeId/invoices/:invoiceId/unarchive": "canmodifyinvoices",
  "POST /api/v1/stores/:storeId/invoices/:invoiceId/status": "canmodifyinvoices",
  "POST /api/v1/stores/:storeId/invoices/:invoiceId/crosstill/mail": "canmodifyinvoices",
  "GET /api/v1/stores/:storeId/invoices/:invoiceId/proof": "canviewinvoices",
  "GET /api/v1/stores/:storeId/invoices/:invoiceId/payment-methods": "canviewinvoices",
  "POST /api/v1/stores/:storeId/invoices/:invoiceId/payment-methods/:methodId/activate": "canviewinvoices",
  "POST /api/v1/stores/:storeId/payment-requests": "canmodifypaymentrequests",
  "GET /api/v1/stores/:storeId/payment-requests": "canviewpaymentrequests",
  "GET /api/v1/stores/:storeId/payment-requests/:paymentRequestId": "canviewpaymentrequests",
  "PUT /api/v1/stores/:storeId/payment-requests/:paymentRequestId": "canmodifypaymentrequests",
  "DELETE /api/v1/stores/:storeId/payment-requests/:paymentRequestId": "canmodifypaymentrequests",
  "POST /api/v1/stores/:storeId/payment-requests/:paymentRequestId/pay": "canviewpaymentrequests",
  "POST /api/v1/stores/:storeId/apps/pos": "canmodifystoresettings",
  "PUT /api/v1/stores/:storeId/apps/pos/:appId": "canmodifystoresettings",
  "GET /api/v1/stores/:storeId/apps/:appId": "canmodifystoresettings",
  "DELETE /api/v1/stores/:storeId/apps/:appId": "canmodifystoresettings",
  "GET /api/v1/stores/:storeId/exports/:name": "canviewreports",
  "GET /api/v1/stores/:storeId/statements/:month": "canviewreports",
  "GET /api/v1/stores/:storeId/crosstill/inbox": "canviewinvoices",
  "POST /api/v1/stores/:storeId/crosstill/inbox/resolve": "canmodifyinvoices",
  "POST /api/v1/stores/:storeId/crosstill/unattributed/assign": "canmarkinvoices",
  "POST /api/v1/stores/:storeId/crosstill/unattributed/refund": "cancreatepullpayments",
  "POST /api/v1/stores/:storeId/crosstill/unattributed/dismiss": "canmarkinvoices",
  "POST /api/v1/stores/:storeId/webhooks": "webhooks.canmodifywebhooks",
  "GET /api/v1/stores/:storeId/webhooks": "webhooks.canmodifywebhooks",
  "GET /api/v1/stores/:storeId/webhooks/:webhookId": "webhooks.canmodifywebhooks",
  "PUT /api/v1/stores/:storeId/webhooks/:webhookId": "webhooks.canmodifywebhooks",
  "DELETE /api/v1/stores/:storeId/webhooks/:webhookId": "webhooks.canmodifywebhooks",
  "POST /api/v1/stores/:storeId/webhooks/:webhookId/rotate-secret": "webhooks.canmodifywebhooks",
  "GET /api/v1/stores/:storeId/webhooks/:webhookId/deliveries": "webhooks.canmodifywebhooks",
  "GET /api/v1/stores/:storeId/webhooks/:webhookId/deliveries/:deliveryId": "webhooks.canmodifywebhooks",
  "GET /api/v1/stores/:storeId/webhooks/:webhookId/deliveries/:deliveryId/request":
    "webhooks.canmodifywebhooks",
  "POST /api/v1/stores/:storeId/webhooks/:webhookId/deliveries/:deliveryId/redeliver":
    "webhooks.canmodifywebhooks",
  "POST /api/v1/stores/:storeId/webhooks/:webhookId/deliveries/redeliver": "webhooks.canmodifywebhooks",
  "POST /api/v1/stores/:storeId/webhooks/:webhookId/test": "webhooks.canmodifywebhooks",
  "GET /api/v1/stores/:storeId/events": "canviewstoresettings",
  "POST /api/v1/stores/:storeId/invoices/:invoiceId/refund": "cancreatenonapprovedpullpayments",
  "GET /api/v1/stores/:storeId/invoices/:invoiceId/refund/:paymentMethodId":
    "cancreatenonapprovedpullpayments",
  "POST /api/v1/stores/:storeId/pull-payments": "cancreatenonapprovedpullpayments",
  "GET /api/v1/stores/:storeId/pull-payments": "canviewpullpayments",
  "GET /api/v1/stores/:storeId/pull-payments/:pullPaymentId": "canviewpullpayments",
  "DELETE /api/v1/stores/:storeId/pull-payments/:pullPaymentId": "canarchivepullpayments",
  "GET /api/v1/stores/:storeId/pull-payments/:pullPaymentId/payouts": "canviewpayouts",
  "POST /api/v1/stores/:storeId/payouts": "cancreatenonapprovedpullpayments",
  "GET /api/v1/stores/:storeId/payouts": "canviewpayouts",
  "GET /api/v1/stores/:storeId/payouts/:payoutId": "canviewpayouts",
  "POST /api/v1/stores/:storeId/payouts/:payoutId": "canmanagepayouts",
  "DELETE /api/v1/stores/:storeId/payouts/:payoutId": "canmanagepayouts",
  "POST /api/v1/stores/:storeId/payouts/:payoutId/mark": "canmanagepayouts",
  "POST /api/v1/stores/:storeId/payouts/:payoutId/mark-paid": "canmanagepayouts",
  "GET /api/v1/pull-payments/:pullPaymentId": "link",
  "GET /api/v1/pull-payments/:pullPaymentId/payouts": "link",
  "GET /api/v1/pull-payments/:pullPaymentId/payouts/:payoutId": "link",
  "POST /api/v1/pull-payments/:pullPaymentId/payouts": "link",
};

const OF_OLDER_PLUGINS = ["/misc/permissions", "/misc/lang", "/misc/rate-sources", "/OnChain", "/OnChain/:cryptoCode", "/LightningNetwork", "/rates/configuration"]; // prettier-ignore

type Said = Readonly<{ code?: string; message?: string; missingPermission?: string }>;

type Layer = Readonly<{
  route?: Readonly<{ path: string; methods: Readonly<Record<string, boolean>> }>;
  handle: Readonly<{ stack?: readonly Layer[] }>;
}>;

/** Every route of a router and of those inside it, as "METHOD /path". */
function routesOf(stack: readonly Layer[]): readonly string[] {
  return stack.flatMap(({ route, handle }) =>
    route
      ? Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path}`)
      : routesOf(handle.stack ?? []),
  );
}

const OPTIONS = { checkWebhookUrl: () => undefined, callsPerMinute: 100_000 };

describe("who may call what of the merchant API", () => {
  let shop: SandboxApp;
  let invoiceId: string;
  let other: string; // a key of another store
  let revoked: string;
  let expired: string;
  let live: Readonly<{ url: string; close(): Promise<void> }>; // the same routes and keys, on a gateway that takes real money
  before(async () => {
    shop = await startSandboxApp();
    ({ id: invoiceId } = await issue(shop));
    other = (await secondMerchant(shop, ALL_PERMISSIONS)).key;
    revoked = await keyWith(ALL_PERMISSIONS);
    await ask("DELETE /api/v1/api-keys/current", revoked);
    expired = await keyWith(ALL_PERMISSIONS, { expiresAt: shop.clock() });
    const { gateway } = shop.app;
    const liveGateway = { ...gateway, settings: { ...gateway.settings, sandbox: false } };
    const { app, server } = createHttpServer();
    app.use(apiRoutes(liveGateway, shop.url, OPTIONS), errorHandler(gateway.log));
    live = {
      url: `http://127.0.0.1:${await listen(server, 0, "127.0.0.1")}`,
      close: () => closeServer(server),
    };
  });
  after(async () => {
    await live.close();
    await shop.close();
  });

  const keyWith = async (permissions: readonly string[], more: Readonly<{ expiresAt?: number }> = {}) => {
    const { persistence } = shop.app.gateway;
    const grant = { storeId: shop.storeId, label: "", permissions, ...more };
    return issueKey(persistence.keys, shop.app.gateway, grant, "test");
  };
  const ask = async (route: string, key?: string, url = shop.url) => {
    const [method = "", path = ""] = route.split(" ");
    const filled = path
      .replace(":storeId", shop.storeId)
      .replace(":invoiceId", invoiceId)
      .replace(/:[A-Za-z]+/g, "unknown");
    const answer = await fetch(`${url}${filled}`, {
      method,
      headers: key === undefined ? {} : { authorization: `token ${key}`, "content-type": "application/json" },
      ...(method === "GET" || method === "DELETE" ? {} : { body: "{}" }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text.startsWith("{") ? (JSON.parse(text) as Said) : {} }; // prettier-ignore
  };

  it("is said of every route that there is", () => {
    const { gateway } = shop.app;
    const router: Router = apiRoutes(gateway, shop.url, OPTIONS);
    expect(routesOf(router.stack as unknown as readonly Layer[])).to.have.members(Object.keys(NEEDS));
  });

  it("is what the reference says, which leaves out only what older plugins ask", () => {
    const said = Object.entries(ROUTES).map(([name, route]) => [route.replace(/\{(\w+)\}/g, ":$1"), OPERATIONS[name as OperationName].needs]);
    const needs = Object.entries(NEEDS).filter(([route]) => !OF_OLDER_PLUGINS.some((end) => route.endsWith(end)));
    expect(said.filter(([route]) => route !== "GET /api/v1/health")).to.have.deep.members(needs);
  }); // prettier-ignore

  it("is not said of the owner's pages: there somebody signs in", async () => {
    for (const path of ["/owner", "/api-keys/authorize"]) {
      const { status, headers } = await fetch(shop.url + path, { redirect: "manual" });
      expect([status, headers.get("location")]).to.deep.equal([303, `/owner/sign-in?to=${encodeURIComponent(path)}`]);
    }
  }); // prettier-ignore

  for (const [route, needed] of Object.entries(NEEDS)) {
    if (needed === "link") {
      // whoever has the link may; nobody can guess one
      it(`${route}: whoever has the link`, async () => expect((await ask(route)).status).to.equal(404));
      continue;
    }
    if (needed === "nothing") {
      it(`${route}: everybody`, async () => expect((await ask(route)).status).to.equal(200));
      continue;
    }
    it(`${route}: ${needed === "any key" ? needed : `keys with ${needed}`}`, async () => {
      if (needed === "any key") return expect((await ask(route, await keyWith([]))).status).to.equal(200);
      const lacking = await keyWith(ALL_PERMISSIONS.filter((one) => !allows([one], needed)));
      const { body: lacks } = await ask(route, lacking);
      expect([lacks.code, lacks.missingPermission]).to.deep.equal([
        "missing-permission",
        fullPermission(needed),
      ]);
      const bare = await ask(route, await keyWith([needed]));
      expect([401, 403], JSON.stringify(bare.body)).not.to.include(bare.status);
    });
  }

  // What a key opens is looked at in one place, so that one route with each need is enough.
  const needs = Object.entries(NEEDS).filter(([, needed]) => needed !== "link" && needed !== "nothing");
  const firstOfNeeds = new Map(needs.toReversed().map(([route, needed]) => [needed, route]));
  for (const [needed, route] of firstOfNeeds)
    it(`refuses no key, and keys that are unknown, mistyped, revoked, expired or of a sandbox, where ${needed} is needed`, async () => {
      const mayAll = await keyWith(ALL_PERMISSIONS);
      const refused = [
        [await ask(route), /none came/],
        [await ask(route, "ctk_test_unknown"), /is unknown here/],
        [await ask(route, `${mayAll}x`), /is mistyped/],
        [await ask(route, revoked), /was revoked on 2026/],
        [await ask(route, expired), /expired on 2026/],
        [await ask(route, mayAll, live.url), /is a sandbox's, and this gateway takes real money/],
      ] as const;
      for (const [{ status, body }, why] of refused) {
        expect([status, body.code]).to.deep.equal([401, "unauthenticated"]);
        expect(body.message).to.match(why);
      }
      if (needed === "any key" || needed === "link" || needed === "nothing") return;
      if (route.includes(":storeId")) expect((await ask(route, other)).body.code).to.equal("wrong-store");
      expect([401, 403]).not.to.include((await ask(route, await keyWith([fullPermission(needed)]))).status);
      const { status } = await ask(route, await keyWith(["unrestricted"]));
      expect(status === 403, "unrestricted is of a store").to.equal(isUserPermission(needed));
      expect(status).not.to.equal(401);
    });
});
