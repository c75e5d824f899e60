import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { createSigner } from "../../src/gateway/adapters/signing.ts";
import { genuineRoutes } from "../../src/gateway/http/genuine/routes.ts";
import { closeServer, createHttpServer, listen } from "../../src/gateway/http/server.ts";
import { RFC_8032 } from "../gateway/usecases/signatures/rfc8032.ts";
import { ADDRESS, awaiting, NOW } from "./checkoutStages.ts";
import { startBrowser } from "./chromium.ts";

const BLOCK = awaiting.method!.genuine!.block;
const SIGNED_BY = new Uint8Array(32); // as in checkoutStages.ts

/** A payer checks an address, from the gateway and from a file on a disk, with the browser's own ed25519 and without. */
describe("a payer who checks an address", function () {
  this.timeout(60_000);
  let browser: Browser;
  let url: string;
  let file: string;
  const signer = createSigner(SIGNED_BY);
  const { app, server } = createHttpServer();
  before(async () => {
    app.use(genuineRoutes(signer, "https://pay.example"));
    url = `http://127.0.0.1:${await listen(server, 0, "127.0.0.1")}`;
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-verify-"));
    file = path.join(folder, "verify.html");
    fs.writeFileSync(file, await (await fetch(`${url}/verify`)).text());
    browser = await startBrowser();
  });
  after(async () => {
    await browser.close();
    await closeServer(server);
    fs.rmSync(path.dirname(file), { recursive: true });
  });

  /** The page with its time stopped, and everything that it asked for or complained about. */
  const open = async (link: string, change?: (context: BrowserContext) => Promise<unknown>) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
    await change?.(context);
    const page = await context.newPage();
    const noise: string[] = [];
    page.on("request", (request) => noise.push(request.url()));
    page.on("console", (message) => noise.push(message.text()));
    page.on("pageerror", (error) => noise.push(error.message));
    await page.clock.install({ time: NOW });
    await page.goto(link);
    return { page, noise };
  };
  const verdict = (page: Page) => page.locator("#result h2").first().textContent();
  const told = (page: Page) => page.locator("#result").innerText();
  const put = async (page: Page, id: string, text: string) => page.locator(`#${id}`).fill(text);
  const withoutEd25519 = (context: BrowserContext) =>
    context.addInitScript(
      `SubtleCrypto.prototype.importKey = () => Promise.reject(new Error("Unknown algorithm"));`,
    );

  it("sees that it is genuine by the link of the payment page, and the page asks nobody", async () => {
    const { page, noise } = await open(`${url}/verify#${encodeURIComponent(BLOCK)}`);
    await page.waitForSelector(".verdict");
    expect(await verdict(page)).to.equal("Genuine");
    expect(await told(page))
      .to.include("harbour-coffee.example")
      .and.to.include("0.00031234 BTC");
    expect((await page.locator("#result .address").innerText()).replace(/\s/g, "")).to.equal(ADDRESS);
    expect(await page.evaluate("document.documentElement.scrollWidth"), "nothing sticks out").to.equal(360);
    expect(noise, "asked for once, and what stands after the # went nowhere").to.deep.equal([
      `${url}/verify`,
    ]);
    await page.context().close();
  });

  for (const [how, change] of [["with the browser's ed25519", undefined], ["with the page's own", withoutEd25519]] as const)
    it(`checks in a file from a disk, ${how}: RFC 8032, and changes of one bit, none of which is accepted`, async () => {
      const { page, noise } = await open(pathToFileURL(file).href, change);
      const [, key, message, signature] = RFC_8032[1];
      await put(page, "signed", JSON.stringify({ text: Buffer.from(message, "hex").toString(), signature }));
      await put(page, "key", key);
      await page.getByText("it is no offer of version 1").waitFor();
      await put(page, "key", signer.publicKey);
      await put(page, "signed", BLOCK);
      await page.getByText("Compare the address").waitFor();
      const accepted = await page.evaluate(tryChanges(BLOCK, signer.publicKey));
      expect(accepted).to.deep.equal({ tried: 80, accepted: [] });
      expect(noise).to.deep.equal([pathToFileURL(file).href]);
      await page.context().close();
    }); // prettier-ignore

  it("is told why not: another address, another key, a cut-off text, or a wallet that shows something else", async () => {
    const { page } = await open(pathToFileURL(file).href);
    expect(await told(page)).to.include("Paste what the payment page shows");
    await put(page, "signed", BLOCK.replace(ADDRESS, "bcrt1q5n2k3frgpxces3dsw4qfpqk4kksv0cz96pldxd"));
    await page.getByText("The signature does not fit").waitFor();
    expect(await told(page))
      .to.include("Not genuine")
      .and.to.include("Do not pay");
    await put(page, "signed", BLOCK.slice(0, -40));
    await page.getByText("expected 128 digits").waitFor();
    await put(page, "signed", BLOCK.split("\nsignature")[0]!);
    await page.getByText("There is no signature in it").waitFor();
    await put(page, "signed", BLOCK);
    await put(page, "key", createSigner(new Uint8Array(32).fill(9)).publicKey);
    await page.getByText("another gateway has signed").waitFor();
    await put(page, "key", "what");
    await page.getByText("The public key is needed").waitFor();
    await put(page, "key", signer.publicKey);
    await put(page, "shown", "bcrt1q5n2k3frgpxces3dsw4qfpqk4kksv0cz96pldxd");
    await page.getByText("it was swapped on the way").waitFor();
    await put(page, "shown", `bitcoin:${ADDRESS.toUpperCase()}?amount=0.00031234`);
    await page.getByText("It is the address that your wallet shows").waitFor();
    await page.clock.setFixedTime(NOW + 86_400_000);
    await put(page, "shown", "");
    await page.getByText("its time is over").waitFor();
    await page.context().close();
  });

  it("may paste the API's answer, and an address beside the signed one is noticed", async () => {
    const { page } = await open(pathToFileURL(file).href);
    const [text = "", signature = ""] = BLOCK.split("\nsignature: ");
    const method = (destination: string) => ({ destination, additionalData: { signature: { version: 1, text, signature } } }); // prettier-ignore
    await put(page, "signed", JSON.stringify([method(ADDRESS)], null, 2));
    await page.getByText("Compare the address").waitFor();
    await put(page, "signed", JSON.stringify([method("bcrt1q5n2k3frgpxces3dsw4qfpqk4kksv0cz96pldxd")]));
    await page.getByText("is not the one that was signed").waitFor();
    await put(page, "signed", `{"text":"<img src=x onerror=alert(1)>`);
    await page.getByText("There is no signature in it").waitFor();
    await page.context().close();
  });
});

/** A script for the page: bends its fields by one bit, here and there, and collects what is taken for genuine. */
const tryChanges = (signed: string, key: string): string => `(async () => {
  const accepted = [];
  let tried = 0;
  const result = document.getElementById("result");
  for (const [id, good] of Object.entries(${JSON.stringify({ signed, key })})) {
    const field = document.getElementById(id);
    for (let round = 0; round < 40; round++) {
      const bit = (round * 1009) % (good.length * 8);
      const code = good.charCodeAt(bit >> 3) ^ (1 << (bit & 7));
      result.replaceChildren();
      field.value = good.slice(0, bit >> 3) + String.fromCharCode(code) + good.slice((bit >> 3) + 1);
      field.dispatchEvent(new Event("input"));
      while (result.childElementCount === 0) await new Promise((done) => setTimeout(done, 0));
      tried += 1;
      if (/Genuine|Compare the address/.test(result.textContent)) accepted.push(field.value);
    }
    field.value = good;
  }
  return { tried, accepted };
})()`;
