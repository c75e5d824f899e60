import type { App } from "../../../src/gateway/compose/app.ts";
import { acceptLink, newOwnerLink } from "../../../src/gateway/usecases/access/accessLinks.ts";
import { beginSession } from "../../../src/gateway/usecases/access/signIn.ts";
import { fillBookLines } from "../../../src/gateway/usecases/books/fillBookLines.ts";
import { issueKey } from "../../../src/gateway/usecases/stores/createStore.ts";
import { openGateway } from "../api/shop.ts";
import { STORE_ID } from "../audit/template.ts";
import { serveParent } from "../child.ts";

/** The measured process: a gateway with the shop that seed.ts of the audit's measurement has filled. */

export type Opening = Readonly<{ folder: string; url: string | null }>;

let app: App | undefined;

const OWNER = { name: "bench", password: "four words of a bench" };

serveParent({
  /** Migrates a new database, or opens one that has the shop; gives the server's address. */
  async open({ folder, url }: Opening): Promise<string> {
    ({ app } = await openGateway(folder, url ?? undefined));
    await fillBookLines(app.gateway, { invoice: "", done: false }); // nothing in a new database, where it is noted as done
    return app.url;
  },
  /** A new session of the owner, for the pages: its cookie. */
  async session(): Promise<string> {
    if (!app) throw new Error("The gateway is not open.");
    const { gateway } = app;
    const owner =
      (await gateway.persistence.users.named(OWNER.name)) ??
      (await acceptLink(gateway, await newOwnerLink(gateway), OWNER));
    if (!owner) throw new Error("The account of the measurement could not be made.");
    const origin = { address: "127.0.0.1", agent: "bench" };
    return `crosstill=${(await beginSession(gateway, owner, origin, false)).token}`;
  },
  /** A new key, of which no call has counted towards a limit. */
  async key(): Promise<string> {
    if (!app) throw new Error("The gateway is not open.");
    const grant = { storeId: STORE_ID, label: "bench", permissions: ["canviewinvoices"] };
    return issueKey(app.gateway.persistence.keys, app.gateway, grant, "live");
  },
});

process.on("disconnect", () => void (app?.close() ?? Promise.resolve()).finally(() => process.exit()));
