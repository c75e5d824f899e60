import http from "node:http";
import { expect } from "chai";
import express from "express";
import type { Browser, BrowserContext, CDPSession, Page, Worker } from "playwright-core";
import { assetRoutes } from "../../src/gateway/http/pages.ts";
import { closeServer, listen } from "../../src/gateway/http/server.ts";
import { notify } from "../../src/gateway/usecases/notifications/notify.ts";
import { sendPushes } from "../../src/gateway/usecases/notifications/sendPushes.ts";
import { NAME, openSite, PASSWORD, signedInOwner, type Site } from "../gateway/http/ownerPages.ts";
import { until } from "../support/postgresServers.ts";
import { startPushReceiver } from "../support/pushReceiver.ts";
import { faultsInBothThemes } from "./axe.ts";
import { startBrowser } from "./chromium.ts";

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 800 };
const SOON = { timeout: 10_000 };

/** The worker's scope, as CDP names its registrations. */
type Registration = Readonly<{ registrationId: string; scopeURL: string }>;

describe("web push, switched on in a browser", function () {
  this.timeout(120_000);
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let site: Site;
  let receiver: Awaited<ReturnType<typeof startPushReceiver>>;
  let url: string;
  let server: http.Server;

  before(async () => void (browser = await startBrowser("whole")));
  after(() => browser.close());
  beforeEach(async () => {
    const app = express();
    server = http.createServer(app);
    url = `http://127.0.0.1:${await listen(server, 0, "127.0.0.1")}`;
    site = await openSite({ url });
    app.use(assetRoutes(), site.app);
    await signedInOwner(site);
    receiver = await startPushReceiver();
  });
  afterEach(async () => {
    await context.close();
    await receiver.close();
    await closeServer(server);
  });

  /** Opens the page. A browser of a test has no push service of its own: it takes the subscription that it is given. */
  async function open(given: Parameters<Browser["newContext"]>[0], permissions = ["notifications"]) {
    context = await browser.newContext(given);
    await context.grantPermissions(permissions, { origin: url });
    page = await context.newPage();
    await page.addInitScript(pushServiceOf(receiver.subscription()));
    await page.goto(`${url}/owner/sign-in?to=/owner/notifications`);
    await page.locator("[name=name]").fill(NAME);
    await page.locator("[name=password]").fill(PASSWORD);
    await page.locator("form[action='/owner/sign-in'] button").click();
    await page.waitForURL(/\/owner\/notifications/);
  }

  const switchOn = () => page.getByRole("button", { name: "Switch on in this browser" });
  const devices = () => page.locator("li[data-device]");

  it("shows what the gateway sends, and opens its page and no other, whatever a message says", async () => {
    await open({ viewport: DESK });
    const cdp = await context.newCDPSession(page);
    const registered = registrationOf(cdp, `${url}/owner/`);
    await switchOn().click();
    await page.getByText("Added.").waitFor(SOON);
    expect(await devices().count()).to.equal(1);
    await devices().getByText("here", { exact: true }).waitFor(SOON);
    expect(await switchOn().isVisible(), "it is on already").to.equal(false);
    expect(await page.evaluate("localStorage.getItem('key')")).to.equal(site.gateway.push.publicKey);

    const link = `/owner/stores/${site.shop.id}/webhooks`;
    await notify(site.gateway, {
      kind: "webhook_disabled",
      storeId: site.shop.id,
      subject: "w1",
      body: "The webhook to https://shop.example was disabled.",
      link,
    });
    await sendPushes(site.gateway, url);
    const [pushed] = receiver.taken();
    const { registrationId } = await registered;
    const deliver = (data: string) =>
      shownBy(context, page, () =>
        cdp.send("ServiceWorker.deliverPushMessage", { origin: url, registrationId, data }),
      );
    expect(await deliver(pushed?.text ?? "")).to.deep.equal([
      { title: "A webhook was disabled", body: "Tea house", path: link },
    ]);
    expect(await clickedTo(context, page)).to.equal(`${url}${link}`);
    const unread = (await deliver("{")).map(({ title }) => title);
    expect(unread, "a message that it cannot read").to.include("Crosstill");
    await clickedTo(context, page);
    for (const path of ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "/i/1", 7]) {
      await deliver(JSON.stringify({ title: "x", path }));
      expect(await clickedTo(context, page), String(path)).to.equal(`${url}/owner/notifications`);
    }
  });

  it("keeps nobody out on a phone, is sent a test, and is removed there and in the browser", async () => {
    await open({ viewport: PHONE });
    await switchOn().click();
    await page.getByText("Added.").waitFor(SOON);
    expect(await faultsInBothThemes(page)).to.deep.equal([]);
    const width = await page.evaluate("document.documentElement.scrollWidth");
    expect(width, "nothing to scroll sideways").to.equal(PHONE.width);
    await page.getByRole("button", { name: /^Send a test to/ }).click();
    await page.getByText("Sent: it shows in that browser in a moment.").waitFor(SOON);
    expect(receiver.taken()[0]?.text).to.include("Notifications work in this browser");
    await page.getByRole("button", { name: /^Remove / }).click();
    await page.getByText("Removed.").waitFor(SOON);
    expect(await devices().count()).to.equal(0);
    await switchOn().waitFor(SOON);
    expect(await page.evaluate("localStorage.getItem('subscribed')")).to.equal(null);
  });

  it("says where it cannot be: without permission, and without web push", async () => {
    await open({ viewport: PHONE }, []);
    await page.addInitScript("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })");
    await page.reload();
    await page.getByText("does not allow this site to show notifications").waitFor(SOON);
    expect(await switchOn().isVisible()).to.equal(false);
    await page.addInitScript("delete globalThis.PushManager");
    await page.reload();
    await page.getByText("It needs web push and a page over https or on localhost").waitFor(SOON);
    expect(await switchOn().isVisible()).to.equal(false);
  });
});

