import { Router } from "express";
import type { PointsOfSale } from "../../ports/sellingPort.ts";

/** Serves the pictures of items by their hashes. Nothing here is a secret, and nothing in it is run. */
export function pictureRoutes({
  persistence,
}: Readonly<{ persistence: Readonly<{ pointsOfSale: Pick<PointsOfSale, "loadPicture"> }> }>): Router {
  const router = Router();
  router.get("/pos/pictures/:hash", async (request, response, next) => {
    const { hash } = request.params;
    const found = /^[0-9a-f]{64}$/.test(hash) ? await persistence.pointsOfSale.loadPicture(hash) : undefined;
    if (!found) return next();
    response.set({
      "Content-Type": found.type,
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Security-Policy": "default-src 'none'; sandbox", // when opened directly
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin",
    });
    response.send(found.data);
  });
  return router;
}

/** Where a picture is served, by the SHA-256 of its file. */
export function picturePath(hash: string): string {
  return `/pos/pictures/${hash}`;
}
