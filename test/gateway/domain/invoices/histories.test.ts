import { expect } from "chai";
import fc from "fast-check";
import { decide } from "../../../../src/gateway/domain/invoices/decide.ts";
import { isFinal, markOf, type Invoice } from "../../../../src/gateway/domain/invoices/invoice.ts";
import type { Observation } from "../../../../src/gateway/domain/invoices/observation.ts";
import { checkedStep } from "./checkStep.ts";
import { anything, history, mark, OUTPOINTS } from "./anyHistory.ts";
import {
  A,
  anInvoice,
  FLOOR,
  inBlock,
  inMempool,
  PRICE_SATS,
  refund,
  says,
  success,
  withPolicy,
} from "./given.ts";
import { runs } from "../../../support/sizes.ts";

const ENOUGH_TO_END_EVERYWHERE = 1_000;
const RUNS = runs(1_000);
const toleranceBps = fc.constantFrom(0, 100, 10_000);

describe("whatever happens to an invoice, in whatever order", () => {
  it("every step keeps the rules", () => {
    const reached = new Set<string>();
    fc.assert(
      fc.property(history(anything), toleranceBps, (steps, tolerance) => {
        let invoice = withPolicy({ toleranceBps: tolerance });
        for (const seen of steps) {
          const wasFinal = isFinal(invoice.state);
          const { invoice: after } = checkedStep(invoice, seen);
          if (wasFinal) expect(after.state, "final").to.equal(invoice.state);
          invoice = after;
        }
        reached.add(invoice.state);
      }),
      { numRuns: ENOUGH_TO_END_EVERYWHERE },
    );
    // the histories are worth their name: they end everywhere
    expect([...reached]).to.have.members(["New", "Processing", "Settled", "Expired", "Invalid"]);
  });

  it("a person's mark is kept from then on", () => {
    fc.assert(
      fc.property(history(anything), history(fc.oneof(mark, anything)), (first, then) => {
        let invoice = first.reduce((before, seen) => checkedStep(before, seen).invoice, anInvoice());
        for (const seen of then) {
          const { invoice: after } = checkedStep(invoice, seen);
          const mark = markOf(after.facts);
          if (mark) expect(after).to.include({ state: mark.as, additional: "Marked" });
          invoice = after;
        }
      }),
      { numRuns: RUNS },
    );
  });

  it("sensors that tell their stories in another order come to the same invoice once each has repeated its last word", () => {
    fc.assert(
      fc.property(
        fc.array(story, { minLength: 1, maxLength: 3 }),
        shuffleKeys,
        shuffleKeys,
        (stories, one, other) => {
          const told = stories.flatMap((tell, index) => tell(OUTPOINTS[index] ?? A));
          const last = told.flatMap((line) => line.slice(-1));
          const end = (keys: readonly number[]) => {
            const all = [...interleaved(told, keys), ...last, ...last];
            return picture(all.reduce((before, seen) => decide(before, seen).invoice, anInvoice()));
          };
          expect(end(one)).to.deep.equal(end(other));
        },
      ),
      { numRuns: RUNS },
    );
  });
});

/** What the chain and the service say about one payment: each in its own order, but neither waits for the other. */
const story = fc
  .record({
    value: fc.constantFrom(PRICE_SATS, PRICE_SATS / 2n, 7_000n),
    chain: fc.constantFrom("confirmed", "reorganised", "dropped", "seen"),
    service: fc.constantFrom("settled", "refunded", "pending", "silent"),
  })
  .map(({ value: sats, chain, service }) => (which: string): readonly (readonly Observation[])[] => {
    const [seen, block, moved] = [
      inMempool({ outpoint: which, value: sats }),
      inBlock({ outpoint: which, value: sats }),
      inBlock({ outpoint: which, value: sats, blockHash: "block-2" }),
    ];
    const told = {
      ...{ confirmed: [seen, block], reorganised: [block, seen, moved], seen: [seen] },
      dropped: [seen, { kind: "gone", at: seen.at, outpoint: which } as const],
    };
    const waiting = says("waiting", { outpoint: which });
    const said = {
      ...{ silent: [], pending: [waiting, says("pending", { outpoint: which })] },
      settled: [waiting, says("pending", { outpoint: which }), success({ outpoint: which, amount: (FLOOR * sats) / PRICE_SATS })],
      refunded: [waiting, refund({ outpoint: which })],
    };
    // Money that has vanished is neither passed on nor sent back.
    return [told[chain as keyof typeof told], chain === "dropped" ? [] : said[service as keyof typeof said]];
  }); // prettier-ignore

const shuffleKeys = fc.array(fc.nat(5), { minLength: 30, maxLength: 30 });

/** All lines, each in its own order, the next one always taken from where the keys say. */
function interleaved(
  lines: readonly (readonly Observation[])[],
  keys: readonly number[],
): readonly Observation[] {
  const left = lines.map((line) => [...line]);
  return keys
    .concat(left.flatMap((line, index) => line.map(() => index)))
    .flatMap((key) => left[key % left.length]?.splice(0, 1) ?? []);
}

/** Everything about an invoice but the order in which it was learned. */
function picture({ state, additional, facts }: Invoice): unknown {
  const sorted = <T>(list: readonly T[], name: (item: T) => string) =>
    list.toSorted((a, b) => (name(a) < name(b) ? -1 : 1));
  return {
    ...{ state, additional, anomalies: facts.anomalies },
    deposits: sorted(facts.deposits, (deposit) => deposit.outpoint).map((deposit) => {
      const isConcluded = [...facts.settlements, ...facts.refunds].some(
        (end) => end.outpoint === deposit.outpoint,
      );
      return isConcluded ? { outpoint: deposit.outpoint, credit: deposit.credit } : deposit; // its place no longer matters
    }),
    requests: sorted(facts.requests, (request) => request.requestId),
    settlements: sorted(facts.settlements, (settled) => settled.outpoint),
    refunds: sorted(facts.refunds, (back) => back.outpoint),
  };
}
