import { expect } from "chai";
import fc from "fast-check";
import {
  closingEntry,
  entriesBetween,
  unattributedEntry,
  type Entry,
} from "../../../../../src/gateway/domain/books/ledger.ts";
import { sum } from "../../../../../src/values/amount.ts";
import { monthAfter, monthBefore, monthOf, readMonth } from "../../../../../src/values/month.ts";
import {
  createTotals,
  faultOf,
  statementRows,
  type Balances,
} from "../../../../../src/gateway/domain/books/statement/statement.ts";
import { decide } from "../../../../../src/gateway/domain/invoices/decide.ts";
import { anInvoice } from "../../invoices/given.ts";
import { anyHistory } from "../anyHistory.ts";
import { isFull, runs } from "../../../../support/sizes.ts";

const at = (text: string) => Date.parse(text);

describe("the month of a statement", () => {
  it("begins at midnight of the store's zone, also where clocks change within it", () => {
    expect(readMonth("2026-11", "UTC")).to.include({
      from: at("2026-11-01T00:00:00Z"),
      to: at("2026-12-01T00:00:00Z"),
    });
    expect(readMonth("2026-10", "Europe/Berlin")).to.include({
      from: at("2026-09-30T22:00:00Z"),
      to: at("2026-10-31T23:00:00Z"),
    });
    expect(readMonth("2026-03", "America/New_York")).to.include({
      from: at("2026-03-01T05:00:00Z"),
      to: at("2026-04-01T04:00:00Z"),
    });
    expect(readMonth("2026-04", "Asia/Kathmandu")).to.include({ from: at("2026-03-31T18:15:00Z") });
  });

  it("begins each statement where the one before ended, in zones all over the world", () => {
    for (const zone of Intl.supportedValuesOf("timeZone").filter((_, index) => isFull || index % 10 === 0))
      for (const [month, next] of [["2026-03", "2026-04"], ["2026-09", "2026-10"], ["2026-12", "2027-01"]] as const) {
        const found = readMonth(month, zone);
        expect(found?.to, `${month} in ${zone}`).to.equal(readMonth(next, zone)?.from);
        expect(monthOf(found?.from ?? 0, zone)).to.equal(month);
        expect(monthOf((found?.to ?? 0) - 1, zone)).to.equal(month);
        expect([monthBefore(next), monthAfter(month)]).to.deep.equal([month, next]);
      }
  }); // prettier-ignore

  it("is nothing else", () => {
    for (const text of ["2026-13", "2026-1", "26-01", "2026-01-01", "", "1999-12"])
      expect(readMonth(text, "UTC"), text).to.equal(undefined);
  });
});

describe("a statement", () => {
  it("adds up whatever happens to an invoice, wherever the month is cut", () => {
    fc.assert(
      fc.property(anyHistory, fc.nat(40), (happened, cut) => {
        const before: Entry[] = [];
        const within: Entry[] = [];
        let now = anInvoice();
        for (const [index, seen] of happened.entries()) {
          const { invoice: after } = decide(now, seen);
          (index < cut ? before : within).push(...entriesBetween(now, after));
          now = after;
        }
        const totals = createTotals();
        for (const entry of within) totals.add(entry);
        const closing = balances([...before, ...within]);
        for (const row of statementRows(balances(before), totals)) {
          expect(faultOf(row)).to.equal(undefined);
          expect(row.closing).to.equal(closing.get(`in_flight ${row.currency}`) ?? 0n);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it("adds up whatever becomes of unattributed funds, wherever the month is cut", () => {
    const ends = fc.constantFrom(
      "open" as const,
      "assigned" as const,
      "dismissed" as const,
      "refunded" as const,
    );
    const strays = fc.array(fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 20n }), ends), { maxLength: 9 });
    fc.assert(
      fc.property(strays, fc.nat(18), (all, cut) => {
        const entries = all.flatMap(([value, end], index) => {
          const output = {
            storeId: "s",
            chainId: 1,
            outpoint: `${index}:0`,
            currency: "x",
            value,
            undone: 0,
          };
          const entry = unattributedEntry(output);
          return end === "open" ? [entry] : [entry, closingEntry(entry, end)];
        });
        const [before, within] = [entries.slice(0, cut), entries.slice(cut)];
        const totals = createTotals();
        for (const entry of within) totals.add(entry);
        const closing = balances(entries);
        for (const row of statementRows(balances(before), totals)) {
          expect(faultOf(row)).to.equal(undefined);
          expect(row.closing).to.equal(closing.get(`unattributed ${row.currency}`) ?? 0n);
          const refunded = within.filter(({ to }) => to === "merchant").map(({ amount }) => amount);
          expect([row.settled, row.spent]).to.deep.equal([sum(refunded), 0n]);
        }
      }),
    );
  });

  it("says so when it does not add up", () => {
    const totals = createTotals();
    totals.add({ from: "in_flight", to: "settled", currency: "1:x", amount: 5n }); // no conversion and no refund
    const [row] = statementRows(new Map([["in_flight 1:x", 5n]]), totals);
    expect(row).to.include({ opening: 5n, settled: 5n, closing: 0n });
    expect(faultOf({ ...row!, closing: 1n })).to.include("comes to 0, and its accounts hold 1");
  });
});

function balances(entries: readonly Entry[]): Balances {
  const totals = new Map<string, bigint>();
  const add = (key: string, amount: bigint) => totals.set(key, (totals.get(key) ?? 0n) + amount);
  for (const { from, to, currency, amount } of entries) {
    add(`${from} ${currency}`, -amount);
    add(`${to} ${currency}`, amount);
  }
  return totals;
}
