import { issueKey } from "../../../src/gateway/createStore.ts";
import type { Opened } from "../api/server.ts";
import { openGateway } from "../api/shop.ts";
import { STORE_ID } from "../audit/template.ts";
import { serveParent } from "../child.ts";

/** The measured process: a gateway with the shop that seed.ts of the audit's measurement has filled. */

export type Opening = Readonly<{ folder: string; url: string | null }>;

let close = async () => {};

serveParent({
  /** Migrates a new database, or opens one that has the shop. */
  async open({ folder, url }: Opening): Promise<Opened> {
    const { app } = await openGateway(folder, url ?? undefined);
    close = () => app.close();
    const grant = { storeId: STORE_ID, label: "bench", permissions: ["canviewinvoices"] };
    return {
      url: app.url,
      storeId: STORE_ID,
      key: await issueKey(app.gateway.store, app.gateway, grant, "live"),
    };
  },
});

process.on("disconnect", () => void close().finally(() => process.exit()));
