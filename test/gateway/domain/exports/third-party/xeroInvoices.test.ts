import { expect } from "chai";
import {
  xeroInvoicesFile,
  type SaleItem,
} from "../../../../../src/gateway/domain/exports/third-party/xeroInvoicesFile.ts";
import type { Observation } from "../../../../../src/gateway/domain/invoices/observation.ts";
import {
  A,
  anInvoice,
  DUE,
  EXPIRES,
  FLOOR,
  inBlock,
  LATE,
  marked,
  PRICE_SATS,
  success,
  tick,
} from "../../invoices/given.ts";
import type { Worths } from "../../../../../src/gateway/domain/books/lines/paymentLine.ts";
import type { Invoice } from "../../../../../src/gateway/domain/invoices/invoice.ts";
import { told } from "../../books/told.ts";

const BOOKS = { day: () => "", monthFirst: false, currency: "EUR", coin: undefined, account: "", tax: "" };

/** What Xero is given of an invoice to which this happened: each sale, and what takes one back. */
function salesOf(...happened: readonly Observation[]): readonly string[] {
  return rowsOf(anInvoice(), happened, new Map(), "EUR").map(([amount = ""]) => amount);
}

/** Each sale with its currency; "left out" for one that cannot be told. */
function rowsOf(invoice: Invoice, happened: readonly Observation[], worths: Worths, currency: string): readonly (readonly string[])[] {
  const { lines } = told(invoice, happened, worths);
  const items = lines.filter(({ file }) => file === "invoices").map((line) => ({ ...line, at: LATE }) as unknown as SaleItem);
  return items.flatMap((item) => {
    const rows = xeroInvoicesFile.rowsOf(item, { ...BOOKS, currency });
    return rows === "unknown" ? [["left out"]] : rows.map((row) => [row.amount, row.currency]);
  });
} // prettier-ignore

describe("a sale for Xero", () => {
  it("is an invoice that was paid in time", () => {
    expect(salesOf(inBlock(), success({ amount: FLOOR }))).to.deep.equal(["25.00"]);
  });

  it("is one that was paid after its time, once it has settled", () => {
    expect(salesOf(tick(EXPIRES), inBlock({ at: LATE }), success({ at: LATE, amount: DUE }))).to.deep.equal([
      "25.00",
    ]);
  });

  it("is none that nobody paid, or of which a part came", () => {
    expect(salesOf(tick(EXPIRES))).to.deep.equal([]);
    const half = [inBlock({ value: PRICE_SATS / 2n }), success({ amount: FLOOR / 2n })];
    expect(salesOf(...half, tick(EXPIRES))).to.deep.equal([]);
  });

  it("writes off the rest of an invoice that was accepted with less than its price, so that it agrees with its payments", () => {
    const half = [inBlock({ value: PRICE_SATS / 2n }), success({ amount: FLOOR / 2n })];
    const accepted = [...half, tick(EXPIRES), marked("Settled", LATE)];
    expect(salesOf(...accepted)).to.deep.equal(["25.00", "-12.50"]);
    expect(salesOf(...accepted, marked("Invalid", LATE + 1))).to.deep.equal(["25.00", "-12.50", "-25.00", "12.50"]);
    expect(salesOf(tick(EXPIRES), marked("Settled", LATE)), "paid another way").to.deep.equal(["25.00"]);
    expect(salesOf(inBlock({ value: PRICE_SATS * 2n }), success({ amount: FLOOR * 2n })), "paid too much").to.deep.equal(["25.00"]);
  });

  it("is told in the currency of the books where it was priced in bitcoins, or not at all", () => {
    const priced = anInvoice({ currency: "BTC", decimals: 8, price: 25_000n });
    const paid = [inBlock(), success({ amount: FLOOR })];
    const euros = { currency: "EUR", value: "22.93", rate: "91720", source: "a test", at: LATE };
    const worths = new Map([[A, [euros]]]);
    expect(rowsOf(priced, paid, worths, "EUR")).to.deep.equal([["22.93", "EUR"]]);
    const taken = [...paid, marked("Invalid", EXPIRES)];
    expect(rowsOf(priced, taken, worths, "EUR")).to.deep.equal([["22.93", "EUR"], ["-22.93", "EUR"]]);
    for (const [known, currency] of [[new Map(), "EUR"], [worths, "USD"], [worths, "BTC"]] as const)
      expect(rowsOf(priced, paid, known, currency), currency).to.deep.equal([["left out"]]);
  });
}); // prettier-ignore
