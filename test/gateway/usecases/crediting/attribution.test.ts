import { expect } from "chai";
import fc from "fast-check";
import {
  attribute,
  attributeByBestFit,
  fits,
  type Candidate,
  type Claim,
} from "../../../../src/gateway/usecases/crediting/attribution.ts";
import { runs } from "../../../support/sizes.ts";

const SEEN = 1_000; // when every deposit was seen, unless a test says otherwise
const DOLLAR = 1_000_000n;

/** A deposit that pays a price in dollars; its transfer may be 2 % less or 4 % more. */
function claimOf(id: string, dollars: number, change: Partial<Claim> = {}): Claim {
  const floor = (BigInt(Math.round(dollars * 100)) * DOLLAR) / 100n;
  const span = { least: floor - floor / 50n, most: floor + floor / 25n };
  const times = { from: 0, until: 1_000_000, seenFrom: SEEN };
  return { id, owner: "store", credit: floor, floor, ...span, ...times, ready: true, ...change };
}

function transferOf(key: string, dollars: number, change: Partial<Candidate> = {}): Candidate {
  const amount = (BigInt(Math.round(dollars * 100)) * DOLLAR) / 100n;
  return { key, amount, at: SEEN + 10, seenAt: SEEN + 10, ...change };
}

const assigned = (claims: readonly Claim[], transfers: readonly Candidate[]) =>
  attribute(claims, transfers)
    .map(({ claim, transfer }) => `${claim.id}<${transfer.key}`)
    .toSorted();

describe("whose a transfer is", () => {
  it("is clear for one invoice and one transfer of about its amount", () => {
    expect(assigned([claimOf("a", 25)], [transferOf("t", 25.2)])).to.deep.equal(["a<t"]);
  });

  it("is nobody's while the service has not said success", () => {
    expect(assigned([claimOf("a", 25, { ready: false })], [transferOf("t", 25.2)])).to.deep.equal([]);
  });

  it("is not that of an invoice for another amount, nor of a deposit that was seen later", () => {
    const later = claimOf("b", 25, { seenFrom: SEEN + 60 });
    const tooLate = transferOf("late", 25, { at: 2_000_000, seenAt: 2_000_000 });
    expect(assigned([claimOf("a", 30), later], [transferOf("t", 25), tooLate])).to.deep.equal([]);
  });

  it("makes no difference among equal invoices, so the older one is settled first", () => {
    const claims = [claimOf("young", 25, { seenFrom: SEEN + 5 }), claimOf("old", 25)];
    expect(assigned(claims, [transferOf("t", 25.2)])).to.deep.equal(["old<t"]);
    expect(assigned(claims, [transferOf("t", 25.2), transferOf("u", 25.3)])).to.have.length(2);
  });

  it("waits for the second transfer when one would do for either of two near amounts", () => {
    const claims = [claimOf("a", 25), claimOf("b", 25.4)];
    expect(assigned(claims, [transferOf("t", 25.5)])).to.deep.equal([]);
    const both = [transferOf("t", 25.5), transferOf("u", 25.2)];
    expect(assigned(claims, both)).to.deep.equal(["a<u", "b<t"]);
  });

  it("waits while an invoice that is still being converted could be meant", () => {
    const claims = [claimOf("a", 25), claimOf("b", 25.4, { ready: false })];
    expect(assigned(claims, [transferOf("t", 25.5)])).to.deep.equal([]);
  });

  it("follows from what the others can only be", () => {
    const claims = [claimOf("a", 25), claimOf("b", 25.8, { ready: false })];
    const transfers = [transferOf("both", 25.5), transferOf("only b", 26.5)];
    expect(assigned(claims, transfers)).to.deep.equal(["a<both"]);
  });

  it("waits when two transfers of different amounts could both be the one of an invoice", () => {
    const claims = [claimOf("a", 25)];
    expect(assigned(claims, [transferOf("t", 25.1), transferOf("u", 25.2)])).to.deep.equal([]);
    expect(assigned(claims, [transferOf("t", 25.1), transferOf("u", 25.1)])).to.have.length(1);
  });

  it("does not let one store's claim stand for another's", () => {
    const claims = [claimOf("a", 25), claimOf("b", 25, { owner: "other", ready: false })];
    expect(assigned(claims, [transferOf("t", 25.1)])).to.deep.equal([]);
  });

  it("prefers the claim that a transfer pays in full", () => {
    const short = claimOf("short", 25, { floor: 25n * DOLLAR + 100n });
    const full = claimOf("full", 25, { seenFrom: SEEN + 5 });
    expect(assigned([short, full], [transferOf("t", 25)])).to.deep.equal(["full<t"]);
  });

  it("is known from the deposit that its transaction spends", () => {
    const claims = [claimOf("a", 25), claimOf("b", 25.4, { ready: false })];
    expect(assigned(claims, [transferOf("t", 25.5, { spends: ["a"] })])).to.deep.equal(["a<t"]);
  });
});

