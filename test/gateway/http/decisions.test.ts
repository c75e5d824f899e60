import { expect } from "chai";
import type { ServerResponse } from "node:http";
import { parseDecimal } from "../../../src/values/amount.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../src/intents/identifiers.ts";
import { serve, type Asked, type LocalServer } from "../../support/localServer.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";
import { bitcoinOf, issue, keyFor, raw, secondMerchant, type ProblemBody } from "./merchant.ts";

type Item = Readonly<{ key: string; kind: string; amount: string; amountInPrice: string; invoiceId: string }>;
type Body = Readonly<{
  id: string;
  status: string;
  additionalStatus: string;
  crosstill: Readonly<{
    paid: string;
    remaining: string;
    over: string;
    currency: string;
    oddities: readonly Readonly<{ kind: string; amount: string | null; amountInPrice: string | null }>[];
    attention: readonly Item[];
    policy: Readonly<Record<string, unknown>>;
    deposits: readonly Readonly<{ settlement: object | null; countsFor: string; mismatch: string | null }>[];
  }>;
}>;
type Inbox = Readonly<{
  items: readonly Item[];
  unattributed: readonly Readonly<{ chainId: number; outpoint: string; amount: string; symbol: string }>[];
}>;
type Event = Readonly<{ type: string; invoiceId: string; payment?: Readonly<{ value: string; status: string }>; crosstill: Body["crosstill"] & Readonly<{ deposit?: Readonly<{ amount: string; settlement: Readonly<{ amount: string; claimed: boolean }> | null }> }> }>; // prettier-ignore

const WHO = { by: "Ada", reason: "agreed with the customer" };

