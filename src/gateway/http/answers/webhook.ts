import { z } from "zod";
import {
  additionalAnswer,
  amountsAnswer,
  attentionAnswer,
  depositAnswer,
  exceptionAnswer,
  signedOfferAnswer,
  statusAnswer,
} from "./invoice.ts";
import { flag, id, seconds, text } from "./scalars.ts";

/** Webhooks, their delivery log and their events (Greenfield, section b). */

const fields = {
  id: id("the webhook"),
  enabled: z.boolean(),
  automaticRedelivery: flag("What was not taken is told again"),
  url: text("Where it is told"),
  authorizedEvents: z.strictObject({ everything: z.boolean(), specificEvents: z.array(z.string()) }),
  crosstill: z.strictObject({
    retry: z.enum(["greenfield", "standard"]).nullable().describe("The schedule of later attempts"),
    disabledReason: text("Why it was switched off").nullable(),
    failingSince: seconds("Since when nothing was taken").nullable(),
  }),
};

export const webhookAnswer = z.strictObject(fields).meta({ id: "Webhook" });

export const madeWebhookAnswer = z
  .strictObject({ ...fields, secret: text("What its messages are signed with; shown this once") })
  .meta({ id: "NewWebhook" });

export const deliveryAnswer = z
  .strictObject({
    id: id("the delivery"),
    timestamp: seconds("When it was due"),
    deliveryTime: seconds("When it was sent"),
    httpCode: z.int().nullable(),
    errorMessage: z.string().nullable(),
    status: z.enum(["Failed", "HttpError", "HttpSuccess"]),
    crosstill: z.strictObject({
      firstAttempt: id("the first attempt"),
      answer: text("The beginning of what the receiver answered").nullable(),
    }),
  })
  .meta({ id: "Delivery" });

export const standingAnswer = z.strictObject({
  version: z.int(),
  status: statusAnswer,
  additionalStatus: additionalAnswer,
});

const payment = z.strictObject({
  id: text("Transaction and output, joined by a dash"),
  receivedDate: seconds("When it was seen"),
  value: z.string(),
  fee: z.string(),
  status: z.enum(["Processing", "Settled", "Invalid"]),
  destination: z.string(),
});

const event = {
  type: text("Such as InvoiceSettled; take types that you do not know as none"),
  timestamp: seconds("When it happened"),
  storeId: id("the store"),
  invoiceId: id("the invoice").optional(),
  metadata: z.record(z.string(), z.unknown()).describe("The invoice's own").optional(),
  overPaid: z.boolean().optional(),
  partiallyPaid: z.boolean().optional(),
  manuallyMarked: z.boolean().optional(),
  afterExpiration: z.boolean().optional(),
  paymentMethodId: z.string().optional(),
  paymentMethod: z.string().optional(),
  payment: payment.optional(),
  pullPaymentId: z.string().nullable().optional(),
  payoutId: z.string().optional(),
  payoutState: z.string().optional(),
  paymentRequestId: z.string().optional(),
  status: z.string().optional(),
  crosstill: z
    .looseObject({
      sequence: z.int().describe("Its place among the store's events"),
      version: z.int().describe("The invoice's, as of the event").optional(),
      status: statusAnswer.optional(),
      additionalStatus: additionalAnswer.optional(),
      ...amountsAnswer.partial().shape,
      oddities: z.array(exceptionAnswer).optional(),
      deposit: depositAnswer.optional(),
      attention: z.array(attentionAnswer).optional(),
      signatures: z
        .array(z.strictObject({ paymentMethodId: z.string(), ...signedOfferAnswer.shape }))
        .describe(
          "The gateway's signatures of the addresses and amounts that the invoice has promised, the newest of each method; not there while it has none",
        )
        .optional(),
      current: standingAnswer
        .nullable()
        .describe("How the invoice stands as this is sent: act on it, whatever the event says"),
    })
    .describe("Amounts, and how the invoice stands"),
};

/** An event as the feed shows it. */
export const eventAnswer = z.strictObject(event).meta({ id: "Event" });

/** What a webhook is sent. */
export const messageAnswer = z
  .strictObject({
    deliveryId: id("this attempt"),
    webhookId: id("the webhook"),
    originalDeliveryId: id("the first attempt: the same for all attempts of one event"),
    isRedelivery: flag("It was told before"),
    ...event,
  })
  .meta({ id: "WebhookMessage" });
