/** Makes docs/images anew: npm run screenshots. Needs a font with Japanese (fonts-ipafont-gothic) beside chromium. Checkouts are drawn with made-up data, the shop and the owner's page by a sandbox. */
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { PNG } from "pngjs";
import { createClient } from "../../src/sdk/client.ts";
import { acceptLink, newOwnerLink } from "../../src/gateway/usecases/access/accessLinks.ts";
import { closeServer, listen } from "../../src/gateway/http/server.ts";
import { MINUTE_MS } from "../../src/values/time.ts";
import { parseDecimal } from "../../src/values/amount.ts";
import { bitcoinOf, issue } from "../gateway/http/merchant.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { startBrowser } from "./chromium.ts";
import { previewApp } from "./preview.ts";

const FOLDER = fileURLToPath(new URL("../../docs/images", import.meta.url));
const HEAVIEST = 120_000; // bytes of a picture
const DESK = { width: 1060, height: 772 };
const OWNERS = { width: 780, height: 1090 };
const PHONE = { width: 390, height: 844 };
const TABLET = { width: 1024, height: 768 };
const OWNER = { name: "Ada", password: "four words that rhyme" };

type Picture = Readonly<{
  name: string;
  url: string;
  viewport: typeof DESK;
  dark?: boolean;
  until?: (page: Page) => Promise<unknown>;
}>;

const browser = await startBrowser("whole");
const preview = http.createServer(previewApp());
const sandbox = await startSandboxApp();
try {
  fs.mkdirSync(FOLDER, { recursive: true });
  const url = `http://127.0.0.1:${await listen(preview, 0, "127.0.0.1")}`;
  for (const picture of [...checkouts(url), ...(await pagesOf(sandbox))]) await take(browser, picture);
} finally {
  await browser.close();
  await closeServer(preview);
  await sandbox.close();
}

function checkouts(url: string): readonly Picture[] {
  return [
    { name: "choosing", url: `${url}/i/choose`, viewport: { ...DESK, height: 580 } },
    { name: "paying", url: `${url}/i/awaiting`, viewport: DESK },
    { name: "paying-dark", url: `${url}/i/awaiting`, viewport: PHONE, dark: true },
    { name: "arabic", url: `${url}/i/awaiting?lang=ar`, viewport: PHONE },
    { name: "receipt", url: `${url}/i/settled`, viewport: { ...DESK, height: 800 } },
  ];
}

/** The shop with the checkout over its page, and the owner's page of an invoice that is settled. */
async function pagesOf(app: SandboxApp): Promise<readonly Picture[]> {
  const { apiKey } = app.app.sandbox!.file;
  const look = { name: "Leaf & Kettle", brandColor: "#a3401f" };
  await createClient({ url: app.url, apiKey, storeId: app.storeId }).changeStore({ body: look });
  await acceptLink(app.app.gateway, await newOwnerLink(app.app.gateway), OWNER);
  const id = await settledInvoice(app, "2026-1187", "25.00");
  for (const [order, amount] of Object.entries({ "2026-1188": "89.00", "2026-1189": "24.00" }))
    await settledInvoice(app, order, amount);
  await underpaidInvoice(app, "2026-1190", "49.00");
  app.clock.advance(2 * MINUTE_MS); // the overview has what is a minute old
  await app.run();
  const owners = (name: string, place: string, viewport: typeof DESK, dark = false): Picture => ({
    name,
    url: `${app.url}/owner/sign-in`,
    viewport,
    dark,
    until: (page) => openPlace(page, app.url, place),
  });
  return [
    { name: "shop", url: `${app.url}/sandbox/shop`, viewport: DESK, until: buyTea },
    owners("owner", `/owner/invoices/${id}`, OWNERS),
    owners("overview", "/owner", { width: 1280, height: 1010 }),
    owners("overview-dark", "/owner", PHONE, true),
    owners("invoices", "/owner/invoices", { width: 1280, height: 640 }),
    owners("settings", `/owner/stores/${app.storeId}/settings/policy`, { width: 1280, height: 860 }, true),
    { name: "counter", url: `${app.url}/pos/${await counterOf(app)}`, viewport: TABLET },
  ];
}

