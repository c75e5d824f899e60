/** The open checkout pages: their invoices are polled more often. */
export type Viewers = Readonly<{
  isWatched(invoiceId: string): boolean;
  watched(): readonly string[];
  /** Notifies the open pages that an invoice has a new version; without a version, to reload anyway. */
  announce(invoiceId: string, version?: number): void;
}>;
