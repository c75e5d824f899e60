import type { App } from "../../../src/gateway/compose/app.ts";
import { issueKey } from "../../../src/gateway/usecases/stores/createStore.ts";
import { openGateway } from "../api/shop.ts";
import { STORE_ID } from "../audit/template.ts";
import { serveParent } from "../child.ts";

/** The measured process: a gateway with the shop that seed.ts of the audit's measurement has filled. */

export type Opening = Readonly<{ folder: string; url: string | null }>;

let app: App | undefined;

serveParent({
  /** Migrates a new database, or opens one that has the shop; gives the server's address. */
  async open({ folder, url }: Opening): Promise<string> {
    ({ app } = await openGateway(folder, url ?? undefined));
    return app.url;
  },
  /** A new key, of which no call has counted towards a limit. */
  async key(): Promise<string> {
    if (!app) throw new Error("The gateway is not open.");
    const grant = { storeId: STORE_ID, label: "bench", permissions: ["canviewinvoices"] };
    return issueKey(app.gateway.persistence.keys, app.gateway, grant, "live");
  },
});

process.on("disconnect", () => void (app?.close() ?? Promise.resolve()).finally(() => process.exit()));
