import { Router, type Request } from "express";
import { BITCOIN } from "../catalog.ts";
import { sendPage, wantsPage } from "../pages.ts";
import type { NetworkParts } from "../parts.ts";
import { openApi } from "./openapi/document.ts";
import { currentPath } from "./retirement.ts";
import { VERSION } from "../../runtime/version.ts";

const NAME = "Crosstill intent service";

/** GET /: what this is and where things are, as a page for people and as JSON for programs; and its OpenAPI document. */
export function homeRoutes(
  { catalog, clock, random, settings }: NetworkParts,
  {
    selfServeKeys,
    enableRequestsList,
    requireKeys,
  }: Readonly<Record<"selfServeKeys" | "enableRequestsList" | "requireKeys", boolean>>,
): Router {
  const router = Router();
  const chains = [{ id: BITCOIN.chainId, name: BITCOIN.name }, ...catalog.chains].map(({ id, name }) => {
    return { id, name, currencies: catalog.currencies(id).map(({ symbol }) => symbol) };
  });
  let document: ReturnType<typeof openApi> | undefined; // it takes some milliseconds to make
  router.get("/openapi.json", (_request, response) => {
    response.json((document ??= openApi()));
  });
  router.get("/", (request, response) => {
    const at = pathTo(request);
    const current = (earlier: string) => currentPath(settings.versions, clock(), earlier).slice(1);
    const links = {
      quote: `${at}${current("/quote/v2")}`,
      status: `${at}intents/status/v3`,
      chains: `${at}chains`,
      ...(enableRequestsList && { requests: `${at}${current("/requests/v2")}` }),
      ...(selfServeKeys && { keys: `${at}keys` }),
      health: `${at}health`,
      reference: `${at}openapi.json`,
    };
    response.vary("Accept");
    if (!wantsPage(request))
      return void response.json({
        name: NAME,
        version: VERSION,
        chains,
        links,
        docs: "docs/tutorials/run-the-intent-service.md",
      });
    const nonce = Buffer.from(random(16)).toString("base64");
    const command = `curl -s ${request.protocol}://${request.get("host") ?? "localhost"}${request.baseUrl}/chains`;
    sendPage(response, 200, "network/home", { nonce, version: VERSION, chains, links, command, requireKeys });
  });
  return router;
}

/** The way from this page to its neighbours: mounted at /intents it may be asked for with or without a slash at the end. */
function pathTo({ originalUrl }: Request): string {
  const [path = ""] = originalUrl.split("?");
  const last = path.slice(path.lastIndexOf("/") + 1);
  return last === "" ? "./" : `${last}/`;
}
