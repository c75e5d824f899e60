import { Router, type Request } from "express";
import type { Gateway } from "../../usecases/gateway.ts";
import { apiLimits, limitCostly, limitWrongKeys } from "../limits.ts";
import { readJson } from "../readBody.ts";
import { claimRoutes } from "./claimRoutes.ts";
import { exportRoutes } from "./exportRoutes.ts";
import { inboxRoutes } from "./inboxRoutes.ts";
import { invoiceRoutes } from "./invoiceRoutes.ts";
import { keyRoutes } from "./keyRoutes.ts";
import { noteIgnoredFields } from "./noteIgnoredFields.ts";
import { recordCalls } from "./recordCalls.ts";
import { rateRoutes } from "./rateRoutes.ts";
import { logoRoutes } from "./logoRoutes.ts";
import { mailRoutes } from "./mailRoutes.ts";
import { paymentRequestRoutes } from "./paymentRequestRoutes.ts";
import { appRoutes } from "../selling/appRoutes.ts";
import { deliveryRoutes } from "./deliveryRoutes.ts";
import { eventRoutes } from "./eventRoutes.ts";
import { crossOrigin, shortForms } from "./pathForms.ts";
import { payoutRoutes } from "./payoutRoutes.ts";
import { proofRoutes } from "./proofRoutes.ts";
import { refundRoutes } from "./refundRoutes.ts";
import { showInvoices } from "./showInvoices.ts";
import { serverRoutes } from "./serverRoutes.ts";
import { statementRoutes } from "./statementRoutes.ts";
import { storeRoutes } from "./storeRoutes.ts";
import { notificationRoutes } from "./users/notificationRoutes.ts";
import { ownUserRoutes } from "./users/ownUserRoutes.ts";
import { storeUserRoutes } from "./users/storeUserRoutes.ts";
import { webhookRoutes } from "./webhookRoutes.ts";
import type { CheckUrl } from "./webhookBody.ts";

const BODY_LIMIT = "64kb";

const COSTLY_PER_MINUTE = 120;

/** A search reads many invoices, and rates are asked of others. */
function isCostly({ method, path, query }: Request): boolean {
  return (method === "GET" && "textSearch" in query) || /\/rates(\/configuration\/preview)?\/?$/.test(path);
}

/** Why a webhook's URL cannot be used, if so; and how many calls a key may make in a minute. */
export type ApiOptions = Readonly<{
  checkWebhookUrl: CheckUrl;
  callsPerMinute: number;
}>;

/** The merchant API, shaped like BTCPay's Greenfield API so that shop plugins speak it. Success is always exactly 200. */
export function apiRoutes(
  gateway: Gateway,
  publicUrl: string,
  { checkWebhookUrl, callsPerMinute }: ApiOptions,
): Router {
  const router = Router({ mergeParams: true });
  const show = showInvoices(gateway, publicUrl);
  router.use(crossOrigin);
  router.use("/api/v1", ...limitWrongKeys(), ...apiLimits(callsPerMinute, gateway));
  router.use("/api/v1", limitCostly(COSTLY_PER_MINUTE, isCostly), ...readJson(BODY_LIMIT));
  router.use(shortForms(gateway));
  router.use(recordCalls(gateway));
  router.use(noteIgnoredFields(gateway));

  router.use(invoiceRoutes(gateway, show));
  router.use(proofRoutes(gateway));
  router.use(mailRoutes(gateway));
  router.use(paymentRequestRoutes(gateway, publicUrl, show));
  router.use(appRoutes(gateway, publicUrl));
  router.use(exportRoutes(gateway));
  router.use(statementRoutes(gateway));
  router.use(serverRoutes(gateway));
  router.use(keyRoutes(gateway));
  router.use(storeUserRoutes(gateway));
  router.use(ownUserRoutes(gateway));
  router.use(notificationRoutes(gateway, publicUrl));
  router.use(storeRoutes(gateway, publicUrl));
  router.use(rateRoutes(gateway));
  router.use(logoRoutes(gateway, publicUrl));
  router.use(inboxRoutes(gateway, show));
  router.use(webhookRoutes(gateway, checkWebhookUrl));
  router.use(deliveryRoutes(gateway));
  router.use(eventRoutes(gateway));
  router.use(refundRoutes(gateway, publicUrl));
  router.use(payoutRoutes(gateway, publicUrl));
  router.use(claimRoutes(gateway, publicUrl));
  return router;
}
