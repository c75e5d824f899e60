import { z } from "zod";
import { payoutAnswer, pullPaymentAnswer } from "../answers/payout.ts";
import { approvalBody, markPayoutBody, payoutBody, pullPaymentBody } from "../api/payoutRequests.ts";
import type { Area } from "./operation.ts";
import { optionalFlag, optionalTexts, pageAfter } from "./query.ts";

const payouts = {
  query: z.object({
    includeCancelled: optionalFlag("Also those that were cancelled"),
    state: optionalTexts("Only those in one of these states"),
    ...pageAfter,
  }),
  answer: z.array(payoutAnswer),
};

/** The address of examples: a buyer's on the sandbox's Bitcoin chain, without a known key. */
export const DESTINATION = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";

/** Pull payments, which payees claim, and payouts, which the merchant pays. */
export const payoutArea = {
  name: "Pull payments and payouts",
  about:
    "A pull payment is an amount that can be claimed through its link, in any of its coins; each claim is a payout. AwaitingApproval, AwaitingPayment, InProgress, then Completed or Cancelled. The gateway holds no key: you pay by hand, or sign what the intent service quotes (`crosstill payouts pay`).",
  operations: {
    createPullPayment: {
      summary: "Make a pull payment",
      about:
        "With `autoApproveClaims` the key also needs `btcpay.store.cancreatepullpayments`. One that names an order of the store, in `metadata.orderId` or in its name (`Refund of order 1001; reason`), refunds that order's invoice, and promises no more than the order brought.",
      needs: "cancreatenonapprovedpullpayments",
      repeatable: true,
      body: pullPaymentBody,
      answer: pullPaymentAnswer,
      example: { name: "Prize of the raffle", amount: "20.00", currency: "USD" },
    },
    listPullPayments: {
      mayBeWrong: true,
      summary: "List pull payments",
      about: "Newest first.",
      needs: "canviewpullpayments",
      query: z.object({ includeArchived: optionalFlag("Also those that were closed"), ...pageAfter }),
      answer: z.array(pullPaymentAnswer),
    },
    getPullPayment: {
      summary: "Read a pull payment",
      needs: "canviewpullpayments",
      answer: pullPaymentAnswer,
    },
    listPullPaymentPayouts: {
      mayBeWrong: true,
      summary: "List a pull payment's payouts",
      needs: "canviewpayouts",
      ...payouts,
    },
    archivePullPayment: {
      summary: "Close a pull payment",
      about: "Claims that are not being paid yet are cancelled.",
      needs: "canarchivepullpayments",
    },
    seePullPayment: {
      summary: "Read a pull payment by its link",
      needs: "link",
      answer: pullPaymentAnswer,
    },
    claimPullPayment: {
      summary: "Claim a pull payment",
      needs: "link",
      repeatable: true,
      body: payoutBody,
      answer: payoutAnswer,
      example: { destination: DESTINATION, amount: "5.00", payoutMethodId: "BTC-CHAIN" },
    },
    seeClaims: {
      mayBeWrong: true,
      summary: "List the claims of a link",
      needs: "link",
      ...payouts,
    },
    seeClaim: {
      summary: "Read a claim",
      needs: "link",
      answer: payoutAnswer,
    },
    createPayout: {
      summary: "Make a payout",
      about:
        "A claim of a pull payment of yours (`pullPaymentId`), or one of its own, of which the amount is in the coin. With `approved` the key also needs `btcpay.store.cancreatepullpayments`.",
      needs: "cancreatenonapprovedpullpayments",
      repeatable: true,
      body: payoutBody,
      answer: payoutAnswer,
      example: { destination: DESTINATION, amount: "0.0005", payoutMethodId: "BTC-CHAIN" },
    },
    listPayouts: {
      mayBeWrong: true,
      summary: "List payouts",
      about: "Newest first.",
      needs: "canviewpayouts",
      ...payouts,
    },
    getPayout: {
      summary: "Read a payout",
      needs: "canviewpayouts",
      answer: payoutAnswer,
    },
    approvePayout: {
      summary: "Approve a payout",
      about: "Its amount is priced now. With a `revision` only if nothing has changed since you looked.",
      needs: "canmanagepayouts",
      body: approvalBody,
      answer: payoutAnswer,
      example: { revision: 0 },
    },
    markPayout: {
      summary: "Say how far a payout is",
      about:
        "Completed with the transaction that paid it: it is looked up where the chain can be seen. The payout is InProgress until the transaction is final.",
      needs: "canmanagepayouts",
      body: markPayoutBody,
      example: { state: "InProgress" },
    },
    markPayoutPaid: {
      summary: "Say that a payout was paid",
      needs: "canmanagepayouts",
    },
    cancelPayout: {
      summary: "Cancel a payout",
      about: "What it had claimed may be claimed again.",
      needs: "canmanagepayouts",
    },
  },
} satisfies Area;
