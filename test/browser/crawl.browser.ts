import { expect } from "chai";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { BUILT_IN_ROLES } from "../../src/gateway/domain/access/roles.ts";
import { acceptLink, newInvitation, newOwnerLink } from "../../src/gateway/usecases/access/accessLinks.ts";
import { parseDecimal } from "../../src/values/amount.ts";
import { bitcoinOf, issue } from "../gateway/http/merchant.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { COLOURS, faultsOf } from "./axe.ts";
import { startBrowser } from "./chromium.ts";
import { findNewParts } from "./parts.ts";

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 900 };
const PASSWORD = "four words that rhyme";
const FRAME = "header.side"; // the navigation, which is the same on every page
const OWN = /^\/owner(\/|\?|$)/; // the pages that are looked at; others are only asked for

/** Every page that a link of the owner's area leads to, for each built-in role. */
describe("every page of the owner's area", function () {
  this.timeout(600_000);
  let sandbox: SandboxApp;
  let browser: Browser;

  before(async () => {
    sandbox = await startSandboxApp();
    await sandbox.control("bitcoin/automine", { seconds: 0 });
    await fill(sandbox);
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    await sandbox.close();
  });

  it("shows an administrator pages without faults, on a phone, on a desktop and in Arabic", async () => {
    const context = await signedIn("administrator");
    const [page] = context.pages() as [Page];
    const problems: string[] = [];
    const found = await crawl(context, sandbox.url, problems);
    expect(found.size, "pages").to.be.greaterThan(20);
    const gallery = await (await fetch(`${sandbox.url}/sandbox/components`)).text(); // components.browser.ts looks at it
    const different = pagesToLookAt(gallery, found);
    for (const [place, { path, isNew }] of different.entries()) {
      const faults = await faultsAt(page, sandbox.url + path, { isNew, isFirst: place === 0 });
      problems.push(...faults.map((fault) => `${path}: ${fault}`));
    }
    await inArabic(context, sandbox.url);
    for (const { path } of different.filter(({ isNew }) => isNew)) {
      const faults = await faultsInArabic(page, sandbox.url + path);
      problems.push(...faults.map((fault) => `${path}, in Arabic: ${fault}`));
    }
    expect(problems).to.deep.equal([]);
    await context.close();
  });

  for (const role of Object.keys(BUILT_IN_ROLES))
    it(`offers no link to the role ${role} that the role may not follow`, async () => {
      const context = await signedIn(role);
      const problems: string[] = [];
      const found = await crawl(context, sandbox.url, problems);
      expect(found.size, "pages").to.be.greaterThan(5);
      expect(problems).to.deep.equal([]);
      await context.close();
    });

  async function signedIn(role: string): Promise<BrowserContext> {
    const { gateway } = sandbox.app;
    const storeId = role === "administrator" ? undefined : sandbox.storeId;
    const link = storeId
      ? await newInvitation(gateway, { email: `${role}@example.com`, storeId, role })
      : await newOwnerLink(gateway);
    await acceptLink(gateway, link, { name: role, password: PASSWORD });
    const context = await browser.newContext({ viewport: PHONE, reducedMotion: "reduce" });
    const page = await context.newPage();
    await page.goto(`${sandbox.url}/owner`);
    await page.getByLabel("Name").fill(role);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    return context;
  }
});

/** A store in which there is something on each page: an invoice, a payment, an exception, a link, a counter, a webhook, a payout. */
async function fill(sandbox: SandboxApp): Promise<void> {
  const policy = { underpaid: "hold" };
  for (const [orderId, percent] of [["new", 0n], ["half", 50n], ["paid", 100n]] as const) {
    const { id } = await issue(sandbox, { metadata: { orderId }, crosstill: { policy } });
    const { destination, due } = await bitcoinOf(sandbox, id);
    const sats = String((parseDecimal(due, 8) * percent) / 100n);
    if (percent > 0n) await sandbox.control("bitcoin/pay", { address: destination, sats });
  }
  await sandbox.control("bitcoin/mine", { blocks: 1 });
  for (let round = 0; round < 6; round++) {
    sandbox.clock.advance(2_000);
    await sandbox.run();
  }
  const made = [
    sandbox.post("/payment-requests", { title: "Tea", amount: "25.00", currency: "USD" }),
    sandbox.post("/webhooks", { url: "http://127.0.0.1:9/hook" }),
    sandbox.post("/payouts", { destination: `0x${"0b".repeat(20)}`, amount: "5", payoutMethodId: "USDC-ARBITRUM" }),
  ];
  for (const answer of await Promise.all(made)) expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
} // prettier-ignore

