import { expect } from "chai";
import { fateOf } from "../../src/invoices/credit.ts";
import { isFinal, type Invoice } from "../../src/invoices/invoice.ts";
import type { Observation } from "../../src/invoices/observation.ts";
import { checkedStep } from "./checkStep.ts";
import { A, B, EXPIRES, FLOOR, IN_TIME, LATE, PRICE_SATS, anInvoice, anOffer, gone, inBlock, inMempool, refund, says, success, tick } from "./given.ts"; // prettier-ignore

const MOST = 100_000; // invoices; far above what is reachable, so that a walk without end is a failure

/** Everything that two payments, the service and the clock can say, before and after the end of the price promise. */
function alphabet(values: Readonly<Record<string, bigint>>): readonly Observation[] {
  return [IN_TIME, LATE].flatMap((at) => [
    ...Object.entries(values).flatMap(([outpoint, value]): Observation[] => [
      inMempool({ outpoint, value, at }),
      inBlock({ outpoint, value, at }),
      gone(outpoint, at),
      ...["waiting", "pending", "failure", "blorp"].map((word) => says(word, { outpoint, at })),
      success({ outpoint, at, amount: (FLOOR * value) / PRICE_SATS }),
      success({ outpoint, at, amount: 1n, requestId: "a-second-request", proof: `second-${outpoint}` }),
      refund({ outpoint, at }),
    ]),
    { kind: "offer", at, offer: anOffer({ quoteId: "quote-2", input: PRICE_SATS - 100n, from: at }) },
  ]).concat(tick(EXPIRES - 1), tick(LATE), tick(LATE, EXPIRES - 1)); // prettier-ignore
}

describe("every reachable invoice, and everything that can be said to it", () => {
  for (const [title, values] of [
    ["two payments of the whole price", { [A]: PRICE_SATS, [B]: PRICE_SATS }],
    ["two payments of half the price", { [A]: PRICE_SATS / 2n, [B]: PRICE_SATS / 2n }],
    ["too little and too much", { [A]: PRICE_SATS / 4n, [B]: PRICE_SATS * 2n }],
  ] as const) {
    it(`keeps the rules and has no dead end: ${title}`, () => {
      const { invoices, cameFrom } = walk(alphabet(values));
      expect(invoices.size).to.be.within(500, MOST);
      expect(new Set([...invoices.values()].map(({ state }) => state)).size, "all states").to.equal(5);
      const ends = [...invoices].filter(([, { state }]) => isFinal(state)).map(([key]) => key);
      expect(deadEnds(invoices, cameFrom, ends)).to.deep.equal([]);
    });
  }
});

type Walk = Readonly<{ invoices: ReadonlyMap<string, Invoice>; cameFrom: ReadonlyMap<string, ReadonlySet<string>> }>;

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
    (deposit) => `${deposit.outpoint} ${deposit.presence} ${deposit.late} ${deposit.credit} ${fateOf(facts, deposit)}`,
  );
  const settlements = facts.settlements.map(({ outpoint, proof }) => `${outpoint} by ${proof}`);
  const requests = facts.requests.map(({ requestId, outpoint }) => `${requestId} of ${outpoint}`);
  const parts = [deposits, settlements, requests].map((list) => list.toSorted().join("; "));
  return [isLate ? "late" : "open", state, additional, facts.offers.length, ...parts].join(" | ");
}

/** The open invoices from which no way leads to a final state. */
function deadEnds({ size }: Walk["invoices"] & { size: number }, cameFrom: Walk["cameFrom"], ends: readonly string[]): readonly string[] {
  const ways = new Set(ends);
  for (const key of ways) for (const before of cameFrom.get(key) ?? []) ways.add(before);
  const all = new Set([...cameFrom.values()].flatMap((keys) => [...keys]));
  expect(all.size).to.be.at.most(size);
  return [...all].filter((key) => !ways.has(key));
}
