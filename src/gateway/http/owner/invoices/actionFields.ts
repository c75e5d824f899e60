import type { Request, Response } from "express";
import type { Invoice } from "../../../domain/invoices/invoice.ts";
import { inPrice } from "../../../domain/invoices/paid.ts";
import { readEmailAddress } from "../../../domain/mail/emailAddress.ts";
import type { PullPayment } from "../../../domain/payouts/pullPayment.ts";
import { isPaidInSeveralCoins, refundableOf } from "../../../domain/payouts/refundable.ts";
import type { Person } from "../../../usecases/invoices/markInvoice.ts";
import type { RefundRequest } from "../../../usecases/payouts/refundInvoice.ts";
import type { Translate } from "../../../../languages/merchantWords.ts";
import { parseDecimal } from "../../../../values/amount.ts";
import { typedAmount } from "../../../../values/typedAmount.ts";
import { readMetadata } from "../../api/invoiceRequest.ts";
import { HttpError } from "../../errors.ts";
import { fieldOf } from "../fields.ts";
import { wordsFor } from "../page.ts";
import { visitorOf } from "../visitor.ts";

const LONGEST_REASON = 500;
const LONGEST_METADATA = 8_000;

/** The state that a form marks an invoice as. Throws HttpError 422. */
export function readMark(request: Request, tr: Translate): "Settled" | "Invalid" {
  const as = fieldOf(request, "as");
  if (as === "Settled" || as === "Invalid") return as;
  throw new HttpError(422, "invalid", tr("Choose what the invoice is: settled or invalid."));
}

/** The reason in a form; empty where none was given. Throws HttpError 422 for one that is too long. */
export function reasonIn(request: Request, tr: Translate): string {
  const reason = fieldOf(request, "reason")?.trim() ?? "";
  if (reason.length <= LONGEST_REASON) return reason;
  throw new HttpError(
    422,
    "invalid",
    tr("Expected a reason of at most {most} characters.", { most: LONGEST_REASON }),
  );
}

/** The signed-in user, with the reason from the form. */
export function personOf(request: Request, response: Response): Person {
  const reason = reasonIn(request, wordsFor(response));
  return { by: visitorOf(response).user.name, reason: reason === "" ? "no reason was given" : reason };
}

/** Metadata that was written as JSON, with the rules of the merchant API. Throws HttpError 422. */
export function readMetadataText(text: string, tr: Translate): Readonly<Record<string, unknown>> {
  const refuse = (what: string) => new HttpError(422, "invalid", what);
  if (text.length > LONGEST_METADATA)
    throw refuse(
      tr("Expected a JSON object; this has more than {most} characters. Nothing was changed.", {
        most: String(LONGEST_METADATA),
      }),
    );
  let metadata: unknown;
  try {
    metadata = JSON.parse(text);
  } catch {
    throw refuse(tr("Expected a JSON object; this is not JSON. Nothing was changed."));
  }
  const read = readMetadata({ metadata });
  if (!read) throw refuse(tr("Expected a JSON object; this is null. Nothing was changed."));
  return read;
}

const DETAILS = ["orderId", "itemDesc", "buyerEmail"] as const;

/** The metadata with other details of the order; one that is emptied is taken out. Throws HttpError 422. */
export function readDetails(
  request: Request,
  { terms }: Invoice,
  tr: Translate,
): Readonly<Record<string, unknown>> {
  const { metadata } = terms;
  const kept = typeof metadata === "object" && metadata !== null && !Array.isArray(metadata) ? metadata : {};
  const email = fieldOf(request, "buyerEmail")?.trim() ?? "";
  if (email !== "" && readEmailAddress(email) === undefined)
    throw new HttpError(422, "invalid", tr("Expected one e-mail address, such as ada@example.com."));
  const typed = DETAILS.map((name) => [name, fieldOf(request, name)?.trim() ?? ""] as const);
  const known = Object.entries(kept).filter(([name]) => !(DETAILS as readonly string[]).includes(name));
  const all = Object.fromEntries([...known, ...typed.filter(([, text]) => text !== "")]);
  return readMetadataText(JSON.stringify(all), tr);
}

/** What is refunded: everything at the price of then, what was too much, the rest, or an amount in the invoice's currency. */
export function readRefund(
  request: Request,
  invoice: Invoice,
  refunds: readonly PullPayment[],
  tr: Translate,
): RefundRequest {
  const { currency, decimals } = invoice.terms;
  const plain = {
    name: undefined,
    description: undefined,
    methods: [],
    subtractBps: 0n,
    mayApprove: true,
  } as const;
  const ofAmount = (amount: bigint): RefundRequest => {
    return { ...plain, variant: "Custom", custom: { amount, currency, decimals } };
  };
  switch (fieldOf(request, "how")) {
    case "all":
      return isPaidInSeveralCoins(invoice)
        ? ofAmount(inPrice(invoice.terms, refundableOf(invoice, refunds)))
        : { ...plain, variant: "RateThen", custom: undefined };
    case "over":
      return { ...plain, variant: "OverpaidAmount", custom: undefined };
    case "rest":
      return ofAmount(inPrice(invoice.terms, refundableOf(invoice, refunds)));
    case "part":
      return ofAmount(parseDecimal(typedAmount(fieldOf(request, "amount") ?? "", decimals), decimals));
    default:
      throw new HttpError(
        422,
        "invalid",
        tr("Choose what to refund: all of it, the rest, what was too much, or an amount."),
      );
  }
}
