import { expect } from "chai";
import type { ServerResponse } from "node:http";
import { textOf } from "../../browser/readPage.ts";
import { serve, type Asked, type LocalServer } from "../../support/localServer.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { secondMerchant } from "./merchant.ts";
import { hiddenFields, signedInAt, type Visitor } from "./ownerPages.ts";

describe("the webhooks of a store in the browser", function () {
  this.timeout(60_000);
  let shop: SandboxApp;
  let owner: Visitor;
  let path: string;
  let receiver: LocalServer;
  let received: string[] = [];
  let answer = 200;
  before(async () => {
    shop = await startSandboxApp();
    owner = await signedInAt(shop.app.gateway, shop.url);
    path = `/owner/stores/${shop.storeId}/webhooks`;
    receiver = await serve(({ body }: Asked, response: ServerResponse) => {
      received.push(body);
      response.writeHead(answer).end("<b>answer</b>");
    });
  });
  after(async () => {
    await shop.close();
    await receiver.close();
  });
  const all = () => shop.app.gateway.persistence.webhooks.of(shop.storeId);

  it("are added with a secret that is shown once, tested, changed, rotated and deleted", async () => {
    await owner.get(path);
    const made = await owner.send(path, {
      url: receiver.url,
      which: "some",
      events: ["InvoiceSettled", "InvoiceExpired"],
    });
    const [webhook] = await all();
    const page = `${path}/${webhook?.id}`;
    const secret = await shop.app.gateway.secrets.open(webhook?.secret ?? "");
    expect(webhook?.specificEvents).to.deep.equal(["InvoiceSettled", "InvoiceExpired"]);
    expect(made.text).to.include(secret);
    const again = await owner.get(page);
    expect(again.text).not.to.include(secret);
    const test = await owner.send(`${page}/test`, { type: "InvoiceExpired" });
    expect(test.status).to.equal(303);
    const tested = await owner.get(test.headers["location"] ?? "");
    expect(textOf(tested.text)).to.include("InvoiceExpired: accepted with 200");
    expect(received.join()).to.include('"InvoiceExpired"');
    expect(tested.text).to.include("&lt;b&gt;answer").and.not.to.include("<b>answer");
    const sent = /href="([^"]+\/deliveries\/[^"]+)">JSON/.exec(tested.text)?.[1] ?? "";
    expect((await owner.get(sent)).text).to.equal(received[0]);
    const delivery = await owner.get(`${sent}/page`);
    expect(textOf(delivery.text)).to.match(/accepted with 200.*InvoiceExpired.*The answer/);
    expect(delivery.text).to.include("&lt;b&gt;answer").and.not.to.include("<b>answer");
    const repeated = await owner.send(`${page}/redeliver`, { delivery: sent.split("/").at(-1) ?? "" });
    const retested = await owner.get(repeated.headers["location"] ?? "");
    expect(textOf(retested.text)).to.include("InvoiceExpired: accepted with 200");
    expect(received.length, "the test was sent again").to.equal(2);
    await owner.get(page);
    await owner.send(`${page}/settings`, { url: receiver.url, which: "all", isOff: "yes" });
    expect((await all())[0]).to.deep.include({ enabled: false, everything: true });
    await owner.get(page);
    const rotated = await owner.send(`${page}/rotate`, {});
    const [after] = await all();
    const fresh = await shop.app.gateway.secrets.open(after?.secret ?? "");
    expect([fresh === secret, rotated.text.includes(fresh)]).to.deep.equal([false, true]);
    await owner.send(`${page}/delete`, {});
    expect(await all()).to.deep.equal([]);
    const log = await shop.app.gateway.persistence.auditLog.list({ limit: 20 });
    const actions = log.map(({ action }) => action).filter((action) => action.startsWith("webhook."));
    expect(actions.toReversed()).to.deep.equal(
      ["created", "tested", "redelivered", "changed", "secret_rotated", "deleted"].map(
        (what) => `webhook.${what}`,
      ),
    );
    expect(JSON.stringify(log)).not.to.include(secret).and.not.to.include(fresh);
  });

  it("are made once, and get one new secret, when a form is sent twice", async () => {
    await owner.get(path);
    const { webhookId = "" } = hiddenFields((await owner.get(path)).text);
    const wanted = { url: receiver.url, which: "all", webhookId };
    await owner.send(path, wanted);
    const formToken = hiddenFields((await owner.get(path)).text)["formToken"] ?? "";
    const again = await owner.send(path, { ...wanted, formToken });
    expect((await all()).length).to.equal(1);
    const page = `${path}/${webhookId}`;
    expect(again.headers["location"]).to.equal(`${page}?done=repeated`);
    const secretOf = async () => shop.app.gateway.secrets.open((await all())[0]?.secret ?? "");
    const { secretIs = "" } = hiddenFields((await owner.get(page)).text);
    const rotated = await owner.send(`${page}/rotate`, {});
    const secret = await secretOf();
    expect(rotated.text).to.include(secret);
    const twice = await owner.send(`${page}/rotate`, { formToken, secretIs });
    expect([twice.headers["location"], await secretOf()]).to.deep.equal([`${page}?done=repeated`, secret]);
    expect(textOf((await owner.get(`${page}?done=repeated`)).text)).to.include("shown only once");
    await owner.get(page);
    await owner.send(`${page}/delete`, {});
  });

  it("that refuse are shown with the answer, and what failed is delivered again", async () => {
    answer = 500;
    await owner.get(path);
    await owner.send(path, { url: receiver.url, which: "all" });
    const [webhook] = await all();
    const page = `${path}/${webhook?.id}`;
    await shop.post("/invoices", { amount: "5", currency: "USD" });
    await shop.run("deliver webhooks");
    const failing = await owner.get(page);
    expect(textOf(failing.text)).to.include("refused with 500").and.to.include("failing");
    answer = 200;
    received = [];
    const retried = await owner.send(`${page}/redeliver`, { delivery: "" });
    const again = await owner.get(retried.headers["location"] ?? "");
    expect(textOf(again.text)).to.include("Tried again now: 1.");
    await shop.run("deliver webhooks");
    expect(received).to.have.length(1);
  });

  it("are listed with their event and its invoice, and the page is loaded again until a redelivery has gone out", async () => {
    const [webhook] = await all();
    const page = `${path}/${webhook?.id}`;
    const list = await owner.get(page);
    const first =
      /<tbody[^>]*>\s*<tr[^>]*>.*?<strong>(?:<bdi>)?(\w+)<.*?href="([^"]+)".*?name="delivery" value="([^"]+)"/s.exec(
        list.text,
      );
    const [, type, about = "", delivery = ""] = first ?? [];
    expect(type).to.equal("InvoiceCreated");
    expect((await owner.get(about)).status).to.equal(200);
    expect(list.headers["refresh"]).to.equal(undefined);
    const sent = await owner.send(`${page}/redeliver`, { delivery });
    const to = sent.headers["location"] ?? "";
    const waiting = await owner.get(to);
    expect(textOf(waiting.text)).to.include("InvoiceCreated is sent again.");
    expect(waiting.headers["refresh"]).to.equal("2");
    await shop.run("deliver webhooks");
    const done = await owner.get(to);
    expect(textOf(done.text)).to.include("InvoiceCreated: accepted with 200");
    expect(done.headers["refresh"]).to.equal(undefined);
    expect(textOf((await owner.get(`${page}/deliveries/${delivery}/page`)).text)).to.include(
      "InvoiceCreated, Delivery of",
    );
  });

  it("are refused with the reason, and what was typed is kept", async () => {
    for (const url of ["", "ftp://shop.example", "nonsense", `https://shop.example/${"x".repeat(2_100)}`]) {
      await owner.get(path);
      const { status, text } = await owner.send(path, { url, which: "some", events: "InvoiceSettled" });
      expect(status, url.slice(0, 30)).to.equal(422);
      expect(text)
        .to.include('role="alert"')
        .and.to.match(/value="InvoiceSettled" checked/);
    }
    await owner.get(path);
    expect(
      (await owner.send(path, { url: receiver.url, which: "some", events: "Nonsense" })).status,
    ).to.equal(422);
  });

  it("of another store are not there", async () => {
    const other = await secondMerchant(shop, []);
    const [webhook] = await all();
    expect((await owner.get(`/owner/stores/${other.storeId}/webhooks/${webhook?.id}`)).status).to.equal(404);
    await owner.get(path);
    const deleted = await owner.send(`/owner/stores/${other.storeId}/webhooks/${webhook?.id}/delete`, {});
    expect([deleted.status, (await all()).length]).to.deep.equal([404, 1]);
  });
});
