import { invoiceAnswer } from "../answers/invoice.ts";
import { inboxAnswer } from "../answers/store.ts";
import { assignBody, resolveBody } from "../api/inboxRoutes.ts";
import type { Area } from "./operation.ts";

/** What needs a person, and tables for accountants. */
export const inboxArea = {
  name: "Inbox and exports",
  about: "What no rule can decide waits here for a person. Every decision is kept with who made it and why.",
  operations: {
    getInbox: {
      summary: "List what needs a person",
      needs: "canviewinvoices",
      answer: inboxAnswer,
    },
    resolveAttention: {
      summary: "Take something off the inbox",
      needs: "canmodifyinvoices",
      body: resolveBody,
      answer: invoiceAnswer,
      example: {
        ...{ invoiceId: "1pAEut6N27KKiPL48Ytdg6sago8sUR", keys: ["overpaid:50000000"] },
        ...{ by: "Ada Lovelace", reason: "Sent back by hand on 3 March" },
      },
    },
    assignDeposit: {
      summary: "Give money that nobody could attribute to an invoice",
      needs: "canmodifyinvoices",
      body: assignBody,
      answer: invoiceAnswer,
      example: {
        ...{
          chainId: 8253038,
          outpoint: `${"ab".repeat(32)}:0`,
          invoiceId: "1pAEut6N27KKiPL48Ytdg6sago8sUR",
        },
        ...{ by: "Ada Lovelace", reason: "The customer showed us his transaction" },
      },
    },
    exportPayments: {
      summary: "Export payments",
      about: "A table, one line for each payment.",
      needs: "canviewinvoices",
      csv: true,
    },
  },
} satisfies Area;
