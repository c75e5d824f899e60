import { Router, type Request, type Response } from "express";
import { formatDecimal } from "../../../../values/amount.ts";
import type { Invoice } from "../../../domain/invoices/invoice.ts";
import {
  archiveInvoice,
  replaceMetadata,
  unarchiveInvoice,
} from "../../../usecases/invoices/labelInvoice.ts";
import { isOnHold } from "../../../usecases/access/approvalHold.ts";
import { loadInvoice, markInvoice } from "../../../usecases/invoices/markInvoice.ts";
import { resolveAttention } from "../../../usecases/invoices/resolveAttention.ts";
import { refundAtRateThen, refundOfOver } from "../../../domain/payouts/refundable.ts";
import type { PullPayment } from "../../../domain/payouts/pullPayment.ts";
import {
  paidBy,
  paidFor,
  refundInvoice,
  type RefundRequest,
} from "../../../usecases/payouts/refundInvoice.ts";
import type { InvoiceContext } from "../../../usecases/invoices/invoiceContext.ts";
import type { PayoutContext } from "../../../usecases/payouts/payoutContext.ts";
import { HttpError, correctableError } from "../../errors.ts";
import { fieldOf } from "../fields.ts";
import { isFormId } from "../formId.ts";
import { backOf } from "./back.ts";
import { coinsPaid, confirmation } from "./confirmation.ts";
import { personOf, readDetails, readMark, readMetadataText, readRefund, reasonIn } from "./actionFields.ts";
import { sendLink } from "./sendLink.ts";
import { sendOwnerPage, wordsFor } from "../page.ts";
import { donePath, type Done as Said } from "../doneWords.ts";
import { invoicePath, INVOICES_PATH } from "../paths.ts";
import type { SessionGuard, StoreFinder } from "../sessionGuard.ts";
import { frameOf, requireIn, visitorOf } from "../visitor.ts";
import { sentence } from "../../../../values/sentence.ts";

type Acting = InvoiceContext & PayoutContext;
type Problem = Readonly<{ status: number; message: string; at?: string; typed?: unknown }>;
type Show = (response: Response, invoiceId: string, problem: Problem) => Promise<void>;

/** What a form did, for the audit log, and where it leads if not back. A form that is sent again did it before: that is not recorded twice. */
type Done = Readonly<{
  action: string;
  before?: unknown;
  after?: unknown;
  to?: string;
  isRepeated?: boolean;
}>;
type Act = (request: Request, response: Response, invoice: Invoice) => Promise<Done>;

/**
 * What a merchant does with an invoice in the browser: mark, resolve an inbox entry, refund, archive, send its link, and edit the
 * metadata. Each form leads back to the page it was on (`back`), or to the invoice; a refused one shows the invoice with the
 * reason. Marks and refunds are confirmed on a page that names the amount and the reason.
 */