/** The registration of the worker, once it runs. */
async function registrationOf(cdp: CDPSession, scope: string): Promise<Registration> {
  const found = new Promise<Registration>((resolve) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL === scope);
      if (ours) resolve(ours);
    });
  });
  await cdp.send("ServiceWorker.enable");
  return found;
}

/** Puts a push service in the place of the browser's own: a script for its pages. */
function pushServiceOf(subscription: unknown): string {
  return `
    const subscription = ${JSON.stringify(subscription)};
    const known = {
      ...subscription,
      toJSON: () => subscription,
      unsubscribe: async () => localStorage.removeItem("subscribed"),
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (localStorage.getItem("subscribed") ? known : null),
      subscribe: async ({ applicationServerKey }) => {
        localStorage.setItem("subscribed", "yes");
        localStorage.setItem("key", applicationServerKey);
        return known;
      },
    });`;
}

/** The open notifications of the site, for a script of its pages. */
const NOTIFICATIONS = `navigator.serviceWorker.getRegistration("/owner/")
  .then((registration) => registration.getNotifications())`;

type Shown = Readonly<{ title: string; body: string; path: string }>;

/**
 * The notifications that the browser shows once it has shown that of a message. The worker is asked when that is: chromium forgets
 * a notification that a page asks for before it is on the screen.
 */
async function shownBy(
  context: BrowserContext,
  page: Page,
  deliver: () => Promise<unknown>,
): Promise<readonly Shown[]> {
  const worker = await workerOf(context);
  await worker.evaluate(`void (self.hasShown = new Promise((resolve) => {
    const show = ServiceWorkerRegistration.prototype.showNotification;
    self.registration.showNotification = async (...given) => {
      await show.apply(self.registration, given);
      resolve();
    };
  }))`);
  await deliver();
  await worker.evaluate("self.hasShown");
  return page.evaluate(
    `${NOTIFICATIONS}.then((all) => all.map(({ title, body, data }) => ({ title, body, path: data.path })))`,
  );
}

async function workerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
}

/** Clicks the notification, and gives the page that the worker opens, once the notification is closed. (A click by a script may open none: it is only looked at.) */
async function clickedTo(context: BrowserContext, page: Page): Promise<string> {
  const worker = await workerOf(context);
  const opened = await worker.evaluate<string>(`self.registration.getNotifications().then(([notification]) =>
    new Promise((resolve) => {
      Object.assign(self.clients, { openWindow: async (to) => resolve(to) });
      self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
    }),
  )`);
  await until(async () => (await page.evaluate(`${NOTIFICATIONS}.then((all) => all.length)`)) === 0);
  return opened;
}
