import { z } from "zod";
import {
  healthAnswer,
  keyAnswer,
  madeStoreAnswer,
  rateAnswer,
  rateConfigurationAnswer,
  serverAnswer,
  storeAnswer,
  storeMethodAnswer,
} from "../answers/store.ts";
import { keyBody } from "../api/keyRoutes.ts";
import { rateBody } from "../api/rateRoutes.ts";
import { methodBody } from "../api/methodBody.ts";
import { storeBody } from "../api/storeBody.ts";
import type { Area } from "./operation.ts";
import { optionalTexts } from "./query.ts";

/** What a key may ask of the server, and of its store. */
export const serverArea = {
  name: "Server and store",
  about: "Which server this is, what a key may do, and what a store is set to. A key is of one store.",
  operations: {
    getHealth: {
      summary: "Ask whether the server is there",
      needs: "nothing",
      answer: healthAnswer,
    },
    getServerInfo: {
      summary: "Ask which server this is",
      needs: "any key",
      answer: serverAnswer,
    },
    getApiKey: {
      summary: "Ask what the key may do",
      needs: "any key",
      answer: keyAnswer,
    },
    revokeApiKey: {
      summary: "Revoke the key that asks",
      about: "It opens nothing from then on.",
      needs: "any key",
    },
    createApiKey: {
      summary: "Make another key of the store",
      about:
        "One that may do no more than the key that asks, and ends when that ends. It is shown this once.",
      needs: "unrestricted",
      body: keyBody,
      answer: keyAnswer,
      example: {
        label: "Web shop",
        permissions: ["btcpay.store.cancreateinvoice", "btcpay.store.canviewinvoices"],
      },
    },
    deleteApiKey: {
      summary: "Revoke another key of the store",
      about: "By the key itself, or its id.",
      needs: "unrestricted",
    },
    listStores: {
      summary: "List the key's store",
      needs: "any key",
      answer: z.array(storeAnswer),
    },
    getStore: {
      summary: "Read the store",
      needs: "canviewstoresettings",
      answer: storeAnswer,
    },
    changeStore: {
      summary: "Change the store",
      about:
        "What is not said stays. Where the shop is paid is not changed over the API, so that a stolen key moves no money: `crosstill stores set` does it on the server.",
      needs: "canmodifystoresettings",
      body: storeBody,
      answer: storeAnswer,
      example: { name: "The corner shop", invoiceExpiration: 1800, crosstill: { oneInvoicePerOrder: true } },
    },
    createStore: {
      summary: "Make another store",
      about:
        "It is paid in the same coin to the same address as the store of the key that asks: over the API money finds no other way. A key is of one store, so the answer has one of the new store in `crosstill.apiKey`, shown this once.",
      needs: "unrestricted",
      repeatable: true,
      body: storeBody,
      answer: madeStoreAnswer,
      example: { name: "The other shop", defaultCurrency: "EUR" },
    },
    deleteStore: {
      summary: "Archive the store",
      about:
        "It takes no new invoices, and all its keys are revoked. Nothing is deleted: money that still comes is settled and booked, and `crosstill stores set --archived off` brings the store back. Refused (422) while an invoice is open, a payout unpaid or a pull payment unclaimed.",
      needs: "unrestricted",
      mayBeWrong: true,
    },
    uploadLogo: {
      summary: "Give the store a logo",
      about:
        "It takes the place of the letter on the pages that payers see. What is kept is a PNG of our own making, at most 288 × 96 pixels large and 16 KiB heavy: nothing else of the file is left.",
      needs: "canmodifystoresettings",
      file: "A PNG of at most 256 KiB and 2048 × 2048 pixels",
      answer: storeAnswer,
    },
    deleteLogo: {
      summary: "Take the logo away",
      needs: "canmodifystoresettings",
    },
    listPaymentMethods: {
      summary: "List what payers can pay with",
      needs: "canviewstoresettings",
      answer: z.array(storeMethodAnswer),
    },
    getPaymentMethod: {
      summary: "Read one of them",
      needs: "canviewstoresettings",
      answer: storeMethodAnswer,
    },
    changePaymentMethod: {
      summary: "Switch one of them on or off",
      about: "What payers were already asked for in it is taken as before.",
      needs: "canmodifystoresettings",
      body: methodBody,
      example: { enabled: true },
      answer: storeMethodAnswer,
    },
    getRates: {
      summary: "Ask for rates",
      about: "The rates that price invoices. A pair without one brings the reason.",
      needs: "canviewstoresettings",
      query: z.object({ currencyPair: optionalTexts("Such as BTC_EUR; up to twenty") }),
      answer: z.array(rateAnswer),
    },
    getRateConfiguration: {
      summary: "Read where rates come from",
      about: "Of `primary`, the one source: RATES_URLS on the server, the same for all stores.",
      needs: "canviewstoresettings",
      answer: rateConfigurationAnswer,
    },
    changeRateConfiguration: {
      summary: "Send back where rates come from",
      about:
        "For clients that write all settings: anything but what stands is refused, and the refusal says what to do.",
      needs: "canmodifystoresettings",
      body: rateBody,
      answer: rateConfigurationAnswer,
      example: { spread: "0", preferredSource: "crosstill", isCustomScript: false },
    },
    previewRates: {
      summary: "Ask for rates as they would be",
      needs: "canmodifystoresettings",
      query: z.object({ currencyPair: optionalTexts("Such as BTC_EUR; up to twenty") }),
      body: rateBody,
      answer: z.array(rateAnswer),
      example: { spread: "0" },
    },
  },
} satisfies Area;
