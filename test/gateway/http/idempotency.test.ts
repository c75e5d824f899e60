import http from "node:http";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { ConflictError } from "../../../src/database/driver.ts";
import type { Permission } from "../../../src/gateway/domain/access/permissions.ts";
import { issueKey } from "../../../src/gateway/usecases/stores/createStore.ts";
import { MINUTE_MS } from "../../../src/values/time.ts";
import { onEngines, type NewDatabaseUrl } from "../../support/databases.ts";
import { startMerchantApp, type MerchantApp } from "../../support/merchantApp.ts";

const KEYS = process.env["JOURNEYS"] === "full" ? 100 : 3;
const AT_ONCE = 50; // calls of each key
const KEYS_AT_ONCE = 8; // more connections than a server keeps waiting are reset

describe("a call with an Idempotency-Key", function () {
  this.timeout(240_000); // of a machine that has much else to do
  onEngines(["sqlite", "postgres"], repeatableCalls);
});

function repeatableCalls(newUrl: NewDatabaseUrl): void {
  let shop: MerchantApp;
  let orders = 0;
  before(async () => {
    const databaseUrl = await newUrl();
    const env = { API_CALLS_PER_MINUTE: "1000000" }; // what answers must not be the limit
    shop = await startMerchantApp({ env, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
  });
  after(() => shop.close());

  const create = async (key: string, body: unknown, what = "invoices", signal?: AbortSignal) => {
    const { apiKey } = shop;
    const answer = await fetch(`${shop.url}/api/v1/stores/${shop.storeId}/${what}`, {
      ...{ method: "POST", body: JSON.stringify(body), ...(signal ? { signal } : {}) },
      headers: { authorization: `token ${apiKey}`, "content-type": "application/json", "idempotency-key": key },
    });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  }; // prettier-ignore
  const order = () => ({ amount: "25.00", currency: "USD", metadata: { orderId: `order-${++orders}` } });
  const made = async (orderId: string) =>
    (await shop.get(`/invoices?orderId=${orderId}`)).body as readonly Readonly<{ id: string }>[];

  it("makes one thing, and gives the same bytes each time it is said", async () => {
    const body = order();
    const first = await create("order:1", body);
    expect([first.status, first.headers.get("idempotent-replayed")]).to.deep.equal([200, null]);
    shop.clock.advance(MINUTE_MS);
    const again = await create("order:1", body);
    expect([again.status, again.headers.get("idempotent-replayed")]).to.deep.equal([200, "true"]);
    expect(again.text).to.equal(first.text);
    expect(again.headers.get("content-type")).to.equal(first.headers.get("content-type"));
    expect(await made(body.metadata.orderId)).to.have.length(1);
  });

  it("gives no API key the answer of another one, and no answer to a key without the permission", async () => {
    const { persistence, clock, random } = shop.app.gateway;
    const keyWith = (permissions: readonly Permission[]) =>
      issueKey(
        persistence.keys,
        { clock, random },
        { storeId: shop.storeId, label: "", permissions },
        "live",
      );
    const approving: readonly Permission[] = ["canmanagepullpayments", "canviewpullpayments"];
    const body = { name: "Refund", amount: "5", currency: "USD", autoApproveClaims: true };
    const call = async (key: string) => {
      const answer = await fetch(`${shop.url}/api/v1/stores/${shop.storeId}/pull-payments`, {
        method: "POST",
        headers: {
          authorization: `token ${key}`,
          "content-type": "application/json",
          "idempotency-key": "pull:1",
        },
        body: JSON.stringify(body),
      });
      return { status: answer.status, text: await answer.text() };
    };
    const [first, second] = [await keyWith(approving), await keyWith(approving)];
    const made = await call(first);
    expect(made.status, made.text).to.equal(200);
    expect((await call(first)).text).to.equal(made.text);
    expect((await call(second)).text).not.to.equal(made.text);
    const proposing = await call(await keyWith(["cancreatenonapprovedpullpayments"]));
    expect([proposing.status, /cancreatepullpayments/.test(proposing.text)]).to.deep.equal([403, true]);
  });

  it("is refused with another body, and makes something else under another key", async () => {
    const body = order();
    const first = await create("order:2", body);
    const other = await create("order:2", { ...body, amount: "26.00" });
    expect(other.status).to.equal(422);
    expect(other.text).to.include("idempotency-key-reused").and.to.include("Take a new key");
    const second = await create("order:3", body);
    expect(JSON.parse(second.text)).to.not.include({ id: (JSON.parse(first.text) as { id: string }).id });
  });

  it(`makes one thing of ${AT_ONCE} at once, for each of many keys; those who come too early are told to wait`, async () => {
    const bodies = Array.from({ length: KEYS }, order);
    const crowd = openCrowd(shop);
    const answers: CrowdAnswer[] = [];
    for (let from = 0; from < KEYS; from += KEYS_AT_ONCE) {
      const some = bodies.slice(from, from + KEYS_AT_ONCE);
      const calls = some.flatMap((body, index) => Array.from({ length: AT_ONCE }, () => crowd.create(`many:${from + index}`, body)));
      answers.push(...(await Promise.all(calls)));
    }
    crowd.close();
    for (const { status, retryAfter } of answers) {
      expect(status).to.be.oneOf([200, 409]);
      if (status === 409) expect(retryAfter).to.equal("10");
    }
    for (const [index, body] of bodies.entries()) {
      const { status, text } = await create(`many:${index}`, body);
      expect(status).to.equal(200);
      const mine = answers.slice(index * AT_ONCE, (index + 1) * AT_ONCE).filter((one) => one.status === 200);
      expect(new Set([text, ...mine.map((one) => one.text)])).to.have.length(1);
    }
    const invoices = await Promise.all(bodies.map(({ metadata }) => made(metadata.orderId)));
    expect(invoices.map(({ length }) => length)).to.deep.equal(bodies.map(() => 1));
  }); // prettier-ignore

  it("is finished by a repetition ten seconds after a crash, with what the first had made", async () => {
    const body = order();
    const { persistence } = shop.app.gateway;
    const { end } = persistence.idempotency;
    const process = new AbortController();
    const ending = new Promise<void>((resolve) => {
      (persistence.idempotency as { end: typeof end }).end = () => {
        resolve();
        return new Promise(() => {}); // it ends before its answer is kept
      };
    });
    const cut = create("order:crash", body, "invoices", process.signal).catch(() => "cut");
    await ending;
    process.abort();
    await cut;
    (persistence.idempotency as { end: typeof end }).end = end;
    const early = await create("order:crash", body);
    expect([early.status, early.headers.get("retry-after")]).to.deep.equal([409, "10"]);
    shop.clock.advance(10_000);
    const { status, text } = await create("order:crash", body);
    const invoices = await made(body.metadata.orderId);
    expect([status, invoices.length]).to.deep.equal([200, 1]);
    expect((JSON.parse(text) as { id: string }).id).to.equal(invoices[0]?.id);
  }); // prettier-ignore

  it("is the same call whatever the order of its fields", async () => {
    const body = { amount: "25.00", currency: "USD", metadata: { orderId: "sorted", posData: { a: 1, b: [2, { c: 3, d: 4 }] } } };
    const same = { metadata: { posData: { b: [2, { d: 4, c: 3 }], a: 1 }, orderId: "sorted" }, currency: "USD", amount: "25.00" };
    const first = await create("order:sorted", body);
    const again = await create("order:sorted", same);
    expect([again.status, again.headers.get("idempotent-replayed")]).to.deep.equal([200, "true"]);
    expect(again.text).to.equal(first.text);
    const other = { ...same, metadata: { ...same.metadata, posData: { a: 1, b: [{ c: 3, d: 4 }, 2] } } };
    expect((await create("order:sorted", other)).status, "a list has an order").to.equal(422);
  }); // prettier-ignore

  it("leaves its key free when it is refused, or fails here: corrected, it is made", async () => {
    const wrong = await create("order:wrong", { amount: "-1" });
    expect(wrong.status).to.equal(422);
    const right = await create("order:wrong", order());
    expect([right.status, right.headers.get("idempotent-replayed")]).to.deep.equal([200, null]);
    const body = order();
    const { persistence } = shop.app.gateway;
    const { issue } = persistence.invoices;
    (persistence.invoices as { issue: typeof issue }).issue = () => Promise.reject(new Error("full"));
    expect((await create("order:fault", body)).status).to.equal(500);
    (persistence.invoices as { issue: typeof issue }).issue = issue;
    expect((await create("order:fault", body)).status, "at once").to.equal(200);
  });

  it("does not keep an answer that asks to try again", async () => {
    const body = order();
    const { persistence } = shop.app.gateway;
    const { issue } = persistence.invoices;
    (persistence.invoices as { issue: typeof issue }).issue = () =>
      Promise.reject(new ConflictError("Somebody was faster."));
    const lost = await create("order:conflict", body);
    expect([lost.status, lost.text.includes("Try again")]).to.deep.equal([409, true]);
    (persistence.invoices as { issue: typeof issue }).issue = issue;
    expect((await create("order:conflict", body)).status, "tried again").to.equal(200);
  });

  it("makes one webhook, whose secret is given again", async () => {
    const body = { url: "http://127.0.0.1:1/once" };
    const first = await create("hook:1", body, "webhooks");
    expect((await create("hook:1", body, "webhooks")).text).to.equal(first.text);
    const all = (await shop.get("/webhooks")).body as readonly Readonly<{ url: string }>[];
    expect(all.filter(({ url }) => url === body.url)).to.have.length(1);
  });

  it("has a key that can be written in a header, and is forgotten after a day", async () => {
    const body = order();
    expect((await create("x".repeat(256), body)).status).to.equal(422);
    await create("order:day", body);
    shop.clock.advance(24 * 60 * MINUTE_MS + 1);
    await shop.run("prune idempotency records");
    expect((await create("order:day", body)).headers.get("idempotent-replayed")).to.equal(null);
  });
}

type CrowdAnswer = Readonly<{ status: number; text: string; retryAfter: string | undefined }>;

/** Many clients at once, on connections that stay open: with fetch they would cost more than the server. */
function openCrowd({ url, storeId, apiKey }: MerchantApp) {
  const agent = new http.Agent({ keepAlive: true });
  const path = `${url}/api/v1/stores/${storeId}/invoices`;
  const authorization = `token ${apiKey}`;
  const create = (key: string, body: unknown) =>
    new Promise<CrowdAnswer>((resolve, reject) => {
      const headers = { authorization, "content-type": "application/json", "idempotency-key": key };
      const request = http.request(path, { method: "POST", headers, agent }, (response) => {
        const { statusCode: status = 0, headers: told } = response;
        text(response).then(
          (said) => resolve({ status, text: said, retryAfter: told["retry-after"] }),
          reject,
        );
      });
      request.once("error", reject).end(JSON.stringify(body));
    });
  return { create, close: () => agent.destroy() };
}
