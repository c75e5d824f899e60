import { currencyChoices } from "../owner/currencyChoices.ts";
import { Router, type Request, type Response } from "express";
import { timeOrderedId } from "../../../values/ids.ts";
import { formatFixed } from "../../../values/amount.ts";
import { mayIn } from "../../domain/access/roles.ts";
import { MOST_ITEMS, type PointOfSale, type PosSettings } from "../../domain/selling/pointOfSale.ts";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import {
  archivePointOfSale,
  changePointOfSale,
  createPointOfSale,
  loadPointOfSale,
} from "../../usecases/selling/pointsOfSale.ts";
import type { MerchantStore } from "../../usecases/stores/merchantStore.ts";
import { storeOf } from "../api/storeOf.ts";
import { qrSvg } from "../checkout/qr.ts";
import { problem } from "../api/priceBody.ts";
import { HttpError, ValidationError } from "../errors.ts";
import { fieldOf } from "../owner/fields.ts";
import { isFormId } from "../owner/formId.ts";
import { counterPath, itemPath, pointOfSalePath, pointsOfSalePath, STORES_PATH } from "../owner/paths.ts";
import { languageOfVisitor, sendOwnerPage, wordsFor } from "../owner/page.ts";
import type { SessionGuard } from "../owner/sessionGuard.ts";
import { frameOf, visitorOf } from "../owner/visitor.ts";
import { faultsOf, type Faults } from "./faults.ts";
import { knownPos, POS_FIELDS, posBodyOf, typedPos, type TypedPos } from "./posForm.ts";
import { readPosSettings } from "./posBody.ts";
import { picturePath } from "./pictureRoutes.ts";
import { sentence } from "../../../values/sentence.ts";

export type PosDeps = Pick<Gateway, "persistence" | "clock" | "random" | "settings">;
type Said = Readonly<{ typed?: TypedPos; faults?: Faults; done?: string }>;

/**
 * The points of sale of a store: the list, which cashiers see too, and the page on which one is made, edited and archived. Items
 * have pages of their own (itemPages.ts).
 */
export function posPages(gateway: PosDeps, door: SessionGuard, publicUrl: string): Router {
  const router = Router();
  const list = `${STORES_PATH}/:storeId/pos`;
  const one = `${list}/:posId`;
  const storeIn = (request: Request) => storeOf(gateway, request.params["storeId"]);

  router.get(list, ...door.page(), async (request, response) => {
    await showList(gateway, response, await storeIn(request));
  });

  router.post(list, ...door.form(), async (request, response) => {
    const store = await storeIn(request);
    const typed = typedPos(request);
    let pos: PointOfSale;
    try {
      const settings = { ...readPosSettings(posBodyOf(typed), store.settings), items: [], keypad: true };
      pos = await createPointOfSale(gateway, store.id, settings, await ownId(gateway, request, store));
    } catch (error) {
      const faults = faultsOf(error, POS_FIELDS, wordsFor(response));
      if (!faults) throw error;
      return showList(gateway, response, store, { typed, faults });
    }
    const { id: subject, storeId } = pos;
    const after = toldOf(pos.settings);
    await door.record(response, { action: "point_of_sale.created", storeId, subject, after });
    response.redirect(303, pointOfSalePath(storeId, subject));
  });

  router.get(one, ...door.page(), async (request, response) => {
    const done = "saved" in request.query ? wordsFor(response)("Saved.") : undefined;
    showOne(gateway, publicUrl, response, await ownPos(gateway, request), done ? { done } : {});
  });

  router.post(one, ...door.form(), async (request, response) => {
    const before = await ownPos(gateway, request);
    const typed = typedPos(request);
    try {
      const settings = readPosSettings(posBodyOf(typed), (await storeIn(request)).settings);
      const changed = await changePointOfSale(gateway, before.id, ({ items }) => ({
        ...settings,
        items,
      }));
      const { storeId, id: subject } = before;
      const change = { before: toldOf(before.settings), after: toldOf(changed.settings) };
      await door.record(response, { action: "point_of_sale.changed", storeId, subject, ...change });
    } catch (error) {
      const faults = faultsOf(inForm(error, before), POS_FIELDS, wordsFor(response));
      if (!faults) throw error;
      return showOne(gateway, publicUrl, response, before, { typed, faults });
    }
    response.redirect(303, `${pointOfSalePath(before.storeId, before.id)}?saved`);
  });

  router.post(`${one}/archive`, ...door.form(), async (request, response) => {
    const { id: subject, storeId } = await ownPos(gateway, request);
    await archivePointOfSale(gateway, subject);
    await door.record(response, { action: "point_of_sale.archived", storeId, subject });
    response.redirect(303, pointsOfSalePath(storeId));
  });
  return router;
}

