import { z } from "zod";
import { SPEED_POLICIES } from "../../domain/invoices/invoice.ts";
import { mailAnswer } from "./mail.ts";
import { decimal, flag, id, seconds, text, units } from "./scalars.ts";

/** Invoices as the merchant API answers them (Greenfield); what is ours stands under `crosstill`. */

export const statusAnswer = z
  .enum(["New", "Processing", "Settled", "Expired", "Invalid"])
  .describe("How far the invoice is");
export const additionalAnswer = z
  .enum(["None", "PaidPartial", "PaidOver", "PaidLate", "Marked"])
  .describe("What is odd about it, in Greenfield's words");
const evidence = z
  .enum(["reported", "hash", "verified"])
  .describe("What a settlement rests on: the service's word, a transaction it named, or the chain itself");
const txHash = text("A transaction; null until one is known").nullable();

const atStake = {
  amount: decimal("What is at stake, in the coin of `symbol`").nullable(),
  symbol: text("The coin").nullable(),
  amountInPrice: decimal("The same in the invoice's currency, at its own rate").nullable(),
  outpoint: text("The payment that is meant: transaction and output").nullable(),
};

export const amountsAnswer = z.strictObject({
  paid: decimal("Paid so far, in `currency`"),
  remaining: decimal("Still to be paid, in `currency`"),
  over: decimal("Paid too much, in `currency`"),
  currency: text("The invoice's currency"),
});

export const exceptionAnswer = z
  .strictObject({
    kind: z.enum([
      "underpaid",
      "overpaid",
      "late",
      "several",
      "wrongAsset",
      "wrongChain",
      "assigned",
      "belowMinimum",
      "delayed",
      "refunded",
      "claimed",
      "stalled",
      "anomaly",
    ]),
    ...atStake,
    detail: text("More of it").nullable(),
  })
  .meta({ id: "Oddity", description: "Something unusual about an invoice; several can be true at once." });

export const attentionAnswer = z
  .strictObject({
    key: text("Names it when a person resolves it"),
    kind: text("Why a person is needed"),
    ...atStake,
    since: seconds("Since when"),
  })
  .meta({ id: "Attention", description: "Something that a person has to decide." });

export const depositAnswer = z
  .strictObject({
    outpoint: text("Transaction and output, joined by a colon"),
    chainId: z.int().describe("The chain it came on"),
    currency: text("The coin's contract, or the chain's name of its own coin"),
    units: units("How much came, in the coin's smallest units"),
    amount: decimal("The same as a decimal; null for a coin that is not known here").nullable(),
    symbol: text("The coin").nullable(),
    state: z
      .enum(["moving", "claimed", "settled", "failed", "refunded", "gone"])
      .describe("Where its money is"),
    late: flag("It was sent after the price promise had ended"),
    mismatch: z.enum(["asset", "chain", "address"]).nullable().describe("What is not as it was asked for"),
    countsFor: decimal("What it pays of the price, in the invoice's currency"),
    settlement: z
      .strictObject({
        amount: decimal("What the shop received").nullable(),
        symbol: text("The settlement coin"),
        txHash,
        evidence,
        claimed: flag("Only claimed by the service so far"),
      })
      .nullable(),
    refund: z.strictObject({ amount: decimal("What went back").nullable(), txHash }).nullable(),
  })
  .meta({ id: "Deposit", description: "A payment that reached an address of the invoice." });

const settlementAnswer = z
  .strictObject({
    chainId: z.int(),
    currency: text("The settlement coin's contract"),
    recipient: text("The shop's address"),
    decimals: z.int(),
    requestId: id("the service's request"),
    evidence,
    claimed: flag("Only claimed by the service so far"),
    amount: units("What arrived, in smallest units").nullable(),
    txHash,
    originOutpoint: text("The deposit that was converted"),
  })
  .meta({ id: "Settlement", description: "Money that reached the shop." });

const refundAnswer = z
  .strictObject({
    requestId: id("the service's request"),
    originOutpoint: text("The deposit that was sent back"),
    amount: units("What went back, in smallest units").nullable(),
    txHash,
  })
  .meta({ id: "ServiceRefund", description: "Money that the service sent back." });

const decided = { by: text("Who decided"), reason: text("Why"), at: seconds("When") };

export const policyAnswer = z
  .strictObject({
    tolerance: z.number().describe("How much may be missing, in percent"),
    toleranceFloor: decimal("And at least this much, in the settlement coin"),
    forgive: z
      .number()
      .describe(
        "Of a remaining amount that is too small to be paid, how much is written off, in percent of the price",
      ),
    underpaid: z.enum(["keepOpen", "accept", "hold"]),
    overpaid: z.enum(["accept", "hold"]),
    lateFrom: z
      .number()
      .describe("A late payment counts when it is worth this much of the price, in percent"),
    evidence,
    confirmations: z.int().describe("How many a deposit needs"),
  })
  .meta({ id: "Policy", description: "What an invoice does with payments that are not as asked for." });

