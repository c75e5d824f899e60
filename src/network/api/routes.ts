import { Router } from "express";
import { createAccessTokens } from "../callers/accessTokens.ts";
import { createCallers } from "../callers/callers.ts";
import { requireKeyOfCalls } from "../callers/requireKeyOfCalls.ts";
import { keysPage } from "../callers/keysPage.ts";
import type { CallLimits } from "../callers/limitCalls.ts";
import type { NetworkParts } from "../parts.ts";
import type { Quoter } from "../quote/quote.ts";
import { operatorRoutes } from "../operator/operatorRoutes.ts";
import { accessTokenRoutes } from "./accessTokenRoutes.ts";
import { allowBrowsers } from "./allowBrowsers.ts";
import { appFeeRoutes } from "./appFeeRoutes.ts";
import { chainRoutes } from "./chainRoutes.ts";
import { createHealth } from "./health.ts";
import { configRoutes } from "./configRoutes.ts";
import { depositAddressRoutes } from "./depositAddressRoutes.ts";
import { executeRoutes } from "./executeRoutes.ts";
import { homeRoutes } from "./homeRoutes.ts";
import type { StatusStream } from "./statusStream.ts";
import { currencyRoutes } from "./currencyRoutes.ts";
import { flatErrors } from "./flatErrors.ts";
import { answerError, noSuchPath, upgradeOnly } from "./errors.ts";
import { quoteRoutes } from "./quoteRoutes.ts";
import { announceRetirement } from "./retirement.ts";
import { requestRoutes } from "./requestRoutes.ts";
import { statusRoutes } from "./statusRoutes.ts";
import type { WebhookSender } from "../webhooks/sendWebhook.ts";
import { transactionRoutes } from "./transactionRoutes.ts";
import { webhookRoutes } from "./webhookRoutes.ts";

type Settings = CallLimits &
  Readonly<{
    apiKeys: readonly string[];
    enableRequestsList: boolean;
    selfServeKeys: boolean;
    requireKeys: boolean;
    operatorToken: string | undefined;
    keysPerHour: number;
  }>;

/**
 * The service's HTTP interface (interface specification 4). It can be mounted under any base path. In bare
 * mode it answers only what the contract defines, plus /health for its operator. Every error is JSON
 * {message, errorCode}, or a page for a browser that asked for one.
 */
export function createRoutes(
  parts: NetworkParts,
  quoter: Quoter,
  settings: Settings,
  sender: WebhookSender,
  stream?: Pick<StatusStream, "connections">,
): Router {
  const router = Router();
  const health = createHealth(parts, stream);
  const { bare, versions } = parts.settings;
  const tokens = bare ? undefined : createAccessTokens(parts.keys.secretsKey, parts.clock);
  const { checkKey, requireKey, requireOwnKey, keyOf, limit } = createCallers(parts, settings, tokens);
  router.use(allowBrowsers);
  if (versions.offersV3 && !bare) router.use(flatErrors);
  if (!bare) router.use(announceRetirement(versions, parts.clock));
  router.get("/health", async (_request, response) => {
    const { isWell, body } = await health(); // before keys and limits: a monitor must not be turned away by a crowd
    response
      .status(isWell ? 200 : 503)
      .set("Cache-Control", "no-store")
      .json(body);
  });
  if (settings.operatorToken !== undefined) router.use(operatorRoutes(parts, settings.operatorToken, health)); // before keys and limits, too
  router.use(checkKey);
  if (settings.requireKeys) router.use(requireKeyOfCalls(keyOf));
  router.use(quoteRoutes(parts, quoter, { keyOf, limit: limit("quote") }));
  router.use(statusRoutes(parts, limit("status")));
  router.use(limit("call"));
  router.use(chainRoutes(parts));
  if (stream) router.get("/stream", upgradeOnly); // a websocket's upgrade never comes here
  if (tokens) {
    router.use(homeRoutes(parts, settings), accessTokenRoutes(tokens, { requireOwnKey, keyOf }));
    if (settings.selfServeKeys) router.use(keysPage(parts, settings));
    if (settings.enableRequestsList) {
      router.use(requestRoutes(parts, { requireKey, keyOf }));
      router.use(depositAddressRoutes(parts, { requireKey, keyOf }));
    }
    router.use(currencyRoutes(parts), configRoutes(parts), transactionRoutes(parts), appFeeRoutes(parts));
    router.use(webhookRoutes(parts, sender, { requireOwnKey, keyOf }));
    router.use(executeRoutes(parts, { requireOwnKey, keyOf }));
  }
  router.use(noSuchPath);
  router.use(answerError(parts));
  return router;
}
