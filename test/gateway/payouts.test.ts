import { expect } from "chai";
import { createMerchant, STORE_DEFAULTS } from "../../src/gateway/createStore.ts";
import { GatewayError } from "../../src/gateway/errors.ts";
import { estimateClaim } from "../../src/gateway/estimateClaim.ts";
import { claimPayout } from "../../src/gateway/claimPayout.ts";
import { createPullPayment } from "../../src/gateway/createPullPayment.ts";
import { followPayouts } from "../../src/gateway/followPayouts.ts";
import { approvePayout, markPayout } from "../../src/gateway/managePayouts.ts";
import type { Gateway, Quote, RequestNews } from "../../src/gateway/ports.ts";
import { beginPayment, preparePayment } from "../../src/gateway/sendPayout.ts";
import { refundInvoice } from "../../src/gateway/refundInvoice.ts";
import { silentLog } from "../../src/log.ts";
import { PayoutRefusal } from "../../src/payouts/pullPayment.ts";
import { serviceChainsOf } from "./payoutChains.ts";
import { paidInvoice } from "../payouts/given.ts";
import { ALONE, newInvoice } from "../store/storedThings.ts";
import { testClock } from "../support/clock.ts";
import { createMemoryStore } from "../support/memoryStore.ts";

const BUYER = "0x3333333333333333333333333333333333333333";
const TX = `0x${"ab".repeat(32)}`;
const SIGNER = "0x2222222222222222222222222222222222222222";

/** A gateway over maps, whose service and chains say what a test has put there. */
async function shop() {
  const clock = testClock();
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const store = createMemoryStore();
  const said = {
    quote: aQuote("request-1"),
    news: { word: "waiting", outHashes: [] as readonly string[] },
    arrivals: [] as readonly bigint[],
    isSilent: false,
  };
  const fake = {
    ...{ clock, random, store, log: silentLog },
    rates: {
      rate: async (base: string, quote: string) => {
        const price = quote === "USD" ? { ETH: "2000", BTC: "100000" }[base] : undefined;
        if (price !== undefined) return { price, source: "test", at: 0 };
        throw new Error("no such pair");
      },
    },
    service: {
      chains: async () => serviceChainsOf(),
      quote: async () => {
        if (said.isSilent) throw new GatewayError("service_unavailable", "silent");
        return said.quote;
      },
      status: async (requestId: string) => ({ requestId, ...said.news }) as unknown as RequestNews,
    },
    arrivals: new Map([[8453, async (txHash: string) => said.arrivals.map((amount, part) => ({ txHash, part: `${part}`, logIndex: part, amount, at: 0 }))]]),
    budgets: { service: { takeSpare: () => true } },
    settings: { bitcoinNetwork: "regtest", watchedChains: [] },
  }; // prettier-ignore
  const gateway = fake as unknown as Gateway; // what these use cases do not use is left out
  const { settlement } = newInvoice("any").terms;
  const merchant = await createMerchant(store, gateway, "Shop", {
    ...STORE_DEFAULTS,
    settlement,
    refunds: {},
  });
  const promise = { name: "", description: "", currency: "USD", decimals: 2, amount: 50_00n, autoApprove: false, startsAt: undefined, expiresAt: undefined, methods: [] }; // prettier-ignore
  const pull = await createPullPayment(gateway, merchant.id, promise);
  const claim = { destination: BUYER, methodId: "ETH-BASE", amount: undefined };
  const approved = async () => {
    const { id } = await claimPayout(gateway, pull.id, claim);
    return approvePayout(gateway, id, 0);
  };
  return { gateway, store, said, pull, claim, approved };
}

function aQuote(requestId: string): Quote {
  const raw = { steps: [], details: { timeEstimate: 30 } };
  return { requestId, input: 50_000_000n, output: 24n * 10n ** 15n, minimum: 23n * 10n ** 15n, raw } as unknown as Quote; // prettier-ignore
}

/** Approved, quoted and sent. */
async function sent(world: Awaited<ReturnType<typeof shop>>) {
  const { id } = await world.approved();
  await preparePayment(world.gateway, id, SIGNER);
  return beginPayment(world.gateway, id, "request-1");
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof PayoutRefusal || error instanceof GatewayError) return error.code;
      throw error;
    },
  );

