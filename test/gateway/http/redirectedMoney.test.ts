import { expect } from "chai";
import { issueKey } from "../../../src/gateway/usecases/stores/createStore.ts";
import { mailWriter } from "../../../src/gateway/usecases/mail/writeMail.ts";
import { sendMails } from "../../../src/gateway/usecases/mail/sendMails.ts";
import type { MailMessage } from "../../../src/gateway/ports/mailPort.ts";
import { HOUR_MS } from "../../../src/values/time.ts";
import { textOf } from "../../browser/readPage.ts";
import { QUOTE_USER } from "../../support/inProcessService.ts";
import { startMerchantApp, type MerchantApp } from "../../support/merchantApp.ts";
import { openVisitor, readSettingsForm, signedInAt, signedInColleague, type Visitor } from "./ownerPages.ts";

const LIMIT = { amount: "10", currency: "USD" };
const CHAIN = "8253038";

describe("a store whose payouts take two people", () => {
  let shop: MerchantApp;
  let owner: Visitor;
  let grace: Visitor;
  let sent: MailMessage[];
  beforeEach(async () => {
    shop = await startMerchantApp();
    sent = [];
    const send = async (message: MailMessage) => (sent.push(message), { kind: "taken" } as const);
    Object.assign(shop.app.gateway, { mailer: { send } });
    owner = await signedInAt(shop.app.gateway, shop.app.url);
    grace = await signedInColleague(shop.app.gateway, openVisitor(shop.app.url, shop.app.url), shop.storeId, {
      role: "owner",
      name: "Grace",
    });
    const store = await load();
    await shop.app.gateway.persistence.stores.change(store, {
      name: store.name,
      settings: { ...store.settings, payoutLimit: LIMIT },
    });
  });
  afterEach(() => shop.close());
  const load = async (id = shop.storeId) => (await shop.app.gateway.persistence.stores.load(id))!;
  const subjects = async () => {
    await sendMails(shop.app.gateway, mailWriter(shop.app.gateway, "https://pay.example"));
    return sent.splice(0).map(({ to, subject }) => `${to}: ${subject}`);
  };
  const key = async (userName?: string, expiresAt?: number) => {
    const { persistence } = shop.app.gateway;
    const user = userName === undefined ? undefined : await persistence.users.named(userName);
    const grant = { storeId: shop.storeId, label: "shop", permissions: ["unrestricted"], userId: user?.id };
    const ends = expiresAt === undefined ? {} : { expiresAt };
    return issueKey(persistence.keys, shop.app.gateway, { ...grant, ...ends }, "live");
  };
  const call = async (method: string, path: string, body: unknown, text: string) => {
    const headers = { authorization: `token ${text}`, "content-type": "application/json" };
    const answer = await fetch(`${shop.url}/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
    return {
      status: answer.status,
      body: (await answer.json().catch(() => ({}))) as Record<string, unknown>,
    };
  };

  it("gives a store that a key makes the limit zero, and a key that does not outlive its maker", async () => {
    const expiresAt = shop.app.gateway.clock() + HOUR_MS;
    const { status, body } = await call("POST", "/stores", { name: "Copy" }, await key("Ada", expiresAt));
    expect(status).to.equal(200);
    const copy = await load(String(body["id"]));
    expect(copy.settings.payoutLimit).to.deep.equal({ amount: "0", currency: "USD" });
    const keys = await shop.app.gateway.persistence.keys.list(9);
    expect(keys.find(({ storeId }) => storeId === copy.id)?.expiresAt).to.equal(expiresAt);
    expect((await subjects()).join()).to.include("An API key has made a copy of");
  });

  it("mails its owners when a key gives a role that approves payouts", async () => {
    await signedInColleague(shop.app.gateway, openVisitor(shop.app.url, shop.app.url), shop.storeId, {
      role: "viewer",
      name: "Hedy",
    });
    const hedy = (await shop.app.gateway.persistence.users.named("Hedy"))!;
    await subjects();
    const { status } = await call(
      "PUT",
      `/stores/${shop.storeId}/users/${hedy.id}`,
      { role: "manager" },
      await key("Ada"),
    );
    expect(status).to.equal(200);
    expect(await subjects()).to.include("grace@example.com: Another person can approve payouts now");
  });

  it("mails a notice of each key that a key makes to the key's person, or to the owners when it has no person", async () => {
    const made = { label: "till", permissions: ["canviewinvoices"] };
    const told = async (maker: string) => {
      await subjects();
      expect((await call("POST", "/api-keys", made, maker)).status).to.equal(200);
      return subjects();
    };
    expect(await told(await key("Grace"))).to.deep.equal(["grace@example.com: A new API key was made"]);
    expect(await told(await key())).to.include("grace@example.com: A new API key was made");
    await call("POST", "/stores", { name: "Copy" }, await key("Grace"));
    expect(await subjects()).to.include("grace@example.com: A new API key was made");
  });

  it("mails its owners when a key changes for how long a price holds", async () => {
    await subjects();
    const { status } = await call("PUT", `/stores/${shop.storeId}`, { invoiceExpiration: 7200 }, await key());
    expect(status).to.equal(200);
    expect((await subjects()).join()).to.match(
      /grace@example\.com: API key shop has changed what .* accepts as paid/,
    );
  });

  it("mails the owners of the store when a person changes on the page what counts as paid", async () => {
    const page = `/owner/stores/${shop.storeId}/settings/policy`;
    const fields = readSettingsForm((await owner.get(page)).text);
    await subjects();
    const { status } = await owner.send(page, {
      ...fields,
      overpaid: fields["overpaid"] === "hold" ? "accept" : "hold",
    });
    expect(status).to.equal(303);
    expect((await subjects()).join()).to.match(/grace@example\.com: Ada has changed what .* accepts as paid/);
  });

  it("has its refund addresses changed when a second person confirms it, and mails the owners", async () => {
    const page = `/owner/stores/${shop.storeId}/settings/payments`;
    const before = (await load()).settings.refunds;
    const fields = readSettingsForm((await owner.get(page)).text);
    const asked = await owner.send(page, { ...fields, [`refund ${CHAIN}`]: QUOTE_USER });
    expect(asked.headers["location"]).to.include("/refund-addresses?done=asked");
    expect((await load()).settings.refunds).to.deep.equal(before);
    expect((await subjects()).join()).to.include("Ada asks to change the refund addresses");
    const confirmPage = `/owner/stores/${shop.storeId}/refund-addresses`;
    const at = String((await load()).settings.pending?.refunds?.at);
    await owner.get(confirmPage);
    expect((await owner.send(confirmPage, { at })).status).to.equal(403);
    const shown = textOf((await grace.get(confirmPage)).text);
    expect(shown).to.include("Who can be the second person now: Grace.");
    expect((await grace.send(confirmPage, { at })).status).to.equal(303);
    expect((await load()).settings.refunds[CHAIN]).to.equal(QUOTE_USER);
    expect((await subjects()).join()).to.include("The refund addresses of");
  });
});