/** Follows every link from the overview that leads to a page, or a parameter of a page, that was not asked for yet. Gives the pages with their main parts. */
async function crawl(
  context: BrowserContext,
  url: string,
  problems: string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const known = new Set<string>(kindsOf("/owner"));
  const queue = ["/owner"];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const answer = await context.request.get(url + path);
    const type = answer.headers()["content-type"] ?? "";
    if (answer.status() !== 200) problems.push(`${path} answers ${answer.status()}`);
    if (!type.startsWith("text/html") || !OWN.test(path)) continue;
    const html = await answer.text();
    const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
    const links = [...html.matchAll(/<a\b[^>]* href="([^"]+)"/g)].map(([, href = ""]) => new URL(href.replaceAll("&amp;", "&"), url + path)); // prettier-ignore
    const own = links.filter((link) => link.origin === new URL(url).origin);
    if (!own.some(({ pathname }) => pathname !== new URL(url + path).pathname)) problems.push(`${path} leads nowhere`);
    found.set(path, main);
    for (const { pathname, search } of own) {
      const kinds = kindsOf(pathname + search);
      if (kinds.some((kind) => !known.has(kind))) queue.push(pathname + search);
      for (const kind of kinds) known.add(kind);
    }
  }
  return found;
} // prettier-ignore

/** An address without ids, alone and with each of its parameters: "/owner/invoices/ID", "/owner/invoices/ID?state". */
function kindsOf(path: string): [page: string, ...parameters: string[]] {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  const page = pathname.replace(/\/[A-Za-z0-9]{20,}/g, "/ID").replace(/\/\d+(?=\/|$)/g, "/N");
  return [page, ...[...searchParams.keys()].map((name) => `${page}?${name}`)];
}

/** A page that is looked at: `isNew` says that no page before it has all its parts. */
type Looked = Readonly<{ path: string; isNew: boolean }>;

/** Each page once, whatever its filters, and once more where a filter shows a part that no page before it has. */
function pagesToLookAt(gallery: string, found: ReadonlyMap<string, string>): readonly Looked[] {
  const kinds = new Set<string>();
  const hasNewParts = findNewParts();
  hasNewParts(gallery);
  return [...found].flatMap(([path, html]) => {
    const [kind] = kindsOf(path);
    const isNew = hasNewParts(html);
    if (kinds.has(kind) && !isNew) return [];
    kinds.add(kind);
    return [{ path, isNew }];
  });
}

/** What is wrong with a page on a phone, and where it is new on a desktop in the dark theme. The first page stands for the frame of all. */
async function faultsAt(
  page: Page,
  address: string,
  { isNew, isFirst }: Readonly<{ isNew: boolean; isFirst: boolean }>,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const listener = (said: { type(): string; text(): string }) => void (said.type() === "error" && faults.push(said.text()));
  page.on("console", listener);
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto(address);
  const except = isFirst ? undefined : FRAME;
  faults.push(...(await faultsOf(page, { except })), ...(await width(page, PHONE.width)));
  if (isNew) {
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await page.setViewportSize(DESKTOP);
    faults.push(...(await faultsOf(page, { runOnly: COLOURS, except })), ...(await width(page, DESKTOP.width)));
  }
  page.off("console", listener);
  return faults;
} // prettier-ignore

async function faultsInArabic(page: Page, address: string): Promise<readonly string[]> {
  await page.goto(address);
  const direction = await page.locator("html").getAttribute("dir");
  const faults = [...(direction === "rtl" ? [] : ["is not from right to left"]), ...(await width(page, DESKTOP.width))];
  await page.setViewportSize(PHONE);
  faults.push(...(await width(page, PHONE.width)));
  await page.setViewportSize(DESKTOP);
  return faults;
} // prettier-ignore

async function width(page: Page, most: number): Promise<readonly string[]> {
  const wide = Number(await page.evaluate("document.documentElement.scrollWidth"));
  return wide > most ? [`is ${wide} px wide on a screen of ${most} px`] : [];
}

async function inArabic(context: BrowserContext, url: string): Promise<void> {
  const [page] = context.pages();
  await page!.goto(`${url}/owner/account`);
  await page!.locator("[name=language]").selectOption("ar");
  await page!.locator("form[action='/owner/account/language'] button").click();
  await page!.locator("html[dir=rtl]").waitFor();
}