/** A point of sale of the path's store that is in use; another store's does not exist here. */
export async function ownPos(
  gateway: Pick<Gateway, "persistence">,
  { params }: Request,
): Promise<PointOfSale> {
  const pos = await loadPointOfSale(gateway, String(params["posId"]));
  if (pos.storeId === params["storeId"]) return pos;
  throw new HttpError(404, "not-found", "There is no such point of sale in this store.");
}

/** The refusal of another currency as a fault of its field; any other error as it is. */
function inForm(error: unknown, { settings }: PointOfSale): unknown {
  if (!(error instanceof GatewayError) || error.code !== "currency_fixed") return error;
  const said = sentence(
    "Expected {currency}: the currency stays while there are items. Remove them first, or make another point of sale.",
    { currency: settings.currency },
  );
  return new ValidationError([problem("Currency", said)]);
}

/** The settings for the audit log. */
function toldOf({ items, ...settings }: PosSettings) {
  return { ...settings, items: items.map(({ title, price }) => ({ title, price: price.toString() })) };
}

/** The id that the form was shown with. One that another store's has is refused. */
async function ownId(gateway: PosDeps, request: Request, store: MerchantStore): Promise<string> {
  const id = fieldOf(request, "posId");
  const made = isFormId(id) ? await gateway.persistence.pointsOfSale.load(id) : undefined;
  if (isFormId(id) && (made === undefined || made.storeId === store.id)) return id;
  throw new HttpError(422, "invalid", sentence("Open the form again, and send it from there."));
}

async function showList(
  gateway: PosDeps,
  response: Response,
  store: MerchantStore,
  { typed, faults }: Said = {},
): Promise<void> {
  const all = await gateway.persistence.pointsOfSale.list(store.id);
  const view = {
    ...frameOf(gateway, response),
    storeName: store.name,
    path: pointsOfSalePath(store.id),
    posId: timeOrderedId(gateway.clock(), gateway.random),
    currency: store.settings.defaultCurrency,
    mayModify: mayIn(visitorOf(response).access, store.id, "canmodifystoresettings"),
    currencies: currencyChoices(languageOfVisitor(response)),
    typed: typed ?? {},
    faults: faults?.fields ?? {},
    problem: faults?.problem,
    all: all.map(({ id, settings }) => ({
      title: settings.title,
      items: settings.items.length,
      isPublic: settings.isPublic,
      counter: counterPath(id),
      page: pointOfSalePath(store.id, id),
    })),
  };
  sendOwnerPage(response, "selling/pointsOfSale", view, faults ? { status: faults.status } : {});
}

function showOne(
  gateway: PosDeps,
  publicUrl: string,
  response: Response,
  { id, storeId, settings }: PointOfSale,
  { typed, faults, done }: Said = {},
): void {
  const url = `${publicUrl}${counterPath(id)}`;
  const page = pointOfSalePath(storeId, id);
  const view = {
    ...frameOf(gateway, response, storeId),
    title: settings.title,
    list: pointsOfSalePath(storeId),
    page,
    url,
    qr: qrSvg(url, wordsFor(response)("QR code with the address of this counter")),
    currencies: currencyChoices(languageOfVisitor(response)),
    typed: typed ?? knownPos(settings),
    faults: faults?.fields ?? {},
    problem: faults?.problem,
    done,
    hasItems: settings.items.length > 0,
    isFull: settings.items.length >= MOST_ITEMS,
    items: settings.items.map((item) => ({
      title: item.title,
      price: `${formatFixed(item.price, settings.decimals)} ${settings.currency}`,
      inStock: item.inStock,
      page: itemPath(storeId, id, item.id),
      picture: item.picture && { ...item.picture, url: picturePath(item.picture.hash) },
    })),
  };
  sendOwnerPage(response, "selling/pointOfSale", view, faults ? { status: faults.status } : {});
}
