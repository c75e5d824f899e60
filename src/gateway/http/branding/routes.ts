import type { Stores } from "../../ports/persistencePort.ts";
import { Router, type Response } from "express";
import { brandStyle } from "./brandStyle.ts";

const FOR_EVER = "public, max-age=31536000, immutable";

/** Serves what pages wear: colours by their digits, `/brand/0f3b21.css`, and logos by their hash. Nothing here is a secret. */
export function brandRoutes({
  persistence,
}: Readonly<{ persistence: Readonly<{ stores: Pick<Stores, "loadLogo"> }> }>): Router {
  const router = Router();
  router.get("/brand/:file", async (request, response, next) => {
    const { file } = request.params;
    const [, color] = /^([0-9a-f]{6})\.css$/.exec(file) ?? [];
    if (color !== undefined) {
      const { css, hash } = brandStyle(`#${color}`);
      const isCurrent = request.query["v"] === hash;
      return void send(response, "text/css; charset=utf-8", isCurrent ? FOR_EVER : "no-cache", css);
    }
    const [, hash] = /^([0-9a-f]{64})\.png$/.exec(file) ?? [];
    const png = hash === undefined ? undefined : await persistence.stores.loadLogo(hash);
    if (!png) return next();
    response.set("Cross-Origin-Resource-Policy", "cross-origin"); // the shop may embed it too: the API returns its address
    send(response, "image/png", FOR_EVER, png);
  });
  return router;
}

function send(response: Response, type: string, caching: string, body: string | Buffer): void {
  response.set({
    "Content-Type": type,
    "Cache-Control": caching,
    "Content-Security-Policy": "default-src 'none'; sandbox", // when opened directly
    "X-Content-Type-Options": "nosniff",
  });
  response.send(body);
}
