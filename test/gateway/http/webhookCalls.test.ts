import { expect } from "chai";
import { DEFAULT_PERMISSIONS } from "../../../src/gateway/domain/access/permissions.ts";
import { startMerchantApp, type MerchantApp } from "../../support/merchantApp.ts";
import { raw, secondMerchant, type ProblemBody } from "./merchant.ts";

let shop: MerchantApp;
let api: string;

const HOOK = "http://127.0.0.1:9/hook?a=b";

describe("the API's webhooks", () => {
  before(async () => {
    shop = await startMerchantApp();
    api = `/api/v1/stores/${shop.storeId}`;
  });
  after(() => shop.close());

  it("a webhook made of nothing but a URL is told everything, and its new secret is shown once", async () => {
    const { status, body } = await shop.post("/webhooks", { url: HOOK });
    expect(status).to.equal(200);
    const { secret, ...shown } = body as { id: string; secret: string };
    expect(secret).to.match(/^\w{32}$/);
    expect(shown).to.deep.equal({
      ...{ id: shown.id, enabled: true, automaticRedelivery: true, url: HOOK },
      authorizedEvents: { everything: true, specificEvents: [] },
      crosstill: { retry: null, disabledReason: null, failingSince: null },
    });
    expect(await shop.get("/webhooks/")).to.deep.equal({ status: 200, body: [shown] });
  });

  it("a webhook keeps what it was given, null meaning nothing, and events of BTCPay that never happen here", async () => {
    const authorizedEvents = {
      everything: false,
      specificEvents: ["InvoiceSettled", "PendingTransactionBroadcast"],
    };
    const given = { url: HOOK, enabled: false, automaticRedelivery: false, secret: "süß", authorizedEvents };
    const { body } = await shop.post("/webhooks", { ...given, future: 1 });
    expect(body).to.deep.include(given);
    const nulls = {
      url: HOOK,
      enabled: null,
      automaticRedelivery: null,
      secret: null,
      authorizedEvents: null,
    };
    expect((await shop.post("/webhooks", nulls)).body).to.deep.include({ enabled: true, url: HOOK });
    const list = (await shop.get("/webhooks")).body as readonly object[];
    expect(list).to.have.length(3);
    for (const webhook of list) expect(webhook).not.to.have.property("secret");
  });

  it("a webhook that goes nowhere is refused, and says why", async () => {
    const send = async (body: object) => {
      const answer = await raw(shop, "post", `${api}/webhooks`).send(body).expect(422);
      return answer.body as readonly ProblemBody[];
    };
    const urls = ["", "shop.example", "ftp://shop.example", "https://user:pw@shop.example", "http://10.0.0.1/", "http://169.254.169.254/latest"]; // prettier-ignore
    for (const url of urls) {
      const [problem] = await send({ url });
      expect(problem, url).to.include({ path: "Url", code: "invalid" });
      expect(problem?.message.length, url).to.be.above(20);
    }
    const found = await send({
      enabled: "yes",
      secret: "s".repeat(300),
      authorizedEvents: { specificEvents: [1] },
    });
    expect(found.map(({ path }) => path)).to.deep.equal([
      "Url",
      "Enabled",
      "Secret",
      "AuthorizedEvents.SpecificEvents[0]",
    ]);
    expect(JSON.stringify(found)).not.to.include("ssss");
    const events = async (name: string) =>
      (await send({ url: HOOK, authorizedEvents: { specificEvents: [name] } }))[0]?.message;
    expect(await events("invoicesettled")).to.equal('Expected InvoiceSettled; got "invoicesettled".');
    expect(await events("InvoicePaid")).to.include("InvoiceSettled, InvoiceExpired");
  });

  it("webhooks of another store are not listed", async () => {
    const { key, storeId } = await secondMerchant(shop, DEFAULT_PERMISSIONS);
    const answer = await raw(shop, "get", `/api/v1/stores/${storeId}/webhooks`).set(
      "Authorization",
      `token ${key}`,
    );
    expect(answer.body).to.deep.equal([]);
  });
});
