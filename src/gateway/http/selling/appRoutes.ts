import { Router, type Request } from "express";
import type { PointOfSale } from "../../domain/selling/pointOfSale.ts";
import { GatewayError } from "../../errors.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import {
  archivePointOfSale,
  changePointOfSale,
  createPointOfSale,
  loadPointOfSale,
} from "../../usecases/selling/pointsOfSale.ts";
import { requirePermission } from "../auth.ts";
import { idempotent, resourceIdOf } from "../api/idempotency.ts";
import { param } from "../api/query.ts";
import { storeOf } from "../api/storeOf.ts";
import { presentApp, readApp } from "./appBody.ts";

/** Apps (Greenfield): points of sale, the only ones that there are. */
export function appRoutes(gateway: Gateway, publicUrl: string): Router {
  const router = Router();
  const mayModify = requirePermission(gateway, "canmodifystoresettings");
  const apps = "/api/v1/stores/:storeId/apps";

  router.post(`${apps}/pos`, mayModify, idempotent(gateway), async (request, response) => {
    const { id, settings } = await storeOf(gateway, param(request, "storeId"));
    const wanted = readApp(request.body, settings);
    response.json(
      presentApp(await createPointOfSale(gateway, id, wanted, resourceIdOf(response)), publicUrl),
    );
  });

  router.put(`${apps}/pos/:appId`, mayModify, async (request, response) => {
    const { id } = await ownApp(gateway, request);
    const { settings } = await storeOf(gateway, param(request, "storeId"));
    const changed = await changePointOfSale(gateway, id, (known) => readApp(request.body, settings, known));
    response.json(presentApp(changed, publicUrl));
  });

  router.get(`${apps}/:appId`, mayModify, async (request, response) => {
    response.json(presentApp(await ownApp(gateway, request), publicUrl));
  });

  router.delete(`${apps}/:appId`, mayModify, async (request, response) => {
    await archivePointOfSale(gateway, (await ownApp(gateway, request)).id);
    response.status(200).end();
  });
  return router;
}

/** A point of sale of this very store; another store's does not exist here. */
async function ownApp(gateway: Pick<Gateway, "persistence">, request: Request): Promise<PointOfSale> {
  const id = param(request, "appId");
  const found = await loadPointOfSale(gateway, id);
  if (found.storeId === param(request, "storeId")) return found;
  throw new GatewayError("point_of_sale_not_found", `There is no app ${id.slice(0, 64)} in this store.`);
}
