import type { Request, Response } from "express";
import { revokeKeysMadeBy } from "../../../usecases/access/manageKeys.ts";
import { fieldOf } from "../fields.ts";
import type { SessionGuard } from "../sessionGuard.ts";
import type { AuthDeps } from "../visitor.ts";

/**
 * Revokes the API keys that a user made, of one store or of all, and records each; unless the form asked for it (`asksForKeys`) and
 * its box was not checked.
 */
export async function revokeMadeKeys(
  gateway: AuthDeps,
  door: SessionGuard,
  { request, response }: Readonly<{ request: Request; response: Response }>,
  { userId, storeId }: Readonly<{ userId: string; storeId?: string }>,
): Promise<void> {
  if (fieldOf(request, "asksForKeys") === "yes" && fieldOf(request, "revokeKeys") !== "yes") return;
  const { keys } = gateway.persistence;
  for (const id of await revokeKeysMadeBy(gateway, userId, storeId)) {
    const key = await keys.load(id);
    await door.record(response, { action: "key.revoked", storeId: key?.storeId, subject: id });
  }
}
