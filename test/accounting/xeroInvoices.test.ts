import { expect } from "chai";
import { xeroInvoicesFile, type SaleItem } from "../../src/accounting/imports/xeroInvoicesFile.ts";
import type { Observation } from "../../src/invoices/observation.ts";
import {
  anInvoice,
  DUE,
  EXPIRES,
  FLOOR,
  inBlock,
  LATE,
  PRICE_SATS,
  success,
  tick,
} from "../invoices/given.ts";
import { told } from "./told.ts";

/** What Xero is given of an invoice to which this happened: each sale, and what takes one back. */
function salesOf(...happened: readonly Observation[]): readonly string[] {
  const { lines } = told(anInvoice(), happened);
  const items = lines.filter(({ file }) => file === "invoices").map((line) => ({ ...line, at: LATE }) as unknown as SaleItem);
  return items.flatMap((item) => {
    const row = xeroInvoicesFile.rowOf(item, undefined as never); // a sale is told alike in every manner
    return typeof row === "string" ? [] : [`${row.sign}${item.body.price}`];
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
});
