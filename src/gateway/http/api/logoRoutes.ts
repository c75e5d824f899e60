import { Router } from "express";
import { makeLogo } from "../../domain/branding/logo.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { requirePermission } from "../auth.ts";
import { fileIn, uploadedForm } from "../branding/upload.ts";
import { ValidationError } from "../errors.ts";
import { perAddress } from "../limits.ts";
import { presentStore } from "./present/presentStore.ts";
import { storeOf } from "./storeOf.ts";

const UPLOADS_PER_MINUTE = 20; // of one address: a large image keeps the process busy for some tenths of a second

/** A store's logo, as Greenfield has it: sent as the file of a form, and shown as the store's `logoUrl`. */
export function logoRoutes(
  gateway: Pick<Gateway, "clock" | "log" | "persistence" | "settings">,
  publicUrl: string,
): Router {
  const router = Router();
  const { persistence } = gateway;
  const mayChange = requirePermission(gateway, "canmodifystoresettings");
  const path = "/api/v1/stores/:storeId/logo";

  router.post(path, mayChange, perAddress(UPLOADS_PER_MINUTE), ...uploadedForm, async (request, response) => {
    const file = fileIn(request, "file");
    if (!file)
      throw new ValidationError([
        {
          path: "File",
          message: `Expected a form (multipart/form-data) with a PNG as its field "file", such as curl -F "file=@logo.png" sends.`,
        },
      ]);
    const { id } = await storeOf(gateway, request.params["storeId"]);
    await persistence.stores.changeLogo(id, makeLogo(file));
    response.json(presentStore(await storeOf(gateway, id), publicUrl));
  });

  router.delete(path, mayChange, async (request, response) => {
    await persistence.stores.changeLogo((await storeOf(gateway, request.params["storeId"])).id, undefined);
    response.status(200).end();
  });
  return router;
}
