import { blankOf, stepsOf } from "../invoices/replay.ts";
import { moneyIsConserved } from "./books.ts";
import { invoiceIsDerived, invoiceIsFound } from "./derivation.ts";
import {
  expiryIsSeen,
  marksAreSigned,
  movesAreAllowed,
  returnsAreAnnounced,
  unknownStatusesMoveNothing,
  versionsCount,
} from "./moves.ts";
import {
  amountsAreReported,
  confirmationsHaveBlocks,
  conflictsAreVoid,
  depositsAreClaimed,
  latenessIsRecorded,
  exceptionFollows,
  proofsAreClaimed,
  settledIsCovered,
} from "./money.ts";
import { offersAreKept, offersStay } from "./offers.ts";
import { deliveriesEnd, eventsAreDelivered, eventsMatchSteps } from "./outbox.ts";
import { creditsAreProven } from "./proofs.ts";
import { refundsAreCovered } from "./refunds.ts";
import type { InvoiceRecord, Rule, Violation } from "./record.ts";

/** The invariants that hold of one invoice and its rows, by their ids in docs/reference/invariants.md. */
const RULES: Readonly<Record<string, Rule>> = {
  "I-1": offersAreKept,
  "I-3": offersStay,
  "I-6": movesAreAllowed,
  "I-7": returnsAreAnnounced,
  "I-8": settledIsCovered,
  "I-9": unknownStatusesMoveNothing,
  "I-10": latenessIsRecorded,
  "I-11": expiryIsSeen,
  "I-12": marksAreSigned,
  "I-14": depositsAreClaimed,
  "I-15": moneyIsConserved,
  "I-18": exceptionFollows,
  "I-19": amountsAreReported,
  "I-21": confirmationsHaveBlocks,
  "I-23": creditsAreProven,
  "I-24": conflictsAreVoid,
  "I-26": versionsCount,
  "I-27": eventsAreDelivered,
  "I-38": deliveriesEnd,
  "I-42": proofsAreClaimed,
  "I-43": invoiceIsFound,
  "I-45": refundsAreCovered,
};

/** Catch-all rules: they detect any deviation from the decisions, with less detail. */
const NETS: Readonly<Record<string, Rule>> = { "I-25": eventsMatchSteps, "I-41": invoiceIsDerived };

/**
 * Every invariant that an invoice violates, one violation for each sentence. The catch-all rules run only
 * when no other is violated: one wrong row should give one reason.
 */
export function checkInvoice(record: InvoiceRecord): readonly Violation[] {
  const steps = stepsOf(blankOf(record.invoice), record.decided);
  const broken = (rules: Readonly<Record<string, Rule>>) =>
    Object.entries(rules).flatMap(([id, rule]) =>
      rule(record, steps).map((message): Violation => ({
        id,
        subject: `invoice ${record.invoice.id}`,
        message,
      })),
    );
  const named = broken(RULES);
  return named.length > 0 ? named : broken(NETS);
}
