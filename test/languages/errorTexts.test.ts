import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { expect } from "chai";
import ts from "typescript";
import { ERRORS, GatewayError } from "../../src/gateway/errors.ts";
import { correctableError } from "../../src/gateway/http/errors.ts";
import { merchantWords } from "../../src/languages/merchantWords.ts";
import { AmountError, parseDecimal } from "../../src/values/amount.ts";
import { sentence } from "../../src/values/sentence.ts";

/** Errors that the owner's forms show beside a field, and where their text stands among the arguments. */
const ERRORS_OF_FORMS: Readonly<Record<string, number>> = {
  GatewayError: 1,
  PayoutRefusal: 1,
  OptionError: 1,
  SettlementError: 1,
  HttpError: 2,
  LogoError: 0,
};

/** Files whose English errors no form of the owner's shows in another language, and why. */
const ENGLISH: Readonly<Record<string, readonly string[]>> = {
  "payers and their wallets meet them: their pages have sentences of their own": [
    "src/gateway/domain/payouts/claim.ts",
    "src/gateway/domain/payouts/pullPayment.ts",
    "src/gateway/domain/selling/sale.ts",
    "src/gateway/http/claim/",
    "src/gateway/http/selling/counterRoutes.ts",
    "src/gateway/usecases/invoices/setRefundAddress.ts",
    "src/gateway/usecases/mail/notifyByMail.ts",
    "src/gateway/usecases/payment-requests/paymentRequests.ts",
    "src/gateway/usecases/payouts/claimPayout.ts",
    "src/gateway/usecases/pricing/choosePaymentMethod.ts",
    "src/gateway/usecases/pricing/dust.ts",
    "src/gateway/usecases/pricing/priceDirect.ts",
    "src/gateway/usecases/pricing/priceMethod.ts",
    "src/gateway/usecases/selling/",
    "src/gateway/usecases/wallet-payments/broadcastPsbt.ts",
    "src/gateway/usecases/wallet-payments/walletTransfer.ts",
  ],
  "only calls of the API and commands meet them": [
    "src/gateway/http/api/",
    "src/gateway/persistence/invoices/searchInvoices.ts",
    "src/gateway/usecases/access/manageKeys.ts",
    "src/gateway/usecases/access/people.ts",
    "src/gateway/usecases/invoices/issueInvoice.ts",
    "src/gateway/usecases/invoices/labelInvoice.ts",
    "src/gateway/usecases/invoices/resolveAttention.ts",
    "src/gateway/usecases/payouts/createPullPayment.ts",
    "src/gateway/usecases/payouts/refundOrder.ts",
    "src/gateway/usecases/payouts/secondPerson.ts",
    "src/gateway/usecases/pricing/methods.ts",
    "src/gateway/usecases/selling/pointsOfSale.ts",
  ],
  "they name settings and answers of systems, for the operator": [
    "src/gateway/adapters/intents/",
    "src/gateway/domain/branding/jpegFile.ts",
    "src/gateway/domain/branding/pngFile.ts",
    "src/gateway/domain/branding/webpFile.ts",
    "src/gateway/usecases/deadline.ts",
    "src/gateway/usecases/failover/",
    "src/gateway/usecases/pricing/askQuotes.ts",
    "src/gateway/usecases/pricing/feePolicy.ts",
    "src/gateway/usecases/pricing/findInput.ts",
    "src/gateway/usecases/pricing/journalEntry.ts",
    "src/gateway/usecases/pricing/rejectOverpricedQuote.ts",
  ],
  "the script of the payout's page shows them, which speaks English": [
    "src/gateway/domain/payouts/walletPayment.ts",
    "src/gateway/http/payouts/walletRoutes.ts",
    "src/gateway/usecases/wallet-payments/payByWallet.ts",
  ],
};

describe("the errors of the owner's forms", () => {
  const files = execFileSync("git", ["ls-files", "src/gateway", "src/cli"], { encoding: "utf8" })
    .trim()
    .split("\n")
    .filter((file) => file.endsWith(".ts") && fs.existsSync(file));
  const english = files.flatMap(englishErrors);

  it("are sentences of the catalogs, unless no form of the owner's shows them", () => {
    const allowed = Object.values(ENGLISH).flat();
    const shown = english.filter(({ file }) => !allowed.some((place) => file.startsWith(place)));
    expect(shown.map(({ place, text }) => `${place} ${text}`)).to.deep.equal([]);
  });

  it("are listed as English only where there are any", () => {
    const unused = Object.values(ENGLISH)
      .flat()
      .filter((place) => !english.some(({ file }) => file.startsWith(place)));
    expect(unused).to.deep.equal([]);
  });

  it("are read in the visitor's language, with their values and their parts", () => {
    const why = sentence("a payout is not paid yet");
    const busy = new GatewayError(
      "store_busy",
      sentence("Expected a store in which no money moves: {why}. Wait until it is done, or close it first.", {
        why,
      }),
    );
    expect(busy.message).to.equal(
      "Expected a store in which no money moves: a payout is not paid yet. Wait until it is done, or close it first.",
    );
    expect(correctableError(busy, merchantWords("de"))).to.deep.equal({
      status: 422,
      message:
        "Erwartet wird ein Shop, in dem sich kein Geld bewegt: eine Auszahlung ist noch nicht bezahlt. Warten Sie, bis das erledigt ist, oder schließen Sie es vorher.",
    });
    expect(() => parseDecimal("1,234", 2)).to.throw(AmountError, '"1,234" can be read in two ways.');
  });

  it("keep braces that a person has typed", () => {
    const error = new GatewayError("mail_address_refused", 'Expected an e-mail address; got "{text}".');
    expect(correctableError(error, merchantWords("de"))?.message).to.contain('got "{text}"');
    const typed = sentence('Expected an e-mail address; got "{text}".', { text: "{name}" });
    expect(new GatewayError("mail_address_refused", typed).message).to.contain('got "{name}"');
  });
});

type Found = Readonly<{ file: string; place: string; text: string }>;

/** The errors of a file whose text is English alone. One that is answered with 404 gets the page of its kind. */
function englishErrors(file: string): readonly Found[] {
  const code = fs.readFileSync(file, "utf8");
  if (!Object.keys(ERRORS_OF_FORMS).some((name) => code.includes(`new ${name}(`))) return [];
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const found: Found[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isNewExpression(node)) {
      const place = ERRORS_OF_FORMS[node.expression.getText()];
      const text = place === undefined ? undefined : node.arguments?.[place];
      if (text && isEnglish(text) && !isElsewhere(node)) {
        const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        found.push({ file, place: `${file}:${line}`, text: text.getText().slice(0, 80) });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A string, or a name that stands for one: a Sentence is called `said`. */
function isEnglish(text: ts.Expression): boolean {
  if (ts.isConditionalExpression(text)) return isEnglish(text.whenTrue) || isEnglish(text.whenFalse);
  return ts.isStringLiteralLike(text) || ts.isTemplateExpression(text) || text.getText() === "message";
}

/** Whether an error gets a page of its own, by its code or its status. */
function isElsewhere({ expression, arguments: given }: ts.NewExpression): boolean {
  const first = given?.[0];
  if (!first) return false;
  if (expression.getText() === "HttpError") return !["409", "422"].includes(first.getText());
  const code = ts.isStringLiteralLike(first) ? first.text : "";
  return Object.hasOwn(ERRORS, code) && ERRORS[code as keyof typeof ERRORS].status === 404;
}
