import { parse } from "csv-parse/sync";
import { expect } from "chai";
import type { Booked } from "../../../../src/gateway/ports/bookLinesPort.ts";
import type {
  BookedLine,
  InvoiceLine,
  PaymentLine,
} from "../../../../src/gateway/domain/books/lines/line.ts";
import type { Persistence } from "../../../../src/gateway/ports/persistencePort.ts";
import { ISSUED } from "../invoices/given.ts";
import { onUsualDatabase } from "../../../support/databases.ts";
import { download, LATER, liveThrough, storeOn } from "./bookedWorld.ts";
import { sumFees, sumLedger, sumSettled } from "./sumExports.ts";

const FILES = ["payments", "invoices", "refunds", "ledger", "fees", "unattributed"] as const;
const EVERYTHING = { from: 0, to: LATER, storeId: undefined, after: undefined, limit: 100_000 };

type Cells = Readonly<Record<string, string>>;
type Json = Readonly<Record<string, string | null>>;

const rowsOf = (text: string): readonly Cells[] => parse(text, { columns: true, record_delimiter: "\r\n" });
const jsonOf = (text: string) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Json);
const words = (file: string) =>
  ["payments", "invoices", "refunds"].includes(file) ? { metadata: "orderId,any,number,=key,none" } : {};

