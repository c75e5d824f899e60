import { mayIn } from "../../../domain/access/roles.ts";
import { Router } from "express";
import type { Translate } from "../../../../languages/merchantWords.ts";
import { DEFAULT_PERMISSIONS, fullPermission } from "../../../domain/access/permissions.ts";
import { storeOf } from "../../api/storeOf.ts";
import { HttpError } from "../../errors.ts";
import { sendOwnerPage, wordsFor } from "../page.ts";
import { AUTHORIZE_PATH, KEYS_PATH, settingsPath, STORES_PATH } from "../paths.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { frameOf, visitorOf, type AuthDeps } from "../visitor.ts";
import { settingsTabs } from "./tabs.ts";

/** A shop system, and what a person does there to take payments by this gateway. */
type Shop = Readonly<{ key: string; name: string; steps: (tr: Translate) => readonly string[] }>;

const plugin = (tr: Translate) => [
  tr("Install its plugin for BTCPay Server: it speaks the same API."),
  tr("Enter the server address below in the plugin's settings."),
  tr("Use the plugin's button for a key, or make one below; it opens this server and asks you to approve."),
];

const last = (tr: Translate) =>
  tr("Order something in your shop: the invoice appears in the list of invoices here.");

const SHOPS: readonly Shop[] = [
  { key: "woocommerce", name: "WooCommerce", steps: (tr) => [...plugin(tr), last(tr)] },
  {
    key: "prestashop",
    name: "PrestaShop",
    steps: (tr) => [
      ...plugin(tr),
      tr("Switch on “List payment methods as older plugins expect” on the page of shops."),
      last(tr),
    ],
  },
  {
    key: "magento",
    name: "Magento",
    steps: (tr) => [
      ...plugin(tr),
      tr("Enter the store id below as well."),
      tr("Switch on “One payment method that stands for all” on the page of shops."),
      last(tr),
    ],
  },
  {
    key: "own",
    name: "Own code",
    steps: (tr) => [
      tr("Make a key, and send it as “Authorization: token …” with each call."),
      tr(
        "Create an invoice by POST to the address of invoices below, and send the customer to its checkoutLink.",
      ),
      tr("Add a webhook, which tells your server when an invoice is settled."),
    ],
  },
];

/** A page for each shop system with the steps that connect it. */
export function shopLinks(tr: Translate, storeId: string) {
  return SHOPS.map(({ key, name }) => ({
    name: key === "own" ? tr("Own code") : name,
    path: settingsPath(storeId, `shops/${key}`),
  }));
}

/** A page for each shop system: steps, what to copy, and the link that makes a key. */
export function shopPages(gateway: AuthDeps, door: SessionGuard, publicUrl: string): Router {
  const router = Router();
  const path = `${STORES_PATH}/:storeId/settings/shops/:shop`;
  router.get(path, ...door.page(), async (request, response) => {
    const { id, name: storeName } = await storeOf(gateway, request.params["storeId"]);
    const shop = SHOPS.find(({ key }) => key === request.params["shop"]);
    if (!shop) throw new HttpError(404, "not-found", "There is no such page.");
    const tr = wordsFor(response);
    const { access } = visitorOf(response);
    const mayMakeKey = DEFAULT_PERMISSIONS.every((permission) => mayIn(access, id, permission));
    sendOwnerPage(response, "settings/shop", {
      ...frameOf(gateway, response, id),
      tabs: settingsTabs(tr, id, "shops"),
      back: settingsPath(id, "shops"),
      storeName,
      shopName: shop.key === "own" ? tr("Own code") : shop.name,
      steps: shop.steps(tr),
      copies: [
        { label: tr("Server address"), text: publicUrl },
        { label: tr("Store id"), text: id },
        ...(shop.key === "own"
          ? [{ label: tr("Address of invoices"), text: `${publicUrl}/api/v1/stores/${id}/invoices` }]
          : []),
      ],
      authorize: shop.key !== "own" && mayMakeKey ? authorizeLink(shop.name) : undefined,
      keys: KEYS_PATH,
    });
  });
  return router;
}

/** The page that asks to approve a key with what shop plugins need. */
function authorizeLink(name: string): string {
  const query = new URLSearchParams({ applicationName: name });
  for (const permission of DEFAULT_PERMISSIONS) query.append("permissions", fullPermission(permission));
  return `${AUTHORIZE_PATH}?${query.toString()}`;
}
