import { Router } from "express";
import { z } from "zod";
import type { ApiKey } from "../../ports/accessPort.ts";
import { createKeyBy, revokeKeyBy, type WantedKey } from "../../usecases/access/manageKeys.ts";
import {
  ALL_PERMISSIONS,
  fullPermission,
  isPermission,
  plainPermission,
} from "../../domain/access/permissions.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { authenticate, missing, requireKeyWith } from "../auth.ts";
import { ValidationError } from "../errors.ts";
import { nullish } from "./nullish.ts";
import { problemsOf } from "./problems.ts";
import { param } from "./query.ts";

/** POST …/api-keys. */
export const keyBody = z.object({
  label: nullish(z.string().trim().max(100)).describe("What it is called in lists"),
  permissions: z
    .array(z.string().max(200), "Expected a list of permissions")
    .min(1, "Expected at least one permission")
    .describe("Such as `btcpay.store.canviewinvoices`, with `:` and the store's id or without"),
});

/** Other keys than the current one (Greenfield). They are keys of the same store. */
export function keyRoutes(
  gateway: Pick<Gateway, "clock" | "random" | "log" | "persistence" | "settings">,
): Router {
  const router = Router();
  const mayAll = requireKeyWith(gateway, "unrestricted");

  // Without an Idempotency-Key: a second key does no harm, and a key is never stored, not even sealed.
  router.post("/api/v1/api-keys", mayAll, async (request, response) => {
    const maker = await authenticate(gateway, request);
    const { label, permissions } = readKey(request.body, maker);
    const apiKey = await createKeyBy(gateway, maker, { label, permissions });
    response.json({
      apiKey,
      label,
      permissions: permissions.map((name) => `${fullPermission(name)}:${maker.storeId}`),
    });
  });

  router.delete("/api/v1/api-keys/:apiKey", mayAll, async (request, response) => {
    await revokeKeyBy(gateway, await authenticate(gateway, request), param(request, "apiKey"));
    response.status(200).end();
  });
  return router;
}

/** Throws ValidationError, and 403 for a permission in another store. */
function readKey(body: unknown, { storeId }: ApiKey): WantedKey {
  const parsed = keyBody.safeParse(body ?? {}, { reportInput: true });
  if (!parsed.success) throw new ValidationError(problemsOf(parsed.error));
  const { label = "", permissions } = parsed.data;
  const read = permissions.map((text, place) => {
    const [full = "", scope = storeId] = text.split(":");
    const name = plainPermission(full.trim());
    if (!isPermission(name)) {
      const message = `Expected one of ${ALL_PERMISSIONS.map(fullPermission).join(", ")}; got "${text}".`;
      throw new ValidationError([{ path: `Permissions[${place}]`, message, code: "invalid" }]);
    }
    if (scope !== storeId) throw missing(name, scope);
    return name;
  });
  return { label, permissions: [...new Set(read)] };
}