describe("files for accountants", function () {
  this.timeout(180_000);
  onUsualDatabase("gateway", (open) => {
    let persistence: Persistence;
    let lines: readonly Booked<BookedLine>[];
    before(async () => {
      persistence = storeOn(await open());
      await liveThrough(persistence, 90, 7); // more than there are injections
      lines = [...(await persistence.books.linesIn("payments", EVERYTHING)), ...(await persistence.books.linesIn("invoices", EVERYTHING))];
      expect(lines.filter(({ file }) => file === "payments").length).to.be.greaterThan(60);
      expect(lines.filter(({ kind }) => kind === "reversed").length).to.be.greaterThan(9);
    });
    const bodies = <Body>(file: string) => lines.filter((line) => line.file === file).map((line) => ({ ...line, body: line.body as Body }));

    it("are read by a strict reader as what the database holds: payments", async () => {
      const read = rowsOf(await download(persistence, "payments.csv", words("payments")));
      const booked = bodies<PaymentLine>("payments");
      expect(read).to.have.length(booked.length);
      for (const [index, { id, at, kind, storeId, invoiceId, body }] of booked.entries()) {
        const row = read[index]!;
        const sign = kind === "reversed" ? -1n : 1n;
        const units = (text: string | undefined) => (text === undefined ? "" : String(sign * BigInt(text)));
        const metadata = body.metadata as Readonly<Record<string, unknown>>;
        expect(row).to.include({
          schema: "crosstill.payments/4", line: `${at}.${id}`, zone: "UTC", kind, booked_at: new Date(at).toISOString(),
          ...{ store_id: storeId, invoice_id: invoiceId, outcome: body.outcome, paid_txid: body.txid, price_currency: "USD" },
          ...{ paid_units: units(body.paid.units), settled_units: units(body.settled?.units), refunded_units: units(body.refunded?.units) },
          ...{ confirmations: String(body.confirmations), settled_txid: body.settledTxid ?? "", evidence: body.evidence ?? "" },
          ...{ paid_at: new Date(body.paidAt).toISOString(), rate: body.rate ?? "", oddity: body.oddity ?? "" },
        });
        expect(scaled(row["settled_amount"])).to.equal(row["settled_units"]);
        expect(scaled(row["value"], 2)).to.equal(units(body.value.replace(".", "")));
        expectText(row["order_id"], body.orderId);
        expectText(row["description"], body.description);
        expectText(row["metadata.orderId"], metadata["orderId"]);
        expectText(row["metadata.any"], metadata["any"]);
        expectText(row["metadata.number"], metadata["number"]);
        expectText(row["metadata.=key"] ?? row["metadata.'=key"], metadata["=key"]);
        expect(row["metadata.none"]).to.equal("");
      }
    });

    it("are read by a strict reader as what the database holds: invoices, each once, with their payments", async () => {
      const all = rowsOf(await download(persistence, "invoices.csv", { include: "expired,invalid", ...words("invoices") }));
      const expected = bodies<InvoiceLine>("invoices").flatMap(({ body, ...line }) =>
        (body.payments.length > 0 ? body.payments : [undefined]).map((payment, index) => ({ line, payment, index, body, first: index === 0 })),
      );
      expect(all).to.have.length(expected.length);
      for (const [index, { line, payment, body, first, index: part }] of expected.entries()) {
        const row = all[index]!;
        const sign = line.kind === "reversed" ? -1n : 1n;
        expect(row).to.include({ line: `${line.at}.${line.id}~${part + 1}`, kind: line.kind, state: first ? body.state : "" });
        expect(scaled(row["price"], 2)).to.equal(first ? String(sign * BigInt(body.price.replace(".", ""))) : "");
        expect(row["paid_units"]).to.equal(payment ? String(sign * BigInt(payment.paid.units)) : "");
        expectText(row["customer"], first ? body.customer : undefined);
        expectText(row["tax"], first ? body.tax : undefined);
      }
      const some = rowsOf(await download(persistence, "invoices.csv"));
      expect(some).to.deep.equal(rowsOf(await download(persistence, "invoices.csv", { include: "expired,invalid" })).filter(({ state, paid_units, line }) => state === "Settled" || paid_units !== "" || !line?.endsWith("~1")));
      expect(some.length).to.be.lessThan(all.length);
    });

    it("are read by a strict reader as what the database holds: the ledger, two lines an entry", async () => {
      const read = rowsOf(await download(persistence, "ledger.csv"));
      const entries = await persistence.books.entriesIn(EVERYTHING);
      expect(read).to.have.length(2 * entries.length);
      for (const [index, { id, at, from, to, currency, amount }] of entries.entries()) {
        const [out, into] = [read[2 * index], read[2 * index + 1]];
        expect(out).to.include({ line: `${at}.${id}~1`, account: from, other_account: to, units: String(-amount) });
        expect(into).to.include({ line: `${at}.${id}~2`, account: to, other_account: from, units: String(amount) });
        expect(`${out?.["chain_id"]}:${out?.["currency"]}`).to.equal(currency);
        expect(scaled(out?.["amount"], currency.startsWith("31337") ? 6 : 8)).to.equal(out?.["amount"] === "" ? "" : String(-amount));
      }
      expect(read.filter(({ amount }) => amount === "").length).to.be.lessThan(read.length / 2);
    });

    it("say the same as JSON lines, where nothing is guarded", async () => {
      for (const file of FILES) {
        const csv = rowsOf(await download(persistence, `${file}.csv`, words(file)));
        const json = jsonOf(await download(persistence, `${file}.jsonl`, words(file)));
        expect(json).to.have.length(csv.length);
        for (const [index, line] of json.entries()) {
          const cells = Object.values(csv[index]!);
          for (const [place, value] of Object.values(line).entries()) expectText(cells[place], value ?? undefined);
        }
      }
    });

    it("add up: each currency of the ledger to zero, payments to what has settled, fees to what was stated", async () => {
      for (const storeless of [{}, { from: new Date(ISSUED + 600_000).toISOString() }]) {
        const [ledger, payments, fees] = [await download(persistence, "ledger.csv", storeless), await download(persistence, "payments.csv", storeless), await download(persistence, "fees.csv", storeless)];
        expect([...sumLedger(ledger)]).to.deep.equal([]);
        const { inLedger, inPayments } = sumSettled(ledger, payments);
        expect(inPayments).to.deep.equal(inLedger);
        const sums = sumFees(fees, payments, 6);
        expect([sums.told, sums.stated]).to.deep.equal([sums.booked, sums.booked]);
      }
      const { inLedger } = sumSettled(await download(persistence, "ledger.csv"), await download(persistence, "payments.csv"));
      expect([...inLedger.values()].some((amount) => amount > 10n ** 29n), "30 digits").to.equal(true);
    });

    it("have control lines that say so, when they are asked for", async () => {
      const rows = rowsOf(await download(persistence, "ledger.csv", { control: "true" }));
      const control = rows.filter(({ kind }) => kind === "control");
      const counts = control.map(({ account }) => Number(/^sum of (\d+) lines$/.exec(account ?? "")?.[1]));
      expect(control.map(({ units }) => units)).to.deep.equal(control.map(() => "0"));
      expect(counts.reduce((sum, count) => sum + count)).to.equal(rows.length - control.length);
      expect(rows.slice(-control.length)).to.deep.equal(control);
    });

    it("go on where a download broke off, at whatever line that was", async () => {
      for (const file of FILES) {
        const ask = { to: new Date(LATER - 60_000).toISOString(), ...words(file) };
        const whole = await download(persistence, `${file}.csv`, ask);
        const records = parse(whole, { raw: true, record_delimiter: "\r\n" }) as unknown as readonly Readonly<{ raw: string; record: readonly string[] }>[];
        for (let kept = 1; kept < records.length; kept += Math.ceil(records.length / 6)) {
          const have = records.slice(0, kept + 1).map(({ raw }) => `${raw}\n`).join("");
          expect(whole.startsWith(have)).to.equal(true);
          const rest = await download(persistence, `${file}.csv`, { ...ask, after: records[kept]?.record[1] ?? "" });
          expect(have + rest === whole, `${file}, after line ${kept}`).to.equal(true);
        }
      }
    });

    it("are the same again while new things are booked, and the next range begins where they end", async () => {
      const to = new Date(LATER - 60_000).toISOString();
      const before = await Promise.all(FILES.map((file) => download(persistence, `${file}.csv`, { to })));
      await liveThrough(withLaterClock(persistence, LATER), 20, 11, 1_000);
      for (const [index, file] of FILES.entries()) expect((await download(persistence, `${file}.csv`, { to })) === before[index], file).to.equal(true);
      const next = await download(persistence, "ledger.csv", { from: to }, 2 * LATER - ISSUED);
      expect(rowsOf(next).length).to.be.greaterThan(10);
      expect([...sumLedger(next)]).to.deep.equal([]);
    });
  });
}); // prettier-ignore

