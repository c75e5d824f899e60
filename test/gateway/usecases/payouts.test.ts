import { expect } from "chai";
import { advanceInvoice } from "../../../src/gateway/usecases/invoices/advanceInvoice.ts";
import { inbox } from "../../../src/gateway/usecases/invoices/inbox.ts";
import { estimateClaim } from "../../../src/gateway/usecases/payouts/estimateClaim.ts";
import { claimPayout } from "../../../src/gateway/usecases/payouts/claimPayout.ts";
import { countWaiting } from "../../../src/gateway/usecases/invoices/countWaiting.ts";
import { refusedRefunds } from "../../../src/gateway/usecases/payouts/refusedRefunds.ts";
import { approvePayout, markPayout } from "../../../src/gateway/usecases/payouts/managePayouts.ts";
import {
  beginPayment,
  preparePayoutPayment,
} from "../../../src/gateway/usecases/payouts/preparePayoutPayment.ts";
import { refundInvoice } from "../../../src/gateway/usecases/payouts/refundInvoice.ts";
import { paidInvoice } from "../domain/payouts/given.ts";
import { ALONE } from "../persistence/storedThings.ts";
import { aQuote, refusal, shop, SIGNER } from "./payoutShop.ts";

const TX = `0x${"ab".repeat(32)}`;

