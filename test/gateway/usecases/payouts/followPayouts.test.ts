import { expect } from "chai";
import { followPayouts } from "../../../../src/gateway/usecases/payouts/followPayouts.ts";
import { reviewFormerRequests } from "../../../../src/gateway/usecases/payouts/reviewFormerRequests.ts";
import { claimPayout } from "../../../../src/gateway/usecases/payouts/claimPayout.ts";
import {
  approvePayout,
  cancelPayout,
  markPayout,
} from "../../../../src/gateway/usecases/payouts/managePayouts.ts";
import {
  askWallet,
  type PayingGateway,
} from "../../../../src/gateway/usecases/wallet-payments/payByWallet.ts";
import {
  beginPayment,
  preparePayoutPayment,
} from "../../../../src/gateway/usecases/payouts/preparePayoutPayment.ts";
import { DAY_MS, HOUR_MS } from "../../../../src/values/time.ts";
import type { Gateway } from "../../../../src/gateway/usecases/gateway.ts";
import type { TestClock } from "../../../support/clock.ts";
import { aQuote, refusal, send, sent, shop, SIGNER } from "../payoutShop.ts";

const TX = `0x${"ab".repeat(32)}`;
const MINIMUM = 23n * 10n ** 15n; // of the quote in payoutShop.ts
const BACK = { state: "AwaitingPayment", txHash: undefined, proof: undefined } as const;
const PAID = { state: "Completed", txHash: TX, proof: undefined } as const;

/** A payout under way, and what becomes of it when the service says a word. */
async function underWay() {
  const world = await shop();
  const { id } = await sent(world);
  const payout = async (of = id) => (await world.persistence.payouts.load(of))!;
  const hear = async (word: string, ...outHashes: readonly string[]) => {
    world.said.news = { word, outHashes };
    await followPayouts(world.gateway);
    return payout();
  };
  const mark = (how: Parameters<typeof markPayout>[2], of = id) => markPayout(world.gateway, of, how);
  return { ...world, world, id, payout, hear, mark };
}

