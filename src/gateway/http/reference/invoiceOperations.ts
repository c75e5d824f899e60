import { z } from "zod";
import { invoiceAnswer, invoiceMethodAnswer } from "../answers/invoice.ts";
import { mailAnswer } from "../answers/mail.ts";
import { pullPaymentAnswer, refundTriggerAnswer } from "../answers/payout.ts";
import { proofAnswer } from "../answers/proof.ts";
import { invoiceBody, labelBody, markBody } from "../api/invoiceRequest.ts";
import { mailBody } from "../api/mailRoutes.ts";
import { refundBody } from "../api/payoutRequests.ts";
import type { Area } from "./operation.ts";
import { optionalFlag, optionalText, optionalTexts, optionalWhole, page } from "./query.ts";

/** Invoices: made, found, read, marked and refunded. */
export const invoiceArea = {
  name: "Invoices",
  about:
    "An invoice asks for a price. Its page lets the payer choose a coin, which is priced then; the shop receives its settlement coin. Act on `status`: Settled means that the money is there, with the evidence that the store asks for.",
  operations: {
    createInvoice: {
      summary: "Make an invoice",
      about:
        "Send the payer to `checkoutLink`. With the store's `oneInvoicePerOrder` a second invoice for an order that is open gives the first.",
      needs: "cancreateinvoice",
      repeatable: true,
      body: invoiceBody,
      answer: invoiceAnswer,
      example: {
        amount: "25.00",
        currency: "USD",
        metadata: { orderId: "A-1001", buyerEmail: "ada@example.com" },
        checkout: { redirectURL: "https://shop.example/thanks/{OrderId}" },
      },
    },
    listInvoices: {
      mayBeWrong: true,
      summary: "Find invoices",
      about:
        "Newest first. A search for a word of very many invoices that the other conditions refuse is a 422 `search-too-broad`: name a longer word or a time.",
      needs: "canviewinvoices",
      query: z.object({
        orderId: optionalTexts("Those of these orders"),
        status: optionalTexts("Those with one of these statuses"),
        textSearch: optionalText(
          "Those whose id, order, e-mail, price, address, transaction or search term begins so",
        ),
        startDate: optionalWhole("Made from then on, in unix seconds"),
        endDate: optionalWhole("Made until then, in unix seconds"),
        includeArchived: optionalFlag("Also those that were taken out of the lists"),
        includePaymentMethods: optionalFlag("Each brings its payment methods along"),
        ...page,
      }),
      answer: z.array(invoiceAnswer),
    },
    getInvoice: {
      summary: "Read an invoice",
      needs: "canviewinvoices",
      query: z.object({ includePaymentMethods: optionalFlag("It brings its payment methods along") }),
      answer: invoiceAnswer,
    },
    changeInvoice: {
      summary: "Replace an invoice's metadata",
      needs: "canmodifyinvoices",
      body: labelBody,
      answer: invoiceAnswer,
      example: { metadata: { orderId: "A-1001", note: "Call before delivery" } },
    },
    listInvoiceMethods: {
      summary: "List what an invoice can be paid with",
      about: "A method has a price and an address once it was chosen: `activated`.",
      needs: "canviewinvoices",
      query: z.object({
        onlyAccountedPayments: optionalFlag(
          "Leave out payments that came to nothing; true when nothing is said",
        ),
      }),
      answer: z.array(invoiceMethodAnswer),
    },
    activateInvoiceMethod: {
      mayBeWrong: true,
      summary: "Choose a payment method",
      about: "As the payer does on the page: it is priced, and has an address from then on.",
      needs: "canviewinvoices",
    },
    markInvoice: {
      summary: "Mark an invoice as settled or invalid",
      about:
        "By your own word: nothing of what was observed is changed, and the invoice says which key marked it. Settled, and Invalid of an invoice that is Settled, need `btcpay.store.canmarkinvoices` as well.",
      needs: "canmodifyinvoices",
      body: markBody,
      answer: invoiceAnswer,
      example: { status: "Invalid" },
    },
    archiveInvoice: {
      summary: "Take an invoice out of the lists",
      about: "Its money is followed all the same, and accountants see it.",
      needs: "canmodifyinvoices",
    },
    unarchiveInvoice: {
      summary: "Put an invoice back into the lists",
      needs: "canmodifyinvoices",
      answer: invoiceAnswer,
    },
    mailInvoice: {
      summary: "Mail an invoice's link",
      about:
        "Once more, or to another address. At most five times, and once a minute (429). What becomes of it stands in `crosstill.mail` of the invoice.",
      needs: "canmodifyinvoices",
      body: mailBody,
      answer: mailAnswer,
      example: { to: "ada@example.com", language: "en" },
    },
    proveInvoice: {
      summary: "Get the proof of an invoice",
      about:
        "Everything that shows what happened, signed by this gateway, for a dispute: a program of 150 lines checks it without us. It asks explorers and nodes, and says in its place what could not be had now; ask at most a few times a minute.",
      needs: "canviewinvoices",
      answer: proofAnswer,
    },
    getRefundAmounts: {
      summary: "Ask what a refund would come to",
      needs: "cancreatenonapprovedpullpayments",
      answer: refundTriggerAnswer,
    },
    refundInvoice: {
      summary: "Refund an invoice",
      about:
        "Gives a link where the buyer chooses coin and address. Never more than was received. Without `btcpay.store.cancreatepullpayments` the claim waits for your approval.",
      needs: "cancreatenonapprovedpullpayments",
      repeatable: true,
      body: refundBody,
      answer: pullPaymentAnswer,
      example: {
        refundVariant: "Custom",
        customAmount: "5.00",
        customCurrency: "USD",
        description: "One book was missing",
      },
    },
  },
} satisfies Area;
