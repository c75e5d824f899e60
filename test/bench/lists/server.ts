import type { App } from "../../../src/gateway/compose/app.ts";
import { acceptLink, newOwnerLink } from "../../../src/gateway/usecases/access/accessLinks.ts";
import { beginSession, findSignedIn } from "../../../src/gateway/usecases/access/signIn.ts";
import { fillBookLines } from "../../../src/gateway/usecases/books/fillBookLines.ts";
import { issueKey } from "../../../src/gateway/usecases/stores/createStore.ts";
import { openGateway } from "../api/shop.ts";
import { dayOf, STORE_ID } from "../audit/template.ts";
import { HOUR_MS } from "../../../src/values/time.ts";
import { serveParent } from "../child.ts";

/** The measured process: a gateway with the shop that seed.ts of the audit's measurement has filled. */

export type Opening = Readonly<{ folder: string; url: string | null }>;

/** What a request of the signed-in owner carries. */
export type Visit = Readonly<{ cookie: string; formToken: string }>;

let app: App | undefined;
const startedAt = Date.now();
const clock = () => Date.parse(dayOf(0)) + 23 * HOUR_MS + Date.now() - startedAt; // late on the day of the newest invoices

const OWNER = { name: "bench", password: "four words of a bench" };

serveParent({
  /** Migrates a new database, or opens one that has the shop; gives the server's address. */
  async open({ folder, url }: Opening): Promise<string> {
    ({ app } = await openGateway(folder, url ?? undefined, clock));
    await fillBookLines(app.gateway, { invoice: "", done: false }); // nothing in a new database, where it is noted as done
    return app.url;
  },
  /** A new session of the owner, for the pages: its cookie, and what belongs into its forms. */
  async session(): Promise<Visit> {
    if (!app) throw new Error("The gateway is not open.");
    const { gateway } = app;
    const owner =
      (await gateway.persistence.users.named(OWNER.name)) ??
      (await acceptLink(gateway, await newOwnerLink(gateway), OWNER));
    if (!owner) throw new Error("The account of the measurement could not be made.");
    const { token } = await beginSession(gateway, owner, { address: "127.0.0.1", agent: "bench" }, false);
    const formToken = (await findSignedIn(gateway, token))?.formToken ?? "";
    return { cookie: `crosstill=${token}`, formToken };
  },
  /** A new key, of which no call has counted towards a limit. */
  async key(): Promise<string> {
    if (!app) throw new Error("The gateway is not open.");
    const grant = { storeId: STORE_ID, label: "bench", permissions: ["canviewinvoices"] };
    return issueKey(app.gateway.persistence.keys, app.gateway, grant, "live");
  },
});

process.on("disconnect", () => void (app?.close() ?? Promise.resolve()).finally(() => process.exit()));
