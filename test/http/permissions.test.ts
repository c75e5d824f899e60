import type { Router } from "express";
import { expect } from "chai";
import { issueKey } from "../../src/gateway/createStore.ts";
import { apiRoutes } from "../../src/http/api/routes.ts";
import { ALL_PERMISSIONS, allows, type Permission } from "../../src/http/auth.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { issue, secondMerchant } from "./merchant.ts";

/** What each route asks for. A route that is missing here fails the test: whoever adds one says who may call it. */
const NEEDS: Readonly<Record<string, Permission | "any key" | "nothing" | "link">> = {
  "GET /misc/permissions": "nothing",
  "GET /misc/lang": "nothing",
  "GET /misc/rate-sources": "nothing",
  "GET /api/v1/server/info": "any key",
  "GET /api/v1/api-keys/current": "any key",
  "DELETE /api/v1/api-keys/current": "any key",
  "GET /api/v1/stores": "any key",
  "GET /api/v1/stores/:storeId": "canviewstoresettings",
  "GET /api/v1/stores/:storeId/payment-methods": "canviewstoresettings",
  "GET /api/v1/stores/:storeId/payment-methods/OnChain": "canviewstoresettings",
  "GET /api/v1/stores/:storeId/payment-methods/LightningNetwork": "canviewstoresettings",
  "GET /api/v1/stores/:storeId/rates": "canviewstoresettings",
  "POST /api/v1/stores/:storeId/invoices": "cancreateinvoice",
  "GET /api/v1/stores/:storeId/invoices": "canviewinvoices",
  "GET /api/v1/stores/:storeId/invoices/:invoiceId": "canviewinvoices",
  "POST /api/v1/stores/:storeId/invoices/:invoiceId/status": "canmodifyinvoices",
  "GET /api/v1/stores/:storeId/invoices/:invoiceId/payment-methods": "canviewinvoices",
  "POST /api/v1/stores/:storeId/invoices/:invoiceId/payment-methods/:methodId/activate": "canviewinvoices",
  "GET /api/v1/stores/:storeId/exports/payments.csv": "canviewinvoices",
  "GET /api/v1/stores/:storeId/crosstill/inbox": "canviewinvoices",
  "POST /api/v1/stores/:storeId/crosstill/inbox/resolve": "canmodifyinvoices",
  "POST /api/v1/stores/:storeId/crosstill/unattributed/assign": "canmodifyinvoices",
  "POST /api/v1/stores/:storeId/webhooks": "webhooks.canmodifywebhooks",
  "GET /api/v1/stores/:storeId/webhooks": "webhooks.canmodifywebhooks",
  "GET /api/v1/stores/:storeId/webhooks/:webhookId": "webhooks.canmodifywebhooks",
  "PUT /api/v1/stores/:storeId/webhooks/:webhookId": "webhooks.canmodifywebhooks",
  "DELETE /api/v1/stores/:storeId/webhooks/:webhookId": "webhooks.canmodifywebhooks",
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

describe("who may call what of the merchant API", () => {
  let shop: SandboxApp;
  let invoiceId: string;
  before(async () => {
    shop = await startSandboxApp();
    ({ id: invoiceId } = await issue(shop));
  });
  after(() => shop.close());

  const keyWith = async (permissions: readonly string[], storeId = shop.storeId) => {
    const { store, clock, random } = shop.app.gateway;
    return issueKey(store, { clock, random }, { storeId, label: "", permissions }, "test");
  };
  const ask = async (route: string, key?: string) => {
    const [method = "", path = ""] = route.split(" ");
    const filled = path
      .replace(":storeId", shop.storeId)
      .replace(":invoiceId", invoiceId)
      .replace(/:[A-Za-z]+/g, "unknown");
    const answer = await fetch(`${shop.url}${filled}`, {
      method,
      headers: key === undefined ? {} : { authorization: `token ${key}`, "content-type": "application/json" },
      ...(method === "GET" || method === "DELETE" ? {} : { body: "{}" }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text.startsWith("{") ? (JSON.parse(text) as { code?: string; missingPermission?: string }) : {} }; // prettier-ignore
  };

  it("is said of every route that there is", () => {
    const { gateway } = shop.app;
    const router: Router = apiRoutes(gateway, shop.url, () => undefined);
    expect(routesOf(router.stack as unknown as readonly Layer[])).to.have.members(Object.keys(NEEDS));
  });

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
      expect((await ask(route)).body.code, "no key").to.equal("unauthenticated");
      expect((await ask(route, "ctk_test_unknown")).status, "an unknown key").to.equal(401);
      const revoked = await keyWith(ALL_PERMISSIONS);
      await ask("DELETE /api/v1/api-keys/current", revoked);
      expect((await ask(route, revoked)).status, "a revoked key").to.equal(401);
      if (needed === "any key") return expect((await ask(route, await keyWith([]))).status).to.equal(200);
      const other = await secondMerchant(shop, ALL_PERMISSIONS);
      const lacking = await keyWith(ALL_PERMISSIONS.filter((one) => !allows([one], needed)));
      for (const key of [other.key, lacking]) {
        const { status, body } = await ask(route, key);
        expect([status, body.missingPermission]).to.deep.equal([403, `btcpay.store.${needed}`]);
      }
      const bare = await ask(route, await keyWith([needed]));
      expect([401, 403], JSON.stringify(bare.body)).not.to.include(bare.status);
      const prefixed = await ask(route, await keyWith([`btcpay.store.${needed}`]));
      expect([401, 403]).not.to.include(prefixed.status);
    });
  }
});
