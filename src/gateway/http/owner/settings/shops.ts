import { mayGiveKey, mayIn } from "../../../domain/access/roles.ts";
import { Router } from "express";
import type { Translate } from "../../../../languages/merchantWords.ts";
import { findShop, SHOPS, type Shop } from "../../../domain/access/shops.ts";
import { storeOf } from "../../api/storeOf.ts";
import { HttpError } from "../../errors.ts";
import { sendOwnerPage, wordsFor } from "../page.ts";
import { AUTHORIZE_PATH, KEYS_PATH, settingsPath, STORES_PATH } from "../paths.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import { frameOf, visitorOf, type AuthDeps } from "../visitor.ts";
import { settingsTabs } from "./tabs.ts";

/** The page for merchants without a plugin. */
const OWN_CODE = "own";

/** Shop systems whose plugins take a key that is pasted, and have no button for one. */
const WITHOUT_BUTTON = ["opencart", "n8n"];

const last = (tr: Translate) =>
  tr("Order something in your shop: the invoice appears in the list of invoices here.");

function pluginSteps(tr: Translate, { id }: Shop): readonly string[] {
  const byHand = WITHOUT_BUTTON.includes(id);
  return [
    tr("Install its plugin for BTCPay Server: it speaks the same API."),
    tr("Enter the server address below in the plugin's settings."),
    ...(["magento", "opencart"].includes(id) ? [tr("Enter the store id below as well.")] : []),
    byHand
      ? tr("Make a key below, and paste it into the plugin's settings.")
      : tr(
          "Use the plugin's button for a key, or make one below; it opens this server and asks you to approve.",
        ),
    last(tr),
  ];
}

function ownCodeSteps(tr: Translate): readonly string[] {
  return [
    tr("Make a key, and send it as “Authorization: token …” with each call."),
    tr(
      "Create an invoice by POST to the address of invoices below, and send the customer to its checkoutLink.",
    ),
    tr("Add a webhook, which tells your server when an invoice is settled."),
  ];
}

/** A page for each shop system with the steps that connect it. */
export function shopLinks(tr: Translate, storeId: string) {
  return [...SHOPS, { id: OWN_CODE, name: tr("Own code") }].map(({ id, name }) => ({
    name,
    path: settingsPath(storeId, `shops/${id}`),
  }));
}

/** A page for each shop system: steps, what to copy, and the link that makes a key. */
export function shopPages(gateway: AuthDeps, door: SessionGuard, publicUrl: string): Router {
  const router = Router();
  const path = `${STORES_PATH}/:storeId/settings/shops/:shop`;
  router.get(path, ...door.page(), async (request, response) => {
    const { id, name: storeName } = await storeOf(gateway, request.params["storeId"]);
    const shop = findShop(String(request.params["shop"]));
    if (!shop && request.params["shop"] !== OWN_CODE)
      throw new HttpError(404, "not-found", "There is no such page.");
    const tr = wordsFor(response);
    const { access } = visitorOf(response);
    const mayMakeKey =
      shop && mayIn(access, id, "canmanageapikeys") && mayGiveKey(access, id, shop.permissions);
    sendOwnerPage(response, "settings/shop", {
      ...frameOf(gateway, response, id),
      tabs: settingsTabs(tr, id, "shops"),
      back: settingsPath(id, "shops"),
      storeName,
      shopName: shop?.name ?? tr("Own code"),
      steps: shop ? pluginSteps(tr, shop) : ownCodeSteps(tr),
      copies: [
        { label: tr("Server address"), text: publicUrl },
        { label: tr("Store id"), text: id },
        ...(shop
          ? []
          : [{ label: tr("Address of invoices"), text: `${publicUrl}/api/v1/stores/${id}/invoices` }]),
      ],
      authorize: mayMakeKey ? `${AUTHORIZE_PATH}?shop=${shop.id}&storeId=${id}` : undefined,
      keys: KEYS_PATH,
    });
  });
  return router;
}
