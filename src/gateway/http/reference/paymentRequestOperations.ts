import { z } from "zod";
import { invoiceAnswer } from "../answers/invoice.ts";
import { paymentRequestAnswer } from "../answers/payout.ts";
import { payBody, paymentRequestBody } from "../api/paymentRequestBody.ts";
import type { Area } from "./operation.ts";
import { optionalFlag, page } from "./query.ts";

const example = { title: "Ten piano lessons", amount: "350.00", currency: "USD", referenceId: "2026-17" };

/** Payment requests: links that ask for money and do not run out. */
export const paymentRequestArea = {
  name: "Payment requests",
  about: "A link that asks for an amount. Each visit is priced afresh, by an invoice of its own.",
  operations: {
    createPaymentRequest: {
      summary: "Make a payment request",
      needs: "canmodifypaymentrequests",
      repeatable: true,
      body: paymentRequestBody,
      answer: paymentRequestAnswer,
      example,
    },
    listPaymentRequests: {
      mayBeWrong: true,
      summary: "List payment requests",
      about: "Newest first.",
      needs: "canviewpaymentrequests",
      query: z.object({ includeArchived: optionalFlag("Also those that were taken out"), ...page }),
      answer: z.array(paymentRequestAnswer),
    },
    getPaymentRequest: {
      summary: "Read a payment request",
      needs: "canviewpaymentrequests",
      answer: paymentRequestAnswer,
    },
    changePaymentRequest: {
      summary: "Replace a payment request's settings",
      about: "All of them. Amount and currency stay once an invoice was made.",
      needs: "canmodifypaymentrequests",
      body: paymentRequestBody,
      answer: paymentRequestAnswer,
      example: { ...example, description: "Lessons 1 to 10" },
    },
    payPaymentRequest: {
      summary: "Make an invoice for what is left",
      needs: "canviewpaymentrequests",
      repeatable: true,
      body: payBody,
      answer: invoiceAnswer,
      example: { allowPendingInvoiceReuse: true },
    },
    archivePaymentRequest: {
      summary: "Close a payment request",
      about: "It cannot be paid any more.",
      needs: "canmodifypaymentrequests",
    },
  },
} satisfies Area;
