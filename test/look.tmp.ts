import { startSandboxApp } from "./support/sandboxApp.ts";
import { startBrowser } from "./browser/chromium.ts";
import { acceptLink, newOwnerLink } from "../src/gateway/usecases/access/accessLinks.ts";
import { bitcoinOf, issue } from "./gateway/http/merchant.ts";
import { parseDecimal } from "../src/values/amount.ts";
const app = await startSandboxApp();
await app.control("bitcoin/automine", { seconds: 0 });
const OWNER = { name: "Ada", password: "four words that rhyme" };
await acceptLink(app.app.gateway, await newOwnerLink(app.app.gateway), OWNER);
const ids: string[] = [];
for (const percent of [100n, 50n, 130n, 100n, 100n]) {
  const { id } = await issue(app, { metadata: { orderId: `A-${1000 + ids.length}`, itemDesc: "Green tea" }, crosstill: { policy: { underpaid: "hold", overpaid: "hold" } } });
  ids.push(id);
  const { destination, due } = await bitcoinOf(app, id);
  await app.control("bitcoin/pay", { address: destination, sats: ((parseDecimal(due, 8) * percent) / 100n).toString() });
  await app.control("bitcoin/mine", { blocks: 1 });
  for (let round = 0; round < 6; round++) { app.clock.advance(2_000); await app.run(); }
}
await issue(app, {});
app.clock.advance(90_000); await app.run();
const hook = await app.post("/webhooks", { url: "http://127.0.0.1:9/hook" }) as any;
const browser = await startBrowser();
for (const [tag, viewport, dark] of [["d", { width: 1280, height: 900 }, false], ["p", { width: 390, height: 844 }, true]] as const) {
  const context = await browser.newContext({ viewport, colorScheme: dark ? "dark" : "light" });
  const page = await context.newPage();
  await page.goto(`${app.url}/owner/sign-in`);
  await page.getByLabel("Name").fill(OWNER.name); await page.getByLabel("Password").fill(OWNER.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const store = `/owner/stores/${app.storeId}`;
  for (const [name, path] of [["overview", "/owner"], ["inbox", `${store}/inbox`], ["invoices", "/owner/invoices"], ["invoice", `/owner/invoices/${ids[1]}`], ["new", `${store}/invoices/new`], ["webhooks", `${store}/webhooks`], ["webhook", `${store}/webhooks/${hook.body.id}`], ["proof", `/owner/invoices/${ids[0]}/proof`]] as const) {
    const answer = await page.goto(app.url + path);
    console.log(name, answer?.status());
    if (name === "webhook") { await page.getByRole("button", { name: "Send a test" }).click(); }
    if (name === "invoice") await page.locator("summary", { hasText: "Refund" }).click().catch(() => {});
    await page.screenshot({ path: `/tmp/i/shots/${name}-${tag}.png`, fullPage: true });
  }
  await context.close();
}
await browser.close(); await app.close();
