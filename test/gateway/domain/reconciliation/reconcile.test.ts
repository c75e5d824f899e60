import { expect } from "chai";
import fc from "fast-check";
import { linesBetween } from "../../../../src/gateway/domain/books/lines/linesBetween.ts";
import type { BookedLine } from "../../../../src/gateway/domain/books/lines/line.ts";
import { entriesBetween, type Entry } from "../../../../src/gateway/domain/books/ledger.ts";
import {
  depositBooks,
  type InvoiceBooks,
} from "../../../../src/gateway/domain/reconciliation/depositBooks.ts";
import { depositDifferences } from "../../../../src/gateway/domain/reconciliation/depositDifferences.ts";
import {
  read,
  UNAVAILABLE,
  UNSEEN,
  type DepositSeen,
} from "../../../../src/gateway/domain/reconciliation/seen.ts";
import { decide } from "../../../../src/gateway/domain/invoices/decide.ts";
import type { Invoice } from "../../../../src/gateway/domain/invoices/invoice.ts";
import type { Observation } from "../../../../src/gateway/domain/invoices/observation.ts";
import { HOUR_MS } from "../../../../src/values/time.ts";
import { anInvoice, anOffer, FLOOR, inBlock, inMempool, ISSUED, PRICE_SATS, says, success } from "../invoices/given.ts"; // prettier-ignore
import { anyHistory } from "../books/anyHistory.ts";
import { runs } from "../../../support/sizes.ts";

const MUTE: DepositSeen = { arrived: UNSEEN, settled: UNSEEN, refunded: UNSEEN, told: undefined };
const LATER = ISSUED + 3 * HOUR_MS;

/** What is kept of an invoice after these observations. */
function keptAfter(happened: readonly Observation[]): InvoiceBooks {
  const offer = anOffer({ cost: { gross: 26_000_000n, fees: { gas: 100_000n, relayer: 500_000n } } });
  let invoice: Invoice = { ...anInvoice(), facts: { ...anInvoice().facts, offers: [offer] } };
  const entries: Entry[] = [];
  const lines: BookedLine[] = [];
  for (const seen of happened) {
    const { invoice: after } = decide(invoice, seen);
    entries.push(...entriesBetween(invoice, after));
    lines.push(...linesBetween(invoice, after, new Map(), seen.at));
    invoice = after;
  }
  return { invoice, entries, lines, costs: new Map() };
}

const differences = (kept: InvoiceBooks, seen: DepositSeen, now = LATER) =>
  kept.invoice.facts.deposits.flatMap((deposit) =>
    depositDifferences({ books: depositBooks(kept, deposit), seen, now, hasLines: true }),
  );
const kinds = (kept: InvoiceBooks, seen: DepositSeen, now?: number) =>
  differences(kept, seen, now).map(({ kind, explained }) =>
    explained === undefined ? kind : `${kind}, explained`,
  );
const saying = (meaning: NonNullable<DepositSeen["told"]>["meaning"], output?: bigint) =>
  ({ ...MUTE, told: { requestId: "r", word: meaning, meaning, output } }) as const;

