import { blankOf, stepsOf } from "../invoices/replay.ts";
import { moneyIsConserved } from "./books.ts";
import { invoiceIsDerived, invoiceIsFound } from "./derivation.ts";
import { expiryIsSeen, marksAreSigned, movesAreAllowed, returnsAreAnnounced, unknownWordsMoveNothing, versionsCount } from "./moves.ts"; // prettier-ignore
import { amountsAreReported, confirmationsHaveBlocks, conflictsAreVoid, depositsAreClaimed, latenessIsTold, oddityFollows, proofsAreClaimed, settledIsCovered } from "./money.ts"; // prettier-ignore
import { offersAreKept, offersStay } from "./offers.ts";
import { deliveriesEnd, eventsAreDelivered, eventsTellSteps } from "./outbox.ts";
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
  "I-9": unknownWordsMoveNothing,
  "I-10": latenessIsTold,
  "I-11": expiryIsSeen,
  "I-12": marksAreSigned,
  "I-14": depositsAreClaimed,
  "I-15": moneyIsConserved,
  "I-18": oddityFollows,
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

/** The nets below them: they catch whatever is not as it was decided, and say less about what that is. */
const NETS: Readonly<Record<string, Rule>> = { "I-25": eventsTellSteps, "I-41": invoiceIsDerived };

/**
 * Every invariant that an invoice breaks, one violation for each sentence. The nets are asked only when nothing else is
 * broken: a wrong row is wrong for one reason, and that is the one to be told.
 */
export function checkInvoice(record: InvoiceRecord): readonly Violation[] {
  const steps = stepsOf(blankOf(record.invoice), record.decided);
  const broken = (rules: Readonly<Record<string, Rule>>) =>
    Object.entries(rules).flatMap(([id, rule]) =>
      rule(record, steps).map((message): Violation => ({ id, subject: `invoice ${record.invoice.id}`, message })),
    ); // prettier-ignore
  const named = broken(RULES);
  return named.length > 0 ? named : broken(NETS);
}