describe("payouts that the service pays", () => {
  it("are completed once the chain shows the payment, and not by a word before", async () => {
    const { said, hear } = await underWay();
    expect((await hear("success", TX)).state).to.equal("InProgress");
    said.arrivals = [24n * 10n ** 15n];
    const { state, proof } = await hear("success", TX);
    expect([state, proof?.evidence, proof?.txHash]).to.deep.equal(["Completed", "verified", TX]);
  });

  it("are not completed by a transaction from before they were asked for", async () => {
    const { said, hear, gateway } = await underWay();
    said.arrivals = [24n * 10n ** 15n];
    said.arrivedAt = gateway.clock() - 3 * HOUR_MS;
    expect(await hear("success", TX)).to.deep.include({ state: "InProgress", proof: undefined });
    said.arrivedAt = undefined;
    expect((await hear("success", TX)).state).to.equal("Completed");
  });

  it("are not completed while the chain is silent: not to know is not to have been paid", async () => {
    const { said, hear } = await underWay();
    said.arrivals = [MINIMUM];
    said.isChainSilent = true;
    expect(await hear("success", TX)).to.deep.include({ state: "InProgress", proof: undefined });
    said.isChainSilent = false;
    expect((await hear("success", TX)).proof?.evidence).to.equal("verified");
  });

  it("are completed on the service's word on a chain that this gateway cannot read", async () => {
    const { gateway, hear } = await underWay();
    (gateway.arrivals as Map<number, unknown>).clear();
    expect((await hear("success", TX)).proof).to.include({
      evidence: "service",
      txHash: TX,
      amount: undefined,
    });
  });

  it("are not paid by less than their quote has promised: a person looks", async () => {
    const { said, hear, mark } = await underWay();
    for (const amount of [1n, MINIMUM - 1n]) {
      said.arrivals = [amount];
      const { state, service } = await hear("success", TX);
      expect([state, service?.short]).to.deep.equal(["InProgress", amount]);
      expect(await refusal(mark(PAID)), "marked with that transaction").to.equal("payment_not_found");
    }
    said.arrivals = [MINIMUM];
    expect((await mark(PAID)).proof).to.include({ evidence: "verified", amount: MINIMUM });
  });

  it("are both completed when one transaction pays two of them, each by its own transfer", async () => {
    const { world, said, hear, another, payout, id } = await underWay();
    const other = (await another()).id;
    await send(world, other, "request-2");
    said.arrivals = [MINIMUM + 2n, MINIMUM + 1n];
    await hear("success", TX);
    const proofs = [(await payout(id)).proof, (await payout(other)).proof];
    expect(proofs.map((proof) => proof?.amount)).to.have.members(said.arrivals);
    expect(new Set(proofs.map((proof) => proof?.key)).size).to.equal(2);
  });

  it("are completed once when two people name the transaction at the same moment, and both are told so", async () => {
    const { said, mark, payout, gateway, id } = await underWay();
    said.arrivals = [MINIMUM];
    const reader = gateway.arrivals.get(8453)!;
    (gateway.arrivals as Map<number, unknown>).set(8453, async (...asked: Parameters<typeof reader>) => {
      (gateway.arrivals as Map<number, unknown>).set(8453, reader);
      await mark(PAID); // the other one, who is quicker
      return reader(...asked);
    });
    expect((await mark(PAID)).state).to.equal("Completed");
    expect((await payout(id)).proof?.txHash).to.equal(TX);
  });

  it("are not completed by a transfer that has paid another", async () => {
    const { world, said, hear, another, payout, mark } = await underWay();
    said.arrivals = [MINIMUM];
    expect((await hear("success", TX)).state).to.equal("Completed");
    const other = (await another()).id;
    await send(world, other, "request-2");
    await hear("success", TX);
    expect((await payout(other)).state).to.equal("InProgress");
    expect(await refusal(mark(PAID, other))).to.equal("payment_not_found");
  });

  it("wait for their payment again once the money has come back; a failure before it frees nothing", async () => {
    const { hear, gateway, id } = await underWay();
    for (const word of ["pending", "failure", "pending"]) {
      expect(await hear(word)).to.deep.include({ state: "InProgress" });
      expect(await refusal(preparePayoutPayment(gateway, id, SIGNER)), word).to.equal("invalid-state");
    }
    const back = await hear("refund");
    expect([back.state, back.service]).to.deep.equal(["AwaitingPayment", undefined]);
    expect(back.formerRequests, "what was tried").to.deep.equal(["request-1"]);
  });

  it("that have failed are taken back by a person", async () => {
    const { hear, mark } = await underWay();
    await hear("failure");
    expect(await mark(BACK)).to.deep.include({ state: "AwaitingPayment", formerRequests: ["request-1"] });
  });

  it("are taken back by what the service says now, not by what it said last", async () => {
    const { said, hear, mark, payout } = await underWay();
    await hear("waiting");
    for (const word of ["pending", "success", "a new word"]) {
      said.news = { word, outHashes: [] };
      expect(await refusal(mark(BACK)), word).to.equal("invalid-state");
    }
    said.isSilent = true;
    expect(await refusal(mark(BACK)), "no answer").to.equal("service_unavailable");
    expect((await payout()).state).to.equal("InProgress");
    said.isSilent = false;
    said.news = { word: "waiting", outHashes: [] };
    expect((await mark(BACK)).state).to.equal("AwaitingPayment");
  });

  it("that were taken back and paid otherwise: a person is told once when the former request has paid as well", async () => {
    const { said, mark, gateway, id } = await underWay();
    const errors: unknown[] = [];
    const watched = { ...gateway, log: { ...gateway.log, error: (event: string, data?: object) => errors.push({ event, ...data }) } }; // prettier-ignore
    const told = new Set<string>();
    said.arrivals = [25n * 10n ** 15n];
    await mark(BACK);
    await mark(PAID);
    const look = (word: string, ...outHashes: readonly string[]) => {
      said.news = { word, outHashes };
      return reviewFormerRequests(watched, told);
    };
    await look("waiting");
    await look("success", TX); // it is how the payout was paid
    expect(errors).to.deep.equal([]);
    for (let times = 0; times < 2; times++) await look("success", TX.replaceAll("ab", "cd"));
    expect(errors).to.deep.equal([
      { event: "payout.former_request_paid", payout: id, state: "Completed", requestId: "request-1" },
    ]);
  });

  it("are asked after for thirty days from the last attempt, however long before it they were claimed", async () => {
    const { world, said, gateway, hear } = await underWay();
    const { clock } = gateway as unknown as { clock: TestClock };
    await hear("refund"); // of the first attempt
    const asked: string[] = [];
    const watched = { ...gateway, service: { ...gateway.service, status: async (requestId: string) => (asked.push(requestId), { requestId, ...said.news }) } } as unknown as Gateway; // prettier-ignore
    clock.advance(40 * DAY_MS);
    await reviewFormerRequests(watched, new Set());
    expect(asked).to.deep.equal([]);
    const { id } = (await world.persistence.payouts.list({ limit: 1 }))[0]!;
    said.news = { word: "waiting", outHashes: [] };
    await send(world, id, "request-2");
    await hear("refund");
    clock.advance(29 * DAY_MS);
    await reviewFormerRequests(watched, new Set());
    expect(asked).to.deep.equal(["request-1", "request-2"]);
  }); // prettier-ignore

  it("that were taken back are paid again only when no former request has got money", async () => {
    const { said, mark, gateway, id } = await underWay();
    await mark(BACK);
    const again = () => refusal(preparePayoutPayment(gateway, id, SIGNER));
    const gotMoney = [
      ...["pending", "success", "failure", "a new word"].map((word) => ({ word, outHashes: [] })), // whatever it lists
      ...["waiting", "failure"].map((word) => ({ word, outHashes: [], inHashes: [TX] })),
    ];
    for (const news of gotMoney) {
      said.news = news;
      expect(await again(), JSON.stringify(news)).to.equal("invalid-state");
    }
    said.isSilent = true;
    expect(await again(), "no answer").to.equal("service_unavailable");
    said.isSilent = false;
    for (const word of ["failure", "refund", "waiting"]) {
      said.news = { word, outHashes: [], inHashes: word === "refund" ? [TX] : [] };
      expect(await again(), word).to.equal(undefined);
    }
  });

  it("are not begun by a quote from before a former request got money, by command or in a browser", async () => {
    const { said, mark, gateway, id } = await underWay();
    await mark(BACK);
    said.quote = aQuote("request-2");
    await preparePayoutPayment(gateway, id, SIGNER);
    said.news = { word: "pending", outHashes: [], inHashes: [TX] }; // what the wallet had sent was mined after all
    const steps = { read: () => [{}], report: async () => {} } as unknown as PayingGateway["steps"]; // one transaction
    expect(await refusal(beginPayment(gateway, id, "request-2"))).to.equal("invalid-state");
    expect(await refusal(askWallet({ ...gateway, steps }, id, "request-2", 0))).to.equal("invalid-state");
    said.news = { word: "refund", outHashes: [], inHashes: [TX] };
    expect((await askWallet({ ...gateway, steps }, id, "request-2", 0)).state).to.equal("InProgress");
  });

  it("are not paid again by cancelling them and claiming anew, while the service has money of the first attempt", async () => {
    const { said, mark, gateway, id, pull, claim } = await underWay();
    said.news = { word: "failure", outHashes: [], inHashes: [TX] };
    await mark(BACK);
    await cancelPayout(gateway, id);
    const anew = await claimPayout(gateway, pull.id, claim);
    await approvePayout(gateway, anew.id, 0);
    expect(await refusal(preparePayoutPayment(gateway, anew.id, SIGNER))).to.equal("invalid-state");
    said.news = { word: "refund", outHashes: [], inHashes: [TX] };
    expect(await refusal(preparePayoutPayment(gateway, anew.id, SIGNER))).to.equal(undefined);
  });

  it("are not paid a second time while the service is at work, and unknown words change nothing", async () => {
    const { hear, mark, gateway, id } = await underWay();
    for (const word of ["pending", "a new word"]) {
      await hear(word);
      expect(await refusal(mark(BACK)), word).to.equal("invalid-state");
      expect(await refusal(preparePayoutPayment(gateway, id, SIGNER)), word).to.equal("invalid-state");
    }
  });

  it("are not marked with a transaction while its chain is silent; without one the merchant's word counts", async () => {
    const { said, mark } = await underWay();
    said.isChainSilent = true;
    expect(await refusal(mark(PAID))).to.equal("chain_unseen");
    expect((await mark({ ...PAID, txHash: undefined })).proof?.evidence).to.equal("merchant");
  });
});
