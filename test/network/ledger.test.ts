import { expect } from "chai";
import fc from "fast-check";
import { DEPOSITORY, DESK, isCustody, OWED, SOLVER, type Line } from "../../src/network/ledger/accounts.ts";
import { imbalances, merge, missingLines } from "../../src/network/ledger/lines.ts";
import {
  depositLines,
  evmMovement,
  excessLines,
  fillLines,
  foundLines,
  line,
  ownLines,
  refundLines,
  swapLines,
  type Claim,
  type Money,
} from "../../src/network/ledger/postings.ts";
import { runs } from "../support/sizes.ts";

const CHAIN = 31337;
const COIN = "0x0000000000000000000000000000000000000000";
const USDC = "0x2222222222222222222222222222222222222222";
const APP = "0x3333333333333333333333333333333333333333";
const NO_SHARES = { fees: [], coin: undefined };

const money = (currency: string, amount: bigint): Money => ({ chainId: CHAIN, currency, amount });
const sumOf = (lines: readonly Line[], account: string, currency: string) =>
  lines
    .filter((one) => one.account === account && one.currency === currency)
    .reduce((all, { amount }) => all + amount, 0n);

/** One request's way through the service, as it may go: what is booked, in order. */
const amounts = fc.bigInt({ min: 1n, max: 10n ** 24n });
const ways = fc.record({
  currency: fc.constantFrom(COIN, USDC),
  address: fc.option(fc.constantFrom("0xd1d", "0xd2d")),
  deposit: amounts,
  excessShare: fc.bigInt({ min: 0n, max: 99n }), // percent of the deposit that goes back by itself
  output: amounts,
  fee: fc.bigInt({ min: 0n, max: 10n ** 16n }),
  refundCost: fc.bigInt({ min: 0n, max: 100n }), // percent
  appBps: fc.integer({ min: 0, max: 5_000 }),
  end: fc.constantFrom("fill", "revert", "refund"),
  flickers: fc.integer({ min: 0, max: 2 }), // reorganisations that take the deposit away and bring it back
});
type Way = typeof ways extends fc.Arbitrary<infer T> ? T : never;

function bookingsOf(way: Way, id: string): readonly (readonly Line[])[] {
  const { currency, address, fee } = way;
  const whole = money(currency, way.deposit);
  const deposit = depositLines({ ...whole, requestId: id, address });
  const undo = missingLines(deposit, []);
  const flicker = Array.from({ length: way.flickers }, () => [undo, deposit]).flat();
  const excess = money(currency, (way.deposit * way.excessShare) / 100n);
  const claim: Claim = {
    ...money(currency, way.deposit - excess.amount),
    requestId: id,
    shares: { fees: [{ recipient: APP, bps: way.appBps }], coin: { usd: 100_000_001n, decimals: 6 } },
  };
  const sweep = address === null ? [] : [move({ ...whole, from: `custody:${address}`, to: DEPOSITORY }, fee)];
  const refundOf = (owed: Claim) => {
    const paid = money(currency, owed.amount - (owed.amount * way.refundCost) / 100n);
    return refundLines(evmMovement(fee, id, { paid, from: DEPOSITORY }, CHAIN), owed);
  };
  const fill = fillLines(evmMovement(fee, id, { paid: money(USDC, way.output) }, CHAIN), claim);
  const reverted = ownLines(evmMovement(fee, id, {}, CHAIN), id);
  const outcome = { fill: [fill], revert: [reverted, refundOf(claim)], refund: [refundOf(claim)] }[way.end];
  const part =
    excess.amount > 0n
      ? [excessLines(excess, id, `${id}+`), refundOf({ ...excess, requestId: `${id}+`, shares: NO_SHARES })]
      : [];
  return [deposit, ...flicker, ...sweep, ...outcome, ...part];
}

function move(what: Money & Readonly<{ from: string; to: string }>, fee: bigint): readonly Line[] {
  return ownLines(evmMovement(fee, null, { moves: [what] }, CHAIN), null);
}

function custodyOf(ledger: readonly Line[]): readonly Line[] {
  return merge(
    ledger.filter(({ account }) => isCustody(account)).map((one) => ({ ...one, requestId: null })),
  );
}

