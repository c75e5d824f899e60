import { createHash } from "node:crypto";
import express from "express";
import request from "supertest";
import { HttpFailure } from "../../../src/http-client/http.ts";
import { createSecrets } from "../../../src/gateway/adapters/secrets.ts";
import { createSigner } from "../../../src/gateway/adapters/signing.ts";
import { createMerchant, STORE_DEFAULTS } from "../../../src/gateway/usecases/stores/createStore.ts";
import { acceptLink, newInvitation, newOwnerLink } from "../../../src/gateway/usecases/access/accessLinks.ts";
import { DAY_MS } from "../../../src/values/time.ts";
import { authenticate } from "../../../src/gateway/http/auth.ts";
import { errorHandler, notFound } from "../../../src/gateway/http/errors.ts";
import { languageOfVisitor } from "../../../src/gateway/http/owner/page.ts";
import { ownerLinkUrl } from "../../../src/gateway/http/owner/paths.ts";
import { ownerRoutes } from "../../../src/gateway/http/owner/routes.ts";
import { statementLinkRoutes } from "../../../src/gateway/http/statement/linkRoutes.ts";
import type { Random } from "../../../src/values/ids.ts";
import type { Log } from "../../../src/runtime/log.ts";
import { anInvoice } from "../domain/invoices/given.ts";
import { testClock } from "../../support/clock.ts";
import { testPushSender } from "../../support/pushReceiver.ts";
import { createMemoryPersistence } from "../../support/memoryPersistence.ts";

export const NAME = "Ada";
export const PASSWORD = "four words that rhyme";

/** A site with the owner's pages and one store, without chains. `seed` keeps sites of one database apart. `use` says whose a key is, or why it opens nothing. */
export async function openSite({
  url = "http://localhost:3000",
  sandbox = true,
  persistence = createMemoryPersistence(),
  seed = "owner",
} = {}) {
  const clock = testClock();
  const logged: string[] = [];
  const write = (event: string, data?: unknown) => void logged.push(JSON.stringify([event, data]));
  const log: Log = { debug: write, info: write, warn: write, error: write };
  const websites = new Map<string, string>(); // files by their address
  const gateway = {
    ...{ persistence, clock, random: seeded(seed), log, settings: { sandbox } },
    ...{
      secrets: createSecrets(new Uint8Array(32).fill(7)),
      service: { chains: async () => [] },
      mailer: undefined,
      push: testPushSender(),
      signer: createSigner(new Uint8Array(32).fill(9)),
      readWebsite: async (origin: string, path: string) => {
        const file = websites.get(`${origin}${path}`);
        if (file === undefined) throw new HttpFailure("refused", "It answered 404.", 404);
        return file;
      },
    },
  };
  const { settlement } = anInvoice().terms;
  const settings = { ...STORE_DEFAULTS, settlement, refunds: {} };
  const addStore = (name: string) => createMerchant(gateway.persistence, gateway, name, settings);
  const shop = await addStore("Tea house");
  const app = express();
  app.set("trust proxy", 1); // a test says where a visitor comes from
  app.get("/whose", async (asked, response) => {
    response.json(await authenticate(gateway, asked)); // what the merchant API does first of all
  });
  app.use(
    ownerRoutes(gateway, url),
    statementLinkRoutes(gateway),
    notFound,
    errorHandler(log, languageOfVisitor),
  );
  const newLink = async () => ownerLinkUrl("", await newOwnerLink(gateway));
  const use = async (key: string) => {
    const { body } = await request(app).get("/whose").set("authorization", `token ${key}`);
    const { label, message } = body as Readonly<{ label?: string; message?: string }>;
    return label ?? String(message);
  };
  return {
    app,
    gateway,
    websites,
    clock,
    use,
    logged,
    shop,
    addStore,
    newLink,
    visitor: () => openVisitor(app, url),
  };
}
export type Site = Awaited<ReturnType<typeof openSite>>;

/** Signs a person in who joined a store two days ago: the account is connected with no other one any more. */
export async function signedInColleague(
  gateway: Parameters<typeof acceptLink>[0],
  visitor: Visitor,
  storeId: string,
  { role, name }: Readonly<{ role: string; name: string }>,
): Promise<Visitor> {
  const earlier = { ...gateway, clock: () => gateway.clock() - 2 * DAY_MS };
  const email = `${name.toLowerCase()}@example.com`;
  const token = await newInvitation(earlier, { email, storeId, role });
  await acceptLink(earlier, token, { name, password: PASSWORD });
  await visitor.get("/owner/sign-in");
  await visitor.send("/owner/sign-in", { name, password: PASSWORD });
  return visitor;
}

/** A browser that keeps the session's cookie and sends the forms of the page it is on. */
export type Visitor = ReturnType<typeof openVisitor>;

