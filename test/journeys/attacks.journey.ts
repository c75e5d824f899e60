import { expect } from "chai";
import { checkBitcoinAddress, scriptOf } from "../../src/bitcoin/codec/address.ts";
import { deliverWebhooks } from "../../src/gateway/usecases/webhooks/deliverWebhooks.ts";
import { pollRequestsOf } from "../../src/gateway/usecases/tracking/pollRequest.ts";
import { methodsOf } from "../../src/gateway/usecases/pricing/methods.ts";
import type { Gateway } from "../../src/gateway/usecases/gateway.ts";
import type { QuoteAsk, RequestNews } from "../../src/gateway/ports/servicePort.ts";
import { priceMethod } from "../../src/gateway/usecases/pricing/priceMethod.ts";
import { watchMempool } from "../../src/gateway/usecases/tracking/watchMempool.ts";
import { isFull } from "../support/sizes.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { ok, shopOf, type ApiInvoice } from "./shop.ts";

/** What was once found by attacking: each title is what the merchant must be able to rely on. */
describe("an attacker or a lying service", function () {
  this.timeout(60_000);

  let sandbox: SandboxApp;
  let shop: ReturnType<typeof shopOf>;

  before(async () => {
    sandbox = await startSandboxApp();
    shop = shopOf(sandbox);
    await sandbox.control("bitcoin/automine", { seconds: 0 });
  });
  after(() => sandbox.close());

  /** The real gateway with a service that says something else about one invoice's request. */
  async function serviceSays(
    id: string,
    change: Partial<RequestNews>,
    gateway: Gateway = sandbox.app.gateway,
  ): Promise<void> {
    const invoice = await gateway.persistence.invoices.load(id);
    const [deposit] = invoice!.facts.deposits;
    const [offer] = invoice!.facts.offers;
    const news: RequestNews = {
      ...{
        requestId: offer!.requestId,
        word: "success",
        parent: undefined,
        input: undefined,
        output: undefined,
      },
      ...{ depositTxid: deposit!.outpoint.slice(0, 64), outHashes: [], raw: {} },
      ...change,
    };
    const service = { ...gateway.service, requestsOf: async () => [news] };
    await pollRequestsOf({ ...gateway, service } as Gateway, invoice!);
  }

  /** An invoice whose payment a block holds, and which the service has not converted yet. */
  async function confirmed(amount: string): Promise<string> {
    const { id } = await shop.invoice(amount);
    await shop.pay(id);
    await shop.mine();
    sandbox.clock.advance(1_000);
    await sandbox.run("follow bitcoin");
    expect((await shop.load(id)).status).to.equal("Processing");
    return id;
  }

  it("cannot have an invoice settled for nothing by a tolerance of 100 percent", async () => {
    const checkout = { paymentTolerance: 100 };
    const { persistence } = sandbox.app.gateway;
    const merchant = (await persistence.stores.load(sandbox.storeId))!;
    const settings = { ...merchant.settings, bounds: { ...merchant.settings.bounds, toleranceBps: 10_000 } };
    await persistence.stores.change(merchant, { name: merchant.name, settings }); // else it is refused
    const made = ok<ApiInvoice>(
      await sandbox.post("/invoices", { amount: "25.00", currency: "USD", checkout }),
    );
    expect(made.status).to.equal("New");
    await shop.tick();
    expect((await shop.load(made.id)).status).to.equal("New");
  });

  it("cannot settle two invoices with one transfer, however its hash is written", async () => {
    const first = await confirmed("30.00");
    const { txHash } = (await shop.until(first, "Settled")).crosstill.settlements[0]!;
    const second = await confirmed("30.00");
    for (const hash of [txHash, `0x${txHash.slice(2).toUpperCase()}`]) {
      await serviceSays(second, { outHashes: [hash] });
      expect((await shop.load(second)).crosstill.settlements).to.have.length(0);
    }
    await shop.until(second, "Settled");
  });

  it("is credited for each transfer of a batch to the invoice that it is for", async () => {
    const [first, second] = [await confirmed("30.00"), await confirmed("31.00")];
    const { gateway, sandbox: embedded } = sandbox.app;
    const batch = [30_100_000n, 31_200_000n].map((amount, logIndex) => ({
      ...{
        txHash: `0x${"ba".repeat(32)}`,
        part: `${logIndex}:d`,
        logIndex,
        amount,
        height: 7,
        at: sandbox.clock(),
      },
    }));
    const arrivals = new Map([[embedded!.file.settlement.chainId, async () => batch]]);
    const outHashes = [batch[0]!.txHash];
    await serviceSays(first, { outHashes, output: 30_100_000n }, { ...gateway, arrivals });
    await serviceSays(second, { outHashes, output: 31_200_000n }, { ...gateway, arrivals });
    const settled = await Promise.all([shop.load(first), shop.load(second)]);
    expect(settled.map(({ status }) => status)).to.deep.equal(["Settled", "Settled"]);
    expect(settled.map(({ crosstill }) => crosstill.settlements[0]?.amount)).to.deep.equal([
      "30100000",
      "31200000",
    ]);
  });

  it("cannot pass off an older payment to the merchant as the settlement", async () => {
    const { settlement } = sandbox.app.sandbox!.file;
    const { chainId, currency, recipient } = settlement;
    const paid = { chainId, currency, address: recipient, amount: "31000000" };
    const { txHash } = ok<{ txHash: string }>(await sandbox.control("evm/pay", paid));
    await shop.tick(600);
    const id = await confirmed("30.00");
    await serviceSays(id, { outHashes: [txHash] });
    expect((await shop.load(id)).status).to.equal("Processing");
    await shop.until(id, "Settled");
  });

  it("cannot end a payment with the word refund alone: what the chain shows counts", async () => {
    const id = await confirmed("30.00");
    await serviceSays(id, { word: "refund" });
    expect((await shop.load(id)).status, "the payer would be asked to pay twice").to.equal("Processing");
    const settled = await shop.until(id, "Settled");
    expect(settled.crosstill.settlements).to.have.length(1);
    expect(settled.crosstill.refunds).to.have.length(0);
  });

  it("cannot make another invoice's payment its own by a lie about the mempool", async () => {
    const thief = await shop.invoice();
    const victim = await shop.invoice();
    const txid = await shop.pay(victim.id);
    const { destination } = await shop.bitcoin(thief.id);
    const { gateway } = sandbox.app;
    const [tx] = await gateway.explorer.mempoolOf((await shop.bitcoin(victim.id)).destination);
    const script = scriptOf("regtest", checkBitcoinAddress("regtest", destination)!);
    const lie = { ...tx!, vout: tx!.vout.map((output) => ({ ...output, scriptpubkey: script })) };
    const explorer = { ...gateway.explorer, mempoolOf: async () => [lie] };
    sandbox.clock.advance(60_000);
    await watchMempool({ ...gateway, explorer }, new Map());
    expect((await shop.load(thief.id)).status).to.equal("New");
    await shop.mine();
    const settled = await shop.until(victim.id, "Settled");
    expect(settled.crosstill.settlements[0]?.originOutpoint).to.contain(txid);
  });

  it("cannot lower what is due by dust that nobody can convert", async () => {
    const { id } = await shop.invoice();
    const { due } = await shop.bitcoin(id);
    await shop.pay(id, 310n);
    await shop.mine();
    for (let second = 0; second < 5; second++) await shop.tick();
    // The rest has a price of its own, a few seconds later; what it must not be is less by the dust.
    expect(Number((await shop.bitcoin(id)).due)).to.be.closeTo(Number(due), Number(due) / 50);
    await shop.pay(id);
    await shop.mine();
    await shop.until(id, "Settled");
  });

  it("cannot hold up other merchants' webhooks with a receiver that never answers", async () => {
    const { gateway } = sandbox.app;
    const hanging = ok<{ id: string }>(await sandbox.post("/webhooks", { url: "http://127.0.0.1:9/hangs" }));
    const healthy = ok<{ id: string }>(
      await sandbox.post("/webhooks", { url: "http://127.0.0.1:9/answers" }),
    );
    const answered: string[] = [];
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const webhooks: Gateway["webhooks"] = {
      async send({ url, body }) {
        if (url.endsWith("hangs")) await held;
        answered.push(`${url.split("/").at(-1)} ${(JSON.parse(body) as { type: string }).type}`);
        return { kind: "answered", status: 200 };
      },
    };
    const busy = new Set<string>();
    await shop.invoice();
    await deliverWebhooks({ ...gateway, webhooks }, busy);
    expect([...busy]).to.deep.equal([hanging.id]);
    await shop.invoice();
    await deliverWebhooks({ ...gateway, webhooks }, busy);
    expect(answered).to.deep.equal(["answers InvoiceCreated", "answers InvoiceCreated"]);
    expect(healthy.id).to.not.equal(hanging.id);
    letGo();
  });

  it("cannot break the API with metadata of any depth", async () => {
    const metadata = `${'{"deeper":'.repeat(5_000)}{}${"}".repeat(5_000)}`;
    const { apiKey } = sandbox.app.sandbox!.file;
    const answer = await fetch(`${sandbox.url}/api/v1/stores/${sandbox.storeId}/invoices`, {
      method: "POST",
      headers: { authorization: `token ${apiKey}`, "content-type": "application/json" },
      body: `{"amount":"25.00","currency":"USD","metadata":${metadata}}`,
    });
    expect(answer.status).to.equal(422);
  });

  it("cannot use up addresses and quotes by choosing a method many times at once", async () => {
    ok(await sandbox.control("faults", { target: "intents", kind: "refuse", seconds: 60 }));
    const { id } = await shop.invoice("33.00");
    ok(await sandbox.control("faults", { target: "intents", kind: "refuse", seconds: 0 }));
    expect((await shop.bitcoin(id)).activated).to.equal(false);
    const path = `/invoices/${id}/payment-methods/BTC-CHAIN/activate`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => sandbox.post(path)));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array<number>(8).fill(200));
    expect((await shop.load(id)).crosstill.requests).to.have.length(1);
    expect(await sandbox.app.gateway.persistence.leases.of(id)).to.have.length(1);
  });

  it("cannot hide a payment behind dust", async () => {
    const { id } = await shop.invoice("40.00");
    const { destination } = await shop.bitcoin(id);
    await shop.pay(id);
    const payments = isFull ? 120 : 60; // more than an explorer lists at once
    for (let dust = 0; dust < payments; dust++) {
      ok(await sandbox.control("bitcoin/pay", { address: destination, sats: "600" }));
    }
    await shop.mine();
    const settled = await shop.until(id, "Settled", 40);
    expect(settled.crosstill.settlements.length).to.be.greaterThan(0);
  });

  it("cannot ask a payer for ten times the price", async () => {
    const { gateway } = sandbox.app;
    const { id } = await shop.invoice("40.00");
    const [store, invoice] = [
      await gateway.persistence.stores.load(sandbox.storeId),
      await gateway.persistence.invoices.load(id),
    ];
    const [method] = await methodsOf(gateway, store!);
    const { quote } = gateway.service;
    const service = {
      ...gateway.service,
      quote: async (asked: QuoteAsk) =>
        asked.tradeType === "EXACT_INPUT"
          ? quote({ ...asked, amount: asked.amount / 10n })
          : { ...(await quote(asked)), input: (await quote(asked)).input * 10n },
    };
    const tried = await priceMethod({ ...gateway, service } as Gateway, store!, invoice!, method!).catch(
      (error: unknown) => error,
    );
    expect(tried).to.include({ code: "quote_unusable" });
  });

  it("cannot stop the gateway from asking about a payment by setting the clock back", async () => {
    await confirmed("30.00");
    await sandbox.run("poll requests"); // looked at now, which is soon an hour in the future
    const asked = sandbox.app.calls.read().status;
    sandbox.clock.advance(-3_600_000);
    await sandbox.run("poll requests");
    expect(sandbox.app.calls.read().status).to.be.greaterThan(asked);
  });
});
