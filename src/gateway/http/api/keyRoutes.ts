import { Router, type Request, type Response } from "express";
import { z } from "zod";
import { nameKey } from "../../domain/access/nameKey.ts";
import { GatewayError } from "../../errors.ts";
import { userOfKey } from "../../usecases/access/storeUsers.ts";
import type { ApiKey } from "../../ports/accessPort.ts";
import type { NoticeTools } from "../../usecases/mail/noticeMail.ts";
import { createKeyBy, revokeKeyBy, type WantedKey } from "../../usecases/access/manageKeys.ts";
import {
  ALL_PERMISSIONS,
  fullPermission,
  isPermission,
  plainPermission,
  scopedPermission,
} from "../../domain/access/permissions.ts";
import type { Gateway } from "../../usecases/gateway.ts";
import { authenticate, requireKeyWith, wrongStore } from "../auth.ts";
import { ValidationError } from "../errors.ts";
import { nullish } from "./nullish.ts";
import { problemsOf } from "./problems.ts";
import { param } from "./query.ts";
import { hasUnseen } from "../../../values/shownText.ts";
import { WITHOUT_UNSEEN } from "./shownName.ts";

const OF_USER = "/api/v1/users/:idOrEmail/api-keys";

/** POST …/api-keys. */
export const keyBody = z.object({
  label: nullish(
    z
      .string()
      .trim()
      .max(100)
      .refine((text) => !hasUnseen(text), WITHOUT_UNSEEN),
  ).describe("What it is called in lists"),
  permissions: z
    .array(z.string().max(200), "Expected a list of permissions")
    .min(1, "Expected at least one permission")
    .describe("Such as `btcpay.store.canviewinvoices`, with `:` and the store's id or without"),
});

/** Other keys than the current one (Greenfield). They are keys of the same store and user. */
export function keyRoutes(gateway: NoticeTools & Pick<Gateway, "log" | "settings">): Router {
  const router = Router();
  const mayAll = requireKeyWith(gateway, "unrestricted");

  // Without an Idempotency-Key: a second key does no harm, and a key is never stored, not even sealed.
  const create = async (request: Request, response: Response) => {
    const maker = await authenticate(gateway, request);
    const { label, permissions } = readKey(request.body, maker);
    const apiKey = await createKeyBy(gateway, maker, { label, permissions });
    response.json({
      apiKey,
      label,
      permissions: permissions.map((name) => scopedPermission(name, maker.storeId)),
    });
  };

  const revoke = async (request: Request, response: Response) => {
    await revokeKeyBy(gateway, await authenticate(gateway, request), param(request, "apiKey"));
    response.status(200).end();
  };

  router.post("/api/v1/api-keys", mayAll, create);
  router.delete("/api/v1/api-keys/:apiKey", mayAll, revoke);

  router.post(OF_USER, mayAll, async (request, response) => {
    await requireOwnUser(gateway, request);
    await create(request, response);
  });
  router.delete(`${OF_USER}/:apiKey`, mayAll, async (request, response) => {
    await requireOwnUser(gateway, request);
    await revoke(request, response);
  });
  return router;
}

/** Refuses a request that names another user than that of its key: a key makes none for others. Throws user_not_found. */
async function requireOwnUser(gateway: Parameters<typeof authenticate>[0], request: Request): Promise<void> {
  const { id, email } = await userOfKey(gateway, await authenticate(gateway, request));
  const named = param(request, "idOrEmail");
  const isOwn = named === id || (email !== undefined && nameKey(named) === nameKey(email));
  if (!isOwn) throw new GatewayError("user_not_found", "A key makes and revokes keys of its own user only.");
}

/** Throws ValidationError, and 403 for a permission in another store. */
function readKey(body: unknown, maker: ApiKey): WantedKey {
  const parsed = keyBody.safeParse(body ?? {}, { reportInput: true });
  if (!parsed.success) throw new ValidationError(problemsOf(parsed.error));
  const { label = "", permissions } = parsed.data;
  const { storeId } = maker;
  const read = permissions.map((text, place) => {
    const [full = "", scope = storeId] = text.split(":");
    const name = plainPermission(full.trim());
    if (!isPermission(name)) {
      const message = `Expected one of ${ALL_PERMISSIONS.map(fullPermission).join(", ")}; got "${text}".`;
      throw new ValidationError([{ path: `Permissions[${place}]`, message, code: "invalid" }]);
    }
    if (scope !== storeId) throw wrongStore(maker, scope);
    return name;
  });
  return { label, permissions: [...new Set(read)] };
}
