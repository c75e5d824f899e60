import { expect } from "chai";
import { LANGUAGES } from "../../../../src/languages/languages.ts";
import {
  maskedAddress,
  readEmailAddress,
  withoutAddresses,
} from "../../../../src/gateway/domain/mail/emailAddress.ts";
import { letterOf, type LetterFacts } from "../../../../src/gateway/domain/mail/letter.ts";
import { MAIL_KINDS } from "../../../../src/gateway/domain/mail/mail.ts";
import { nextMailAt } from "../../../../src/gateway/domain/mail/mailRetry.ts";
import { isStillTrue, mailKindsOf } from "../../../../src/gateway/domain/mail/mailKindsOf.ts";
import { letterHtml, letterText } from "../../../../src/gateway/domain/mail/renderLetter.ts";
import { statementLetter } from "../../../../src/gateway/domain/mail/statementLetter.ts";
import { HOUR_MS, MINUTE_MS } from "../../../../src/values/time.ts";
import type { Deposit } from "../../../../src/gateway/domain/invoices/invoice.ts";
import { aDeposit, anInvoice, B, DUE, EXPIRES, ISSUED, PRICE_SATS } from "../invoices/given.ts";
import { PAYLOADS } from "../../http/payloads.ts";

const FACTS: LetterFacts = {
  ...{ kind: "invoice", role: "customer", language: "en", storeName: "Tea & Co", host: "pay.example.com" },
  ...{ url: "https://pay.example.com/i/abc", invoiceId: "abc", orderId: "A-1", what: "Green tea", keepDays: 90 },
  ...{ price: { amount: "1250.00", currency: "EUR" }, missing: { amount: "3.50", currency: "EUR" } },
  ...{ refund: { amount: "5.00", currency: "EUR" }, heldUntil: EXPIRES, sandbox: false },
  sentBack: { sum: { amount: "0.001", currency: "BTC" }, txHash: "f".repeat(64), toPayer: true },
} as const; // prettier-ignore

