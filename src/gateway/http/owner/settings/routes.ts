import { Router } from "express";
import type { SessionGuard } from "../sessionGuard.ts";
import { serverPage } from "../server/serverPage.ts";
import type { ServerTools } from "../server/serverTools.ts";
import type { InvoiceContext } from "../../../usecases/invoices/invoiceContext.ts";
import { firstStepsRoutes } from "./firstStepsRoutes.ts";
import { archivePage } from "./archivePage.ts";
import { newStorePage, type NewStoreDeps } from "./newStorePage.ts";
import { settingsPages, type SettingsDeps } from "./settingsPages.ts";
import { settlementPage } from "./settlementPage.ts";
import { shopPages } from "./shops.ts";

type Options = Readonly<{ publicUrl: string; tools: ServerTools }>;

/** The pages on which a person sets up stores and the server. */
export function settingsRoutes(
  gateway: SettingsDeps & NewStoreDeps & InvoiceContext,
  door: SessionGuard,
  { publicUrl, tools }: Options,
): Router {
  return Router()
    .use(serverPage(gateway, door, tools))
    .use(firstStepsRoutes(gateway, door))
    .use(newStorePage(gateway, door))
    .use(settlementPage(gateway, door))
    .use(settingsPages(gateway, door))
    .use(shopPages(gateway, door, publicUrl))
    .use(archivePage(gateway, door));
}
