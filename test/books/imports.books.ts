import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import type { InvoiceLine, PaymentLine, RefundLine } from "../../src/gateway/domain/books/lines/line.ts";
import { readCsv } from "./readCsv.ts";
import { aShop } from "./shop.ts";

const SIZE = 1_700;
const USDC_DECIMALS = 6;
const CENTS = 2;

/** As the programs publish them. Whoever changes one here has looked it up anew. */
const PUBLISHED = {
  "koinly.csv": "Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash", // prettier-ignore
  "xero-statement.csv": "Date,Amount,Payee,Description,Reference",
  "xero-invoices.csv": "*ContactName,*InvoiceNumber,*InvoiceDate,*DueDate,*Description,*Quantity,*UnitAmount,*AccountCode,*TaxType,Currency,Reference", // prettier-ignore
  "quickbooks.csv": "Date,Description,Amount",
} as const;
type Name = keyof typeof PUBLISHED;

describe("files for other programs", () => {
  let directory: string;
  let shop: Awaited<ReturnType<typeof aShop>>;

  before(async () => {
    directory = await fs.mkdtemp(path.join(os.tmpdir(), "crosstill-imports-"));
    shop = await aShop(path.join(directory, "shop.db"), SIZE);
  });
  after(async () => {
    await shop.close();
    await fs.rm(directory, { recursive: true, force: true });
  });

  type Row = Readonly<Record<string, string>>;

  /** Every part, as one who follows the hints gets them. */
  async function partsOf(name: Name, words: Readonly<Record<string, string>> = {}) {
    const parts: (readonly Row[])[] = [];
    let leftOut = 0;
    for (let part: string | undefined = "1"; part !== undefined; ) {
      const { text, about } = await shop.file(name, { ...words, part });
      const [head = [], ...rows] = readCsv(text);
      expect(head.join(",")).to.equal(PUBLISHED[name]);
      parts.push(rows.map((row) => Object.fromEntries(row.map((cell, index) => [head[index] ?? "", cell]))));
      leftOut += about?.leftOut ?? 0;
      part = about?.nextPart;
    }
    return { parts, rows: parts.flat(), leftOut };
  }

  const EVER = { storeId: "store-1", from: 0, to: 9e15, after: undefined, limit: 1_000_000 };
  type Line<Body> = Readonly<{ id: string; kind: string; invoiceId: string | undefined; body: Body }>;
  const lines = async <Body>(file: "payments" | "invoices" | "refunds") =>
    (await shop.persistence.books.linesIn(file, EVER)) as unknown as readonly Line<Body>[];

  /** What was settled and what was paid out, in cents of euros; of what nobody valued in them, how many lines. */
  async function valued() {
    const arrived = (await lines<PaymentLine>("payments")).filter(({ body }) => body.outcome === "settled");
    const cents = [
      ...arrived.map(({ kind, body }) => turned(kind === "reversed", body.worths[0]?.value)),
      ...(await lines<RefundLine>("refunds"))
        .filter(({ body }) => body.how !== "automatic")
        .map(({ body }) => turned(true, body.original?.currency === "EUR" ? body.original.amount : body.worths?.[0]?.value)),
    ];
    const known = cents.filter((value) => value !== undefined);
    return { lines: known.length, unknown: cents.length - known.length, sum: total(known) };
  }

  for (const name of ["xero-statement.csv", "quickbooks.csv"] as const)
    it(`${name} tells what came and went in the currency of the books, a thousand lines at once, none twice and none lost`, async () => {
      const { parts, rows, leftOut } = await partsOf(name);
      const expected = await valued();
      expect(parts.slice(0, -1).map(({ length }) => length)).to.deep.equal(parts.slice(1).map(() => 1_000));
      expect(parts.length).to.be.greaterThan(1);
      expect(rows).to.have.length(expected.lines);
      expect(leftOut).to.equal(expected.unknown).and.to.be.greaterThan(100);
      expect(total(rows.map((row) => unitsOf(row["Amount"] ?? "", CENTS)))).to.equal(expected.sum);
      expect(rows.some((row) => row["Amount"]?.startsWith("-"))).to.equal(true);
      for (const row of rows) expect(row["Description"], "a formula").to.match(/^[^=+\-@\t\r]/);
    });

  it("koinly.csv tells what came and went in coins, as the ledger has it", async () => {
    const { rows, leftOut } = await partsOf("koinly.csv");
    let [ledger, told] = [0n, 0n];
    for (const { from, to, amount, storeId } of await shop.persistence.books.ledgerPage("", 1_000_000)) {
      if (storeId !== "store-1") continue;
      if (to === "settled" || to === "merchant") ledger += amount;
      if (from === "settled" || from === "merchant") ledger -= amount;
    }
    for (const row of rows) {
      expect(row["Date"]).to.match(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
      const isIn = row["Received Amount"] !== "";
      expect([row["Sent Amount"] === "", row[isIn ? "Received Currency" : "Sent Currency"]]).to.deep.equal([isIn, "USDC"]);
      told += unitsOf(row["Received Amount"] || "0", USDC_DECIMALS) - unitsOf(row["Sent Amount"] || "0", USDC_DECIMALS);
    }
    expect(told).to.equal(ledger);
    expect(rows.some((row) => row["Description"] === "Payout payout-8: 10 USDC left, 0.000195 BTC arrived" && row["Sent Amount"] === "10" && row["TxHash"] === "in8")).to.equal(true);
    const unreported = (await lines<PaymentLine>("payments")).filter(({ body }) => body.outcome === "settled" && !body.settled);
    expect(leftOut).to.equal(unreported.length).and.to.be.greaterThan(100);
    expect(new Set(rows.map((row) => row["Net Worth Currency"]))).to.deep.equal(new Set(["", "EUR"]));
  });

  it("xero-invoices.csv tells each sale under a number of its own, five hundred at once", async () => {
    const { parts, rows: all, leftOut } = await partsOf("xero-invoices.csv", { account: "4000", tax: "No VAT" });
    const rows = all.filter((row) => row["*Description"] !== "Accepted with less than the price: written off");
    const sales = (await lines<InvoiceLine>("invoices")).filter(({ body }) => body.state === "Settled" || body.additional === "PaidLate");
    expect(parts.slice(0, -1).map(({ length }) => length)).to.deep.equal(parts.slice(1).map(() => 500));
    expect(parts.length).to.be.greaterThan(2);
    expect([rows.length, leftOut]).to.deep.equal([sales.length, 0]);
    expect(new Set(rows.map((row) => row["*InvoiceNumber"])).size).to.equal(rows.length);
    for (const currency of ["USD", "CHF"]) {
      const of = sales.filter(({ body }) => body.currency === currency);
      const sum = total(of.map(({ kind, body }) => turned(kind === "reversed", body.price) ?? 0n));
      const told = rows.filter((row) => row["Currency"] === currency).map((row) => unitsOf(row["*UnitAmount"] ?? "", CENTS));
      expect(total(told)).to.equal(sum);
    }
    for (const row of rows) {
      expect(row).to.include({ "*Quantity": "1", "*AccountCode": "4000", "*TaxType": "No VAT" });
      for (const name of ["*ContactName", "*Description", "*InvoiceNumber"]) expect(row[name]).to.match(/^[^=+\-@\t\r]/);
    }
  });

  it("write days as each program reads them", async () => {
    const first = async (name: Name, words = {}) => (await partsOf(name, words)).rows[0] ?? {};
    expect((await first("xero-statement.csv"))["Date"]).to.equal("15/01/2027");
    expect((await first("xero-statement.csv", { format: "us" }))["Date"]).to.equal("01/15/2027");
    expect((await first("quickbooks.csv"))["Date"]).to.equal("01/15/2027");
    expect((await first("xero-invoices.csv", { format: "us" }))["*InvoiceDate"]).to.equal("01/15/2027");
    expect((await first("quickbooks.csv", { zone: "Pacific/Kiritimati" }))["Date"]).to.equal("01/15/2027");
  });

  it("come out the same again, and refuse what they do not have", async () => {
    for (const name of Object.keys(PUBLISHED) as Name[])
      expect((await shop.file(name)).text).to.equal((await shop.file(name)).text);
    const refused: readonly [string, object][] = [
      ["payments.csv", { part: "2" }],
      ["koinly.csv", { after: "1.x" }],
      ["koinly.csv", { part: "0" }],
      ["quickbooks.csv", { format: "us" }],
      ["xero-statement.csv", { format: "eu" }],
      ["xero-statement.csv", { currency: "€" }],
      ["xero-invoices.csv", { account: " " }],
    ];
    for (const [name, words] of refused) {
      const answer = await shop.file(name, words).catch((error: unknown) => error);
      expect(answer, `${name} ${JSON.stringify(words)}`).to.be.an("error").with.property("code", "export_refused");
    }
  });
}); // prettier-ignore

function turned(isBack: boolean, text: string | undefined): bigint | undefined {
  const units = text === undefined ? undefined : unitsOf(text, CENTS);
  return units !== undefined && isBack ? -units : units;
}

function total(units: readonly bigint[]): bigint {
  return units.reduce((sum, one) => sum + one, 0n);
}

function unitsOf(text: string, decimals: number): bigint {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new Error(`"${text}" is no plain number`);
  const [whole = "", fraction = ""] = text.split(".");
  if (fraction.length > decimals) throw new Error(`${text} is too exact`);
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}
