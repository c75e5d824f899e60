import fs from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { expect } from "chai";
import request from "supertest";
import { MINUTE_MS } from "../../../../src/values/time.ts";
import { storeAnnouncedEnds } from "../../../../src/gateway/usecases/tracking/announcedEnds.ts";
import { textOf } from "../../../browser/readPage.ts";
import { startSandboxApp, type SandboxApp } from "../../../support/sandboxApp.ts";
import { colleagueOf } from "./colleague.ts";
import { hiddenFields, signedInAt, type Visitor } from "../ownerPages.ts";

const PATH = "/owner/server";

describe("the page of the server", function () {
  this.timeout(60_000);
  let shop: SandboxApp;
  let admin: Visitor;
  before(async () => {
    shop = await startSandboxApp();
    admin = await signedInAt(shop.app.gateway, shop.url);
  });
  after(() => shop.close());
  const press = async (name: string, fields: Record<string, string> = {}) => {
    await admin.get(PATH);
    return admin.send(`${PATH}/${name}`, fields);
  };
  const backUp = async () => {
    const { formToken } = hiddenFields((await admin.get(PATH)).text);
    return request(shop.url)
      .post(`${PATH}/backup`)
      .type("form")
      .set({ cookie: admin.cookie(), origin: shop.url })
      .buffer(true)
      .parse((stream, done) => {
        const parts: Buffer[] = [];
        stream.on("data", (part: Buffer) => parts.push(part));
        stream.on("end", () => done(null, Buffer.concat(parts)));
      })
      .send({ formToken });
  };
  const read = async () => textOf((await admin.get(PATH)).text);

  it("shows version, database, service, health and jobs", async () => {
    await shop.run("expire invoices");
    const text = await read();
    for (const word of ["Crosstill", "(sandbox)", "SQLite", "with a key", "Journal", "expire invoices"])
      expect(text, word).to.include(word);
  });

  it("sends a test mail, and asks for an address where there is none", async () => {
    const wrong = await press("mail", { to: "nobody" });
    expect([wrong.status, wrong.text.includes('value="nobody"')]).to.deep.equal([422, true]);
    expect((await press("mail", { to: "ada@shop.example" })).status).to.equal(303);
    expect(await read()).to.include("The mail server took the message to ada@shop.example.");
    expect(await (await fetch(`${shop.url}/sandbox/mail`)).text()).to.include("Test of your mail server");
  });

  it("asks each source of rates", async () => {
    await press("rates");
    expect(await read()).to.match(/1 BTC is [\d.]+ USD/);
  });

  it("audits and reconciles in the background", async () => {
    for (const [name, said] of [
      ["audit", "Every invariant holds."],
      ["reconcile", "days were compared"],
    ] as const) {
      expect((await press(name)).status).to.equal(303);
      const begun = await admin.get(PATH);
      expect(begun.headers["refresh"], "while it runs").to.equal(
        textOf(begun.text).includes("This page shows the result") ? "5; url=/owner/server" : undefined,
      );
      for (let tries = 0; tries < 200 && !(await read()).includes(said); tries++) await Promise.resolve();
      const { headers, text } = await admin.get(PATH);
      expect(textOf(text)).to.include(said);
      expect(headers).not.to.have.property("refresh");
    }
  });

  it("compares one quote by both versions of the service side by side, and refuses what is no amount", async () => {
    expect(await read()).to.include("Prices are asked by version 2 of its quotes.");
    const wrong = await press("quotes", { amount: "0" });
    expect([wrong.status, textOf(wrong.text).includes("Enter an amount above zero")]).to.deep.equal([
      422,
      true,
    ]);
    const { quotes } = shop.app.calls.read();
    expect((await press("quotes", { amount: "25", address: "1" })).status).to.equal(303);
    const text = await read();
    expect(text).to.include("25 USDC on").and.to.include("Both versions can price payments.");
    expect(text).to.match(/Deposit address\s*valid, of no stated type\s*valid, open/);
    expect(shop.app.calls.read().quotes - quotes).to.equal(4);
  });

  it("shows the announced end of a path with its date and what to do, also when that date has passed", async () => {
    const { gateway } = shop.app;
    const ends = { path: "/quote/v2", seenAt: shop.clock(), isGone: false, successor: "/quote/v3" };
    const announce = async (sunsetAt: number) => {
      const standing = () => ({ ...gateway.service.standing(), announcements: [{ ...ends, sunsetAt }] });
      await storeAnnouncedEnds({ ...gateway, service: { ...gateway.service, standing } });
      return read();
    };
    const first = await announce(Date.UTC(2027, 1, 23));
    expect(first)
      .to.include("ends on 2027-02-23")
      .and.to.include("Compare both versions below before that day.");
    ends.seenAt += 1;
    expect(await announce(Date.UTC(2026, 1, 23))).to.include("was to end on 2026-02-23");
  });

  it("makes a backup, offers it as a file, and says when the last one was", async () => {
    expect(await read()).to.include("There was no backup yet.");
    const answer = await backUp();
    expect(answer.status).to.equal(200);
    expect(answer.headers["content-disposition"]).to.match(/gateway-.*\.jsonl\.gz/);
    expect(gunzipSync(answer.body as Buffer).toString()).to.include(shop.storeId);
    expect(await read()).to.include("Last backup:");
    expect(textOf((await admin.get("/owner")).text)).to.match(/Backup\s*within the last day/);
  });

  it("keeps ten of the backups made here, and every other file", async () => {
    const files = () => fs.readdirSync(shop.dataDir).filter((name) => name.endsWith(".jsonl.gz"));
    const other = path.join(shop.dataDir, "gateway-20260101T000000000Z.jsonl.gz");
    fs.writeFileSync(other, "made by the command");
    for (let nth = 0; nth < 12; nth++) {
      shop.clock.advance(1_000);
      expect((await backUp()).status).to.equal(200);
    }
    expect(files().filter((name) => name.startsWith("gateway-browser-"))).to.have.length(10);
    expect(fs.existsSync(other)).to.equal(true);
  });

  it("is for administrators alone: for others there is nothing", async () => {
    const bob = await colleagueOf(admin, { url: shop.url, storeId: shop.storeId, role: "owner" });
    expect((await bob.get(PATH)).status).to.equal(404);
    expect((await bob.get("/owner/stores/new")).status).to.equal(404);
    await bob.get("/owner");
    expect((await bob.send(`${PATH}/backup`, {})).status).to.equal(404);
    expect((await bob.get("/owner")).text).to.not.include(`href="${PATH}"`);
  });

  it("asks for the password again before a backup", async () => {
    await admin.get(PATH);
    shop.clock.advance(11 * MINUTE_MS);
    expect((await admin.send(`${PATH}/backup`, {})).text).to.include("Confirm that it is you");
  });
});
