import { LANGUAGES, OWN_NAMES } from "../../../languages/languages.ts";
import { Router, type RequestHandler } from "express";
import { methodsOf } from "../../usecases/pricing/methods.ts";
import { listedPermissions } from "../../domain/access/shops.ts";
import { fullPermission, INCLUDES, scopedPermission } from "../../domain/access/permissions.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { RATE_SOURCE } from "./rateRoutes.ts";
import { VERSION } from "../../../runtime/version.ts";
import { authenticate, keyOf, requireKey } from "../auth.ts";

/** What plugins compare with the least that they need (section 0, rule 10); which Crosstill it is stands beside it. */
const GREENFIELD_VERSION = "2.3.0";

/** What a key may ask without naming a store: which server this is, and what the key itself is. */
export function serverRoutes(
  gateway: Pick<Gateway, "clock" | "log" | "persistence" | "service" | "settings">,
): Router {
  const router = Router();
  const { persistence, clock } = gateway;
  const withKey = requireKey(gateway);

  router.get("/api/v1/server/info", async (request, response) => {
    const key = await authenticate(gateway, request);
    const ids = await methodIds(gateway, key.storeId);
    response.json({
      version: GREENFIELD_VERSION,
      onion: null,
      supportedPaymentMethods: ids,
      fullySynched: true, // section 0, rule 10: a shop must not lose its way to be paid while we catch up
      syncStatus: ids.map((paymentMethodId) => ({ paymentMethodId, available: true })),
      crosstill: { name: "Crosstill", version: VERSION },
    });
  });

  router.get("/api/v1/api-keys/current", async (request, response) => {
    const key = await authenticate(gateway, request);
    const { label, storeId } = key;
    // Exactly what was granted, each for its store: plugins compare the sets (section 0, rule 9).
    const granted = listedPermissions(key).map((name) => scopedPermission(name, storeId));
    response.json({ apiKey: keyOf(request), label, permissions: granted });
  });

  router.delete("/api/v1/api-keys/current", withKey, async (request, response) => {
    const { id } = await authenticate(gateway, request);
    await persistence.keys.revoke(id, clock());
    response.status(200).end();
  });

  const included = Object.entries(INCLUDES).map(([name, list]) => ({
    name: fullPermission(name),
    included: list.map(fullPermission),
  }));
  router.get("/misc/permissions", answer(included));
  router.get("/misc/lang", answer(LANGUAGES.map((code) => ({ code, currentLanguage: OWN_NAMES[code] }))));
  router.get("/misc/rate-sources", answer([RATE_SOURCE]));
  return router;
}

function answer(body: unknown): RequestHandler {
  return (_request, response) => void response.json(body);
}

/** The ids of a store's methods; empty while the service's chains are unknown. */
async function methodIds(
  gateway: Pick<Gateway, "persistence" | "service" | "settings">,
  storeId: string,
): Promise<readonly string[]> {
  const merchant = await gateway.persistence.stores.load(storeId);
  if (!merchant) return [];
  const methods = await methodsOf(gateway, merchant).catch(() => []);
  return methods.filter(({ isOff }) => !isOff).map(({ id }) => id);
}
