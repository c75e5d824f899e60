import { withMutex } from "../../../runtime/concurrency/keyedMutex.ts";
import type { Gateway } from "../gateway.ts";
import type { Opening } from "../../ports/persistencePort.ts";
import { retryOnConflict } from "../retryOnConflict.ts";

/**
 * Decides whether something needs a new invoice: one caller after the other within this process, and again when another process
 * has opened one meanwhile. The invoice that `work` makes has to carry the opening.
 */
export function openOnce<T>(
  { issuing, persistence }: Pick<Gateway, "issuing" | "persistence">,
  subject: string,
  work: (opening: Opening) => Promise<T>,
): Promise<T> {
  return withMutex(issuing, subject, () =>
    retryOnConflict(async () => work({ subject, before: await persistence.invoices.lastOpened(subject) })),
  );
}
