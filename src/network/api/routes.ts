import { Router } from "express";
import { createCallers } from "../callers/callers.ts";
import { keysPage } from "../callers/keysPage.ts";
import type { CallLimits } from "../callers/limitCalls.ts";
import type { NetworkParts } from "../parts.ts";
import type { Quoter } from "../quote/quote.ts";
import { allowBrowsers } from "./allowBrowsers.ts";
import { chainRoutes } from "./chainRoutes.ts";
import { currencyRoutes } from "./currencyRoutes.ts";
import { answerError, noSuchPath } from "./errors.ts";
import { quoteRoutes } from "./quoteRoutes.ts";
import { requestRoutes } from "./requestRoutes.ts";
import { statusRoutes } from "./statusRoutes.ts";
import { transactionRoutes } from "./transactionRoutes.ts";

type Settings = CallLimits &
  Readonly<{
    apiKeys: readonly string[];
    enableRequestsList: boolean;
    selfServeKeys: boolean;
    keysPerHour: number;
  }>;

/**
 * The service's HTTP face (interface specification 4). It can be mounted under any base path. Bare, it answers what the
 * contract shows and nothing else. Every error is JSON {message, errorCode}.
 */
export function createRoutes(parts: NetworkParts, quote: Quoter, settings: Settings): Router {
  const router = Router();
  const { checkKey, requireKey, limit } = createCallers(parts, settings);
  router.use(allowBrowsers, checkKey);
  router.use(quoteRoutes(parts, quote, limit("quote")));
  router.use(statusRoutes(parts, limit("status")));
  router.use(limit("call"));
  router.use(chainRoutes(parts));
  if (!parts.settings.bare) {
    if (settings.selfServeKeys) router.use(keysPage(parts, settings));
    if (settings.enableRequestsList) router.use(requestRoutes(parts, requireKey));
    router.use(currencyRoutes(parts), transactionRoutes(parts));
  }
  router.use(noSuchPath);
  router.use(answerError(parts.log));
  return router;
}
