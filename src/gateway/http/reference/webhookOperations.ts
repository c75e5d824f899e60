import { z } from "zod";
import {
  deliveryAnswer,
  eventAnswer,
  madeWebhookAnswer,
  messageAnswer,
  webhookAnswer,
} from "../answers/webhook.ts";
import { redeliverBody, testBody } from "../api/deliveryRoutes.ts";
import { webhookBody } from "../api/webhookBody.ts";
import type { Area } from "./operation.ts";
import { optionalFlag, optionalWhole } from "./query.ts";

/** Webhooks, their delivery log and the feed of events. */
export const webhookArea = {
  name: "Webhooks and events",
  about:
    "Your server is told what happens, signed, until it answers with 2xx. Every message carries how the invoice stands as it is sent (`crosstill.current`), so that one that comes late does not mislead.",
  operations: {
    createWebhook: {
      summary: "Make a webhook",
      about: "The answer has the secret that its messages are signed with; it is shown this once.",
      needs: "webhooks.canmodifywebhooks",
      repeatable: true,
      body: webhookBody,
      answer: madeWebhookAnswer,
      example: {
        url: "https://shop.example/crosstill",
        authorizedEvents: {
          everything: false,
          specificEvents: ["InvoiceSettled", "InvoicePaidAfterExpiration", "InvoiceInvalid"],
        },
      },
    },
    listWebhooks: {
      summary: "List webhooks",
      needs: "webhooks.canmodifywebhooks",
      answer: z.array(webhookAnswer),
    },
    getWebhook: {
      summary: "Read a webhook",
      needs: "webhooks.canmodifywebhooks",
      answer: webhookAnswer,
    },
    changeWebhook: {
      summary: "Replace a webhook's settings",
      about: "All of them; without a secret it keeps its own.",
      needs: "webhooks.canmodifywebhooks",
      body: webhookBody,
      answer: webhookAnswer,
      example: { url: "https://shop.example/crosstill", crosstill: { retry: "standard" } },
    },
    deleteWebhook: {
      summary: "Remove a webhook",
      needs: "webhooks.canmodifywebhooks",
    },
    rotateWebhookSecret: {
      summary: "Give a webhook a new secret",
      about: "For a day its messages are signed with both.",
      needs: "webhooks.canmodifywebhooks",
      repeatable: true,
      answer: madeWebhookAnswer,
    },
    testWebhook: {
      summary: "Send a test",
      about: "An event that never happened, once and at once: its invoice's id begins with `__test__`.",
      needs: "webhooks.canmodifywebhooks",
      body: testBody,
      answer: deliveryAnswer,
      example: { type: "InvoiceSettled" },
    },
    listDeliveries: {
      summary: "Read the delivery log",
      about: "Newest first. It is kept for sixty days.",
      needs: "webhooks.canmodifywebhooks",
      query: z.object({ count: optionalWhole("How many at most; 100 when nothing is said") }),
      answer: z.array(deliveryAnswer),
    },
    getDelivery: {
      summary: "Read one delivery",
      needs: "webhooks.canmodifywebhooks",
      answer: deliveryAnswer,
    },
    getDeliveryRequest: {
      summary: "Read what a delivery sent",
      needs: "webhooks.canmodifywebhooks",
      answer: messageAnswer,
    },
    redeliver: {
      summary: "Tell one event again",
      about: "Gives the id of the new delivery.",
      needs: "webhooks.canmodifywebhooks",
      repeatable: true,
      answer: z.string(),
    },
    redeliverMany: {
      summary: "Tell many events again",
      about: "Those of a time, a thousand at most, or all that were not taken.",
      needs: "webhooks.canmodifywebhooks",
      repeatable: true,
      body: redeliverBody,
      answer: z.strictObject({ deliveries: z.int().describe("How many") }),
      example: { undelivered: true },
    },
    listEvents: {
      mayBeWrong: true,
      summary: "Read the store's events",
      about:
        "In their order, each with its number: a reader that was away continues after the last one it has (`after`).",
      needs: "canviewstoresettings",
      query: z.object({
        after: optionalWhole("The last number that you know"),
        limit: optionalWhole("How many at most; 100 when nothing is said"),
        undelivered: optionalFlag("Only those that some webhook has not taken"),
      }),
      answer: z.array(eventAnswer),
    },
  },
} satisfies Area;
