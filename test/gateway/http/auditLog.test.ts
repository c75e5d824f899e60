import { expect } from "chai";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { issue } from "./merchant.ts";

/** Every call of a key that changes something is kept, but those of each sale. */
describe("the audit log of the merchant API", function () {
  this.timeout(60_000);
  let sandbox: SandboxApp;
  before(async () => void (sandbox = await startSandboxApp()));
  after(() => sandbox.close());

  /** Changes the store, as a key of it does. */
  const change = async (body: unknown): Promise<number> => {
    const { apiKey } = sandbox.app.sandbox!.file;
    const headers = { authorization: `token ${apiKey}`, "content-type": "application/json" };
    const url = `${sandbox.url}/api/v1/stores/${sandbox.storeId}`;
    return (await fetch(url, { method: "PUT", headers, body: JSON.stringify(body) })).status;
  };
  const entries = () => sandbox.app.gateway.persistence.auditLog.list({ limit: 100 });

  it("has what a key changed, by whom, from where, and no secret of it", async () => {
    expect(await change({ name: "Leaf & Kettle" })).to.equal(200);
    const webhook = { url: "https://shop.example/hook", secret: "hush-hush-hush-hush" };
    await sandbox.post("/webhooks", webhook);
    const [second, first] = await entries();
    expect(first).to.deep.include({ action: "api.changeStore", storeId: sandbox.storeId });
    expect(first?.after).to.deep.equal({ name: "Leaf & Kettle" });
    expect(second?.action).to.equal("api.createWebhook");
    expect(second?.actor.kind).to.equal("key");
    expect(second?.address).to.match(/127\.0\.0\.1|::1/);
    expect(JSON.stringify(await entries())).not.to.include("hush-hush");
  });

  it("has neither personal data nor tokens of URLs, but which fields there were", async () => {
    const metadata = { orderId: "77", buyerName: "Ada Private", buyerEmail: "ada@private.example" };
    const request = { amount: "5", currency: "USD", title: "Tea", email: "bob@private.example", metadata };
    expect((await sandbox.post("/payment-requests", request)).status).to.equal(200);
    const hook = "https://shop.example/hook?t=token-in-url#token-in-hash";
    await sandbox.post("/webhooks", { url: hook, secret: "hush-hush-hush-hush" });
    const [second, first] = await entries();
    expect(first?.after).to.deep.include({ title: "Tea", email: "…", metadata: Object.keys(metadata) });
    expect(second?.after).to.have.property("url", "https://shop.example/hook");
    expect(JSON.stringify([first, second])).not.to.match(/private|in-url|in-hash/i);
  });

  it("has nothing of a call that was refused, that only reads, or that is a sale", async () => {
    const before = (await entries()).length;
    await issue(sandbox, {});
    await sandbox.get("");
    expect(await change({ name: "" })).to.equal(422);
    await sandbox.post("/invoices/nothing/status", { status: "Invalid" });
    expect((await entries()).length).to.equal(before);
  });
});
