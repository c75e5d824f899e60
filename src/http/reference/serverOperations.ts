import { z } from "zod";
import { healthAnswer, keyAnswer, rateAnswer, serverAnswer, storeAnswer, storeMethodAnswer } from "../answers/store.ts"; // prettier-ignore
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
    getRates: {
      summary: "Ask for rates",
      about: "The rates that price invoices. A pair without one brings the reason.",
      needs: "canviewstoresettings",
      query: z.object({ currencyPair: optionalTexts("Such as BTC_EUR; up to twenty") }),
      answer: z.array(rateAnswer),
    },
  },
} satisfies Area;