const PLAIN = { "accept-encoding": "identity" }; // packing and unpacking a page takes as long as making it

export type Page = Readonly<{ status: number; text: string; headers: Readonly<Record<string, string>> }>;
type Fields = Readonly<Record<string, string | readonly string[]>>;

export function openVisitor(
  app: express.Express | string,
  url: string,
  jar = new Map<string, string>(),
) {
  let hidden: Record<string, string> = {};
  const keep = ({ status, text, headers }: request.Response): Page => {
    for (const set of (headers["set-cookie"] as unknown as readonly string[] | undefined) ?? []) {
      const [name = "", value = ""] = (set.split(";")[0] ?? "").split("=");
      jar.set(name, value);
    }
    hidden = hiddenFields(text);
    return { status, text, headers: headers as Record<string, string> };
  };
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const visitor = {
    /** The same browser at another gateway of the installation. */
    at: (other: express.Express) => openVisitor(other, url, jar),
    /** The session's. */
    cookie: () => cookies().split("; ").find((one) => /crosstill=/.test(one)) ?? "",
    async get(path: string): Promise<Page> {
      return keep(await request(app).get(path).set({ ...PLAIN, cookie: cookies(), accept: "text/html" }));
    },
    /** Sends the page's form with what the visitor has typed; `from` is what the browser says of the page's origin. */
    async sendOnly(path: string, fields: Fields, from: Readonly<Record<string, string>> = {}): Promise<Page> {
      const headers = { ...PLAIN, cookie: cookies(), accept: "text/html", origin: url, ...from };
      return keep(await request(app).post(path).type("form").set(headers).send({ ...hidden, ...fields }));
    },
    /** The same, and opens the page that shows once what the form has made. */
    async send(path: string, fields: Fields, from: Readonly<Record<string, string>> = {}): Promise<Page> {
      const sent = await visitor.sendOnly(path, fields, from);
      const to = sent.headers["location"] ?? "";
      return sent.status === 303 && /[?&]once=/.test(to) ? visitor.get(to) : sent;
    },
    /** Sends a form that brings a file. */
    async upload(path: string, fields: Readonly<Record<string, string>>, file?: Readonly<{ name: string; data: Buffer }>, from: Readonly<Record<string, string>> = {}): Promise<Page> {
      const sent = request(app).post(path).set({ cookie: cookies(), accept: "text/html", origin: url, ...from });
      for (const [name, value] of Object.entries({ ...hidden, ...fields })) void sent.field(name, value);
      if (file) void sent.attach(file.name, file.data, { filename: "logo.png", contentType: "image/png" });
      return keep(await sent);
    },
  };
  return visitor;
} // prettier-ignore

/** Makes the account by a new link and gives the visitor who is signed in then. */
export async function signedInOwner(site: Site): Promise<Visitor> {
  const visitor = site.visitor();
  await visitor.get(await site.newLink());
  await visitor.send("/owner/setup", { name: NAME, password: PASSWORD, again: PASSWORD });
  return visitor;
}

/** The same of a whole application: the visitor made the first account and is signed in. */
export async function signedInAt(gateway: Parameters<typeof newOwnerLink>[0], url: string): Promise<Visitor> {
  const visitor = openVisitor(url, url);
  await visitor.get(ownerLinkUrl("", await newOwnerLink(gateway)));
  await visitor.send("/owner/setup", { name: NAME, password: PASSWORD, again: PASSWORD });
  return visitor;
}

/** The hidden fields of a page's forms, by name; of one that is there more than once the last. */
export function hiddenFields(html: string): Record<string, string> {
  const found = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  return Object.fromEntries([...found].map(([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")]));
} // prettier-ignore

/** Reads what a browser would send of a settings form: every field with its value, and the switches that are on. */
export function readSettingsForm(html: string): Record<string, string> {
  const form = html.slice(html.indexOf('class="settings-form"'));
  const texts = [...form.matchAll(/<input id="[^"]*" name="([^"]+)" value="([^"]*)"/g)].map(
    ([, name = "", value = ""]) => [name, value],
  );
  const switches = [
    ...form.matchAll(/<input type="checkbox" id="[^"]*" name="([^"]+)" value="on" checked/g),
  ].map(([, name = ""]) => [name, "on"]);
  const selects = [...form.matchAll(/<select id="[^"]*" name="([^"]+)"[^>]*>(.*?)<\/select>/gs)].map(
    ([, name = "", options = ""]) => [
      name,
      (/value="([^"]*)" selected/.exec(options) ?? /value="([^"]*)"/.exec(options))?.[1] ?? "",
    ],
  );
  return Object.fromEntries([...texts, ...switches, ...selects]) as Record<string, string>;
}

function seeded(seed: string): Random {
  let drawn = 0;
  return (length) => createHash("shake256", { outputLength: length }).update(`${seed} ${drawn++}`).digest();
}