describe("payments that are not as asked for, over the API", function () {
  this.timeout(60_000);
  let shop: SandboxApp;
  let receiver: LocalServer;
  let events: Event[] = [];
  const base = () => `/api/v1/stores/${shop.storeId}`;
  const read = async (id: string) => (await shop.get(`/invoices/${id}`)).body as Body;
  const inbox = async () => (await shop.get("/crosstill/inbox")).body as Inbox;

  before(async () => {
    receiver = await serve(({ body }: Asked, response: ServerResponse) => {
      events.push(JSON.parse(body) as Event);
      response.end();
    });
    shop = await startSandboxApp();
    await shop.control("bitcoin/automine", { seconds: 0 });
    const specificEvents = ["InvoiceReceivedPayment", "InvoicePaymentSettled", "CrosstillAttention"];
    await shop.post("/webhooks", {
      url: receiver.url,
      authorizedEvents: { everything: false, specificEvents },
    });
  });
  after(async () => {
    await shop.close();
    await receiver.close();
  });

  /** Pays a part of what is due and lets the service pass it on. */
  async function payPart(id: string, part: bigint, of: bigint): Promise<bigint> {
    const { destination, due } = await bitcoinOf(shop, id);
    const sats = (parseDecimal(due, 8) * part) / of;
    await shop.control("bitcoin/pay", { address: destination, sats: sats.toString() });
    await shop.control("bitcoin/mine", { blocks: 1 });
    for (let round = 0; round < 6; round++) {
      shop.clock.advance(2_000);
      await shop.run();
    }
    return sats;
  }

  it("a part says what was paid and what is missing, in the invoice and in every event", async () => {
    const { id } = await issue(shop);
    events = [];
    await payPart(id, 1n, 2n);
    const { status, additionalStatus, crosstill } = await read(id);
    expect([status, additionalStatus]).to.deep.equal(["New", "PaidPartial"]);
    expect(crosstill).to.deep.include({ over: "0.00", currency: "USD" });
    expect(Number(crosstill.paid) + Number(crosstill.remaining)).to.be.closeTo(25, 0.011);
    const [odd] = crosstill.oddities;
    expect(odd).to.include({ kind: "underpaid" });
    expect(Number(odd?.amountInPrice)).to.be.closeTo(Number(crosstill.remaining), 0.011);
    expect(odd?.amount).to.match(/^12\.\d{1,6}$/);
    const [first, settled] = ["InvoiceReceivedPayment", "InvoicePaymentSettled"].map((type) =>
      events.find((event) => event.type === type && event.invoiceId === id),
    );
    expect(Number(first?.crosstill.paid), "as priced, until it has settled").to.be.closeTo(12.5, 0.011);
    expect(first?.crosstill.oddities[0]?.kind).to.equal("underpaid");
    expect(settled?.crosstill).to.deep.include({
      remaining: crosstill.remaining,
      oddities: crosstill.oddities,
    });
    expect(first?.payment).to.deep.include({ status: "Processing", value: first?.crosstill.deposit?.amount });
    expect(settled?.payment?.status).to.equal("Settled");
    expect(settled?.crosstill.deposit?.settlement).to.include({ claimed: false, symbol: "USDC" });
  });

  it("the rest is asked for by a price of its own, and pays the invoice", async () => {
    // The service's gas moves between a quote and the conversion, and weighs on a small payment.
    const { id } = await issue(shop, { crosstill: { policy: { tolerance: 3 } } });
    await payPart(id, 1n, 3n);
    const answer = await shop.post(`/invoices/${id}/payment-methods/BTC-CHAIN/activate`);
    expect(answer.status).to.equal(200);
    const { amount, due, totalPaid } = await bitcoinOf(shop, id);
    expect(Number(due) + Number(totalPaid), "what is due comes on top of what was paid").to.be.closeTo(
      Number(amount),
      1e-9,
    );
    expect(Number(due) / Number(amount)).to.be.within(0.6, 0.8);
    await payPart(id, 1n, 1n);
    const { status, crosstill } = await read(id);
    expect(status).to.equal("Settled");
    expect(crosstill).to.deep.include({ remaining: "0.00", over: "0.00" });
    expect(Number(crosstill.paid)).to.be.within(24.25, 25);
    expect(crosstill.oddities.map(({ kind }) => kind)).to.deep.equal(["several"]);
  });

  describe("a policy of an invoice's own", () => {
    it("is told in the invoice, together with what the store has said", async () => {
      const policy = { tolerance: 1.5, underpaid: "hold", lateFrom: 96, confirmations: 3 };
      const made = (await issue(shop, { crosstill: { policy } })) as unknown as Body;
      expect(made.crosstill.policy).to.deep.equal({
        ...{ tolerance: 1.5, toleranceFloor: "0", forgive: 1, underpaid: "hold", overpaid: "accept" },
        ...{ lateFrom: 96, evidence: "verified", confirmations: 3 },
      });
    });

    it("goes by its own tolerance before the plugin's", async () => {
      const both = { checkout: { paymentTolerance: 5 }, crosstill: { policy: { tolerance: 2 } } };
      const made = (await issue(shop, both)) as unknown as Body;
      expect(made.crosstill.policy["tolerance"]).to.equal(2);
      const plugin = (await issue(shop, {
        checkout: { paymentTolerance: 5 },
        crosstill: null,
      })) as unknown as Body;
      expect(plugin.crosstill.policy["tolerance"]).to.equal(5);
    });

    it("is refused with all that is wrong with it: a misspelt word would hold nothing", async () => {
      const send = (policy: object) =>
        raw(shop, "post", `${base()}/invoices`).send({ amount: "1.00", crosstill: { policy } }).expect(422);
      const wrong = {
        tolerance: 101,
        underpaid: "keep",
        evidence: "sure",
        confirmations: 0,
        lateFrom: 1.234,
      };
      const problems = (await send(wrong)).body as readonly ProblemBody[];
      expect(problems.map(({ path }) => path)).to.have.members(
        ["Tolerance", "Underpaid", "Evidence", "Confirmations", "LateFrom"].map(
          (name) => `Crosstill.Policy.${name}`,
        ),
      );
      const [floor] = (await send({ toleranceFloor: "0.1234567" })).body as readonly ProblemBody[];
      expect(floor?.message).to.include("at most 6 decimals").and.to.include("settlement coin");
      const [unknown] = (await send({ tolerence: 1 })).body as readonly ProblemBody[];
      expect(unknown?.message).to.include("tolerence");
    });
  });

  describe("the inbox", () => {
    it("has what the policy leaves to a person, until a person has dealt with it", async () => {
      const { id } = await issue(shop, {
        crosstill: { policy: { underpaid: "hold" } },
        metadata: { orderId: "7" },
      });
      events = [];
      await payPart(id, 1n, 2n);
      const item = (await inbox()).items.find(({ invoiceId }) => invoiceId === id);
      expect(item).to.deep.include({ kind: "underpaid", orderId: "7", status: "New" });
      expect(Number(item?.amountInPrice)).to.be.within(12.4, 13);
      const told = events.find(({ type }) => type === "CrosstillAttention");
      expect(told?.crosstill.attention[0]).to.deep.include({ key: item?.key, kind: "underpaid" });
      const refusedPrice = await shop.post(`/invoices/${id}/payment-methods/BTC-CHAIN/activate`);
      expect(refusedPrice.status).to.equal(422);
      const resolve = (body: object) => raw(shop, "post", `${base()}/crosstill/inbox/resolve`).send(body);
      const done = await resolve({ invoiceId: id, keys: [item?.key], ...WHO }).expect(200);
      expect((done.body as Body).crosstill.attention).to.deep.equal([]);
      const kept = (await shop.app.gateway.persistence.invoices.load(id))!.facts.resolved.at(-1)?.by;
      expect(kept, "which key, and whom it named").to.match(new RegExp(`^API key \\w+ "[^"]+": ${WHO.by}$`));
      expect((await inbox()).items.filter(({ invoiceId }) => invoiceId === id)).to.deep.equal([]);
      await resolve({ invoiceId: id, keys: ["nonsense"], ...WHO }).expect(422);
      const [problem] = (await resolve({ invoiceId: id, keys: [item?.key], by: "Ada" }).expect(422))
        .body as readonly ProblemBody[];
      expect(problem?.path).to.equal("Reason");
    });

    it("has money that nobody could attribute, which a person gives to an invoice of this store", async () => {
      const { id } = await issue(shop);
      const { persistence } = shop.app.gateway;
      const place = { chainId: BITCOIN_CHAIN_ID, outpoint: `${"ab".repeat(32)}:1` };
      const at = shop.clock();
      await persistence.unattributed.keep({
        ...{ ...place, address: "bcrt1-lost", currency: BTC_CURRENCY, value: 31_234n, storeId: shop.storeId },
        ...{ lastInvoiceId: undefined, height: 3, blockHash: "cd".repeat(32), blockTime: at, seenAt: at },
      });
      expect((await inbox()).unattributed[0]).to.deep.include({
        ...place,
        amount: "0.00031234",
        symbol: "BTC",
      });
      const key = await keyFor(shop, "canmarkinvoices");
      const assign = (body: object) =>
        raw(shop, "post", `${base()}/crosstill/unattributed/assign`)
          .set("Authorization", `token ${key}`)
          .send(body);
      await assign({ ...place, outpoint: "ff:0", invoiceId: id, ...WHO }).expect(404);
      await assign({ ...place, invoiceId: id }).expect(422);
      const { body } = await assign({ ...place, invoiceId: id, ...WHO }).expect(200);
      expect((body as Body).crosstill.deposits[0]).to.include({ mismatch: "address", countsFor: "0.00" });
      expect((body as Body).crosstill.oddities).to.deep.include.members([
        {
          kind: "assigned",
          amount: null,
          symbol: null,
          amountInPrice: null,
          outpoint: place.outpoint,
          detail: null,
        },
      ]);
      expect((await inbox()).unattributed).to.deep.equal([]);
    });

    it("refunds money at the shop's own address by a payout that waits for its approval, none at a deposit address, and takes off what is not a payment", async () => {
      const { persistence } = shop.app.gateway;
      const at = shop.clock();
      const placeOf = (n: number) => ({ chainId: BITCOIN_CHAIN_ID, outpoint: `${"ef".repeat(32)}:${n}` });
      const blocks = { height: 3, blockHash: "cd".repeat(32), blockTime: at, seenAt: at };
      const money = { address: "bcrt1-lost", currency: BTC_CURRENCY, value: 31_234n, storeId: shop.storeId };
      for (const n of [0, 1])
        await persistence.unattributed.keep({
          ...{ ...placeOf(n), ...money, ...blocks, lastInvoiceId: undefined },
          ...(n === 0 ? { sender: "bcrt1-sender" } : {}), // at the shop's own address
        });
      const refunder = await keyFor(shop, "cancreatepullpayments");
      const marker = await keyFor(shop, "canmarkinvoices");
      const send = (key: string, name: string, body: object) =>
        raw(shop, "post", `${base()}/crosstill/unattributed/${name}`)
          .set("Authorization", `token ${key}`)
          .send({ ...WHO, ...body });
      const destination = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
      await send(marker, "refund", { ...placeOf(0), destination }).expect(403);
      await send(refunder, "refund", { ...placeOf(0), destination: "nowhere" }).expect(422);
      await send(refunder, "refund", { ...placeOf(9), destination }).expect(404);
      const { body: payout } = await send(refunder, "refund", { ...placeOf(0), destination }).expect(200);
      expect(payout).to.include({ state: "AwaitingApproval", destination, originalAmount: "0.00031234" });
      const { body: again } = await send(refunder, "refund", { ...placeOf(0), destination }).expect(200);
      expect(again).to.have.property("id", (payout as { id: string }).id);
      const { body: refused } = await send(refunder, "refund", { ...placeOf(1), destination }).expect(422);
      expect(JSON.stringify(refused)).to.include("converts what comes to a deposit address");
      await send(refunder, "dismiss", placeOf(1)).expect(403);
      await send(marker, "dismiss", placeOf(0)).expect(422);
      await send(marker, "dismiss", { ...placeOf(1), ignoreSender: true }).expect(403);
      const settings = await keyFor(shop, "unrestricted");
      const ignoring = await send(settings, "dismiss", { ...placeOf(1), ignoreSender: true }).expect(422);
      expect(JSON.stringify(ignoring.body), "a rule that would never apply").to.include("sender-unknown");
      await send(marker, "dismiss", placeOf(1)).expect(200);
      await send(marker, "dismiss", placeOf(1)).expect(200);
      expect((await inbox()).unattributed).to.deep.equal([]);
    });

    it("is for keys that may see invoices, and decisions for those that may change them; other stores' do not exist", async () => {
      const { id } = await issue(shop);
      const { storeId, key } = await secondMerchant(shop, ["canviewinvoices"]);
      const other = `/api/v1/stores/${storeId}/crosstill`;
      const ask = (method: "get" | "post", path: string, token = key) =>
        raw(shop, method, path).set("Authorization", `token ${token}`);
      expect((await ask("get", `${other}/inbox`).expect(200)).body).to.deep.equal({
        items: [],
        unattributed: [],
        webhooks: [],
        lost: [],
      });
      await ask("get", `${base()}/crosstill/inbox`).expect(403);
      await ask("get", `${other}/inbox`, "none").expect(401);
      await ask("post", `${other}/inbox/resolve`)
        .send({ invoiceId: id, keys: ["k"], ...WHO })
        .expect(403);
      const may = await secondMerchant(shop, ["canmodifyinvoices"]);
      const theirs = `/api/v1/stores/${may.storeId}/crosstill`;
      await ask("post", `${theirs}/inbox/resolve`, may.key)
        .send({ invoiceId: id, keys: ["k"], ...WHO })
        .expect(404);
    });
  });
});
