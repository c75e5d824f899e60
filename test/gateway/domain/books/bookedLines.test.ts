import { expect } from "chai";
import fc from "fast-check";
import type { BookedLine, PaymentLine } from "../../../../src/gateway/domain/books/lines/line.ts";
import { payoutBooking } from "../../../../src/gateway/domain/books/lines/refundLine.ts";
import type { Invoice } from "../../../../src/gateway/domain/invoices/invoice.ts";
import { sum } from "../../../../src/values/amount.ts";
import {
  A,
  FLOOR,
  IN_TIME,
  PRICE_SATS,
  anInvoice,
  anOffer,
  inBlock,
  marked,
  refund,
  success,
  tick,
} from "../invoices/given.ts";
import { anyHistory } from "./anyHistory.ts";
import { told } from "./told.ts";
import { runs } from "../../../support/sizes.ts";

const priced = anOffer({ cost: { gross: 26_000_000n, fees: { gas: 100_000n, relayer: 500_000n } } });
const pricedInvoice = (): Invoice => ({ ...anInvoice(), facts: { ...anInvoice().facts, offers: [priced] } });

const of = (lines: readonly BookedLine[], file: BookedLine["file"]) =>
  lines.filter((line) => line.file === file);

describe("the lines of accountants", () => {
  it("say of a payment what was paid, what arrived, and what that cost", () => {
    const { lines } = told(pricedInvoice(), [inBlock(), success({ amount: FLOOR})]);
    const [line] = of(lines, "payments") as unknown as readonly [BookedLine & { body: PaymentLine }];
    expect(line).to.include({ kind: "booked", storeId: "store-1", invoiceId: "invoice-1" });
    expect(line.body).to.include({ outcome: "settled", settledTxid: "tx-of-aa:0", txid: "aa", output: "0" });
    expect(line.body.settled).to.include({ units: FLOOR.toString(), symbol: "USDC" });
    expect(line.body.fees).to.deep.equal({ gas: "0.1", relayer: "0.5" });
    expect(line.body.costBps).to.equal(Number(((26_000_000n - FLOOR) * 10_000n) / 26_000_000n));
  });

  it("say what a part was worth by what it counts for: one that brought too little makes no more than the price of all", () => {
    const half = PRICE_SATS / 2n;
    const euros = new Map([[A, [{ currency: "EUR", value: "11.50", rate: "0.92", source: "a bank", at: IN_TIME }]]]);
    const { lines } = told(anInvoice(), [inBlock({ value: half }), success({ amount: FLOOR / 2n - 1_000_000n })], euros);
    const [line] = of(lines, "payments") as unknown as readonly [BookedLine & { body: PaymentLine }];
    expect(line.body.value, "of 12.50").to.equal("11.50"); // 11.505 of 12.505 arrived
    expect(line.body.worths[0], "of 11.50, at the same rate").to.include({ value: "10.58", rate: "0.92" });
  });

  it("add up to the cent for a price that was paid in three parts", () => {
    const parts = [[A, 13_333n], ["bb:1", 13_333n], ["cc:2", 13_334n]] as const;
    const paid = parts.map(([outpoint, value]) => [inBlock({ outpoint, value }), success({ outpoint, amount: FLOOR })]);
    const { lines } = told(anInvoice(), paid.flat());
    const values = of(lines, "payments").map(({ body }) => (body as PaymentLine).value);
    expect(values).to.deep.equal(["8.33", "8.33", "8.34"]);
  });

  it("name no rate for an output of nothing that the service settles", () => {
    const { lines } = told(anInvoice(), [inBlock({ value: 0n }), success({ amount: FLOOR })]);
    expect(of(lines, "payments")[0]?.body).to.include({ outcome: "settled", rate: undefined });
  });

  it("say of what came back what it was worth when it came", () => {
    const { lines } = told(anInvoice(), [inBlock(), refund({ txHash: "back" })]);
    expect(of(lines, "payments")[0]?.body).to.include({ outcome: "refunded", value: "25.00" });
  });

  it("are silent about what is on its way, and tell an invoice that expires without a payment", () => {
    expect(told(anInvoice(), [inBlock()]).lines).to.deep.equal([]);
    const { expiresAt } = anInvoice().terms;
    const { lines } = told(anInvoice(), [tick(expiresAt)]);
    expect(lines.map(({ file, kind, body }) => [file, kind, (body as { state?: string }).state])).to.deep.equal([
      ["invoices", "booked", "Expired"],
    ]);
  });

  it("take back what a person's word or better evidence makes wrong, and say it anew", () => {
    const { lines } = told(anInvoice(), [
      inBlock(),
      success({ amount: FLOOR, evidence: "hash" }),
      success({ amount: FLOOR - 1n, evidence: "verified" }),
      marked("Invalid", anInvoice().terms.expiresAt),
    ]);
    expect(of(lines, "payments").map(({ kind }) => kind)).to.deep.equal(["booked", "reversed", "corrected"]);
    expect(of(lines, "invoices").map(({ kind }) => kind).slice(-2)).to.deep.equal(["reversed", "corrected"]);
  });

  it("tell a refund of the service as the end of a payment, and as a refund", () => {
    const { lines } = told(anInvoice(), [inBlock(), refund({ txHash: "back" })]);
    expect(lines.map(({ file }) => file)).to.include.members(["payments", "refunds"]);
    expect(of(lines, "refunds")[0]?.body).to.include({ how: "automatic", txid: "back" });
  });

  it("add up to the books, take back exactly what they had said, and never have one id twice, whatever happens", () => {
    fc.assert(
      fc.property(anyHistory, (happened) => {
        const { lines, entries } = told(anInvoice(), happened);
        expect(new Set(lines.map(({ id }) => id)).size).to.equal(lines.length);
        const settled = sum(of(lines, "payments").map((line) => signed(line, (line.body as PaymentLine).settled?.units)));
        const inBooks = sum(entries.map(({ from, to, amount }) => (to === "settled" ? amount : from === "settled" ? -amount : 0n)));
        expect(settled).to.equal(inBooks);
        for (const file of ["payments", "invoices", "refunds"] as const) requireTakenBack(of(lines, file));
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("book a payout when it is completed, as the merchant's own money that went out", () => {
    const coin = { methodId: "USDC-BASE", chainId: 8453, currency: "0x01", symbol: "USDC", decimals: 6 };
    const payout = {
      ...{ id: "p1", storeId: "store-1", pullPaymentId: undefined, destination: "0xbuyer", coin, worth: undefined },
      ...{ originalCurrency: "USD", originalDecimals: 2, originalAmount: 1_000n, payoutAmount: 10_000_000n },
      ...{ revision: 0, service: undefined, metadata: {}, createdAt: 1, version: 3, state: "Completed" as const },
      proof: { evidence: "verified" as const, txHash: "0xtx", key: undefined, amount: 9_990_000n, said: undefined },
    };
    const { entries, lines } = payoutBooking(payout, undefined, undefined);
    expect(entries).to.deep.equal([
      { id: "payout:p1:paid", storeId: "store-1", invoiceId: undefined, from: "merchant", to: "paid_out", currency: "8453:0x01", amount: 9_990_000n },
    ]); // prettier-ignore
    expect(lines[0]?.body).to.deep.include({ how: "payout", txid: "0xtx", original: { currency: "USD", amount: "10.00" } });
    const refunded = payoutBooking(payout, undefined, anInvoice({ metadata: { orderId: "A-1", color: "red" } })).lines[0]?.body;
    expect(refunded, "in the words of the sale").to.deep.include({ orderId: "A-1", metadata: { orderId: "A-1", color: "red" } });
  });
}); // prettier-ignore

function signed({ kind }: BookedLine, units = "0"): bigint {
  return kind === "reversed" ? -BigInt(units) : BigInt(units);
}

/** Whatever is taken back is what was said of the same thing last. How deep a payment is by then may have changed. */
function requireTakenBack(lines: readonly BookedLine[]): void {
  const said = new Map<string, unknown>();
  for (const { id, kind, body } of lines) {
    const subject = id.replace(/:reversed$/, "").replace(/:\d+$/, "");
    const plain = JSON.parse(JSON.stringify(body, (key, value: unknown) => (["confirmations", "endedAt"].includes(key) ? undefined : value)));
    if (kind === "reversed") expect(plain).to.deep.equal(said.get(subject));
    said.set(subject, kind === "reversed" ? undefined : plain);
  }
} // prettier-ignore
