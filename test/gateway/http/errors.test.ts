import { expect } from "chai";
import request from "supertest";
import { keyDigest } from "../../../src/gateway/usecases/access/keyText.ts";
import { DEFAULT_PERMISSIONS } from "../../../src/gateway/domain/access/permissions.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { issue, raw, secondMerchant, type ProblemBody } from "./merchant.ts";

let shop: SandboxApp;
let api: string;

/** Every refusal must read well and show nothing of the inside. */
function isClean(answer: request.Response): void {
  expect(answer.headers["content-type"]).to.include("application/json");
  expect(answer.headers["x-request-id"]).to.match(/^[0-9a-f]{16}$/);
  const [first] = [answer.body].flat() as ProblemBody[];
  expect(answer.headers["link"], "what the code means").to.equal(`</docs#error-${first?.code}>; rel="help"`);
  expect(answer.text).not.to.match(/node_modules|\bat .*:\d+:\d+|\.ts:|SQLITE|Error:/);
  for (const { code, message } of [answer.body].flat() as ProblemBody[]) {
    expect(code).to.match(/^[a-z][a-z-]+$/);
    expect(message).to.match(/^[A-Z].*\.$/s);
  }
}

describe("a request that cannot be served", () => {
  before(async () => {
    shop = await startSandboxApp();
    api = `/api/v1/stores/${shop.storeId}`;
  });
  after(() => shop.close());

  const send = (body: string | object) =>
    raw(shop, "post", `${api}/invoices`).set("Content-Type", "application/json").send(body);
  const problems = async (body: string | object) => {
    const answer = await send(body);
    isClean(answer);
    expect(answer.status, answer.text).to.equal(422);
    expect(answer.body).to.be.an("array");
    return answer.body as readonly ProblemBody[];
  };

  it("is a 401 without a key, with an unknown one, and with a revoked one", async () => {
    const { persistence, clock } = shop.app.gateway;
    const revoked = {
      id: "revoked",
      storeId: shop.storeId,
      label: "",
      permissions: DEFAULT_PERMISSIONS,
      revokedAt: clock(),
    };
    await persistence.keys.create({ key: revoked, digest: keyDigest("ctk_revoked"), at: clock() });
    const headers = [
      "",
      "token",
      "token unknown",
      "token ctk_revoked",
      "Basic dXNlcjpwdw==",
      "token a b",
      `token ${"x".repeat(5_000)}`,
    ];
    for (const header of headers) {
      for (const path of [
        `${api}/invoices`,
        `${api}/invoices/x`,
        `${api}/webhooks`,
        `${api}/exports/payments.csv`,
      ]) {
        const answer = await request(shop.url).get(path).set("Authorization", header).expect(401);
        isClean(answer);
        expect(answer.body, header).to.include({ code: "unauthenticated" });
      }
    }
  });

  it("takes the key as Bearer too, in any case", async () => {
    const { apiKey } = shop.app.sandbox?.file ?? {};
    for (const scheme of ["Bearer", "TOKEN", "bearer "]) {
      await request(shop.url).get(`${api}/invoices`).set("Authorization", `${scheme} ${apiKey}`).expect(200);
    }
  });

  it("answers a wrong store id as such, alike for a foreign store and for one that does not exist", async () => {
    const { key, storeId } = await secondMerchant(shop, DEFAULT_PERMISSIONS);
    const { id } = await issue(shop);
    for (const path of ["/invoices", `/invoices/${id}`, "/webhooks", "/exports/payments.csv"]) {
      const foreign = await request(shop.url)
        .get(api + path)
        .set("Authorization", `token ${key}`)
        .expect(403);
      isClean(foreign);
      expect(foreign.body).to.deep.equal({
        code: "wrong-store",
        message: `This API key is for the store ${storeId}; the call names the store ${shop.storeId}.`,
      });
      const unknown = await request(shop.url)
        .get(`/api/v1/stores/nobody${path}`)
        .set("Authorization", `token ${key}`)
        .expect(403);
      expect(unknown.body.message).to.equal(foreign.body.message.replace(shop.storeId, "nobody"));
    }
    const elsewhere = await request(shop.url)
      .get(`/api/v1/stores/${storeId}/invoices/${id}`)
      .set("Authorization", `token ${key}`)
      .expect(404);
    expect(elsewhere.body, "another store's invoice").to.include({ code: "invoice-not-found" });
  });

  it("is a 403 when the key may not do it, and names what is missing", async () => {
    const { key, storeId } = await secondMerchant(shop, ["btcpay.store.canviewinvoices"]);
    const mayView = (method: "get" | "post", path: string) =>
      request(shop.url)[method](`/api/v1/stores/${storeId}${path}`).set("Authorization", `token ${key}`);
    await mayView("get", "/invoices").expect(200);
    const { body } = await mayView("post", "/invoices").send({ amount: "1" }).expect(403);
    expect(body).to.include({ missingPermission: "btcpay.store.cancreateinvoice" });
    await mayView("get", "/webhooks").expect(403);
  });

  it("is a 404 in JSON for what does not exist", async () => {
    const paths = [`${api}/invoices/nothing`, `${api}/invoices/__proto__`, `${api}/invoices/${"x".repeat(3_000)}/payment-methods`, `${api}/nothing`, "/api/v1/nothing"]; // prettier-ignore
    for (const path of paths) {
      const answer = await raw(shop, "get", path).set("Accept", "text/html").expect(404);
      isClean(answer);
      expect(answer.text.length).to.be.below(500);
    }
    isClean(
      await raw(shop, "post", `${api}/invoices/nothing/payment-methods/BTC-CHAIN/activate`).expect(404),
    );
  });

  it("is a 422 that names every field that is wrong, what was expected and what came", async () => {
    const found = await problems({
      amount: true,
      currency: 5,
      metadata: "x",
      checkout: { expirationMinutes: 0.1, monitoringMinutes: "5", paymentTolerance: 101, paymentMethods: ["A", 7], redirectAutomatically: "yes" }, // prettier-ignore
    });
    expect(Object.fromEntries(found.map(({ path, message }) => [path, message]))).to.deep.equal({
      Amount: 'Expected the price as a decimal string such as "25.00"; got true.',
      Currency: "Invalid input: expected string, received number.",
      Metadata: "Invalid input: expected record, received string.",
      "Checkout.ExpirationMinutes": "Expected at least half a minute (0.5); got 0.1.",
      "Checkout.MonitoringMinutes": "Invalid input: expected number, received string.",
      "Checkout.PaymentTolerance": "Too big: expected number to be <=100; got 101.",
      "Checkout.PaymentMethods[1]": "Invalid input: expected string, received number.",
      "Checkout.RedirectAutomatically": "Invalid input: expected boolean, received string.",
    });
    for (const { code } of found) expect(code).to.equal("invalid");
    const meant = await problems({
      amount: "-1",
      currency: "XYZ",
      checkout: { redirectURL: "javascript:alert(1)" },
    });
    expect(meant.map(({ path }) => path)).to.deep.equal(["Currency", "Amount", "Checkout.RedirectURL"]);
    for (const { message } of meant)
      expect(message).to.match(/^Expected .*got "(-1|XYZ|javascript:alert\(1\))"/);
    for (const redirectURL of ["https://", "https://exa mple", "http://[::1", "https://a:b:c/"]) {
      const [problem] = await problems({ amount: "1", checkout: { redirectURL } });
      expect(problem, redirectURL).to.include({ path: "Checkout.RedirectURL" });
    }
  });

  it("is a 422 for every amount that is no price", async () => {
    const wrong = ["", "abc", "1,5", "1e3", "-0", "0.001", "-5", -5, 1e-7, 1e21, "0x10", "Infinity", "9".repeat(78), "9".repeat(101), [], {}, false]; // prettier-ignore
    for (const amount of wrong) {
      const [problem, ...others] = await problems({ amount });
      expect(others, JSON.stringify(amount)).to.deep.equal([]);
      expect(problem, JSON.stringify(amount)).to.include({ path: "Amount", code: "invalid" });
      expect(problem?.message).to.match(/expected|Expected/);
    }
  });

  it("is a 422 for a payment method that there is not, naming those that there are", async () => {
    const [problem] = await problems({
      amount: "25.00",
      checkout: { paymentMethods: ["BTC-CHAIN", "DOGE-CHAIN"] },
    });
    expect(problem).to.include({ code: "method-not-available" }).and.property("message").to.include("BTC-CHAIN").and.to.include("DOGE-CHAIN"); // prettier-ignore
  });

  it("is a 404 for an address with a NUL in it, which no database can be asked for", async () => {
    for (const path of ["/i/%00", "/pull-payments/a%00b", `/api/v1/stores/${shop.storeId}/invoices?textSearch=%00`]) {
      const answer = await raw(shop, "get", path).expect(404);
      expect(answer.body).to.include({ code: "not-found" });
    }
  }); // prettier-ignore

  it("is a 422 for a filter that makes no sense", async () => {
    const queries = [
      "skip=-1",
      "take=x",
      "startDate=yesterday",
      "endDate=1.5",
      "startDate=5&endDate=4",
      `take=${"9".repeat(20)}`,
    ];
    for (const query of queries) {
      const answer = await raw(shop, "get", `${api}/invoices?${query}`).expect(422);
      isClean(answer);
      expect((answer.body as ProblemBody[])[0]?.path, query).to.equal(/^\w+/.exec(query)?.[0]);
    }
  });

  it("is a 400 when its body is not JSON, and a 413 when it is larger than 64 KiB", async () => {
    for (const body of ['{"amount":', "{'a':1}", "\u0000", "[1,2", "undefined"]) {
      const answer = await send(body).expect(400);
      isClean(answer);
      expect(answer.body).to.deep.equal({ code: "invalid-json", message: "The body is not valid JSON." });
    }
    const large = await send({ amount: "25.00", metadata: { text: "x".repeat(65 * 1024) } }).expect(413);
    isClean(large);
    await send({ amount: "25.00", metadata: { text: "x".repeat(63 * 1024) } }).expect(200);
    isClean(await raw(shop, "get", `${api}/invoices/%E0%A4%A`).expect(400));
    isClean(await send("{}").set("Content-Encoding", "br2").expect(415));
  });

  it("is a 422 when its body is nested too deeply, in fields that nobody knows too, under an Idempotency-Key too", async () => {
    const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
    for (const field of ["unknown", "metadata"]) {
      const body = `{"amount":"25.00","${field}":${deep(5_000)}}`;
      const [problem] = (await send(body).set("Idempotency-Key", field).expect(422)).body as ProblemBody[];
      expect(problem?.message, field).to.include("at most 50 levels");
    }
    await send(`{"amount":"25.00","unknown":${deep(40)}}`).expect(200);
  });

  it("is a 422 that names the field with a NUL in it, which a database may not keep; forms likewise", async () => {
    for (const body of [{ metadata: { a: ["b\0"] } }, { metadata: { "a\0": 1 } }])
      expect((await problems({ amount: "25.00", ...body }))[0]).to.include({ path: "Metadata", code: "invalid" });
    const hook = await raw(shop, "post", `${api}/webhooks`).send({ url: "https://shop.example/\0" }).expect(422);
    expect(hook.text).to.include("NUL");
    const { id } = await issue(shop);
    const form = request(shop.url).post(`/i/${id}/refund-address`).type("form").set("Accept", "text/html");
    expect((await form.send("method=BTC-CHAIN&address=%00").expect(422)).text).to.include("NUL");
  }); // prettier-ignore

  it("is a 422 for a price so small that it would be read as nothing, and be paid at once", async () => {
    const tiny = ["1e-400", "0.0000000001E-320", `0.${"0".repeat(400)}1`];
    for (const amount of tiny) expect((await problems(`{"amount":${amount}}`))[0]?.message).to.include(amount.slice(0, 40));
    await send(`{"amount":0e-400,"metadata":{"note":"1e-400 and \\"1e-400"}}`).expect(200);
  }); // prettier-ignore

  it("is a 422 in letters other than UTF-8, in which such a price would not be recognised", async () => {
    for (const charset of ["utf-16le", "utf-7"]) {
      const type = `application/json; charset=${charset}`;
      const body = charset === "utf-7" ? '{"amount":1e-400}' : Buffer.from('{"amount":1e-400}', "utf16le");
      const answer = await raw(shop, "post", `${api}/invoices`).set("Content-Type", type).serialize(String).send(body as string); // prettier-ignore
      expect([answer.status, (answer.body as ProblemBody[])[0]?.message], charset).to.deep.equal([422, "Expected a body in UTF-8."]);
    }
  }); // prettier-ignore

  // A pattern that looks back over the whole body took minutes for each of these; nobody else may wait for that.
  it("is a 400 whatever quotes and backslashes it has, before the test's own time is over", async () => {
    for (const text of ['\\"', '"\\', '\\\\"', "\\"])
      await send(`${text.repeat(60_000 / text.length)}e-99\\`).expect(400);
  }).timeout(20_000);

  it("is no reason to refuse an order that half an emoji was cut from its texts, and its page opens", async () => {
    const body = { metadata: { orderId: "A-\ud83d", itemDesc: "Tea \udc75" }, checkout: { redirectURL: "https://shop.example/{OrderId}" } };
    const invoice = await issue(shop, body);
    expect(invoice.metadata).to.deep.equal({ orderId: "A-\ufffd", itemDesc: "Tea \ufffd" });
    expect((await request(shop.url).get(`/i/${invoice.id}`).set("Accept", "text/html")).status).to.equal(200);
  }); // prettier-ignore

  it("is no reason either to let nobody change a store again whose name was cut so", async () => {
    const change = (name: string) => request(shop.url).put(api).set("Authorization", `token ${shop.app.sandbox?.file.apiKey}`).send({ name });
    for (const name of ["Tea \ud83d", "Tea and more"]) expect((await change(name)).status, name).to.equal(200);
  }); // prettier-ignore

  it("is a 422 when its body is no object, or not declared as JSON", async () => {
    for (const body of ["[]", '[{"amount":"25.00"}]'])
      expect((await problems(body))[0]?.message).to.include("expected object");
    const undeclared = await raw(shop, "post", `${api}/invoices`)
      .set("Content-Type", "text/plain")
      .send('{"amount":"25.00"}');
    expect(undeclared.status).to.equal(422);
    expect((undeclared.body as readonly ProblemBody[])[0]?.message).to.include(
      "Content-Type: application/json",
    );
    isClean(undeclared);
  });

  it("pollutes no prototype, and leaves harmless what looks like one", async () => {
    const hostile = [
      '{"amount":"x","__proto__":{"amount":"25.00","isAdmin":true}}',
      '{"amount":"x","constructor":{"prototype":{"isAdmin":true}},"checkout":{"__proto__":{"expirationMinutes":-1}}}',
    ];
    for (const body of hostile) expect((await problems(body))[0]?.path).to.equal("Amount");
    const taken = await send(
      '{"amount":"25.00","metadata":{"__proto__":{"isAdmin":true},"a":{"__proto__":{"isAdmin":true}}}}',
    );
    expect(taken.status).to.equal(200);
    expect(({} as Record<string, unknown>)["isAdmin"]).to.equal(undefined);
    await raw(shop, "get", `${api}/invoices?__proto__[isAdmin]=1&constructor=2&status[__proto__]=3`).expect(
      200,
    );
    expect(({} as Record<string, unknown>)["isAdmin"]).to.equal(undefined);
  });

  it("cannot choose the address of the checkout by its headers", async () => {
    const answer = await send({ amount: "25.00" })
      .set("Host", "evil.example")
      .set("X-Forwarded-Host", "evil.example")
      .set("X-Forwarded-Proto", "https")
      .set("Forwarded", "host=evil.example")
      .expect(200);
    expect(answer.text).not.to.include("evil.example");
    const page = await request(shop.url).get(`/i/${answer.body.id}`).set("Host", "evil.example").expect(200);
    expect(page.text).not.to.include("evil.example");
  });
});
