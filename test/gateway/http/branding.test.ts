import { deflateSync } from "node:zlib";
import { expect } from "chai";
import { PNG } from "pngjs";
import { createClient, CrosstillError, type Client } from "../../../src/sdk/client.ts";
import { issueKey } from "../../../src/gateway/usecases/stores/createStore.ts";
import { ALL_PERMISSIONS } from "../../../src/gateway/domain/access/permissions.ts";
import { assembled, chunk, disc, painted, withMore } from "../domain/branding/images.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { issue } from "./merchant.ts";

const SCRIPT = "<script>alert(1)</script>";
const blobOf = (bytes: Buffer) => new Blob([Uint8Array.from(bytes)], { type: "image/png" });

describe("the look of a store", () => {
  let shop: SandboxApp;
  let client: Client;
  let apiKey: string;
  before(async () => {
    shop = await startSandboxApp();
    const grant = { storeId: shop.storeId, label: "", permissions: ALL_PERMISSIONS };
    apiKey = await issueKey(shop.app.gateway.persistence.keys, shop.app.gateway, grant, "test");
    client = createClient({ ...shop, apiKey });
  });
  after(() => shop.close());

  const fetchFrom = (path: string) => fetch(new URL(path, shop.url));
  const htmlOf = async (path: string) => (await fetchFrom(path)).text();
  /** The store's mark on a page: its logo, or a letter. */
  const markOf = (html: string) => /<div class="store">(.*?)<\/div>/.exec(html)?.[1] ?? "";
  const told = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
  const refusal = (file: Buffer) =>
    client.uploadLogo({ file: blobOf(file) }).then(
      () => expect.fail("It was not refused."),
      (error: unknown) => error as CrosstillError,
    );

  it("is a letter and our colours until the store says something else", async () => {
    const { id } = await issue(shop);
    const html = await htmlOf(`/i/${id}`);
    expect(markOf(html)).to.include("store-mark").and.not.to.include("<img");
    expect(html).not.to.include("/brand/");
    expect(await client.getStore()).to.include({ logoUrl: null, brandColor: null });
  });

  it("is on every page that a payer sees: checkout, modal, receipt, payment request and claim", async () => {
    await client.changeStore({ body: { brandColor: "#F7931A", supportUrl: "mailto:help@shop.example" } });
    const { logoUrl } = await client.uploadLogo({ file: blobOf(disc(200)) });
    const logoPath = new URL(logoUrl!).pathname;
    const { id } = await issue(shop);
    const request = await client.createPaymentRequest({ body: { title: "Lesson", amount: "5" } });
    const pull = await client.createPullPayment({ body: { name: "Refund", amount: "5", currency: "USD" } });
    const pages = [`/i/${id}`, `/i/${id}?view=modal`, `/i/${id}/receipt`, `/payment-requests/${request.id}`, new URL(pull.viewLink!).pathname];
    for (const page of pages) {
      const html = await htmlOf(page);
      const [image = ""] = /<img class="store-logo"[^>]*>/.exec(html) ?? [];
      expect(told(image, "src"), page).to.equal(logoPath);
      expect(["width", "height", "alt"].map((name) => told(image, name)), page).to.deep.equal(["36", "36", ""]);
      expect(html, page).to.match(/<link rel="stylesheet" href="\/brand\/f7931a\.css\?v=[0-9a-f]{12}">/);
      expect(html, page).to.include("mailto:help@shop.example");
    }
  }); // prettier-ignore

  it("shows the name once: beside a sign, and as the text of a logo that is the name itself", async () => {
    const { name } = await client.getStore();
    for (const [width, isWordmark] of [[200, false], [201, true]] as const) {
      const { id } = await issue(shop); // a page may be a second old
      await client.uploadLogo({ file: blobOf(painted(width, 100, () => [200, 40, 90, 255])) });
      const mark = markOf(await htmlOf(`/i/${id}`));
      expect(told(mark, "alt"), String(width)).to.equal(isWordmark ? name : "");
      expect(mark.includes("store-name"), String(width)).to.equal(!isWordmark);
      expect(mark.split(name), String(width)).to.have.length(2);
    }
  }); // prettier-ignore

  it("comes from our own origin, for ever, as an image and as nothing else", async () => {
    const { logoUrl } = await client.uploadLogo({ file: blobOf(disc(90)) });
    expect(logoUrl).to.match(new RegExp(`^${shop.url}/brand/[0-9a-f]{64}\\.png$`));
    const answer = await fetch(logoUrl!);
    const headers = Object.fromEntries(answer.headers);
    expect(headers).to.include({
      ...{ "content-type": "image/png", "cache-control": "public, max-age=31536000, immutable" },
      ...{ "x-content-type-options": "nosniff", "content-security-policy": "default-src 'none'; sandbox" },
    });
    const { width, height } = PNG.sync.read(Buffer.from(await answer.arrayBuffer()));
    expect([width, height]).to.deep.equal([90, 90]);
    expect((await fetchFrom(`/brand/${"0".repeat(64)}.png`)).status).to.equal(404);
    expect((await fetchFrom("/brand/..%2Fpackage.json")).status).to.equal(404);
  });

  it("has a small stylesheet of its colour, kept for ever at the address that pages name", async () => {
    await client.changeStore({ body: { brandColor: "#F7931A" } });
    const { id } = await issue(shop);
    const [, href = ""] = /href="(\/brand\/[^"]+)"/.exec(await htmlOf(`/i/${id}`)) ?? [];
    const answer = await fetchFrom(href);
    const css = await answer.text();
    expect(Object.fromEntries(answer.headers)).to.include({
      ...{
        "content-type": "text/css; charset=utf-8",
        "cache-control": "public, max-age=31536000, immutable",
      },
      "x-content-type-options": "nosniff",
    });
    expect(css.length).to.be.below(400);
    expect(css.match(/--[a-z-]+:#[0-9a-f]{6}/g)).to.have.length(12);
    expect((await fetchFrom("/brand/f7931a.css?v=other")).headers.get("cache-control")).to.equal("no-cache");
    for (const odd of ["f7931.css", "F7931A.css", "f7931a%7D.css", "red.css"])
      expect((await fetchFrom(`/brand/${odd}`)).status, odd).to.equal(404);
    const wrong = await client.changeStore({ body: { brandColor: "#fff;} body{display:none" } }).catch((error: unknown) => error); // prettier-ignore
    expect(wrong).to.be.instanceOf(CrosstillError).with.property("status", 422);
  });

  it("takes pixels from a file and nothing else, and refuses with a sentence what is no PNG", async () => {
    const smuggled = withMore(disc(50), [chunk("tEXt", Buffer.from(`a\0${SCRIPT}`))], Buffer.from(`PK\x03\x04${SCRIPT}`)); // prettier-ignore
    const { logoUrl } = await client.uploadLogo({ file: blobOf(smuggled) });
    expect(await (await fetch(logoUrl!)).text()).not.to.match(/script|alert/);

    const bomb = assembled({ width: 8, height: 8, interlaced: true }, Buffer.alloc(0)).subarray(0, 33);
    const refused: readonly (readonly [Buffer, string])[] = [
      [
        Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`),
        "an SVG, which can carry scripts",
      ],
      [Buffer.from("ffd8ffe0", "hex"), "a JPEG. Export the logo as PNG."],
      [assembled({ width: 60_000, height: 60_000 }, Buffer.alloc(9)), "at most 2048 × 2048 pixels"],
      [Buffer.concat([bomb, chunk("IDAT", deflateSync(Buffer.alloc(99_000_000))), chunk("IEND")]), "damaged"],
      [Buffer.alloc(0), "Expected a form (multipart/form-data) with a PNG"],
    ];
    for (const [file, why] of refused) {
      const { status, message } = await refusal(file);
      expect(status, why).to.equal(422);
      expect(message).to.include(why);
    }
    expect((await client.getStore()).logoUrl, "stays").to.equal(logoUrl);
  });

  it("refuses a file that is too large while it comes, and a form that it cannot read", async () => {
    const { status, message } = await refusal(Buffer.alloc(300 * 1024));
    expect([status, message]).to.deep.equal([413, "The body is larger than 272 KiB."]);
    const send = (type: string, body: string) =>
      fetch(`${shop.url}/api/v1/stores/${shop.storeId}/logo`, {
        ...{ method: "POST", headers: { authorization: `token ${apiKey}`, "content-type": type }, body },
      });
    for (const [type, body] of [["multipart/form-data", "file"], ["multipart/form-data; boundary=x", "--x\r\nfile"], ["image/png", "file"]] as const)
      expect((await send(type, body)).status, type).to.equal(422);
  }); // prettier-ignore

  it("is a letter again when the logo is taken away, also twice", async () => {
    await client.uploadLogo({ file: blobOf(disc(40)) });
    for (let times = 0; times < 2; times++) expect(await client.deleteLogo()).to.equal(undefined);
    await client.changeStore({ body: { brandColor: "" } });
    const { id } = await issue(shop);
    const html = await htmlOf(`/i/${id}`);
    expect(markOf(html)).to.include("store-mark");
    expect(html).not.to.include("/brand/");
  });
});
