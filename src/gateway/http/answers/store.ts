import { z } from "zod";
import { SPEED_POLICIES } from "../../domain/invoices/invoice.ts";
import { decimal, flag, id, seconds, text } from "./scalars.ts";

/** The server, the key and the store as the merchant API answers them (Greenfield). */

export const serverAnswer = z
  .strictObject({
    version: text("The least that plugins ask for; which Crosstill this is stands under `crosstill`"),
    onion: z.null(),
    supportedPaymentMethods: z.array(z.string()),
    fullySynched: flag("Always true"),
    syncStatus: z.array(z.strictObject({ paymentMethodId: z.string(), available: z.boolean() })),
    crosstill: z.strictObject({ name: z.string(), version: text("The version of Crosstill") }),
  })
  .meta({ id: "ServerInfo" });

export const keyAnswer = z
  .strictObject({
    apiKey: text("The key itself"),
    label: text("What it was called when it was made"),
    permissions: z.array(z.string()).describe("Exactly what was granted, each with its store"),
  })
  .meta({ id: "ApiKey" });

export const healthAnswer = z.strictObject({ synchronized: z.boolean() }).meta({ id: "Health" });

const settlement = z.strictObject({
  chainId: z.int(),
  chainName: z.string(),
  currency: text("The coin's contract"),
  symbol: z.string(),
  decimals: z.int(),
  recipient: text("The shop's address"),
});

const notHere = z.boolean().describe("Not a thing here; clients read it");

export const storeAnswer = z
  .strictObject({
    id: id("the store"),
    name: z.string(),
    website: z.string().nullable(),
    supportUrl: z.string().nullable(),
    defaultCurrency: text("Of prices that name none"),
    archived: flag("It takes no new invoices"),
    invoiceExpiration: z.int().describe("For how many seconds a price is promised"),
    displayExpirationTimer: z.int().describe("For how many seconds before the end the page counts down"),
    monitoringExpiration: z.int().describe("For how many seconds after that late money is looked for"),
    speedPolicy: z.enum(SPEED_POLICIES),
    paymentTolerance: z.number().describe("How much may be missing, in percent"),
    anyoneCanCreateInvoice: notHere,
    receipt: z.strictObject({ enabled: z.boolean(), showQR: z.boolean(), showPayments: z.boolean() }),
    redirectAutomatically: z.boolean(),
    lazyPaymentMethods: z.boolean(),
    defaultPaymentMethod: z.string(),
    defaultLang: text("What payers read; en where none is chosen"),
    autoDetectLanguage: flag("None is chosen: payers read what their browsers ask for"),
    networkFeeMode: z.string(),
    payJoinEnabled: notHere,
    lightningAmountInSatoshi: notHere,
    lightningPrivateRouteHints: notHere,
    onChainWithLnInvoiceFallback: notHere,
    showRecommendedFee: notHere,
    recommendedFeeBlockTarget: z.int(),
    requiresRefundEmail: notHere,
    htmlTitle: z.null(),
    logoUrl: text("Where the logo is that was sent").nullable(),
    cssUrl: z.null(),
    brandColor: text("Such as #0F3B21").nullable(),
    paymentMethodCriteria: z.array(z.never()),
    showPayInWalletButton: z.boolean(),
    showStoreHeader: z.boolean(),
    celebratePayment: notHere,
    playSoundOnPayment: notHere,
    additionalTrackedRates: z.array(z.never()),
    paymentSoundUrl: z.null(),
    applyBrandColorToBackend: notHere,
    refundBOLT11Expiration: z.int(),
    lightningDescriptionTemplate: z.null(),
    crosstill: z.strictObject({
      settlement: settlement.describe("What the shop is paid in, and where"),
      feeBearer: text("Who pays the fees of the conversion"),
      strictAddresses: flag("Every price has an address of its own"),
      directPayments: flag("Payers may send the settlement coin itself to the shop's own address"),
      oneInvoicePerOrder: flag("A second invoice for an order that is open gives the first"),
      mailInvoices: flag("Each invoice is mailed to its buyer"),
      mailReminderMinutes: z
        .int()
        .describe("How long before the price promise ends one reminder is mailed; 0: none"),
      mailAddressDays: z
        .int()
        .describe("For how many days after an invoice has ended its e-mail addresses are kept"),
      books: z.strictObject({
        trackedCurrencies: z
          .array(z.string())
          .describe("In which each payment is valued when it is first seen"),
        zone: text("In which months begin, such as Europe/Berlin"),
        accountantEmail: text("Who gets an e-mail with a link to each month that has ended").nullable(),
      }),
    }),
  })
  .meta({ id: "Store" });

/** A new store: the key with which it is used is shown this once. */
export const madeStoreAnswer = storeAnswer
  .extend({
    crosstill: storeAnswer.shape.crosstill.extend({
      apiKey: text("A key of the new store, which may do what the asking key may; shown this once"),
    }),
  })
  .meta({ id: "MadeStore" });

export const rateConfigurationAnswer = z
  .strictObject({
    spread: text("In percent; always 0"),
    preferredSource: z.string(),
    isCustomScript: z.boolean(),
    effectiveScript: z.string(),
  })
  .meta({ id: "RateConfiguration" });

export const storeMethodAnswer = z
  .strictObject({
    enabled: z.boolean(),
    paymentMethodId: text("Such as BTC-CHAIN"),
    crosstill: z.strictObject({
      name: z.string(),
      chainId: z.int(),
      tokenAddress: text("The coin's contract"),
      symbol: z.string(),
      decimals: z.int(),
    }),
  })
  .meta({ id: "PaymentMethod" });

export const rateAnswer = z
  .strictObject({
    currencyPair: text("Such as BTC_EUR"),
    errors: z.array(z.string()).describe("Why there is no rate"),
    rate: decimal("What one of the first costs in the second").nullable(),
  })
  .meta({ id: "Rate" });

export const inboxAnswer = z
  .strictObject({
    items: z.array(
      z.looseObject({
        storeId: z.string(),
        invoiceId: z.string(),
        orderId: z.string().nullable(),
        status: z.string(),
      }),
    ),
    unattributed: z.array(
      z.looseObject({
        chainId: z.int(),
        outpoint: z.string(),
        address: z.string(),
        seenAt: seconds("When it was seen"),
      }),
    ),
    webhooks: z.array(
      z.strictObject({
        storeId: z.string(),
        webhookId: z.string(),
        url: z.string(),
        reason: z.string().optional(),
      }),
    ),
    lost: z.array(
      z.strictObject({
        storeId: z.string(),
        invoiceId: z.string(),
        issuedAt: seconds("When its address was issued first"),
        foundAt: seconds("When `crosstill recover` found it"),
        places: z.array(
          z.strictObject({
            chainId: z.int(),
            address: z.string(),
            units: text("What was asked for, in the smallest unit of the coin"),
            amount: decimal("The same in the coin; null where its decimals are not known").nullable(),
            symbol: z.string().nullable(),
            direct: flag("To the shop's own address, known by the amount: nothing looks for it"),
          }),
        ),
      }),
    ),
  })
  .meta({
    id: "Inbox",
    description:
      "What needs a person: invoices, unattributed funds, webhooks that were switched off, and invoices that a failover or a restored backup has lost.",
  });
