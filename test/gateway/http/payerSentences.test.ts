import { expect } from "chai";
import fc from "fast-check";
import { depositStatusOf, isUnfinished } from "../../../src/gateway/domain/invoices/credit.ts";
import { decide } from "../../../src/gateway/domain/invoices/decide.ts";
import { isPaymentSure } from "../../../src/gateway/domain/invoices/paymentSure.ts";
import { markOf, type Deposit, type Invoice } from "../../../src/gateway/domain/invoices/invoice.ts";
import type { Observation } from "../../../src/gateway/domain/invoices/observation.ts";
import type { MailKind } from "../../../src/gateway/domain/mail/mail.ts";
import { isStillTrue, mailKindsOf } from "../../../src/gateway/domain/mail/mailKindsOf.ts";
import { checkoutView } from "../../../src/gateway/http/checkout/buildView.ts";
import { presented, renderCheckout } from "../../../src/gateway/http/checkout/render.ts";
import { en } from "../../../src/languages/catalogs/en.ts";
import { textOf } from "../../browser/readPage.ts";
import { anything, history, mark } from "../domain/invoices/anyHistory.ts";
import {
  anInvoice,
  EXPIRES,
  inBlock,
  inMempool,
  LATE,
  success,
  tick,
  withPolicy,
} from "../domain/invoices/given.ts";
import { checkoutContext } from "./checkoutContext.ts";

const RUNS = 60;

type Condition = (invoice: Invoice) => boolean;

const present = ({ facts }: Invoice): readonly Deposit[] =>
  facts.deposits.filter((deposit) => depositStatusOf(facts, deposit) !== "gone");
const isPaid: Condition = ({ state, additional }) => state === "Settled" || additional === "PaidLate";
const isPaidByMoney: Condition = (invoice) => isPaid(invoice) && !markOf(invoice.facts);
const isMarked: Condition = ({ facts }) => markOf(facts) !== undefined;
const hasPayment: Condition = (invoice) => present(invoice).length > 0;
const hasConfirmedPayment: Condition = (invoice) =>
  present(invoice).some(({ confirmations }) => confirmations > 0);
/** Every payment under way is in a block, and of an amount that was offered or that a quote promised to convert. */
const willBeConverted: Condition = (invoice) =>
  hasConfirmedPayment(invoice) &&
  invoice.facts.deposits
    .filter((deposit) => isUnfinished(invoice.facts, deposit))
    .every(({ confirmations, appraised, credit, value }) => {
      const isPromised = appraised ? credit > 0n : invoice.facts.offers.some(({ input }) => input === value);
      return confirmations > 0 && isPromised;
    });
const hasLatePayment: Condition = ({ facts }) => facts.deposits.some(({ late }) => late);
const hasRefund: Condition = ({ facts }) => facts.refunds.length > 0;
const isExpired: Condition = ({ state }) => state === "Expired";
const isInvalid: Condition = ({ state }) => state === "Invalid";
const isOverpaid: Condition = ({ additional }) => additional === "PaidOver";
const both =
  (...conditions: readonly Condition[]): Condition =>
  (invoice) =>
    conditions.every((condition) => condition(invoice));

/** Sentences of the checkout that state a fact about money, and what must be true of the invoice whose page shows them. */
const SENTENCES: Readonly<Record<string, Condition>> = {
  "stage.seen": hasPayment,
  "stage.slowText": hasPayment,
  "stage.seenText": hasPayment,
  "stage.confirmed": willBeConverted,
  "stage.confirmedText": willBeConverted,
  "stage.convertingText": hasConfirmedPayment,
  "stage.settledText": isPaidByMoney,
  "stage.acceptedText": isPaid,
  "stage.markedText": isMarked,
  "stage.expired": isExpired,
  "stage.invalid": isInvalid,
  "stage.invalidText": isInvalid,
  "stage.refunded": hasRefund,
  "stage.refundedToYou": hasRefund,
  "stage.refundedToShop": hasRefund,
  "part.arrived": hasConfirmedPayment,
  "part.onItsWay": hasPayment,
  "part.paid": hasPayment,
  "part.only": hasPayment,
  "odd.belowMinimum": hasPayment,
  "odd.failed": hasPayment,
  "odd.failedOne": hasPayment,
  "odd.over": isOverpaid,
  "odd.refundArranged": () => false, // these invoices have no refunds
  "odd.marked": isMarked,
  "odd.late": hasLatePayment,
  "odd.lateAccepted": both(hasLatePayment, isPaid),
  "odd.lateDecides": both(hasLatePayment, (invoice) => !isPaid(invoice)),
  "odd.wrongAsset": hasPayment,
  "record.sentBack": hasRefund,
  "notice.toYou": hasRefund,
  "notice.toShop": hasRefund,
  "notice.restToYou": hasRefund,
  "notice.restToShop": hasRefund,
  "notice.payAgain": ({ state }) => state === "New",
};

/** The condition that an invoice must meet when an e-mail of the kind is sent to its payer. */
const MAILS: Readonly<Partial<Record<MailKind, Condition>>> = {
  confirmed: willBeConverted,
  underpaid: both(hasPayment, (invoice) => !isPaid(invoice)),
  settled: isPaid,
  expired: both(isExpired, (invoice) => !isPaid(invoice)),
  refunded: hasRefund,
};

/** Texts that hold one of these words state a fact, so that the table above has to say when it is true. */
const FACTS = /\b(received|confirmed|arrived|sent back|accepted|went to|has been paid)\b/i;

/** Labels and conditions with such a word, which state nothing about the payment of the page. */
const NO_FACTS: ReadonlySet<string> = new Set([
  "status.paidOf",
  "odd.uncertainPaying",
  "part.paidAbout",
  "record.confirmed",
  "record.seen",
  "step.confirmed",
]);

