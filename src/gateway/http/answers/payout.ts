import { z } from "zod";
import { decimal, flag, id, seconds, text } from "./scalars.ts";

/** Payment requests, refunds, pull payments and payouts as the merchant API answers them (Greenfield). */

export const paymentRequestAnswer = z
  .strictObject({
    id: id("the payment request"),
    storeId: id("its store"),
    status: text("Pending, Processing, Completed or Expired"),
    createdTime: seconds("When it was made"),
    archived: z.boolean(),
    amount: decimal("What it asks for"),
    currency: z.string(),
    title: text("What the payer sees"),
    description: z.string().nullable(),
    email: z.string().nullable(),
    expiryDate: seconds("When it ends").nullable(),
    referenceId: text("Yours").nullable(),
    allowCustomPaymentAmounts: flag("The payer says how much"),
    formId: z.null(),
    formResponse: z.null(),
    crosstill: z.strictObject({
      link: text("The page where it is paid"),
      settled: decimal("What has arrived"),
      processing: decimal("What is on its way"),
    }),
  })
  .meta({ id: "PaymentRequest" });

export const pullPaymentAnswer = z
  .strictObject({
    id: id("the pull payment"),
    name: z.string(),
    description: z.string(),
    currency: z.string(),
    archived: z.boolean(),
    amount: decimal("What may be claimed in all"),
    startsAt: seconds("From when").nullable(),
    expiresAt: seconds("Until when").nullable(),
    autoApproveClaims: flag("Claims need no approval"),
    BOLT11Expiration: z.int(),
    viewLink: text(
      "The page where it is claimed: its link is enough to claim. Only for keys that may make such a pull payment",
    ).optional(),
    crosstill: z.strictObject({
      claimed: decimal("What is claimed"),
      left: decimal("What may still be claimed"),
      payoutMethods: z.array(z.string()).describe("The coins that a claimant may choose; empty: all"),
      invoiceId: id("the invoice that it refunds").nullable(),
    }),
  })
  .meta({ id: "PullPayment" });

export const payoutAnswer = z
  .strictObject({
    id: id("the payout"),
    revision: z.int().describe("Grows when its amount changes"),
    destination: text("The address that is paid"),
    state: z.enum(["AwaitingApproval", "AwaitingPayment", "InProgress", "Completed", "Cancelled"]),
    date: seconds("When it was claimed"),
    pullPaymentId: id("its pull payment").optional(),
    originalCurrency: z.string(),
    originalAmount: decimal("What is claimed, in `originalCurrency`"),
    payoutCurrency: text("The coin that is paid"),
    payoutAmount: decimal("What is paid, once it is approved").nullable(),
    payoutMethodId: z.string(),
    paymentMethod: text("The same, for older clients"),
    paymentProof: z.looseObject({ proofType: z.string(), id: text("The transaction").optional() }).optional(),
    metadata: z.record(z.string(), z.unknown()),
    crosstill: z.strictObject({
      chainId: z.int(),
      tokenAddress: text("The coin's contract"),
      evidence: text("What the payment rests on").nullable(),
      paidAmount: decimal("What the chain shows").nullable(),
      service: z
        .strictObject({
          requestId: z.string(),
          status: z.string(),
          input: z.string(),
          expected: decimal("What the buyer should get").nullable(),
          minimum: decimal("The least that is paid").nullable(),
          sent: z.array(z.string()).describe("The transactions that a browser wallet has sent for it"),
        })
        .nullable()
        .describe("The intent service's request that pays it"),
      formerRequests: z.array(z.string()).describe("Requests of attempts that were taken back"),
    }),
  })
  .meta({ id: "Payout" });

export const refundTriggerAnswer = z
  .strictObject({
    paymentAmountThen: decimal("What was paid, in the payment's coin"),
    paymentAmountNow: decimal("What the price is worth in it now; null while no rate is known").nullable(),
    invoiceAmount: decimal("What may be refunded, in the invoice's currency"),
    invoiceCurrency: z.string(),
    invoiceCurrencyDivisibility: z.int(),
    paymentCurrency: z.string(),
    paymentCurrencyDivisibility: z.int(),
    overpaidPaymentAmount: decimal("What was paid too much, in the payment's coin").nullable(),
  })
  .meta({ id: "RefundAmounts" });