/** The store as if everything were booked so much later. */
function withLaterClock(persistence: Persistence, since: number): Persistence {
  const later = (at: number) => since + (at - ISSUED);
  return { ...persistence, invoices: { ...persistence.invoices, save: (before, decision, extras) => persistence.invoices.save(before, decision, { ...extras, at: later(extras.at) }) } };
} // prettier-ignore

/** A decimal in smallest units. */
function scaled(decimal = "", decimals = 6): string {
  if (decimal === "") return "";
  const [whole = "", fraction = ""] = decimal.replace("-", "").split(".");
  return String((decimal.startsWith("-") ? -1n : 1n) * BigInt(whole + fraction.padEnd(decimals, "0")));
}

const FORMULA = /^[\s\p{Cf}]*[=+\-@]|^[\t\r\n]/u;

/** The same text, or one that a spreadsheet would run with an apostrophe before it; without control characters. */
function expectText(cell: string | undefined, value: unknown): void {
  const text = value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
  const plain = text.replace(/[^\P{Cc}\t\n\r\u0080-\u009f]/gu, "");
  const isNumber = /^-?\d+(\.\d+)?$/.test(plain);
  if (isNumber && cell === plain) return;
  const isFormula = FORMULA.test(plain) || FORMULA.test(plain.normalize("NFKC"));
  expect(cell).to.equal(isFormula ? `'${plain}` : plain);
}