describe("sentences that a payer reads", () => {
  it("have a condition in the table wherever they state a fact about money", () => {
    const checkout = Object.entries(en).filter(([key]) =>
      /^(stage|odd|notice|part|record|step|status)\./.test(key),
    );
    const stating = checkout.filter(([, text]) => FACTS.test(JSON.stringify(text))).map(([key]) => key);
    expect(stating.filter((key) => !(key in SENTENCES) && !NO_FACTS.has(key))).to.deep.equal([]);
  });

  it("never call a payment lost, safe or guaranteed", () => {
    const texts = Object.entries(en).filter(([key]) =>
      /^(stage|odd|notice|part|status|pay|mail|wallet|request)\./.test(key),
    );
    const promising = texts.filter(([, text]) =>
      /\b(is|are|isn't|not) (lost|safe|guaranteed)\b/i.test(JSON.stringify(text)),
    );
    expect(promising.map(([key]) => key)).to.deep.equal([]);
  });

  it("are true of the invoice on whose page they stand, whatever has happened to it", () => {
    const shown = new Set<string>();
    const play = (first: Invoice, steps: readonly Observation[]) => {
      let invoice = first;
      for (const seen of steps) {
        invoice = decide(invoice, seen).invoice;
        for (const key of expectTrueSentences(invoice)) shown.add(key);
      }
    };
    const anyHistory = history(fc.oneof({ weight: 12, arbitrary: anything }, mark));
    fc.assert(
      fc.property(anyHistory, fc.constantFrom(0, 10_000), (steps, toleranceBps) =>
        play(withPolicy({ toleranceBps }), steps),
      ),
      { numRuns: RUNS, seed: 20_261_128 },
    );
    play(anInvoice(), [inMempool(), inBlock(), success()]);
    play(anInvoice(), [tick(EXPIRES), inBlock({ at: LATE }), success({ at: LATE })]);
    expect([...shown]).to.include.members(["stage.seen", "stage.settledText", "stage.expired", "odd.late"]);
  });

  it("each e-mail states what is true when it is sent, whatever happened to the invoice", () => {
    const sent = new Set<MailKind>();
    const play = (first: Invoice, steps: readonly Observation[]) => {
      let invoice = first;
      const queued = new Set<MailKind>();
      for (const seen of steps) {
        const decision = decide(invoice, seen);
        invoice = decision.invoice;
        for (const { kind } of mailKindsOf(invoice, decision.events, seen.at)) queued.add(kind);
        for (const kind of queued) {
          if (!isStillTrue(kind, invoice, seen.at)) continue;
          sent.add(kind);
          expect(MAILS[kind]?.(invoice), `the e-mail "${kind}" for ${invoice.state}`).to.equal(true);
        }
      }
    };
    fc.assert(
      fc.property(history(fc.oneof({ weight: 12, arbitrary: anything }, mark)), (steps) =>
        play(anInvoice(), steps),
      ),
      { numRuns: RUNS, seed: 20_261_129 },
    );
    play(anInvoice(), [tick(EXPIRES)]);
    expect([...sent]).to.have.members(Object.keys(MAILS));
  });

  it("a receipt is shown only for a payment that the shop has or will have", () => {
    let receipts = 0;
    fc.assert(
      fc.property(history(fc.oneof({ weight: 12, arbitrary: anything }, mark)), (steps) => {
        const invoice = steps.reduce((before, seen) => decide(before, seen).invoice, anInvoice());
        if (!isPaymentSure(invoice)) return;
        receipts++;
        expect(isPaid(invoice) || willBeConverted(invoice), invoice.state).to.equal(true);
      }),
      { numRuns: RUNS, seed: 20_261_130 },
    );
    expect(receipts).to.be.above(0);
  });

  it("include those that the whole page shows", () => {
    const invoice = anInvoice();
    expect(textOf(renderCheckout(checkoutView(invoice, checkoutContext()), "bm9uY2U="))).to.include(
      sentencesFor(invoice).split("\n")[0],
    );
  });
});

const PATTERNS = Object.keys(SENTENCES).map((key) => [key, patternOf(key)] as const);

/** Returns the keys of the sentences that the page of an invoice shows, each checked against its condition. */
function expectTrueSentences(invoice: Invoice): readonly string[] {
  const text = sentencesFor(invoice);
  const keys = PATTERNS.filter(([, pattern]) => pattern.test(text)).map(([key]) => key);
  for (const key of keys)
    expect(SENTENCES[key]?.(invoice), `"${key}" for an invoice that is ${invoice.state}: ${text}`).to.equal(
      true,
    );
  return keys;
}

/** Title, text, exceptions, notice and the notes of payments: everything on the page that speaks of what happened. */
function sentencesFor(invoice: Invoice): string {
  const view = checkoutView(invoice, checkoutContext());
  const { said, oddities } = presented(view) as {
    said: { title: string; text: string };
    oddities: readonly string[];
  };
  return [
    said.title,
    said.text,
    ...oddities,
    view.notice ?? "",
    ...view.payments.map(({ note = "" }) => note),
  ].join("\n");
}

/** Matches the English text of a key with any values in its placeholders. */
function patternOf(key: string): RegExp {
  const entry = (en as Readonly<Record<string, string | Readonly<Record<string, string>>>>)[key];
  if (entry === undefined) throw new Error(`The English catalog has no text "${key}".`);
  const forms = typeof entry === "string" ? [entry] : Object.values(entry);
  const literal = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, ".+?");
  return new RegExp(`(^|[ \\n])(${forms.map(literal).join("|")})($|[ \\n])`);
}
