import type { Express, RequestHandler } from "express";
import helmet from "helmet";
import { type createWebhookSender } from "../adapters/webhooks/webhooks.ts";
import type { Config } from "./config.ts";
import type { Database } from "../../database/driver.ts";
import type { Outside } from "./deps.ts";
import type { Embedded } from "./embedSandbox.ts";
import type { Gateway } from "../usecases/gateway.ts";
import { apiRoutes } from "../http/api/routes.ts";
import { brandRoutes } from "../http/branding/routes.ts";
import { claimPage } from "../http/claim/routes.ts";
import { createLastKnown } from "../http/checkout/lastKnown.ts";
import { checkoutRoutes } from "../http/checkout/routes.ts";
import { explorerLinks } from "./explorerLinks.ts";
import { walletSteps } from "./walletSteps.ts";
import { embedRoutes } from "../http/embedRoutes.ts";
import { genuineRoutes } from "../http/genuine/routes.ts";
import type { Readiness } from "../http/health.ts";
import { componentsPage } from "../http/componentsPage.ts";
import { homeRoutes } from "../http/home.ts";
import { payoutPages } from "../http/payouts/routes.ts";
import { paymentRequestPage } from "../http/paymentRequestPage.ts";
import { referenceRoutes } from "../http/reference/referenceRoutes.ts";
import type { SessionGuard } from "../http/owner/sessionGuard.ts";
import { settingsRoutes } from "../http/owner/settings/routes.ts";
import { newInvoicePage } from "../http/owner/invoices/newInvoicePage.ts";
import { webhookPages } from "../http/owner/developers/webhookPages.ts";
import { counterRoutes } from "../http/selling/counterRoutes.ts";
import { itemPages } from "../http/selling/itemPages.ts";
import { paymentLinkPages } from "../http/selling/paymentLinkPages.ts";
import { payButtonPages } from "../http/selling/payButtonPages.ts";
import { payButtonRoutes } from "../http/selling/payButtonRoutes.ts";
import { pictureRoutes } from "../http/selling/pictureRoutes.ts";
import { posPages } from "../http/selling/posPages.ts";
import { saleRoutes } from "../http/selling/saleRoutes.ts";
import { inboxPage } from "../http/owner/inboxPage.ts";
import { invoicePage } from "../http/owner/invoices/invoicePage.ts";
import { proofPage } from "../http/owner/invoices/proofPage.ts";
import { statementLinkRoutes } from "../http/statement/linkRoutes.ts";
import { healthLines } from "./healthLines.ts";
import { serverTools } from "./server/serverTools.ts";
import { ownerRoutes } from "../http/owner/routes.ts";
import type { ViewerHub } from "../http/viewers.ts";
import type { Cluster } from "../../runtime/jobs/cluster.ts";
import type { JobWatch } from "../../runtime/jobs/jobWatch.ts";
import type { Translate } from "../../languages/merchantWords.ts";

/** For every answer: nothing may be run, framed or sniffed. Pages loosen this for themselves (gateway/http/pages.ts). */
export function defaultHeaders(): RequestHandler {
  const nothing = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };
  return helmet({ contentSecurityPolicy: { useDefaults: false, directives: nothing } });
}

/** What pages and calls are made of, beside the gateway. `url` is where payers and merchants reach it. */
export type Face = Readonly<{
  config: Config;
  url: string;
  viewers: ViewerHub;
  webhooks: ReturnType<typeof createWebhookSender>;
  database: Database;
  sandbox: Embedded | undefined;
  outside: Outside;
  readiness: Readiness;
  watch: JobWatch;
  cluster: Cluster;
}>;

/** Mounts every page and call of a process that answers them; a worker has none of these. */
export function mountRoutes(app: Express, gateway: Gateway, face: Face): void {
  const { url, viewers, webhooks, sandbox } = face;
  const explorers = explorerLinks(gateway, {
    sandbox: sandbox !== undefined,
    explorerUrls: face.outside.explorerUrls,
    url,
  });
  app.use(homeRoutes({ sandbox, url }));
  if (sandbox) app.use(componentsPage());
  app.use(genuineRoutes(gateway.signer, url));
  app.use(referenceRoutes(url));
  app.use(embedRoutes());
  app.use(brandRoutes(gateway));
  const viewsPerMinute = face.config.pageViewsPerMinute;
  const lastKnown = createLastKnown(gateway);
  const checkout = { publicUrl: url, explorers, viewers, viewsPerMinute, lastKnown };
  app.use(checkoutRoutes(gateway, checkout));
  app.use(payButtonRoutes(gateway));
  app.use(pictureRoutes(gateway));
  app.use(saleRoutes(gateway, checkout));
  app.use(paymentRequestPage(gateway, url));
  const health = (tr: Translate) => healthLines(gateway, face.readiness, face.config.dataDir, tr);
  const { config, outside, watch, cluster } = face;
  const tools = serverTools(gateway, { config, outside, watch, cluster, health });
  const steps = walletSteps(face.outside, gateway.log);
  const further = (door: SessionGuard) =>
    payoutPages({ ...gateway, steps }, door, explorers)
      .use(invoicePage(gateway, door, { explorers, publicUrl: url }))
      .use(webhookPages(gateway, door, webhooks.checkUrl))
      .use(newInvoicePage(gateway, door))
      .use(paymentLinkPages(gateway, door, url))
      .use(payButtonPages(gateway, door, url))
      .use(posPages(gateway, door, url))
      .use(itemPages(gateway, door))
      .use(counterRoutes(gateway, door))
      .use(inboxPage(gateway, door, explorers))
      .use(proofPage(gateway, door))
      .use(settingsRoutes(gateway, door, { publicUrl: url, tools }));
  app.use(ownerRoutes(gateway, url, { further, health }));
  app.use(claimPage(gateway, explorers));
  app.use(statementLinkRoutes(gateway));
  app.use(
    apiRoutes(gateway, url, {
      checkWebhookUrl: webhooks.checkUrl,
      callsPerMinute: face.config.apiCallsPerMinute,
    }),
  );
}
