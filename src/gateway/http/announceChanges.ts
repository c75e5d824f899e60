import type { Persistence } from "../ports/persistencePort.ts";
import type { ViewerHub } from "./viewers.ts";

type Showing = Readonly<{
  persistence: Readonly<{ invoices: Pick<Persistence["invoices"], "versions"> }>;
  viewers: Pick<ViewerHub, "shown" | "announce">;
}>;

/**
 * Tells the open pages of this process what others have changed: another process on the database, or a command. A change by
 * this process was announced when it was made.
 */
export async function announceChanges({ persistence, viewers }: Showing): Promise<void> {
  for (const [invoiceId, version] of await persistence.invoices.versions([...viewers.shown().keys()]))
    announceVersion(viewers, invoiceId, version);
}

/** Tells the pages of an invoice here of a version, unless they know it or a later one. */
export function announceVersion(
  viewers: Pick<ViewerHub, "shown" | "announce">,
  invoiceId: string,
  version: number,
): void {
  const told = viewers.shown().get(invoiceId);
  if (told !== undefined && version > told) viewers.announce(invoiceId, version);
}