describe("a message", () => {
  for (const language of LANGUAGES)
    it(`in "${language}" says who asks, where it leads and why it comes, of whatever kind it is`, () => {
      const subjects = MAIL_KINDS.map((kind) => {
        const letter = letterOf({ ...FACTS, kind, language });
        const [text, html] = [letterText(letter), letterHtml(letter)];
        for (const part of [text, html]) {
          for (const said of [FACTS.url, FACTS.host, "A-1", "abc"]) expect(part, kind).to.contain(said);
          expect(part, kind).not.to.match(/undefined|\{\w+\}/);
        }
        expect(text, kind).to.contain("Tea & Co");
        expect(html, kind).to.match(/Tea &(amp|#38); Co/).and.not.match(/<img|src=|url\(/);
        expect(html).to.contain(`<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">`);
        return letter.subject;
      });
      expect(new Set(subjects).size).to.equal(MAIL_KINDS.length);
      for (const subject of subjects) expect(subject).to.match(/Tea & Co|3[.,]50/);
    });

  it("to an accountant says in every language which month it is, where it is read and for how long, and takes a name for a text", () => {
    const facts = { storeName: "Tea & Co", host: FACTS.host, month: "2026-11", zone: "Europe/Berlin", url: "https://pay.example.com/statements/s/2026-11?expires=1&signature=f", days: 90, sandbox: false };
    const letters = LANGUAGES.map((language) => statementLetter({ ...facts, language }));
    for (const letter of letters) {
      expect(letter.subject, letter.language).to.match(/Tea & Co/).and.match(/2026/);
      const text = letterText(letter);
      for (const said of [facts.url, facts.host, "90", "Europe/Berlin"]) expect(text, letter.language).to.contain(said);
      expect(text + letterHtml(letter)).not.to.match(/undefined|\{\w+\}/);
    }
    expect(new Set(letters.map(({ subject }) => subject)).size).to.equal(LANGUAGES.length);
    const tagsOf = (storeName: string) => letterHtml(statementLetter({ ...facts, storeName, language: "en" })).match(/<[a-z!/][^>]*>/gi)?.length;
    for (const evil of PAYLOADS) expect(tagsOf(evil), evil).to.equal(tagsOf("Tea"));
  });

  it("takes every text for a text", () => {
    for (const evil of PAYLOADS) {
      const letter = letterOf({ ...FACTS, storeName: evil, what: evil, orderId: evil });
      const tags = letterHtml(letter).match(/<[a-z!/][^>]*>/gi) ?? [];
      expect(tags.length, evil).to.equal((letterHtml(letterOf(FACTS)).match(/<[a-z!/][^>]*>/gi) ?? []).length);
    }
    const lines = letterText(letterOf({ ...FACTS, what: "a\r\nOrder: B-2\u2028x", orderId: "\u202eA-1" }));
    expect(lines).to.contain("For: a Order: B-2 x\n").and.contain("\nOrder: A-1\n");
  });

  it("is put off for two days at most, longer each time", () => {
    const waits = [1, 2, 3, 4, 5, 6].map((attempts) => nextMailAt(attempts, 0, 0.5));
    expect(waits).to.deep.equal([1, 5, 15, 60, 120, 240].map((minutes) => minutes * MINUTE_MS));
    const all = Array.from({ length: 16 }, (_, index) => nextMailAt(index + 1, 0, 0.5) ?? 0);
    expect(all.reduce((sum, wait) => sum + wait, 0) / HOUR_MS).to.be.within(44, 50);
    expect(nextMailAt(17, 0, 0.5)).to.equal(undefined);
  });

  it("is news to whom it concerns, and not once it is overtaken", () => {
    const open = anInvoice();
    const settled = { ...open, state: "Settled" } as const;
    const roles = mailKindsOf(settled, [{ type: "InvoiceSettled" }], ISSUED).map(({ role, kind }) => `${role} ${kind}`);
    expect(roles).to.deep.equal(["customer settled", "payer settled"]);
    const expired = { ...open, state: "Expired" } as const;
    expect(mailKindsOf(expired, [{ type: "InvoiceExpired" }], ISSUED).map(({ role }) => role)).to.deep.equal(["payer"]);
    expect(mailKindsOf({ ...expired, additional: "PaidLate" }, [{ type: "InvoiceExpired" }], ISSUED)).to.deep.equal([]);
    const back = mailKindsOf(open, [{ type: "CrosstillPaymentRefunded", outpoint: "tx:0" }], ISSUED);
    expect(back.map(({ kind, about }) => [kind, about])).to.deep.equal([["refunded", "tx:0"]]);
    expect(mailKindsOf(open, [{ type: "InvoiceCreated" }], ISSUED)).to.deep.equal([]);
    expect([isStillTrue("reminder", open, ISSUED), isStillTrue("reminder", open, EXPIRES)]).to.deep.equal([true, false]);
    expect([isStillTrue("settled", settled, ISSUED), isStillTrue("confirmed", settled, ISSUED)]).to.deep.equal([true, false]);
  });

  it("calls a payment confirmed only when every part is in a block and of an amount that was promised", () => {
    const kinds = (...deposits: readonly Deposit[]) => {
      const open = anInvoice();
      const invoice = { ...open, state: "Processing", facts: { ...open.facts, deposits } } as const;
      const now = mailKindsOf(invoice, [{ type: "CrosstillPaymentConfirmed" }], ISSUED).map(({ kind }) => kind);
      return [...now, isStillTrue("confirmed", invoice, ISSUED)];
    };
    expect(kinds(aDeposit())).to.deep.equal(["confirmed", true]);
    const half = { value: PRICE_SATS / 2n, credit: DUE / 2n };
    expect(kinds(aDeposit(half), aDeposit({ ...half, outpoint: B })), "parts of another amount").to.deep.equal([false]);
    const unconfirmed = aDeposit({ outpoint: B, presence: "mempool", confirmations: 0 });
    expect(kinds(aDeposit(), unconfirmed), "one is in no block").to.deep.equal([false]);
  });
}); // prettier-ignore

describe("an e-mail address", () => {
  it("is one address and nothing else", () => {
    for (const good of ["ada@example.com", "a.b+c@sub.example.co.uk", " ada@bücher.example ", "o'neil@example.com"])
      expect(readEmailAddress(good), good).to.equal(good.trim());
    for (const bad of ["", "ada", "@example.com", "ada@", "ada@example", "a b@example.com", "a@b.c,d@e.f", "a@b.c\r\nRCPT TO:<d@e.f>", "<a@b.c>", '"a b"@example.com', "a@[127.0.0.1]", "a..b@example.com", `${"a".repeat(65)}@example.com`, `a@${"b".repeat(260)}.com`, "a\0@example.com"])
      expect(readEmailAddress(bad), bad).to.equal(undefined);
  });

  it("is shown masked, and taken out of what servers say", () => {
    expect(maskedAddress("ada@example.com")).to.equal("a…@example.com");
    expect(withoutAddresses("550 5.1.1 <ada@example.com>: no ada@example.com here")).to.equal(
      "550 5.1.1 <address>: no <address> here",
    );
  });
}); // prettier-ignore
