import type { Translate } from "../../../../languages/merchantWords.ts";
import type { Group } from "./field.ts";

/** The fields of a store's payment policy, each with a sentence of what it means. Amounts are of the settlement coin. */
export function policyGroups(tr: Translate, symbol: string): readonly Group[] {
  return [deviations(tr, symbol), proof(tr), boundsOfInvoices(tr)];
}

function deviations(tr: Translate, symbol: string): Group {
  return {
    title: tr("When a payment is not as asked for"),
    note: tr("It holds for invoices from now on; those that were made keep theirs."),
    fields: [
      {
        name: "preset",
        label: tr("Start from"),
        note: tr("Another choice resets tolerance, too little, too much and too late."),
        kind: "select",
        choices: [
          { value: "shop", label: tr("A shop: goods at a price") },
          { value: "top-up", label: tr("Top-ups: whatever arrives counts") },
        ],
      },
      {
        name: "tolerance",
        label: tr("Tolerance, in percent"),
        note: tr("So much of the price may be missing, and the invoice is still paid."),
        kind: "number",
      },
      {
        name: "tolerance-floor",
        label: tr("Tolerance, as an amount of {symbol}", { symbol }),
        note: tr("Or so much, whichever of the two allows more."),
        kind: "number",
      },
      {
        name: "forgive",
        label: tr("Write off small remainders, up to percent of the price"),
        note: tr("A remaining amount that is too small to be paid on its own is written off."),
        kind: "number",
      },
      {
        name: "underpaid",
        label: tr("Too little"),
        note: tr("What happens when a customer pays less than the price."),
        kind: "select",
        choices: [
          { value: "keep-open", label: tr("Ask for the rest while the price holds") },
          { value: "accept", label: tr("Accept it as the payment") },
          { value: "hold", label: tr("Let a person decide") },
        ],
      },
      {
        name: "overpaid",
        label: tr("Too much"),
        note: tr("What happens when a customer pays more than the price."),
        kind: "select",
        choices: [
          { value: "accept", label: tr("Accept it as the payment") },
          { value: "hold", label: tr("Let a person decide") },
        ],
      },
      {
        name: "late-from",
        label: tr("Late payments count from, in percent of the price"),
        note: tr("Money that comes after the price ended pays the invoice if it is worth at least this."),
        kind: "number",
      },
    ],
  };
}

function proof(tr: Translate): Group {
  return {
    title: tr("Proof"),
    fields: [
      {
        name: "evidence",
        label: tr("Proof of a settlement"),
        note: tr("What must show that the money reached you before the invoice is settled."),
        kind: "select",
        choices: [
          {
            value: "",
            label: tr("Automatic: the chain where a node is set up, else a transaction hash"),
          },
          { value: "verified", label: tr("Read from the chain") },
          { value: "hash", label: tr("A transaction hash from the service") },
          { value: "reported", label: tr("The word of the service") },
        ],
      },
      {
        name: "confirmations",
        label: tr("Confirmations"),
        note: tr("A number, or by price: 1000=2,10000=6 waits for two from 1,000 on and six from 10,000 on."),
        kind: "text",
      },
    ],
  };
}

function boundsOfInvoices(tr: Translate): Group {
  return {
    title: tr("What a single invoice may ask for itself"),
    note: tr("A key that makes invoices cannot go beyond this."),
    fields: [
      { name: "invoice-tolerance", label: tr("Tolerance, in percent"), kind: "number" },
      { name: "invoice-underpaid", label: tr("Accept whatever comes"), kind: "switch" },
      { name: "invoice-evidence", label: tr("Weaker proof, fewer confirmations"), kind: "switch" },
    ],
  };
}
