import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import type { Browser } from "playwright-core";
import { build, type App } from "../../src/gateway/compose/app.ts";
import { loadConfig } from "../../src/gateway/compose/config.ts";
import { newOwnerLink } from "../../src/gateway/usecases/access/accessLinks.ts";
import { ownerLinkUrl } from "../../src/gateway/http/owner/paths.ts";
import { silentLog } from "../../src/runtime/log.ts";
import { serve, type LocalServer } from "../support/localServer.ts";
import { startBrowser } from "./chromium.ts";

const WOO = ["canviewinvoices", "cancreateinvoice", "canviewstoresettings", "canmodifyinvoices"];
const OPTIONAL = ["cancreatenonapprovedpullpayments", "webhooks.canmodifywebhooks"];
const PASSWORD = "four words that rhyme";

/** A merchant connects WooCommerce: the whole application, a browser, and the shop's server, which receives the form. */
describe("a merchant who connects a shop", function () {
  this.timeout(120_000);
  let app: App;
  let shop: LocalServer;
  let browser: Browser;
  let dataDir: string;

  before(async () => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-authorize-"));
    const config = loadConfig({ PORT: "0", DATA_DIR: dataDir });
    app = await build(config, { clock: Date.now, random: (length) => randomBytes(length), log: silentLog });
    shop = await serve((_asked, response) => response.end("<title>Connected</title>"));
    browser = await startBrowser();
  });

  after(async () => {
    await browser.close();
    await shop.close();
    await app.close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  });

  it("makes the account, approves, and the shop gets a key that works", async () => {
    const page = await browser.newPage();
    await page.goto(ownerLinkUrl(app.url, await newOwnerLink(app.gateway)));
    await page.getByLabel("Name").fill("Ada");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Password again").fill(PASSWORD);
    await page.getByRole("button", { name: "Make the account" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();

    await page.goto(`${app.url}/api-keys/authorize/?${question(`${shop.url}/?wc-api=btcpay`)}`);
    await page.getByLabel("Name").fill("Ada");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    expect(await page.getByRole("heading", { level: 1 }).innerText()).to.equal("Tea shop asks for access");
    await page.getByRole("button", { name: "Approve" }).click();
    await page.waitForURL(`${shop.url}/**`);
    expect(await page.title()).to.equal("Connected");

    const [form] = shop.asked.filter(({ method }) => method === "POST");
    expect(form?.headers["content-type"]).to.equal("application/x-www-form-urlencoded");
    const fields = new URLSearchParams(form?.body);
    const granted = fields.getAll("permissions[]");
    const storeId = granted[0]?.split(":")[1] ?? "";
    expect(granted).to.deep.equal([...WOO, ...OPTIONAL].map((name) => `btcpay.store.${name}:${storeId}`));
    expect(fields.get("userId")).to.match(/^\w{30}$/);
    await checksLikeWooCommerce(app.url, fields.get("apiKey") ?? "", storeId, granted);
  });
});

/** The link as the PHP library writes it. */
function question(redirect: string): string {
  const query = new URLSearchParams([...WOO, ...OPTIONAL].map((name): [string, string] => ["permissions", `btcpay.store.${name}`]));
  const asked = { applicationName: "Tea shop", strict: "true", selectiveStores: "true", redirect, applicationIdentifier: "woo" }; // prettier-ignore
  for (const [name, value] of Object.entries(asked)) query.append(name, value);
  return query.toString();
} // prettier-ignore

/** What the plugin asks at once, with the key that it got. */
async function checksLikeWooCommerce(
  url: string,
  key: string,
  storeId: string,
  granted: readonly string[],
): Promise<void> {
  const get = async (suffix: string) => {
    const answer = await fetch(`${url}/api/v1/${suffix}`, { headers: { authorization: `token ${key}` } });
    return { status: answer.status, body: await answer.json() } as Readonly<{
      status: number;
      body: unknown;
    }>;
  };
  expect(key, "what WordPress leaves of it").to.equal(key.replace(/[^A-Za-z0-9_-]/g, ""));
  expect((await get("api-keys/current")).body).to.deep.equal({ apiKey: key, label: "Tea shop", permissions: granted }); // prettier-ignore
  const stores = await get("stores");
  expect([stores.status, (stores.body as readonly Readonly<{ id: string }>[])[0]?.id]).to.deep.equal([200, storeId]); // prettier-ignore
  expect((await get(`stores/${storeId}/webhooks`)).status).to.equal(200);
}