describe("the ledger, whatever happens", () => {
  it("sums to zero per currency at every moment, never has less than nothing in custody, and owes nobody in the end", () => {
    fc.assert(
      fc.property(fc.array(ways, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (all, choices) => {
        const queues = all.map((way, index) => [...bookingsOf(way, `0x${index}`)]);
        const ledger: Line[] = [];
        for (let open = queues.filter(({ length }) => length > 0); open.length > 0;) {
          const [choice = 0] = [...choices.take(1)];
          ledger.push(...(open[choice % open.length]?.shift() ?? [])); // any order across requests
          expect(imbalances(ledger)).to.deep.equal([]);
          for (const { account, amount } of custodyOf(ledger))
            expect(amount > 0n, `${account} has ${amount}`).to.equal(true);
          open = queues.filter(({ length }) => length > 0);
        }
        for (const currency of [COIN, USDC]) {
          const left = sumOf(ledger, DEPOSITORY, currency);
          if (left > 0n) ledger.push(...move({ ...money(currency, left), from: DEPOSITORY, to: SOLVER }, 1n));
        }
        const owed = merge(ledger.filter(({ account }) => account === OWED));
        expect(owed).to.deep.equal([]);
        expect(custodyOf(ledger)).to.deep.equal([]);
      }),
      { numRuns: runs(300) },
    );
  });

  it("is right after any mending, and needs none when it is right", () => {
    const lines = fc.array(
      fc.record({
        account: fc.constantFrom("a", "b"),
        chainId: fc.constantFrom(1, 2),
        currency: fc.constantFrom(COIN, USDC),
        requestId: fc.constantFrom(null, "0x01"),
        amount: fc.bigInt({ min: -5n, max: 5n }),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(lines, lines, (booked, wanted) => {
        const missing = missingLines(booked, wanted);
        expect(merge([...booked, ...missing])).to.have.deep.members(merge(wanted) as Line[]);
        expect(missingLines([...booked, ...missing], wanted)).to.deep.equal([]);
      }),
    );
  });
});

describe("what is booked", () => {
  const claim = { ...money(USDC, 1_000n), requestId: "0x01", shares: NO_SHARES };

  it("a fill turns what was owed into income, and costs the output and the gas", () => {
    const lines = fillLines(evmMovement(21n, "0x01", { paid: money(COIN, 500n) }, CHAIN), claim);
    expect(sumOf(lines, SOLVER, COIN)).to.equal(-521n);
    expect(sumOf(lines, "expense:payouts", COIN)).to.equal(500n);
    expect(sumOf(lines, "expense:gas", COIN)).to.equal(21n);
    expect(sumOf(lines, OWED, USDC)).to.equal(1_000n);
    expect(sumOf(lines, "income", USDC)).to.equal(-1_000n);
  });

  it("a reverted transaction costs its gas and nothing else", () => {
    const lines = merge(ownLines(evmMovement(21n, "0x01", {}, CHAIN), "0x01"));
    expect(lines).to.have.deep.members([
      line(SOLVER, money(COIN, -21n), "0x01"),
      line("expense:gas", money(COIN, 21n), "0x01"),
    ]);
  });

  it("a refund charges the payer for what it cost", () => {
    const paid = { paid: money(USDC, 900n), from: DEPOSITORY };
    const lines = refundLines(evmMovement(21n, "0x01", paid, CHAIN), claim);
    expect(sumOf(lines, DEPOSITORY, USDC)).to.equal(-900n);
    expect(sumOf(lines, OWED, USDC)).to.equal(1_000n);
    expect(sumOf(lines, "income", USDC)).to.equal(-100n);
  });

  it("coins from the desk come out of its float, tokens out of the solver's account", () => {
    const coins = swapLines("0x01", money(USDC, 100n), money(COIN, 7n), NO_SHARES);
    expect(sumOf(coins, SOLVER, USDC)).to.equal(100n);
    expect(sumOf(coins, DESK, COIN)).to.equal(-7n);
    const tokens = swapLines("0x01", money(COIN, 7n), money(USDC, 100n), NO_SHARES);
    expect(sumOf(tokens, SOLVER, COIN)).to.equal(7n);
    expect(sumOf(tokens, SOLVER, USDC)).to.equal(-100n);
  });

  it("a share of 25 basis points of 0.01999999 bitcoin at 80,000.01 dollars is 3.999998 dollars, rounded down", () => {
    const shares = { fees: [{ recipient: APP, bps: 25 }], coin: { usd: 8_000_001_000_000n, decimals: 8 } };
    const lines = fillLines(evmMovement(0n, "0x01", {}, CHAIN), {
      ...money(USDC, 1_999_999n),
      requestId: "0x01",
      shares,
    });
    expect(lines.filter(({ account }) => account === `app-fees:${APP}`)).to.deep.equal([
      { account: `app-fees:${APP}`, chainId: 0, currency: "USDC", amount: -3_999_998n, requestId: "0x01" },
    ]);
  });

  it("money that nobody expected is the operator's at the solver's account, and unattributed in custody", () => {
    expect(sumOf(foundLines(SOLVER, money(USDC, 5n)), "equity", USDC)).to.equal(-5n);
    expect(sumOf(foundLines(DEPOSITORY, money(USDC, 5n)), "unattributed", USDC)).to.equal(-5n);
  });
});