describe("payouts of a shop", () => {
  it("are approved at the rate of that moment, also when only the other direction is listed, rounded down", async () => {
    const { approved } = await shop();
    expect((await approved()).payoutAmount).to.equal(25n * 10n ** 15n); // $50 at $2,000
  });

  it("tell the buyer first what arrives and when; while the service is silent they do without", async () => {
    const { gateway, said, pull, claim, persistence } = await shop();
    const look = async () => (await estimateClaim(gateway, pull.id, claim)).estimate;
    expect(await look()).to.include({ expected: said.quote.output, seconds: 30, amount: 50_00n });
    said.isSilent = true;
    expect(await look()).to.include({ expected: undefined, seconds: undefined });
    expect(await persistence.payouts.list({ limit: 5 }), "looking makes no claim").to.have.length(0);
    expect((await claimPayout(gateway, pull.id, claim)).state).to.equal("AwaitingApproval");
  });

  it("marked with a transaction are looked up: one that paid nothing, too little, or another payout is refused", async () => {
    const { gateway, said, approved, another } = await shop();
    const { id, payoutAmount = 0n } = await approved();
    const mark = (of = id) => markPayout(gateway, of, { state: "Completed", txHash: TX, proof: undefined });
    expect(await refusal(mark())).to.equal("payment_not_found");
    said.arrivals = [payoutAmount - 1n];
    expect(await refusal(mark())).to.equal("payment_not_found");
    said.arrivals = [payoutAmount];
    expect((await mark()).proof).to.include({ evidence: "verified", amount: payoutAmount });
    const other = await another();
    expect(await refusal(mark(other.id))).to.equal("payment_not_found");
  });

  it("of a chain that cannot be read are paid by one transaction each, unless the merchant says that it paid both", async () => {
    const { gateway, approved, another } = await shop();
    (gateway.arrivals as Map<unknown, unknown>).clear();
    const mark = (id: string, txHash: string, paysSeveral = false) =>
      markPayout(gateway, id, { state: "Completed", txHash, proof: undefined, paysSeveral });
    const [first, second, third] = [await approved(), await another(), await another()];
    const atOnce = await Promise.all([first, second].map(({ id }) => refusal(mark(id, TX))));
    expect(atOnce.filter((code) => code === undefined)).to.have.length(1);
    for (const written of [TX, TX.slice(2), TX.toUpperCase().replace("X", "x")])
      expect(await refusal(mark(third.id, written)), written).to.equal("payment_used");
    expect((await mark(third.id, TX, true)).proof).to.include({ evidence: "merchant", txHash: TX });
  });

  it("are not paid by a transaction that another was recorded with before its chain could be read", async () => {
    const { gateway, said, approved, another } = await shop();
    const arrivals = gateway.arrivals as Map<number, NonNullable<ReturnType<typeof gateway.arrivals.get>>>;
    const readable = arrivals.get(8453)!;
    const [first, second] = [await approved(), await another()];
    const mark = (id: string, paysSeveral = false) =>
      markPayout(gateway, id, { state: "Completed", txHash: TX, proof: undefined, paysSeveral });
    arrivals.clear();
    await mark(first.id);
    arrivals.set(8453, readable);
    said.arrivals = [first.payoutAmount ?? 0n];
    expect(await refusal(mark(second.id))).to.equal("payment_used");
    expect((await mark(second.id, true)).proof).to.include({ evidence: "verified" });
  });

  it("are begun once, by their newest quote", async () => {
    const world = await shop();
    const { id } = await world.approved();
    await preparePayoutPayment(world.gateway, id, SIGNER);
    world.said.quote = aQuote("request-2");
    await preparePayoutPayment(world.gateway, id, SIGNER);
    expect(await refusal(beginPayment(world.gateway, id, "request-1"))).to.equal("invalid-state");
    const both = await Promise.all([1, 2].map(() => refusal(beginPayment(world.gateway, id, "request-2"))));
    expect(both.filter((code) => code === undefined)).to.have.length(1);
  });

  it("of a refund are not approved once a reorganisation has taken the money of its invoice", async () => {
    const { gateway, persistence, pull } = await shop();
    const invoice = { ...paidInvoice([{ credit: 25_000_000n, floor: 25_000_000n }]), storeId: pull.storeId };
    await persistence.invoices.issue(invoice, ALONE);
    const wanted = { name: undefined, description: undefined, methods: [], subtractBps: 0n, custom: undefined, mayApprove: true }; // prettier-ignore
    const refund = await refundInvoice(gateway, invoice.id, { ...wanted, variant: "RateThen" });
    const undone = { ...invoice, version: invoice.version + 1, facts: { ...invoice.facts, settlements: [] } };
    await persistence.invoices.save(invoice, { invoice: undone, events: [] }, ALONE);
    const claim = { destination: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", methodId: "BTC-CHAIN", amount: undefined }; // prettier-ignore
    const { id, state } = await claimPayout(gateway, refund.id, claim);
    expect([refund.autoApprove, state]).to.deep.equal([true, "AwaitingApproval"]);
    expect(await refusal(approvePayout(gateway, id, 0))).to.equal("non-refundable");
    expect((await refusedRefunds(gateway, pull.storeId)).map((one) => one.id)).to.deep.equal([id]);
    expect(await countWaiting(gateway, pull.storeId, 100, false), "in the inbox").to.equal(1);
  });

  it("of a refund whose money a reorganisation took back are an entry of the inbox, and are not paid", async () => {
    const { gateway, persistence, pull } = await shop();
    const invoice = { ...paidInvoice([{ credit: 25_000_000n, floor: 25_000_000n }]), storeId: pull.storeId };
    await persistence.invoices.issue(invoice, ALONE);
    const wanted = { name: undefined, description: undefined, methods: [], subtractBps: 0n, custom: undefined, mayApprove: true }; // prettier-ignore
    const refund = await refundInvoice(gateway, invoice.id, { ...wanted, variant: "RateThen" });
    const claim = { destination: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", methodId: "BTC-CHAIN", amount: undefined }; // prettier-ignore
    const { id, state } = await claimPayout(gateway, refund.id, claim);
    expect(state).to.equal("AwaitingPayment");
    await preparePayoutPayment(gateway, id, SIGNER);
    const [{ proof } = { proof: "" }] = invoice.facts.settlements;
    const undone = { kind: "anomaly", at: 9, what: "settlement_undone", detail: proof } as const;
    const save = persistence.invoices.save.bind(persistence);
    for (const kept of [0, 1]) {
      let left = kept;
      Object.assign(persistence.invoices, { save: (...what: Parameters<typeof save>) => (left-- > 0 ? save(...what) : Promise.reject(new Error("killed"))) }); // prettier-ignore
      await advanceInvoice(gateway, invoice.id, undone).catch(() => undefined);
    }
    Object.assign(persistence.invoices, { save });
    await advanceInvoice(gateway, invoice.id, undone); // the cause is found again
    const { items } = await inbox(gateway, pull.storeId);
    expect(items.map(({ attention }) => attention.key)).to.deep.equal([
      `anomaly:settlement_undone:${proof}`,
      "anomaly:refunds_uncovered:refunds hold 25 USDC, of which 0 are there",
    ]);
    const view = JSON.stringify([
      items.map(({ attention }) => attention),
      (await persistence.invoices.load(invoice.id))?.facts.anomalies,
    ]);
    expect(view, "with its id it could be claimed").to.not.include(refund.id);
    expect(await refusal(preparePayoutPayment(gateway, id, SIGNER))).to.equal("non-refundable");
    expect(await refusal(beginPayment(gateway, id, "request-1")), "quoted before").to.equal("non-refundable");
    for (const what of ["settlement_returned", "settlement_undone"])
      await advanceInvoice(gateway, invoice.id, {
        kind: "anomaly",
        at: 10,
        what,
        detail: `${proof} (2 times)`,
      });
    const again = (await inbox(gateway, pull.storeId)).items.map(({ attention }) => attention.key);
    expect(
      again.filter((key) => key.includes("uncovered")),
      "a second time",
    ).to.have.length(2);
    const more = refundInvoice(gateway, invoice.id, { ...wanted, variant: "RateThen" });
    expect(await refusal(more), "another refund of it").to.equal("non-refundable");
  });
});
