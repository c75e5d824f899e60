import { attentionOf } from "../invoices/attention.ts";
import { isUnfinished } from "../invoices/credit.ts";
import { blankOf, differencesOf } from "../invoices/replay.ts";
import { when, type Rule } from "./record.ts";

/** I-41: made again from what was known, every decision gives the invoice that is stored. */
export const invoiceIsDerived: Rule = ({ invoice, isOlder }, steps) =>
  isOlder ? [] : differencesOf(invoice, steps.at(-1)?.after ?? blankOf(invoice));

/** I-43: the search columns of an invoice equal the invoice's values. */
export const invoiceIsFound: Rule = ({ invoice, found, isOlder }) => {
  const { facts, terms } = invoice;
  const moving = facts.deposits.some((deposit) => isUnfinished(facts, deposit));
  // Invoices that fell back before lists knew of "reopened" do not have it in the column.
  const known = (kind: string) => kind !== "reopened";
  const attention = [...new Set(attentionOf(invoice).map(({ kind }) => kind))].filter(known).join(" ");
  // Earlier versions listed an excess of less than the smallest unit of the price.
  const isOlderExcess = (kind: string) => kind === "overpaid" && !attention.includes(kind);
  const listed = (found.attention ?? "")
    .split(" ")
    .filter((kind) => known(kind) && !isOlderExcess(kind))
    .join(" ");
  return [
    ...when(
      moving !== found.moving,
      `its money is ${moving ? "" : "not "}on its way, and lists say otherwise`,
    ),
    ...when(
      !isOlder && attention !== listed,
      `it needs a person for "${attention}", and lists say "${listed}"`,
    ),
    ...when(
      terms.createdAt !== found.createdAt || terms.expiresAt !== found.expiresAt,
      "lists have other times than its terms",
    ),
  ];
};