describe("comparing a deposit with the world", () => {
  it("finds nothing in any history that nobody has touched, where nobody else tells anything", () => {
    fc.assert(
      fc.property(anyHistory, (happened) => {
        for (const seen of [MUTE, { ...MUTE, arrived: UNAVAILABLE, settled: UNAVAILABLE }])
          expect(differences(keptAfter(happened), seen)).to.deep.equal([]);
      }),
      { numRuns: runs(500) },
    );
  });

  it("finds every entry that is changed, left out or said twice, once", () => {
    const kept = keptAfter([inBlock(), success({ amount: FLOOR })]);
    expect(kept.entries.length).to.be.at.least(5);
    for (const [index, entry] of kept.entries.entries()) {
      if (entry.id.includes(":converted.")) continue; // the bridge between two currencies, which only the audit compares
      const more = { ...entry, amount: entry.amount + 1n };
      for (const entries of [kept.entries.toSpliced(index, 1), kept.entries.toSpliced(index, 1, more), [...kept.entries, entry]])
        expect(kinds({ ...kept, entries }, MUTE), entry.id).to.have.length(1);
    }
  });

  it("believes the chain about amounts, and says which side has what", () => {
    const kept = keptAfter([inBlock(), success({ amount: FLOOR })]);
    expect(differences(kept, { ...MUTE, settled: read(FLOOR - 1n) })[0]).to.deep.include({ kind: "wrong amount", books: FLOOR, world: FLOOR - 1n });
    expect(kinds(kept, { ...MUTE, settled: read(0n) })).to.deep.equal(["missing fill"]);
    expect(kinds(kept, { ...MUTE, arrived: read(0n) })).to.deep.equal(["missing deposit"]);
    expect(kinds(kept, { ...MUTE, arrived: read(PRICE_SATS) })).to.deep.equal([]);
    expect(kinds(kept, saying("success", FLOOR))).to.deep.equal([]);
    expect(kinds(kept, saying("success", FLOOR + 1n))).to.deep.equal(["wrong amount"]);
  });

  it("finds what only the service knows, unless it is on its way or a person knows", () => {
    const moving = keptAfter([inBlock(), says("pending")]);
    expect(kinds(moving, saying("success"))).to.deep.equal(["missing fill"]);
    expect(kinds(moving, saying("success"), ISSUED + HOUR_MS / 2)).to.deep.equal(["missing fill, explained"]);
    expect(kinds(moving, saying("refund"))).to.deep.equal(["unexplained refund"]);
    for (const meaning of ["moving", "waiting", "failure", "unknown"] as const) expect(kinds(moving, saying(meaning))).to.deep.equal([]);
    const unconfirmed = keptAfter([inMempool()]);
    expect(kinds(unconfirmed, { ...MUTE, arrived: read(PRICE_SATS) }, ISSUED + HOUR_MS / 2)).to.deep.equal(["missing deposit, explained"]);
    expect(kinds(unconfirmed, { ...MUTE, arrived: read(PRICE_SATS) })).to.deep.equal(["missing deposit"]);
  });

  it("lets the chain explain a word that lags, and nothing explain a refund of what is settled", () => {
    const kept = keptAfter([inBlock(), success({ amount: FLOOR })]);
    expect(kinds(kept, saying("moving"))).to.deep.equal(["missing fill"]);
    expect(kinds(kept, { ...saying("moving"), settled: read(FLOOR) })).to.deep.equal(["missing fill, explained"]);
    expect(kinds(kept, { ...saying("refund"), settled: read(FLOOR) })).to.deep.equal(["unexplained refund"]);
    expect(kinds(kept, saying("unknown"))).to.deep.equal([]);
  });

  it("finds a refund that the chain does not show, or the service calls a success", () => {
    const kept = keptAfter([inBlock(), says("refund", {}, { kind: "refunded", amount: PRICE_SATS - 10n, txHash: "back" })]);
    expect(kinds(kept, { ...saying("refund"), refunded: read(PRICE_SATS - 10n) })).to.deep.equal([]);
    expect(kinds(kept, { ...MUTE, refunded: read(0n) })).to.deep.equal(["unexplained refund"]);
    expect(kinds(kept, { ...MUTE, refunded: read(5n) })).to.deep.equal(["wrong amount"]);
    expect(kinds(kept, { ...saying("success"), refunded: read(PRICE_SATS - 10n) })).to.deep.equal(["unexplained refund"]);
  });

  it("compares fees with the quote that was kept, whatever the facts say by now", () => {
    const kept = keptAfter([inBlock(), success({ amount: FLOOR })]);
    const [{ quoteId } = { quoteId: "" }] = kept.invoice.facts.offers;
    const quoted = { gross: 26_000_000n, fees: { gas: 100_001n, relayer: 500_000n } };
    expect(kinds({ ...kept, costs: new Map([[quoteId, quoted]]) }, MUTE)).to.deep.equal(["altered fee"]);
    expect(kinds({ ...kept, costs: new Map([[quoteId, undefined]]) }, MUTE)).to.deep.equal(["altered fee", "altered fee"]);
  });
}); // prettier-ignore
