import { expect } from "chai";
import { depositStatusOf } from "../../../../src/gateway/domain/invoices/credit.ts";
import { isFinal, type Invoice } from "../../../../src/gateway/domain/invoices/invoice.ts";
import type { Observation } from "../../../../src/gateway/domain/invoices/observation.ts";
import { isFull } from "../../../support/sizes.ts";
import { checkedStep } from "./checkStep.ts";
import { A, B, EXPIRES, FLOOR, IN_TIME, LATE, PRICE_SATS, anInvoice, anOffer, gone, inBlock, inMempool, refund, says, success, tick } from "./given.ts"; // prettier-ignore

const MOST = 20_000; // invoices; far above what is reachable, so that a walk without end is a failure

/** What two payments, the service and the clock can say, before and after the end of the price promise. */
function twoPayments(values: Readonly<Record<string, bigint>>): readonly Observation[] {
  return [IN_TIME, LATE].flatMap((at) =>
    Object.entries(values).flatMap(([outpoint, value]): Observation[] => [
      inMempool({ outpoint, value, at }),
      inBlock({ outpoint, value, at }),
      gone(outpoint, at),
      ...WORDS.map((word) => says(word, { outpoint, at })),
      success({ outpoint, at, amount: (FLOOR * value) / PRICE_SATS }),
      refund({ outpoint, at }),
    ]),
  ).concat(TICKS); // prettier-ignore
}

/** Words that say nothing new of two payments are said of one in `oneOddPayment`. */
const WORDS = isFull ? ["waiting", "pending", "failure", "blorp"] : ["pending", "failure"];
const TICKS = [tick(EXPIRES - 1), tick(LATE), tick(LATE, EXPIRES - 1)];

/** One payment, but everything that can be odd: old prices, weak evidence, requests that contradict or name nothing. */
const oneOddPayment = [IN_TIME, LATE].flatMap((at): Observation[] => [
  inMempool({ at }),
  inBlock({ at }),
  inBlock({ at, blockHash: "block-2" }),
  gone(A, at),
  ...(isFull ? [{ kind: "offer", at, offer: anOffer({ quoteId: "quote-2", input: PRICE_SATS + 100n, from: at }) } as const] : []), // else in histories.test.ts
  ...["waiting", "blorp"].flatMap((word) => [says(word, { at }), says(word, { at, outpoint: undefined })]),
  success({ at, evidence: "reported", proof: "request:r", amount: undefined }),
  success({ at }),
  success({ at, amount: 1n }),
  success({ at, requestId: "a-second-request", proof: "second" }),
  success({ at, outpoint: undefined, requestId: "request-1" }),
  refund({ at, txHash: undefined }),
  refund({ at }),
  refund({ at, requestId: "a-second-request" }),
]).concat(TICKS); // prettier-ignore

describe("every reachable invoice, and everything that can be said to it", () => {
  for (const [title, news] of [
    ["one payment and every oddity", oneOddPayment],
    ["two payments of the whole price", twoPayments({ [A]: PRICE_SATS, [B]: PRICE_SATS })],
    ["two payments of half the price", twoPayments({ [A]: PRICE_SATS / 2n, [B]: PRICE_SATS / 2n })],
    ["too little and too much", twoPayments({ [A]: PRICE_SATS / 4n, [B]: PRICE_SATS * 2n })],
  ] as const) {
    it(`keeps the rules and has no dead end: ${title}`, () => {
      const { invoices, cameFrom } = walk(news);
      expect(invoices.size).to.be.above(200);
      const states = [...invoices.values()].map(({ state }) => state);
      expect(states).to.include.members(["New", "Processing", "Settled", "Expired", "Invalid"]);
      expect([...invoices.values()].map(({ additional }) => additional)).to.include("PaidLate");
      expect(deadEnds(invoices, cameFrom)).to.deep.equal([]);
    });
  }
});

type Walk = Readonly<{
  invoices: ReadonlyMap<string, Invoice>;
  cameFrom: ReadonlyMap<string, ReadonlySet<string>>;
}>;

/** Breadth first until nothing new is found; time does not run backwards. */
function walk(news: readonly Observation[]): Walk {
  const start = anInvoice();
  const invoices = new Map([[keyOf(start, false), start]]);
  const cameFrom = new Map<string, Set<string>>();
  for (const [key, invoice] of invoices) {
    const isLate = key.startsWith("late");
    for (const seen of news) {
      if (isLate && seen.at < EXPIRES) continue;
      const { invoice: after } = checkedStep(invoice, seen);
      const next = keyOf(after, seen.at >= EXPIRES);
      if (!invoices.has(next)) invoices.set(next, after);
      cameFrom.set(next, (cameFrom.get(next) ?? new Set()).add(key));
      if (invoices.size > MOST) throw new Error("The walk does not end.");
    }
  }
  return { invoices, cameFrom };
}

/** What decisions depend on; words, times and anomalies are only kept for people. */
function keyOf({ state, additional, facts }: Invoice, isLate: boolean): string {
  const deposits = facts.deposits.map(
    (deposit) =>
      `${deposit.outpoint} ${deposit.presence} ${deposit.late} ${deposit.credit} ${depositStatusOf(facts, deposit)}`,
  );
  const settlements = facts.settlements.map(({ outpoint, proof }) => `${outpoint} by ${proof}`);
  const requests = facts.requests.map(({ requestId, outpoint }) => `${requestId} of ${outpoint}`);
  const parts = [deposits, settlements, requests].map((list) => list.toSorted().join("; "));
  return [isLate ? "late" : "open", state, additional, facts.offers.length, ...parts].join(" | ");
}

/** The invoices that are not final and from which no way leads to a final state. */
function deadEnds(invoices: Walk["invoices"], cameFrom: Walk["cameFrom"]): readonly string[] {
  const lead = new Set([...invoices].filter(([, { state }]) => isFinal(state)).map(([key]) => key));
  for (const key of lead) for (const before of cameFrom.get(key) ?? []) lead.add(before);
  return [...invoices.keys()].filter((key) => !lead.has(key));
}
