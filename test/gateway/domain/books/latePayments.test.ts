import { expect } from "chai";
import { bankMoveOf, type BankItem } from "../../../../src/gateway/domain/exports/third-party/bankMove.ts";
import { quickBooksFile } from "../../../../src/gateway/domain/exports/third-party/quickBooksFile.ts";
import { xeroStatementFile } from "../../../../src/gateway/domain/exports/third-party/xeroStatementFile.ts";
import { importLine } from "../../../../src/gateway/domain/exports/third-party/importFile.ts";
import type { BookedLine, PaymentLine } from "../../../../src/gateway/domain/books/lines/line.ts";
import type { Observation } from "../../../../src/gateway/domain/invoices/observation.ts";
import { A, anInvoice, B, DUE, EXPIRES, FLOOR, inBlock, LATE, success, tick } from "../invoices/given.ts";
import { told } from "./told.ts";

const MANNER = {
  day: () => "2026-11-21",
  monthFirst: false,
  currency: "USD",
  coin: undefined,
  account: "",
  tax: "",
};
const WORTH = { currency: "EUR", value: "20.00", rate: "0.8", source: "a test", at: LATE };

function paymentsOf(
  ...happened: readonly Observation[]
): readonly (BookedLine & Readonly<{ body: PaymentLine }>)[] {
  const { lines } = told(anInvoice(), happened, new Map([[A, [WORTH]]]));
  return lines.flatMap((line) => (line.file === "payments" ? [line] : []));
}

describe("the line of a late payment", () => {
  const yields = (amount: bigint) =>
    paymentsOf(tick(EXPIRES), inBlock({ at: LATE }), success({ at: LATE, amount }))[0]?.body;

  it("has the worth at which the payment counted, above and below the expired price", () => {
    expect(yields(DUE + 260_000n)).to.include({ value: "25.26", oddity: "late" });
    expect(yields(DUE - 1_500_000n)).to.include({ value: "23.50" });
  });

  it("has the rate at which the payment counted, and the same worth in tracked currencies", () => {
    const line = yields(DUE + 260_000n);
    expect(Number(line?.rate) * 0.0004).to.be.closeTo(25.26, 1e-6);
    expect(line?.worths).to.deep.equal([{ ...WORTH, value: "20.20" }]); // 25.26 at 0.8
  });
});

describe("two equal payments of a day", () => {
  const lines = paymentsOf(
    inBlock(),
    success({ amount: FLOOR }),
    inBlock({ outpoint: B }),
    success({ outpoint: B, amount: FLOOR }),
  );
  const items = lines.map((line) => ({ ...line, at: LATE }) as BankItem);

  it("are told apart by their transactions in the files for Xero and QuickBooks", () => {
    for (const file of [xeroStatementFile, quickBooksFile]) {
      const rows = items.map((item) => {
        const [row] = file.rowsOf(item, MANNER);
        return typeof row === "object" ? importLine(file.columns, row, MANNER) : row;
      });
      expect(new Set(rows).size, file.name).to.equal(2);
      expect(rows[0], file.name).to.include(`transaction tx-of-${A}`);
    }
  });

  it("keep the transaction in QuickBooks when the description is long", () => {
    const [item] = items;
    const long = { ...item!, body: { ...item!.body, description: "long ".repeat(100) } } as BankItem;
    const [row] = quickBooksFile.rowsOf(long, MANNER);
    const text = typeof row === "object" ? importLine(quickBooksFile.columns, row, MANNER) : row;
    expect(text).to.include(`transaction tx-of-${A}`);
    expect(bankMoveOf(long, "USD")?.txid).to.equal(`tx-of-${A}`);
  });
});
