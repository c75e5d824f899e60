import { expect } from "chai";
import type { Entry } from "../../../src/gateway/domain/books/ledger.ts";
import type { RefundLine } from "../../../src/gateway/domain/books/lines/line.ts";
import { followPayouts } from "../../../src/gateway/usecases/payouts/followPayouts.ts";
import { changePayout, markPayout } from "../../../src/gateway/usecases/payouts/managePayouts.ts";
import {
  beginPayment,
  preparePayoutPayment,
} from "../../../src/gateway/usecases/payouts/preparePayoutPayment.ts";
import { withSent } from "../../../src/gateway/domain/payouts/payout.ts";
import { aQuote, shop, SIGNER } from "./payoutShop.ts";

const DEPOSIT = `0x${"dd".repeat(32)}`;
const FILL = `0x${"ff".repeat(32)}`;
const ETH = 10n ** 15n;
const LEFT = 50_000_000n; // of the settlement coin, USDC

/** A shop whose service takes 50 USDC, worth 25 thousandths of an ether before fees, and promises 24. */
async function payingShop() {
  const world = await shop();
  const booked = { entries: [] as Entry[], lines: [] as RefundLine[] };
  const { keep } = world.persistence.payouts;
  const persistence: typeof world.persistence = {
    ...world.persistence,
    payouts: {
      ...world.persistence.payouts,
      async keep(writes) {
        await keep(writes);
        booked.entries.push(...(writes.booked?.booking.entries ?? []));
        booked.lines.push(...(writes.booked?.booking.lines ?? []).map(({ body }) => body as RefundLine));
      },
    },
  };
  const gateway = { ...world.gateway, persistence };
  const { said } = world;
  const prices = { inputUsd: 50_000_000n, outputUsd: 48_000_000n, feesByKindUsd: { relayer: 2_000_000n } };
  const sent = async () => {
    const { id } = await world.approved();
    said.quote = { ...aQuote("request-1"), ...prices };
    await preparePayoutPayment(gateway, id, SIGNER);
    await beginPayment(gateway, id, "request-1");
    return changePayout(gateway, id, (payout) => withSent(payout, "request-1", [DEPOSIT]));
  };
  const follow = async (word: string) => {
    said.news = { word, outHashes: [FILL] };
    await followPayouts(gateway);
  };
  return { gateway, said, sent, follow, booked, approved: world.approved };
}

const told = (entries: readonly Entry[]) =>
  entries.map(({ from, to, currency, amount }) => `${amount} ${from} > ${to} ${currency.split(":")[0]}`);

describe("the books of a payout through the service", () => {
  it("say what left the merchant, what the buyer got, and the cost between them", async () => {
    const { said, sent, follow, booked } = await payingShop();
    const { id } = await sent();
    [said.arrivals, said.departed] = [[24n * ETH], LEFT];
    await follow("success");
    expect(told(booked.entries)).to.deep.equal([
      `${LEFT} merchant > conversion 31337`,
      "2000000 conversion > fees:payout 31337",
      `${24n * ETH} conversion > paid_out 8453`,
    ]);
    const [line] = booked.lines;
    expect(line).to.deep.include({ subject: id, spentTxid: DEPOSIT, spentEvidence: "verified", cost: "2", txid: FILL, evidence: "verified" });
    expect([line!.spent!.symbol, line!.spent!.amount, line!.paid.symbol, line!.paid.amount]).to.deep.equal(["USDC", "50", "ETH", "0.024"]);
  }); // prettier-ignore

  it("have what really left, and a gain where more arrived than it was worth", async () => {
    const { said, sent, follow, booked } = await payingShop();
    await sent();
    [said.arrivals, said.departed] = [[26n * ETH], LEFT - 7n];
    await follow("success");
    expect(told(booked.entries).slice(0, 2)).to.deep.equal([
      `${LEFT - 7n} merchant > conversion 31337`,
      "2000007 fees:payout > conversion 31337",
    ]);
    expect(booked.lines[0]!.cost).to.equal("-2.000007");
  });

  it("go by the service's word where nobody can read what left, and by what it says has arrived", async () => {
    const { said, gateway, sent, booked } = await payingShop();
    await sent();
    const blind = { ...gateway, departures: new Map(), arrivals: new Map() };
    said.news = { word: "success", outHashes: [FILL], output: 24n * ETH };
    await followPayouts(blind);
    expect(booked.lines[0]).to.deep.include({ spentTxid: DEPOSIT, spentEvidence: "service", cost: "2", evidence: "service" });
    expect(told(booked.entries)[0]).to.equal(`${LEFT} merchant > conversion 31337`);
  }); // prettier-ignore

  it("wait while the chain does not say what left", async () => {
    const { said, sent, follow, booked, gateway } = await payingShop();
    const { id } = await sent();
    [said.arrivals, said.departed, said.isDepartureSilent] = [[24n * ETH], LEFT, true];
    await follow("success");
    expect([(await gateway.persistence.payouts.load(id))!.state, booked.entries]).to.deep.equal([
      "InProgress",
      [],
    ]);
    said.isDepartureSilent = false;
    await follow("success");
    expect(booked.entries).to.have.length(3);
  });

  it("have both legs when the merchant accepts less, and one when he has paid by hand after a failure", async () => {
    const accepted = await payingShop();
    const { id } = await accepted.sent();
    [accepted.said.arrivals, accepted.said.departed] = [[20n * ETH], LEFT];
    await accepted.follow("success");
    await markPayout(accepted.gateway, id, { state: "Completed", txHash: undefined, proof: undefined });
    expect(accepted.booked.lines[0]).to.include({ spentTxid: DEPOSIT, evidence: "merchant", cost: "10" });
    expect(accepted.booked.lines[0]!.paid.amount, "what has arrived").to.equal("0.02");

    const byHand = await payingShop();
    const other = await byHand.sent();
    [byHand.said.arrivals, byHand.said.departed] = [[25n * ETH], LEFT];
    await byHand.follow("failure");
    await markPayout(byHand.gateway, other.id, { state: "Completed", txHash: FILL, proof: undefined });
    expect(told(byHand.booked.entries)).to.deep.equal([`${25n * ETH} merchant > paid_out 8453`]);
    expect(byHand.booked.lines[0]).to.deep.include({ spentTxid: FILL, spent: byHand.booked.lines[0]!.paid });
  });

  it("have one leg for a payout that was quoted and then paid by hand", async () => {
    const { said, gateway, approved, booked } = await payingShop();
    const { id } = await approved();
    await preparePayoutPayment(gateway, id, SIGNER);
    [said.arrivals, said.departed] = [[25n * ETH], LEFT];
    await markPayout(gateway, id, { state: "Completed", txHash: FILL, proof: undefined });
    expect(told(booked.entries)).to.deep.equal([`${25n * ETH} merchant > paid_out 8453`]);
  });
});
