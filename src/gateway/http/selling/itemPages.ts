import { Router, type Request, type Response } from "express";
import type { Translate } from "../../../languages/merchantWords.ts";
import { timeOrderedId } from "../../../values/ids.ts";
import { LARGEST_FILE, LARGEST_SIDE } from "../../domain/branding/logo.ts";
import { makePicture } from "../../domain/branding/picture.ts";
import {
  MOST_ITEMS,
  type PictureFacts,
  type PointOfSale,
  type PosItem,
} from "../../domain/selling/pointOfSale.ts";
import { changePointOfSale } from "../../usecases/selling/pointsOfSale.ts";
import { fileIn, uploadedForm } from "../branding/upload.ts";
import { HttpError } from "../errors.ts";
import { perAddress } from "../limits.ts";
import { fieldOf } from "../owner/fields.ts";
import { sendOwnerPage, wordsFor } from "../owner/page.ts";
import { itemPath, pointOfSalePath, STORES_PATH } from "../owner/paths.ts";
import type { SessionGuard } from "../owner/sessionGuard.ts";
import { frameOf } from "../owner/visitor.ts";
import { faultsOf, type Faults } from "./faults.ts";
import { picturePath } from "./pictureRoutes.ts";
import { readItem } from "./posBody.ts";
import { ITEM_FIELDS, knownItem, typedItem, type TypedItem } from "./posForm.ts";
import { ownPos, type PosDeps } from "./posPages.ts";

const CHANGES_PER_MINUTE = 60; // of one address
const BLANK: TypedItem = { title: "", description: "", price: "", inStock: true };

type Shown = Readonly<{ pos: PointOfSale; item: PosItem | undefined }>;
type Said = Readonly<{ typed?: TypedItem; faults?: Faults }>;

/** The items of a point of sale: each is made, edited and removed on a page of its own. */
export function itemPages(gateway: PosDeps, door: SessionGuard): Router {
  const router = Router();
  const items = `${STORES_PATH}/:storeId/pos/:posId/items`;
  const forms = door.form({}, perAddress(CHANGES_PER_MINUTE), ...uploadedForm);

  router.get(`${items}/new`, ...door.page(), async (request, response) => {
    show(gateway, response, { pos: await ownPos(gateway, request), item: undefined });
  });

  router.get(`${items}/:itemId`, ...door.page(), async (request, response) => {
    show(gateway, response, await ownItem(gateway, request));
  });

  router.post(`${items}/:itemId`, ...forms, async (request, response) => {
    const isNew = request.params["itemId"] === "new";
    const shown = isNew
      ? { pos: await ownPos(gateway, request), item: undefined }
      : await ownItem(gateway, request);
    const { pos } = shown;
    const typed = typedItem(request, pos.settings);
    try {
      await saveItem(gateway, request, shown, typed, wordsFor(response));
    } catch (error) {
      const faults = faultsOf(error, ITEM_FIELDS, wordsFor(response));
      if (!faults) throw error;
      return show(gateway, response, shown, { typed, faults });
    }
    const { storeId, id: subject } = pos;
    const action = isNew ? "point_of_sale.item_added" : "point_of_sale.item_changed";
    const before = shown.item && knownItem(shown.item, pos.settings);
    await door.record(response, { action, storeId, subject, before, after: typed });
    response.redirect(303, `${pointOfSalePath(storeId, subject)}?saved#items`);
  });

  router.post(`${items}/:itemId/remove`, ...door.form(), async (request, response) => {
    const { pos, item } = await ownItem(gateway, request);
    const { storeId, id: subject } = pos;
    await changePointOfSale(gateway, subject, (settings) => ({
      ...settings,
      items: settings.items.filter(({ id }) => id !== item.id),
    }));
    await gateway.persistence.pointsOfSale.changePicture(subject, item.id, undefined);
    const before = knownItem(item, pos.settings);
    await door.record(response, { action: "point_of_sale.item_removed", storeId, subject, before });
    response.redirect(303, `${pointOfSalePath(storeId, subject)}?saved#items`);
  });
  return router;
}

async function ownItem(gateway: PosDeps, request: Request): Promise<{ pos: PointOfSale; item: PosItem }> {
  const pos = await ownPos(gateway, request);
  const item = pos.settings.items.find(({ id }) => id === request.params["itemId"]);
  if (item) return { pos, item };
  throw new HttpError(404, "not-found", "There is no such item at this point of sale.");
}

async function saveItem(
  gateway: PosDeps,
  request: Request,
  { pos, item }: Shown,
  typed: TypedItem,
  tr: Translate,
): Promise<void> {
  const read = readItem(typed, pos.settings);
  const file = fileIn(request, "picture");
  const picture = file && makePicture(file);
  const id = item?.id ?? timeOrderedId(gateway.clock(), gateway.random);
  const isWithout = !picture && fieldOf(request, "noPicture") !== undefined;
  const facts: PictureFacts | undefined = picture && {
    hash: picture.hash,
    width: picture.width,
    height: picture.height,
  };
  await changePointOfSale(gateway, pos.id, (settings) => {
    const known = settings.items.find((one) => one.id === id);
    const after = { ...read, id, picture: facts ?? (isWithout ? undefined : known?.picture) };
    if (known) return { ...settings, items: settings.items.map((one) => (one === known ? after : one)) };
    if (settings.items.length < MOST_ITEMS) return { ...settings, items: [...settings.items, after] };
    throw new HttpError(
      422,
      "invalid",
      tr("Expected at most {count} items. Remove one first.", { count: MOST_ITEMS }),
    );
  });
  if (picture || isWithout) await gateway.persistence.pointsOfSale.changePicture(pos.id, id, picture);
}

function show(
  gateway: PosDeps,
  response: Response,
  { pos, item }: Shown,
  { typed, faults }: Said = {},
): void {
  const back = pointOfSalePath(pos.storeId, pos.id);
  const view = {
    ...frameOf(gateway, response, pos.storeId),
    posTitle: pos.settings.title,
    back,
    path: itemPath(pos.storeId, pos.id, item?.id ?? "new"),
    isNew: item === undefined,
    currency: pos.settings.currency,
    typed: typed ?? (item ? knownItem(item, pos.settings) : BLANK),
    picture: item?.picture && { ...item.picture, url: picturePath(item.picture.hash) },
    faults: faults?.fields ?? {},
    problem: faults?.problem,
    kibibytes: LARGEST_FILE / 1024,
    largestSide: LARGEST_SIDE,
  };
  sendOwnerPage(response, "selling/item", view, faults ? { status: faults.status } : {});
}