export function invoiceActions(gateway: Acting, door: SessionGuard, show: Show): Router {
  const router = Router();
  const store: StoreFinder = async ({ params }) =>
    (await gateway.persistence.invoices.load(String(params["invoiceId"])))?.storeId;
  const load = (request: Request) => loadInvoice(gateway, String(request.params["invoiceId"]));

  /** Answers with what `answer` does, or with the invoice and what is wrong with its form. */
  const tried = async (
    request: Request,
    response: Response,
    at: string,
    answer: (invoice: Invoice) => Promise<void>,
  ) => {
    const invoice = await load(request);
    try {
      await answer(invoice);
    } catch (error) {
      const problem = response.headersSent ? undefined : correctableError(error, wordsFor(response));
      if (!problem) throw error;
      await show(response, invoice.id, { ...problem, at, typed: request.body as unknown });
    }
  };

  const form = (name: string, act: Act, said: Said | ((request: Request) => Said)) =>
    router.post(`${INVOICES_PATH}/:invoiceId/${name}`, ...door.form({ store }), (request, response) =>
      tried(request, response, name, async (invoice) => {
        const { to, isRepeated, ...done } = await act(request, response, invoice);
        if (!isRepeated)
          await door.record(response, { ...done, storeId: invoice.storeId, subject: invoice.id });
        const place = to ?? backOf(request, invoice.id);
        response.redirect(303, donePath(place, typeof said === "string" ? said : said(request)));
      }),
    );

  for (const name of ["mark", "refund"] as const)
    router.post(`${INVOICES_PATH}/:invoiceId/confirm/${name}`, ...door.form({ store }), (request, response) =>
      tried(request, response, name, async (invoice) => {
        if (name === "mark") requireMay(response, invoice, readMark(request, wordsFor(response)));
        const refunds = await gateway.persistence.payouts.refundsOf(invoice.id);
        const coins = name === "refund" ? await coinsPaid(gateway, invoice) : [];
        const view = confirmation(name, request, invoice, { refunds, coins }, wordsFor(response));
        const frame = frameOf(gateway, response, invoice.storeId);
        sendOwnerPage(response, "invoices/confirm", { ...frame, ...view });
      }),
    );

  form(
    "mark",
    async (request, response, invoice) => {
      const as = readMark(request, wordsFor(response));
      requireMay(response, invoice, as);
      const person = personOf(request, response);
      await markInvoice(gateway, invoice.id, as, person);
      return {
        action: "invoice.marked",
        before: { state: invoice.state },
        after: { state: as, reason: person.reason },
      };
    },
    (request) => (fieldOf(request, "as") === "Settled" ? "settled" : "invalid"),
  );

  form(
    "resolve",
    async (request, response, invoice) => {
      const key = fieldOf(request, "key") ?? "";
      const person = personOf(request, response);
      await resolveAttention(gateway, invoice.id, [key], person);
      return { action: "attention.resolved", after: { key, reason: person.reason } };
    },
    "resolved",
  );

  form(
    "archive",
    async (_request, _response, invoice) => {
      await archiveInvoice(gateway, invoice);
      return { action: "invoice.archived" };
    },
    "archived",
  );

  form(
    "unarchive",
    async (_request, _response, invoice) => {
      await unarchiveInvoice(gateway, invoice);
      return { action: "invoice.unarchived" };
    },
    "unarchived",
  );

  // What was changed is not in the log: it is never changed itself, and metadata names people.
  form(
    "metadata",
    async (request, response, invoice) => {
      const metadata = readMetadataText(fieldOf(request, "metadata") ?? "", wordsFor(response));
      await replaceMetadata(gateway, invoice, metadata);
      return { action: "invoice.metadata_changed" };
    },
    "saved",
  );

  form(
    "details",
    async (request, response, invoice) => {
      await replaceMetadata(gateway, invoice, readDetails(request, invoice, wordsFor(response)));
      return { action: "invoice.metadata_changed" };
    },
    "saved",
  );

  form(
    "send-link",
    async (request, response, invoice) => {
      await sendLink(gateway, invoice, fieldOf(request, "to") ?? "", wordsFor(response));
      return { action: "invoice.link_mailed" };
    },
    "sent",
  );

  form(
    "refund",
    async (request, response, invoice) => {
      const refunds = await gateway.persistence.payouts.refundsOf(invoice.id);
      const refundId = await requireOwnId(gateway, invoice, fieldOf(request, "refundId"));
      const others = refunds.filter((refund) => refund.id !== refundId); // of a form that is sent twice
      const wanted = readRefund(request, invoice, others, wordsFor(response));
      const made = refunds.find((refund) => refund.id === refundId);
      if (made && !(await isSameRefund(gateway, invoice, made, wanted, others)))
        throw new HttpError(
          422,
          "invalid",
          sentence("This refund was made already, with another amount. Open the invoice again to see it."),
        );
      const { user } = visitorOf(response);
      const asked = { ...wanted, mayApprove: wanted.mayApprove && !isOnHold(gateway, user), madeBy: user.id };
      const { id, amount, currency, decimals } =
        made ?? (await refundInvoice(gateway, invoice.id, asked, refundId));
      const reason = reasonIn(request, wordsFor(response));
      return {
        action: "refund.created",
        after: {
          refund: id,
          variant: wanted.variant,
          amount: formatDecimal(amount, decimals),
          currency,
          reason,
        },
        to: `${invoicePath(invoice.id)}?refund=${encodeURIComponent(id)}#refund-made`,
        isRepeated: made !== undefined,
      };
    },
    "refunded",
  );
  return router;
}

/** A mark as paid, and its withdrawal, decide over goods: they need a permission of their own. */
function requireMay(response: Response, { storeId, state }: Invoice, as: "Settled" | "Invalid"): void {
  if (as === "Settled" || state === "Settled") requireIn(response, storeId, "canmarkinvoices");
}

/** Whether a refund that was made is of the amount that a form asks for. */
async function isSameRefund(
  gateway: Pick<Acting, "service">,
  invoice: Invoice,
  made: PullPayment,
  { variant, custom, methods }: RefundRequest,
  others: readonly PullPayment[],
): Promise<boolean> {
  if (custom) return made.currency === custom.currency && made.amount === custom.amount;
  const [first, ...more] = await paidFor(gateway, invoice);
  const paid = first && paidBy([first, ...more], methods);
  if (!paid) return false;
  const { amount } =
    variant === "OverpaidAmount" ? refundOfOver(invoice, paid, others) : refundAtRateThen(paid);
  return made.currency === paid.coin.symbol && made.amount === amount;
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
  throw new HttpError(422, "invalid", sentence("Open the invoice again, and send the form from there."));
}
