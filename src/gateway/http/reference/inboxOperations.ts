import { z } from "zod";
import { invoiceAnswer } from "../answers/invoice.ts";
import { payoutAnswer } from "../answers/payout.ts";
import { statementAnswer } from "../answers/statement.ts";
import { inboxAnswer } from "../answers/store.ts";
import { assignBody, dismissBody, refundFundsBody, resolveBody } from "../api/inboxRoutes.ts";
import type { Area } from "./operation.ts";
import { DESTINATION } from "./payoutOperations.ts";
import { optionalFlag, optionalText, optionalTexts } from "./query.ts";

const EXPORTS_ABOUT = `Such as \`payments.csv\` or \`ledger.jsonl\`: docs/reference/exports.md has every file and every column. The same range
is the same file for ever; what is corrected later is told by later lines. A download that broke off goes on with \`after\`. What Koinly, Xero, QuickBooks and hledger take as it is (\`koinly.csv\`, \`xero-statement.csv\`,
\`xero-invoices.csv\`, \`quickbooks.csv\`, \`coin-statement.csv\`, \`ledger.journal\`) is told in docs/how-to/accounting.md.`;

const STATEMENT_ABOUT = `Such as \`2026-11\`: what was on its way, received, converted, charged, sent back and passed on, of each coin, and what it was worth. docs/how-to/statements.md explains the figures.`;

const exportQuery = z.object({
  from: optionalText("Only what was booked from then on: a day, a moment in ISO 8601, or unix seconds"),
  to: optionalText("Only what was booked before that; at least a minute ago"),
  zone: optionalText(
    "Of the times in the file: `store` (the one that the store has set, and the default), `UTC`, or a name such as `Europe/Berlin`",
  ),
  include: optionalTexts("Of invoices: `expired` and `invalid` ones that never got any money as well"),
  metadata: optionalTexts("Keys of the metadata that get a column each"),
  control: optionalFlag(
    "Of the ledger: a line at the end for each currency, with the sum of its lines, which is zero",
  ),
  bom: optionalFlag("Begins with a byte order mark, for programs that do not expect UTF-8"),
  after: optionalText(
    "What stands under `line` in the last line that you have: the rest follows, without a head",
  ),
  part: optionalText(
    "Of a file for another program: what `Crosstill-Next-Part` of the part before says; the first is `1`",
  ),
  format: optionalText("Of days for Xero: `world` (21/11/2026, the default) or `us` (11/21/2026)"),
  currency: optionalText(
    "Of values for another program: the first tracked currency, or the store's own, unless another is asked for",
  ),
  coin: optionalText(
    "Of `coin-statement.csv`: whose account it is, as chain and contract (`8453:0x…`); the coin that the store is paid in unless another is asked for",
  ),
  account: optionalText("Of sales for Xero: the code of the account, 200 by default"),
  tax: optionalText("Of sales for Xero: the name of the tax rate, Tax Exempt by default"),
});

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
        invoiceId: "1pAEut6N27KKiPL48Ytdg6sago8sUR",
        keys: ["overpaid:50000000"],
        by: "Ada Lovelace",
        reason: "Sent back by hand on 3 March",
      },
    },
    assignDeposit: {
      summary: "Assign unattributed funds to an invoice",
      needs: "canmarkinvoices",
      body: assignBody,
      answer: invoiceAnswer,
      example: {
        chainId: 8253038,
        outpoint: `${"ab".repeat(32)}:0`,
        invoiceId: "1pAEut6N27KKiPL48Ytdg6sago8sUR",
        by: "Ada Lovelace",
        reason: "The customer showed us the transaction",
      },
    },
    refundDeposit: {
      summary: "Refund unattributed funds",
      about:
        "Makes a payout of the whole amount in the coin that came, which waits for its approval. For money at the store's own address: the service converts what comes to a deposit address. Repeated, the call returns the same payout.",
      needs: "cancreatepullpayments",
      body: refundFundsBody,
      answer: payoutAnswer,
      example: {
        chainId: 8253038,
        outpoint: `${"ab".repeat(32)}:1`,
        destination: DESTINATION,
        by: "Ada Lovelace",
        reason: "The customer paid twice",
      },
    },
    dismissDeposit: {
      summary: "Take unattributed funds off the inbox that are not a payment",
      about:
        "With `ignoreSender`, transfers of the same sender to the store's own address are not listed from now on; the key then also needs `btcpay.store.canmodifystoresettings`.",
      needs: "canmarkinvoices",
      body: dismissBody,
      example: {
        chainId: 8253038,
        outpoint: `${"ab".repeat(32)}:2`,
        by: "Ada Lovelace",
        reason: "Our own transfer",
      },
    },
    exportFile: {
      mayBeWrong: true,
      summary: "Export a file for accountants",
      about: EXPORTS_ABOUT,
      needs: "canviewreports",
      query: exportQuery,
      csv: true,
    },
    getStatement: {
      summary: "Get a month of the books",
      about: STATEMENT_ABOUT,
      needs: "canviewreports",
      answer: statementAnswer,
    },
  },
} satisfies Area;
