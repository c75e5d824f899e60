import { expect } from "chai";
import { createHmac } from "node:crypto";
import type { ServerResponse } from "node:http";
import { serve, type Asked, type LocalServer } from "../support/localServer.ts";
import { onEngines, USUAL_ENGINES } from "../support/databases.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { constantPart } from "../support/webhookWords.ts";
import { ok, shopOf } from "./shop.ts";

type Received = Readonly<{
  headers: Readonly<Record<string, string>>;
  body: string;
  event: Readonly<Record<string, unknown>>;
}>;

describe("webhooks of a payment", function () {
  this.timeout(60_000);

  onEngines(USUAL_ENGINES, (newUrl) => {
    let sandbox: SandboxApp;
    let shop: ReturnType<typeof shopOf>;
    let receiver: LocalServer;
    let received: Received[];
    let answer: number;
    let secret: string;

    before(async () => {
      received = [];
      answer = 200;
      receiver = await serve(receive);
      const databaseUrl = await newUrl();
      sandbox = await startSandboxApp(databaseUrl ? { databaseUrl } : {});
      shop = shopOf(sandbox);
      await sandbox.control("bitcoin/automine", { seconds: 0 });
      secret = ok<{ secret: string }>(
        await sandbox.post("/webhooks", { url: `${receiver.url}/hook` }),
      ).secret;
    });
    after(async () => {
      await sandbox.close();
      await receiver.close();
    });
    beforeEach(() => {
      received = [];
      answer = 200;
    });

    function receive({ headers, body }: Asked, response: ServerResponse): void {
      const event = JSON.parse(body) as Record<string, unknown>;
      received.push({ headers: headers as Record<string, string>, body, event }); // none of our headers comes twice
      response.statusCode = answer;
      response.end();
    }

    it("arrive in the order that plugins expect, with the merchant's metadata and flags", async () => {
      const metadata = { orderId: "A-7", nested: { b: 1, a: ["ü"] }, posData: "{}" };
      const { id } = ok<{ id: string }>(
        await sandbox.post("/invoices", { amount: "40.00", currency: "USD", metadata }),
      );
      await shop.pay(id);
      await shop.look(id);
      await shop.mine();
      await shop.until(id, "Settled");
      await shop.tick(2);
      const events = received.filter(({ event }) => event["invoiceId"] === id).map(({ event }) => event);
      expect(events.map(({ type }) => type)).to.deep.equal([
        "InvoiceCreated",
        "InvoiceReceivedPayment",
        "InvoiceProcessing",
        "InvoicePaymentSettled",
        "InvoiceSettled",
      ]);
      for (const event of events)
        expect(JSON.stringify(event["metadata"])).to.equal(JSON.stringify(metadata));
      expect(events[2]).to.include({ overPaid: false });
      expect(events[4]).to.include({ overPaid: false, manuallyMarked: false });
      expect(events[1]).to.include({ afterExpiration: false, paymentMethodId: "BTC-CHAIN" });
    });

    it("carry both signatures over the very bytes that were sent", async () => {
      await shop.invoice();
      await shop.tick(2);
      const [{ headers, body }] = received as [Received];
      const digest = createHmac("sha256", secret).update(body).digest("hex");
      expect(headers["btcpay-sig"]).to.equal(`sha256=${digest}`);
      const signed = createHmac("sha256", secret)
        .update(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`)
        .digest("base64");
      expect(headers["webhook-signature"]?.split(" ")).to.include(`v1,${signed}`);
    });

    it("are sent again with the same words until they are taken, across a restart", async () => {
      answer = 503;
      await shop.invoice();
      await shop.tick(2);
      expect(received).to.have.length(1);
      sandbox = await sandbox.restart();
      shop = shopOf(sandbox);
      await sandbox.control("bitcoin/automine", { seconds: 0 });
      await shop.tick(13); // ten seconds and the jitter
      expect(received).to.have.length(2);
      answer = 200;
      await shop.tick(80);
      await shop.tick(600);
      expect(received).to.have.length(3);
      expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).to.equal(1);
      expect(new Set(received.map(({ body }) => constantPart(body))).size).to.equal(1);
      expect(received.map(({ event }) => event["isRedelivery"])).to.deep.equal([false, true, true]);
    });
  });
});
