import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect } from "chai";
import type { z } from "zod";
import { createClient, CrosstillError, readWebhookMessage } from "../../../../src/sdk/client.ts";
import { MESSAGE_FIELDS } from "../../../../src/sdk/messageFields.ts";
import { EVENT_NAMES } from "../../../../src/gateway/usecases/invoices/eventNames.ts";
import { issueKey } from "../../../../src/gateway/usecases/stores/createStore.ts";
import { ALL_PERMISSIONS } from "../../../../src/gateway/domain/access/permissions.ts";
import { openApi } from "../../../../src/gateway/http/reference/document.ts";
import { answerExamples } from "../../../../src/gateway/http/reference/examples.ts";
import { OPERATIONS } from "../../../../src/gateway/http/reference/operations.ts";
import type { Operation } from "../../../../src/gateway/http/reference/operation.ts";
import { REPEATABLE, ROUTES, type OperationName } from "../../../../src/gateway/http/reference/paths.ts";
import { renderPage } from "../../../../src/gateway/http/pages.ts";
import { referenceView, type Document } from "../../../../src/gateway/http/reference/referenceView.ts";
import { messageAnswer } from "../../../../src/gateway/http/answers/webhook.ts";
import { testClock } from "../../../support/clock.ts";
import { serve, type LocalServer } from "../../../support/localServer.ts";
import { startSandboxApp, type SandboxApp } from "../../../support/sandboxApp.ts";
import { tellStory, type Told } from "./story.ts";

const NAMES = Object.keys(ROUTES) as readonly OperationName[];
const operation = (name: OperationName): Operation => OPERATIONS[name];