/** A public counter that sells three things. */
async function counterOf(app: SandboxApp): Promise<string> {
  const { apiKey } = app.app.sandbox!.file;
  const template = [
    { id: "sencha", title: "Sencha, 200 g", price: "24.00" },
    { id: "darjeeling", title: "Darjeeling, 250 g", price: "25.00" },
    { id: "teapot", title: "Cast-iron teapot", price: "89.00" },
  ];
  const { id } = await createClient({ url: app.url, apiKey, storeId: app.storeId }).createPointOfSale({
    body: {
      appName: "Counter",
      title: "What would you like?",
      currency: "USD",
      template: JSON.stringify(template),
      crosstill: { isPublic: true },
    },
  });
  return id;
}

/** An invoice of which half was paid: it waits for a decision. */
async function underpaidInvoice(app: SandboxApp, orderId: string, amount: string): Promise<void> {
  const crosstill = { policy: { underpaid: "hold" } };
  const { id } = await issue(app, { amount, metadata: { orderId }, crosstill });
  const { destination, due } = await bitcoinOf(app, id);
  await app.control("bitcoin/pay", { address: destination, sats: String(parseDecimal(due, 8) / 2n) });
  await app.control("bitcoin/mine", { blocks: 1 });
  for (let round = 0; round < 6; round++) {
    app.clock.advance(2_000);
    await app.run();
  }
}

async function settledInvoice(app: SandboxApp, orderId: string, amount: string): Promise<string> {
  const { id } = await issue(app, { amount, metadata: { orderId, itemDesc: "Darjeeling, 250 g" } });
  const { destination, due } = await bitcoinOf(app, id);
  await app.control("bitcoin/pay", { address: destination, sats: String(parseDecimal(due, 8)) });
  await app.control("bitcoin/mine", { blocks: 1 });
  for (let second = 0; second < 60; second++) {
    const { body } = await app.get(`/invoices/${id}`);
    if ((body as { status: string }).status === "Settled") return id;
    app.clock.advance(1_000);
    await app.run();
  }
  throw new Error("Expected the sandbox to settle an invoice within a minute of its clock.");
}

async function buyTea(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Buy Darjeeling" }).click();
  await page.frameLocator("iframe").locator("#live").waitFor();
  await page.waitForTimeout(1_000); // the sheet slides in
}

async function openPlace(page: Page, url: string, place: string): Promise<void> {
  await page.getByLabel("Name").fill(OWNER.name);
  await page.getByLabel("Password").fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(`${url}/owner`);
  await page.goto(`${url}${place}`);
  const hide = page.getByRole("button", { name: "Do not show this list again" });
  if (await hide.isVisible()) await hide.click(); // figures, not the first steps
}

async function take(from: Browser, { name, url, viewport, dark = false, until }: Picture): Promise<void> {
  const context = await from.newContext({
    viewport,
    colorScheme: dark ? "dark" : "light",
    deviceScaleFactor: 1,
  });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: "networkidle" });
  if (until) await until(page);
  else await page.reload(); // the font is there from the beginning
  const shot = PNG.sync.read(await page.screenshot({ animations: "disabled", caret: "hide" }));
  await context.close();
  const packed = PNG.sync.write(shot, { colorType: 2, deflateLevel: 9, deflateStrategy: 0, filterType: 0 }); // best for flat areas
  const file = path.join(FOLDER, `${name}.png`);
  if (packed.length > HEAVIEST)
    throw new Error(
      `Expected at most ${HEAVIEST} bytes of ${file}, got ${packed.length}. Show less of the page.`,
    );
  fs.writeFileSync(file, packed);
  process.stdout.write(`${name}.png: ${packed.length} bytes\n`);
}
