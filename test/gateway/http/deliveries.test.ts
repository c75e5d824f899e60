import { expect } from "chai";
import { Webhook } from "standardwebhooks";
import { DAY_MS, HOUR_MS, unixSeconds } from "../../../src/values/time.ts";
import { serve, type LocalServer } from "../../support/localServer.ts";
import { startMerchantApp, type MerchantApp } from "../../support/merchantApp.ts";
import { issue } from "./merchant.ts";

type Fields = Readonly<Record<string, unknown>>;
type DeliveryBody = Readonly<{ id: string; status: string; httpCode: number | null; errorMessage: string | null; timestamp: number }>; // prettier-ignore

describe("the delivery log of a webhook", () => {
  let shop: MerchantApp;
  let receiver: LocalServer;
  let status: number;
  let path: string;
  let secret: string;
  before(async () => {
    shop = await startMerchantApp();
    receiver = await serve((_, response) => response.writeHead(status).end("hello"));
    status = 200;
    const made = (await shop.post("/webhooks", { url: `${receiver.url}/hook` })).body as { id: string; secret: string };
    ({ secret } = made);
    path = `/webhooks/${made.id}`;
  }); // prettier-ignore
  after(async () => {
    await shop.close();
    await receiver.close();
  });
  beforeEach(() => (status = 200));

  const deliver = () => shop.run("deliver webhooks");
  const log = async () => (await shop.get(`${path}/deliveries`)).body as readonly DeliveryBody[];
  const received = () => receiver.asked.map(({ body }) => JSON.parse(body) as Fields);

  /** Whether a receiver that has this secret takes what was sent last. */
  const takes = (known: string) => {
    const { headers, body: said } = receiver.asked.at(-1) ?? expect.fail("It was asked.");
    const key = new Webhook(`whsec_${Buffer.from(known).toString("base64")}`);
    const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
    return String(headers["webhook-signature"])
      .split(" ")
      .includes(key.sign(String(headers["webhook-id"]), at, said));
  };

  it("has every attempt, newest first, with what was sent and what came back", async () => {
    status = 500;
    await issue(shop);
    await deliver();
    status = 200;
    shop.clock.advance(15_000);
    await deliver();
    const [second, first] = await log();
    expect(first).to.deep.include({ status: "HttpError", httpCode: 500 });
    expect(first?.errorMessage).to.include("500");
    expect(second).to.deep.include({ status: "HttpSuccess", httpCode: 200, errorMessage: null });
    expect(second).to.have.nested.property("crosstill.answer", "hello");
    expect((await shop.get(`${path}/deliveries?count=1`)).body).to.deep.equal([second]);
    expect((await shop.get(`${path}/deliveries/${first?.id}`)).body).to.deep.equal(first);
    const sent = await fetch(`${shop.url}/api/v1${path}/deliveries/${second?.id}/request`, { headers: { authorization: `token ${shop.apiKey ?? ""}` } }); // prettier-ignore
    expect(sent.headers.get("content-type")).to.include("application/json");
    expect(await sent.text(), "the very bytes").to.equal(receiver.asked.at(-1)?.body);
    expect(received().at(-1)).to.include({ deliveryId: second?.id, originalDeliveryId: first?.id, isRedelivery: true }); // prettier-ignore
  });

  it("sends one again under a new id, also one that was taken", async () => {
    const [latest] = await log();
    const { body: id } = await shop.post(`${path}/deliveries/${latest?.id}/redeliver`);
    expect(id).to.be.a("string").and.not.equal(latest?.id);
    expect((await shop.get(`${path}/deliveries/${String(id)}`)).body).to.include({ status: "Failed" });
    await deliver();
    expect(received().at(-1)).to.include({ deliveryId: id, isRedelivery: true, type: "InvoiceCreated" });
    expect((await shop.get(`${path}/deliveries/${String(id)}`)).body).to.include({ status: "HttpSuccess" });
  });

  it("sends a time again, or everything that was never taken", async () => {
    status = 503;
    const { createdTime } = await issue(shop);
    await deliver();
    status = 200;
    const events = async (query: string) => (await shop.get(`/events${query}`)).body as readonly Fields[];
    expect(await events("?undelivered=true")).to.have.length(1);
    expect((await shop.post(`${path}/deliveries/redeliver`, { undelivered: true })).body).to.deep.equal({ deliveries: 1 }); // prettier-ignore
    await deliver();
    expect(await events("?undelivered=true")).to.deep.equal([]);
    const [first, second] = await events("");
    expect(first).to.have.nested.property("crosstill.sequence", 1);
    expect(first).to.have.nested.property("crosstill.current.status", "New");
    expect(await events("?after=1&limit=1")).to.deep.equal([second]);
    const before = receiver.asked.length;
    const range = { from: createdTime, to: createdTime };
    expect((await shop.post(`${path}/deliveries/redeliver`, range)).body).to.deep.equal({ deliveries: 1 });
    await deliver();
    expect(receiver.asked).to.have.length(before + 1);
    expect((await shop.post(`${path}/deliveries/redeliver`, {})).status).to.equal(422);
  });

  it("sends a test event at once, which plugins know by its invoice id, and answers what came of it", async () => {
    status = 404;
    const { body } = await shop.post(`${path}/test`, { type: "InvoiceExpired" });
    expect(body).to.include({ status: "HttpError", httpCode: 404 });
    expect(received().at(-1)).to.include({ type: "InvoiceExpired", partiallyPaid: false });
    expect(received().at(-1)?.["invoiceId"]).to.match(/__test__/);
    expect(received().at(-1)).to.have.nested.property("crosstill.current.status", "Expired");
    expect(received().at(-1)).to.have.nested.property("crosstill.test", true);
    const { id } = body as DeliveryBody;
    expect((await shop.get(`${path}/deliveries/${id}`)).body).to.deep.equal(body);
    expect((await shop.post(`${path}/deliveries/${id}/redeliver`)).status).to.equal(404);
  });

  it("sends test events of any name, also of one that every object knows", async () => {
    for (const type of ["constructor", "toString"])
      expect((await shop.post(`${path}/test`, { type })).status, type).to.equal(200);
  });

  it("a rotated secret signs beside the old one for a day, so that whoever has either takes the second attempt", async () => {
    const { body } = await shop.post(`${path}/rotate-secret`);
    const { secret: fresh } = body as { secret: string };
    await shop.post(`${path}/test`);
    expect([takes(fresh), takes(secret)]).to.deep.equal([true, true]);
    shop.clock.advance(25 * HOUR_MS);
    await shop.post(`${path}/test`);
    expect([takes(fresh), takes(secret)]).to.deep.equal([true, false]);
  }); // prettier-ignore

  it("a secret rotated twice in a day leaves the shop the one that it knows; a rotation said again answers the same", async () => {
    const rotate = async (name: string) => {
      const answer = await fetch(`${shop.url}/api/v1${path}/rotate-secret`, {
        method: "POST",
        headers: { authorization: `token ${shop.apiKey ?? ""}`, "idempotency-key": name },
      });
      return ((await answer.json()) as { secret: string }).secret;
    };
    const known = await rotate("rotation-1");
    expect(await rotate("rotation-1"), "said again").to.equal(known);
    shop.clock.advance(25 * HOUR_MS);
    const lost = await rotate("rotation-2");
    shop.clock.advance(HOUR_MS);
    const fresh = await rotate("rotation-3");
    await shop.post(`${path}/test`);
    expect([known, lost, fresh].map(takes)).to.deep.equal([true, false, true]);
    shop.clock.advance(23 * HOUR_MS);
    await shop.post(`${path}/test`);
    expect([known, lost, fresh].map(takes), "a day after the first of the two").to.deep.equal([false, false, true]);
  }); // prettier-ignore

  it("of a webhook that was switched off says why, and starts afresh when it is switched on", async () => {
    status = 410;
    await issue(shop);
    await deliver();
    const off = (await shop.get(path)).body as Fields;
    expect(off).to.include({ enabled: false });
    expect(off).to.have.nested.property("crosstill.disabledReason", "The receiver answered 410 Gone.");
    const inbox = (await shop.get("/crosstill/inbox")).body as { webhooks: readonly Fields[] };
    expect(inbox.webhooks.map(({ webhookId }) => webhookId)).to.deep.equal([off["id"]]);
    const [latest] = await log();
    expect((await shop.post(`${path}/deliveries/${latest?.id}/redeliver`)).status).to.equal(422);
    const put = await fetch(`${shop.url}/api/v1${path}`, {
      method: "PUT",
      headers: { authorization: `token ${shop.apiKey ?? ""}`, "content-type": "application/json" },
      body: JSON.stringify({ url: `${receiver.url}/hook`, crosstill: { retry: "standard" } }),
    });
    expect(await put.json()).to.deep.include({ enabled: true, crosstill: { retry: "standard", disabledReason: null, failingSince: null } });
    status = 200;
    shop.clock.advance(1_000);
    await shop.post(`${path}/deliveries/redeliver`, { undelivered: true });
    await deliver();
    expect((await log())[0]).to.include({ status: "HttpSuccess" });
  }); // prettier-ignore

  it("forgets after 60 days what was said, and says so", async () => {
    const [latest] = await log();
    shop.clock.advance(61 * DAY_MS);
    await shop.run("prune outbox");
    for (const answer of [
      await shop.get(`${path}/deliveries/${latest?.id}/request`),
      await shop.post(`${path}/deliveries/${latest?.id}/redeliver`),
    ]) {
      expect(answer.status).to.equal(409);
      expect(answer.body).to.include({ code: "webhookdelivery-pruned" });
    }
    expect((await log())[0]?.timestamp).to.be.below(unixSeconds(shop.clock()));
    expect((await shop.get(`${path}/deliveries/unknown`)).body).to.include({
      code: "webhookdelivery-not-found",
    });
  });
});