describe("payouts of a shop", () => {
  it("are approved at the rate of that moment, also when only the other direction is listed, rounded down", async () => {
    const { approved } = await shop();
    expect((await approved()).payoutAmount).to.equal(25n * 10n ** 15n); // $50 at $2,000
  });

  it("tell the buyer first what arrives and when; while the service is silent they do without", async () => {
    const { gateway, said, pull, claim, store } = await shop();
    const look = async () => (await estimateClaim(gateway, pull.id, claim)).estimate;
    expect(await look()).to.include({ expected: said.quote.output, seconds: 30, amount: 50_00n });
    said.isSilent = true;
    expect(await look()).to.include({ expected: undefined, seconds: undefined });
    expect(await store.listPayouts({ limit: 5 }), "looking makes no claim").to.have.length(0);
    expect((await claimPayout(gateway, pull.id, claim)).state).to.equal("AwaitingApproval");
  });

  it("marked with a transaction are looked up: one that paid nothing, too little, or another payout is refused", async () => {
    const { gateway, said, approved, pull, claim } = await shop();
    const { id, payoutAmount = 0n } = await approved();
    const mark = (of = id) => markPayout(gateway, of, { state: "Completed", txHash: TX, proof: undefined });
    expect(await refusal(mark())).to.equal("payment_not_found");
    said.arrivals = [payoutAmount - 1n];
    expect(await refusal(mark())).to.equal("payment_not_found");
    said.arrivals = [payoutAmount];
    expect((await mark()).proof).to.include({ evidence: "verified", amount: payoutAmount });
    const promise = { ...pull, methods: [] };
    const again = await createPullPayment(gateway, pull.storeId, promise);
    const other = await claimPayout(gateway, again.id, claim);
    await approvePayout(gateway, other.id, 0);
    expect(await refusal(mark(other.id))).to.equal("payment_not_found");
  });

  it("sent through the service are completed once the chain shows the payment, and not by a word before", async () => {
    const world = await shop();
    const { id } = await sent(world);
    world.said.news = { word: "success", outHashes: [TX] };
    await followPayouts(world.gateway);
    expect(await world.store.loadPayout(id)).to.deep.include({ state: "InProgress" });
    world.said.arrivals = [24n * 10n ** 15n];
    await followPayouts(world.gateway);
    const paid = await world.store.loadPayout(id);
    expect([paid?.state, paid?.proof?.evidence, paid?.proof?.txHash]).to.deep.equal(["Completed", "verified", TX]);
  }); // prettier-ignore

  it("whose conversion failed or came back wait for their payment again", async () => {
    for (const word of ["failure", "refund"]) {
      const world = await shop();
      const { id } = await sent(world);
      world.said.news = { word, outHashes: [] };
      await followPayouts(world.gateway);
      expect(await world.store.loadPayout(id)).to.include({ state: "AwaitingPayment", service: undefined });
    }
  });

  it("that the service is at work on are not paid a second time, and unknown words change nothing", async () => {
    const world = await shop();
    const { id } = await sent(world);
    for (const word of ["pending", "a new word"]) {
      world.said.news = { word, outHashes: [] };
      await followPayouts(world.gateway);
      const back = markPayout(world.gateway, id, { state: "AwaitingPayment", txHash: undefined, proof: undefined }); // prettier-ignore
      expect(await refusal(back), word).to.equal("invalid-state");
      expect(await refusal(preparePayment(world.gateway, id, SIGNER)), word).to.equal("invalid-state");
    }
  });

  it("are begun once, by their newest quote", async () => {
    const world = await shop();
    const { id } = await world.approved();
    await preparePayment(world.gateway, id, SIGNER);
    world.said.quote = aQuote("request-2");
    await preparePayment(world.gateway, id, SIGNER);
    expect(await refusal(beginPayment(world.gateway, id, "request-1"))).to.equal("invalid-state");
    const both = await Promise.all([1, 2].map(() => refusal(beginPayment(world.gateway, id, "request-2"))));
    expect(both.filter((code) => code === undefined)).to.have.length(1);
  });

  it("of a refund are not approved once a reorganisation has taken the money of its invoice", async () => {
    const { gateway, store, pull } = await shop();
    const invoice = { ...paidInvoice([{ credit: 25_000_000n, floor: 25_000_000n }]), storeId: pull.storeId };
    await store.issue(invoice, ALONE);
    const wanted = { name: undefined, description: undefined, methods: [], subtractBps: 0n, custom: undefined, mayApprove: true }; // prettier-ignore
    const refund = await refundInvoice(gateway, invoice.id, { ...wanted, variant: "RateThen" });
    const undone = { ...invoice, version: invoice.version + 1, facts: { ...invoice.facts, settlements: [] } };
    await store.save(invoice, { invoice: undone, events: [] }, ALONE);
    const claim = { destination: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080", methodId: "BTC-CHAIN", amount: undefined }; // prettier-ignore
    const { id, state } = await claimPayout(gateway, refund.id, claim);
    expect([refund.autoApprove, state]).to.deep.equal([true, "AwaitingApproval"]);
    expect(await refusal(approvePayout(gateway, id, 0))).to.equal("non-refundable");
  });
});