describe("transfers that nobody can tell apart for a long time", () => {
  it("are used once each, and go round as far as they can", () => {
    const claims = [
      claimOf("a", 25),
      claimOf("b", 25.4),
      claimOf("c", 25.2),
      claimOf("d", 25, { ready: false }),
    ];
    const pairs = attributeByBestFit(claims, [
      transferOf("t", 25.5),
      transferOf("u", 26.1),
      transferOf("v", 90),
    ]);
    expect(pairs.map(({ claim, transfer }) => `${claim.id}<${transfer.key}`)).to.deep.equal(["a<t", "c<u"]);
  });
});

/** What happens at a shop: deposits are seen, the service says success, transfers arrive; in any order. */
type Step = Readonly<{ kind: "seen" | "success" | "arrives"; who: number }>;
type Shop = Readonly<{ prices: readonly number[]; yields: readonly number[]; steps: readonly Step[] }>;

const shops: fc.Arbitrary<Shop> = fc.integer({ min: 1, max: 7 }).chain((count) => {
  const steps = Array.from({ length: count }, (_, who) =>
    (["seen", "success", "arrives"] as const).map((kind): Step => ({ kind, who })),
  ).flat();
  return fc.record({
    prices: fc.array(fc.constantFrom(10, 25, 25, 25.3, 25.9, 26.4, 40), {
      minLength: count,
      maxLength: count,
    }),
    yields: fc.array(fc.integer({ min: 0, max: 200 }), { minLength: count, maxLength: count }), // bps above the floor
    steps: fc.shuffledSubarray(steps, { minLength: steps.length }),
  });
});

/** Plays a history and looks after every step; what is assigned stays assigned. */
function play({ prices, yields, steps }: Shop, looks: (index: number) => boolean = () => true) {
  const seen = new Set<number>();
  const success = new Set<number>();
  const arrived = new Map<number, Candidate>();
  const settled = new Map<string, Candidate>();
  for (const [index, { kind, who }] of steps.entries()) {
    if (kind === "seen") seen.add(who);
    if (kind === "success") success.add(who);
    if (kind === "arrives") {
      const amount = claimOf("", prices[who]!).floor;
      const paid = amount + (amount * BigInt(yields[who]!)) / 10_000n;
      arrived.set(who, { key: `t${who}`, amount: paid, at: SEEN + index, seenAt: SEEN + index });
    }
    if (!looks(index)) continue;
    const claims = [...seen]
      .filter((one) => !settled.has(String(one)))
      .map((one) => claimOf(String(one), prices[one]!, { ready: success.has(one), seenFrom: 0 }));
    const used = new Set([...settled.values()].map(({ key }) => key));
    const free = [...arrived.values()].filter(({ key }) => !used.has(key));
    for (const { claim, transfer } of attribute(claims, free)) {
      expect(success.has(Number(claim.id)), "settled only after success").to.equal(true);
      expect(fits(claim, transfer)).to.equal(true);
      expect(settled.has(claim.id), "settled once").to.equal(false);
      expect(
        [...settled.values()].some(({ key }) => key === transfer.key),
        "used once",
      ).to.equal(false);
      settled.set(claim.id, transfer);
    }
  }
  return { settled, arrived };
}

describe("any order of deposits, words and transfers", () => {
  it("settles no transfer twice, nothing without word and transfer, and exactly what was assigned", () => {
    fc.assert(
      fc.property(shops, (shop) => {
        const { settled, arrived } = play(shop);
        const keys = [...settled.values()].map(({ key }) => key);
        expect(new Set(keys).size).to.equal(keys.length);
        const total = [...settled.values()].reduce((sum, { amount }) => sum + amount, 0n);
        const all = [...arrived.values()].reduce((sum, { amount }) => sum + amount, 0n);
        expect(total <= all).to.equal(true);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("settles everybody in the end, with the very sum that arrived, however near the amounts are", () => {
    fc.assert(
      fc.property(shops, (shop) => {
        const deposits = shop.steps.toSorted((a, b) => Number(a.kind !== "seen") - Number(b.kind !== "seen"));
        const { settled, arrived } = play({ ...shop, steps: deposits });
        const total = [...settled.values()].reduce((sum, { amount }) => sum + amount, 0n);
        const all = [...arrived.values()].reduce((sum, { amount }) => sum + amount, 0n);
        expect(settled.size).to.equal(shop.prices.length);
        expect(total).to.equal(all);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("gives everybody their own where amounts are apart", () => {
    fc.assert(
      fc.property(shops, (shop) => {
        const prices = shop.prices.map((_, index) => 10 * 1.2 ** index);
        const { settled } = play({ ...shop, prices });
        expect(settled.size).to.equal(prices.length);
        for (const [id, { key }] of settled) expect(key).to.equal(`t${id}`);
      }),
      { numRuns: runs(500) },
    );
  });
});
