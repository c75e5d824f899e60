import { Router, type Request, type Response } from "express";
import type { Invoice } from "../../domain/invoices/invoice.ts";
import { archiveInvoice, replaceMetadata, unarchiveInvoice } from "../../usecases/invoices/labelInvoice.ts";
import { loadInvoice, markInvoice, type Person } from "../../usecases/invoices/markInvoice.ts";
import { resolveAttention } from "../../usecases/invoices/resolveAttention.ts";
import { refundInvoice, type RefundRequest } from "../../usecases/payouts/refundInvoice.ts";
import type { InvoiceContext } from "../../usecases/invoices/invoiceContext.ts";
import type { PayoutContext } from "../../usecases/payouts/payoutContext.ts";
import { parseDecimal } from "../../../values/amount.ts";
import { readMetadata } from "../api/invoiceRequest.ts";
import { HttpError, correctableError } from "../errors.ts";
import { fieldOf } from "./fields.ts";
import { isFormId } from "./formId.ts";
import { invoicePath, INVOICES_PATH, placeAfterSignIn } from "./paths.ts";
import type { Rule, SessionGuard, StoreFinder } from "./sessionGuard.ts";
import { requireIn, visitorOf } from "./visitor.ts";

type Acting = InvoiceContext & PayoutContext;
type Problem = Readonly<{ status: number; message: string }>;
type Show = (response: Response, invoiceId: string, problem: Problem) => Promise<void>;

/** What a form did, for the audit log. */
type Done = Readonly<{ action: string; before?: unknown; after?: unknown }>;
type Act = (request: Request, response: Response, invoice: Invoice) => Promise<Done>;

const LONGEST_REASON = 500;
const LONGEST_METADATA = 8_000;

/**
 * What a merchant does with an invoice in the browser: mark, resolve an inbox entry, refund, archive, and edit the metadata. Each
 * form leads back to the page it was on (`back`), or to the invoice; a refused one shows the invoice with the reason.
 */
export function invoiceActions(gateway: Acting, door: SessionGuard, show: Show): Router {
  const router = Router();
  const store: StoreFinder = async ({ params }) =>
    (await gateway.persistence.invoices.load(String(params["invoiceId"])))?.storeId;

  const form = (name: string, rule: Rule, act: Act) =>
    router.post(
      `${INVOICES_PATH}/:invoiceId/${name}`,
      ...door.form({ ...rule, store }),
      async (request, response) => {
        const invoice = await loadInvoice(gateway, String(request.params["invoiceId"]));
        let done: Done;
        try {
          done = await act(request, response, invoice);
        } catch (error) {
          const problem = correctableError(error);
          if (!problem) throw error;
          return show(response, invoice.id, problem);
        }
        await door.record(response, { ...done, storeId: invoice.storeId, subject: invoice.id });
        const back = fieldOf(request, "back");
        response.redirect(303, back === undefined ? invoicePath(invoice.id) : placeAfterSignIn(back));
      },
    );

  form("mark", { may: "canmodifyinvoices" }, async (request, response, invoice) => {
    const as = fieldOf(request, "as");
    if (as !== "Settled" && as !== "Invalid")
      throw new HttpError(422, "invalid", "Choose what the invoice is: settled or invalid.");
    if (as === "Settled" || invoice.state === "Settled")
      requireIn(response, invoice.storeId, "canmarkinvoices");
    const person = personOf(request, response);
    await markInvoice(gateway, invoice.id, as, person);
    return {
      action: "invoice.marked",
      before: { state: invoice.state },
      after: { state: as, reason: person.reason },
    };
  });

  form("resolve", { may: "canmodifyinvoices" }, async (request, response, invoice) => {
    const key = fieldOf(request, "key") ?? "";
    const person = personOf(request, response);
    await resolveAttention(gateway, invoice.id, [key], person);
    return { action: "attention.resolved", after: { key, reason: person.reason } };
  });

  form("archive", { may: "canmodifyinvoices" }, async (_request, _response, invoice) => {
    await archiveInvoice(gateway, invoice);
    return { action: "invoice.archived" };
  });

  form("unarchive", { may: "canmodifyinvoices" }, async (_request, _response, invoice) => {
    await unarchiveInvoice(gateway, invoice);
    return { action: "invoice.unarchived" };
  });

  form("metadata", { may: "canmodifyinvoices" }, async (request, _response, invoice) => {
    const metadata = metadataOf(fieldOf(request, "metadata") ?? "");
    await replaceMetadata(gateway, invoice, metadata);
    return { action: "invoice.metadata_changed" }; // without its text: the log is never changed, and metadata names people
  });

  const refunding = { may: "cancreatepullpayments", isRecent: true } as const;
  form("refund", refunding, async (request, _response, invoice) => {
    const wanted = readRefund(request, invoice);
    const refundId = await requireOwnId(gateway, invoice, fieldOf(request, "refundId"));
    const { id, amount, currency } = await refundInvoice(gateway, invoice.id, wanted, refundId);
    return { action: "refund.created", after: { refund: id, variant: wanted.variant, amount, currency } };
  });
  return router;
}

/** The id that the form was shown with, so that sending it twice makes one refund. Another invoice's refund is refused. */
async function requireOwnId(
  { persistence }: Pick<Acting, "persistence">,
  invoice: Invoice,
  id: string | undefined,
): Promise<string> {
  const made = id === undefined ? undefined : await persistence.payouts.loadPullPayment(id);
  const isOwn =
    made === undefined || (await persistence.payouts.refundsOf(invoice.id)).some((one) => one.id === id);
  if (isFormId(id) && isOwn) return id;
  throw new HttpError(422, "invalid", "Open the invoice again, and send the form from there.");
}

/** The signed-in user, with the reason from the form. */
function personOf(request: Request, response: Response): Person {
  const reason = fieldOf(request, "reason")?.trim() ?? "";
  if (reason.length > LONGEST_REASON)
    throw new HttpError(422, "invalid", `Expected a reason of at most ${LONGEST_REASON} characters.`);
  return { by: visitorOf(response).user.name, reason: reason === "" ? "no reason was given" : reason };
}

function metadataOf(text: string): Readonly<Record<string, unknown>> {
  const refuse = (what: string) =>
    new HttpError(422, "invalid", `Expected a JSON object; ${what}. Nothing was changed.`);
  if (text.length > LONGEST_METADATA) throw refuse(`this has more than ${LONGEST_METADATA} characters`);
  let metadata: unknown;
  try {
    metadata = JSON.parse(text);
  } catch {
    throw refuse("this is not JSON");
  }
  const read = readMetadata({ metadata }); // with the rules of the merchant API
  if (!read) throw refuse("this is null");
  return read;
}

/** What is refunded: everything at the price of then, what was too much, or an amount in the currency of the invoice. */
function readRefund(request: Request, { terms }: Invoice): RefundRequest {
  const how = fieldOf(request, "how");
  const plain = {
    name: undefined,
    description: undefined,
    methods: [],
    subtractBps: 0n,
    mayApprove: true,
  } as const;
  switch (how) {
    case "all":
      return { ...plain, variant: "RateThen", custom: undefined };
    case "over":
      return { ...plain, variant: "OverpaidAmount", custom: undefined };
    case "part": {
      const { currency, decimals } = terms;
      const amount = parseDecimal(fieldOf(request, "amount")?.trim() ?? "", decimals);
      return { ...plain, variant: "Custom", custom: { amount, currency, decimals } };
    }
    default:
      throw new HttpError(
        422,
        "invalid",
        "Choose what to refund: all of it, what was too much, or an amount.",
      );
  }
}