describe("the reference of the merchant API", function () {
  this.timeout(60_000);
  let sandbox: SandboxApp;
  let receiver: LocalServer;
  let told: Told;
  before(async () => {
    // The package that checks signatures compares their time with this machine's, so the clock starts there.
    sandbox = await startSandboxApp({ clock: testClock(Date.now()) });
    await sandbox.control("bitcoin/automine", { seconds: 0 });
    receiver = await serve((_, response) => response.writeHead(200).end());
    told = await tellStory(sandbox, await clientOf(sandbox), receiver);
  });
  after(async () => {
    await sandbox.close();
    await receiver.close();
  });

  const clientOf = async ({ app, url, storeId }: SandboxApp) => {
    const { persistence } = app.gateway;
    const grant = { storeId, label: "reference", permissions: ALL_PERMISSIONS };
    return createClient({
      url,
      storeId,
      apiKey: await issueKey(persistence.keys, app.gateway, grant, "test"),
    });
  };
  const faults = (schema: z.ZodType | undefined, answer: unknown) =>
    schema ? (schema.safeParse(answer).error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`) : answer === undefined || typeof answer === "string" ? [] : ["Expected nothing."]; // prettier-ignore

  it("knows without its schemas what takes an Idempotency-Key, for the client", () => {
    expect(REPEATABLE).to.have.members(NAMES.filter((name) => operation(name).repeatable));
  });

  it("has an example of every body, and every operation was called with it", () => {
    expect([...told.keys()]).to.have.members(NAMES);
    expect(NAMES.filter((name) => operation(name).body && operation(name).example === undefined)).to.deep.equal([]);
  }); // prettier-ignore

  for (const name of NAMES) {
    it(`is answered by ${name} with exactly the fields that it describes`, () => {
      expect(faults(operation(name).answer, told.get(name))).to.deep.equal([]);
    });
  }

  it("shows answers that are as it describes, of every operation that has one", () => {
    const answering = NAMES.filter((name) => operation(name).answer);
    expect(Object.keys(answerExamples)).to.have.members(answering);
    for (const name of answering) expect(faults(operation(name).answer, answerExamples[name]), name).to.deep.equal([]); // prettier-ignore
  });

  it("describes every message that a webhook was sent", () => {
    expect(receiver.asked.length).to.be.greaterThan(5);
    for (const { body } of receiver.asked) expect(faults(messageAnswer, JSON.parse(body)), body).to.deep.equal([]); // prettier-ignore
    for (const { body } of receiver.asked) {
      const message = JSON.parse(body) as Readonly<Record<string, unknown>>;
      const { [String(message["type"])]: always = [] } = MESSAGE_FIELDS;
      expect(Object.keys(message), String(message["type"])).to.include.members([...always]);
    }
    expect(Object.keys(MESSAGE_FIELDS)).to.have.members(EVENT_NAMES);
  });
});

describe("the reference as a document", () => {
  const document = openApi("https://pay.example");

  it("is OpenAPI 3.1 without a warning of a strict reader", async () => {
    const config = await createConfig({ extends: ["recommended-strict"] });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).to.deep.equal([]);
  });

  it("lists the error codes of each call, and says once what each means", () => {
    const page = renderPage("reference/page", referenceView(document as Document));
    const linked = [...page.matchAll(/href="#(error-[a-z-]+)"/g)].map(([, id = ""]) => id);
    expect(linked).to.include.members(["error-policy-not-allowed", "error-idempotency-key-reused"]);
    const anchors = [...page.matchAll(/id="(error-[a-z-]+)"/g)].map(([, id = ""]) => id);
    expect(new Set(anchors).size).to.equal(anchors.length);
    expect(anchors).to.include.members(linked);
  });

  it("explains what is sent, field by field, and hides nothing that is needed", () => {
    const { areas, schemas } = referenceView(document as Document);
    const create = areas.flatMap(({ operations }) => operations).find(({ id }) => id === "createInvoice");
    const fields = new Map(create?.body?.fields.map((field) => [field.name, field]));
    expect(fields.get("amount")).to.include({ type: "string | number | null", required: false });
    expect(fields.get("checkout.redirectURL")?.about[0]?.text).to.include("leads back");
    expect(create?.curl).to.include(`curl -X POST "https://pay.example/api/v1/stores/$storeId/invoices"`);
    const page = renderPage("reference/page", referenceView(document as Document));
    const [, first] = /curl "https:\/\/pay\.example(\S+)"/.exec(page) ?? [];
    expect(first?.replace("$STORE_ID", "{storeId}"), "the first example").to.equal(create?.path);
    const invoice = schemas.find(({ name }) => name === "Invoice")?.fields;
    expect(invoice?.find(({ name }) => name === "crosstill.settlements")).to.include({ type: "Settlement[]", link: "Settlement" }); // prettier-ignore
  });
});

describe("the typed client", () => {
  let sandbox: SandboxApp;
  let receiver: LocalServer;
  before(async () => {
    sandbox = await startSandboxApp({ clock: testClock(Date.now()) });
    receiver = await serve(({ path }, response, count) => {
      if (path.startsWith("/odd/")) response.writeHead(502).end("<html>bad gateway");
      else if (path.startsWith("/away/")) response.writeHead(302, { location: "/elsewhere" }).end();
      else if (path.startsWith("/api/")) response.destroy();
      else response.writeHead(200).end(String(count));
    });
  });
  after(async () => {
    await sandbox.close();
    await receiver.close();
  });

  const client = (more: Partial<Parameters<typeof createClient>[0]> = {}) => {
    const { storeId, apiKey } = sandbox.app.sandbox!.file;
    return createClient({ url: `${sandbox.url}/`, storeId, apiKey, wait: async () => {}, ...more });
  };
  const refusal = async (call: Promise<unknown>) =>
    call.then(
      () => expect.fail("It was not refused."),
      (error: unknown) => error as CrosstillError,
    );

  it("makes one invoice of two calls with the same key", async () => {
    const call = { body: { amount: "25.00", currency: "USD" }, idempotencyKey: "order-1" };
    const [one, other] = [await client().createInvoice(call), await client().createInvoice(call)];
    expect(one).to.deep.equal(other);
    expect(one.amount).to.equal("25.00");
    expect((await client().listInvoices({ textSearch: one.id })).map(({ id }) => id)).to.deep.equal([one.id]);
  });

  it("throws what the gateway refuses, with everything that is wrong", async () => {
    const wrong = await refusal(client().createInvoice({ body: { amount: "-1", currency: "QQQ" } }));
    expect(wrong).to.be.instanceOf(CrosstillError);
    expect([wrong.status, wrong.details.problems?.map(({ path }) => path)]).to.deep.equal([422, ["Currency", "Amount"]]); // prettier-ignore
    const missing = await refusal(client().getInvoice({ invoiceId: "../../../api/v1/stores" }));
    expect([missing.status, missing.code]).to.deep.equal([404, "invoice-not-found"]);
    for (const id of [".", ".."]) expect((await refusal(client().changeInvoice({ invoiceId: id, body: {} }))).code).to.equal("missing-parameter"); // prettier-ignore
    expect((await refusal(client({ apiKey: "none" }).getStore())).status).to.equal(401);
    expect((await refusal(client().getInvoice({ invoiceId: "" }))).code).to.equal("missing-parameter");
  });

  it("says of a line that breaks that it may have been done, and of strangers what they answered", async () => {
    const broken = await refusal(client({ url: receiver.url }).createInvoice({ body: { amount: "1" } }));
    expect([broken.status, broken.code]).to.deep.equal([0, "no-answer"]);
    const odd = await refusal(client({ url: `${receiver.url}/odd` }).getStore());
    expect([odd.status, odd.code]).to.deep.equal([502, "http-502"]);
    expect((await refusal(client({ url: `${receiver.url}/away` }).getStore())).code, "the key goes nowhere else").to.equal("no-answer"); // prettier-ignore
  });

  it("reads a webhook's message, and none that was altered or is signed by another", async () => {
    const { id, secret } = await client().createWebhook({ body: { url: `${receiver.url}/hook` } });
    await client().testWebhook({ webhookId: id, body: { type: "InvoiceSettled" } });
    const { body, headers } = receiver.asked.at(-1)!;
    const message = readWebhookMessage(Buffer.from(body), headers, secret);
    expect([message.type, message.webhookId, message.crosstill.current?.status]).to.deep.equal(["InvoiceSettled", id, "Settled"]); // prettier-ignore
    expect(() => readWebhookMessage(body.replace("Settled", "Set"), headers, secret)).to.throw(CrosstillError, "signature"); // prettier-ignore
    expect(() => readWebhookMessage(body, headers, `${secret}x`)).to.throw(CrosstillError, "signature");
    expect(() => readWebhookMessage(body, { ...headers, "webhook-timestamp": "1" }, secret)).to.throw(CrosstillError); // prettier-ignore
  });
});