export const ownAnswer = z.strictObject({
  version: z.int().describe("Grows with every change"),
  ...amountsAnswer.shape,
  oddities: z.array(exceptionAnswer),
  attention: z.array(attentionAnswer),
  due: z
    .strictObject({
      chainId: z.int(),
      currency: text("The settlement coin's contract"),
      symbol: text("Its name"),
      decimals: z.int(),
      recipient: text("The shop's address"),
      amount: units("The price, in smallest units of the settlement coin"),
    })
    .describe("What the shop is to receive, and where"),
  requests: z.array(
    z.strictObject({
      requestId: id("the service's request"),
      status: text("The service's own word"),
      depositAddress: text("Where the payer sends to"),
      parent: text("The request that it came out of").nullable(),
    }),
  ),
  deposits: z.array(depositAnswer),
  settlements: z.array(settlementAnswer),
  refunds: z.array(refundAnswer),
  anomalies: z.array(z.strictObject({ kind: z.string(), detail: z.string(), at: seconds("When") })),
  refundTo: z.record(z.string(), z.string()).describe("Where the payer wants money back, by chain id"),
  marks: z.array(z.strictObject({ as: z.enum(["Settled", "Invalid"]), from: statusAnswer, ...decided })),
  resolved: z.array(z.strictObject({ key: text("What of `attention` was meant"), ...decided })),
  policy: policyAnswer,
  mail: z
    .array(mailAnswer)
    .optional()
    .describe("Messages about it, if there are any; where one invoice is read"),
  notPriced: z
    .array(z.looseObject({ methodId: z.string(), code: z.string(), message: z.string() }))
    .describe("Methods that have no price for this invoice, and why"),
});

const optional = {
  enabled: z.boolean().nullable(),
  showQR: z.boolean().nullable(),
  showPayments: z.boolean().nullable(),
};

export const methodPaymentAnswer = z
  .strictObject({
    id: text("Transaction and output, joined by a dash"),
    receivedDate: seconds("When it was seen"),
    value: decimal("How much, in the method's coin"),
    fee: decimal("Always 0"),
    status: z.enum(["Processing", "Settled", "Invalid"]),
    destination: text("The address that it came to"),
    confirmations: z.int().optional(),
    requestId: text("The service's request").nullable().optional(),
    settlementTxHash: txHash.optional(),
    settledAmount: units("What the shop received for it, in smallest units").nullable().optional(),
    refundTxHash: txHash.optional(),
  })
  .meta({ id: "InvoicePayment", description: "A payment by one method of an invoice." });

export const signedOfferAnswer = z
  .strictObject({
    version: z.literal(1).describe("Of the text's form"),
    text: text(
      "What was signed: invoice, store, domain, address, amount, coin, chain and expiry, a line each",
    ),
    signature: text("ed25519 over the text's UTF-8 bytes, 128 hex digits"),
    publicKey: text("The key that signed it; compare it with the one that you know"),
  })
  .meta({
    id: "SignedOffer",
    description: "The gateway's signature of an address and its amount (/verify checks it).",
  });

export const invoiceMethodAnswer = z
  .strictObject({
    paymentMethodId: text("Such as BTC-CHAIN"),
    paymentMethod: text("The same, for older clients"),
    cryptoCode: text("The coin, for older clients"),
    networkFee: decimal("Always 0"),
    currency: text("The coin"),
    destination: text("The address to pay to; empty until the method is activated"),
    paymentLink: text("A link that wallets open, with the amount that is due"),
    rate: decimal("What one coin pays, in the invoice's currency"),
    paymentMethodPaid: decimal("Paid by this method"),
    totalPaid: decimal("Paid by all methods, in this coin"),
    due: decimal("Still due, in this coin; negative when too much was paid"),
    amount: decimal("The whole price in this coin"),
    paymentMethodFee: decimal("Always 0"),
    payments: z.array(methodPaymentAnswer),
    activated: flag("It has a price and an address"),
    additionalData: z
      .looseObject({
        signature: signedOfferAnswer
          .nullable()
          .describe(
            "The gateway's signature of the address and the amount; null while nothing is to be sent there",
          ),
      })
      .describe(
        "The coin's chain and contract, the quote's request, the gateway's signature, and why the method is not available where it is not",
      ),
  })
  .meta({ id: "InvoicePaymentMethod", description: "One way to pay an invoice." });

export const invoiceAnswer = z
  .strictObject({
    id: id("the invoice"),
    storeId: id("its store"),
    amount: decimal("The price"),
    paidAmount: decimal("Paid so far, in the invoice's currency"),
    currency: text("The price's currency"),
    type: z.enum(["Standard", "TopUp"]).describe("TopUp: any amount will do"),
    checkoutLink: text("The page where it is paid"),
    createdTime: seconds("When it was made"),
    expirationTime: seconds("The end of the price promise"),
    monitoringExpiration: seconds("Until when late money is looked for"),
    status: statusAnswer,
    additionalStatus: additionalAnswer,
    availableStatusesForManualMarking: z.array(z.string()),
    archived: flag("It was taken out of the lists"),
    metadata: z.record(z.string(), z.unknown()).describe("Yours, as it came"),
    checkout: z.strictObject({
      speedPolicy: z.enum(SPEED_POLICIES),
      paymentMethods: z
        .array(z.string())
        .describe("What the payer may choose from: what was asked for, else all that the store has"),
      defaultPaymentMethod: z.string().nullable(),
      lazyPaymentMethods: flag("Always true: a method is priced when it is chosen"),
      expirationMinutes: z.int(),
      monitoringMinutes: z.int(),
      paymentTolerance: z.number().describe("How much may be missing, in percent"),
      redirectURL: z.string().nullable(),
      redirectAutomatically: z.boolean(),
      defaultLanguage: z.string().nullable(),
    }),
    receipt: z.strictObject(optional),
    paymentMethods: z.array(invoiceMethodAnswer).optional().describe("With includePaymentMethods=true"),
    crosstill: ownAnswer.describe(
      "Where the money is: requests, deposits, settlements with their evidence, refunds",
    ),
  })
  .meta({ id: "Invoice" });
