/** Which server of the database answers, and which one this process has accepted. */
export type Lineage = Readonly<{
  /** System identifier and timeline of the server, which a failover or a restore changes; undefined when it cannot be found out. */
  current(): Promise<string | undefined>;
  /** What was accepted last, by this process, an earlier one, or "crosstill recover". */
  accepted(): Promise<string | undefined>;
  accept(lineage: string): Promise<void>;
}>;

/** Lets nothing new be issued on a database that has lost invoices in a failover. */
export type FailoverGuard = Readonly<{
  /** Compares the database with the journal where another server answers, and again while they disagree. */
  look(): Promise<void>;
  /** Throws database_behind while acknowledged invoices are missing. */
  requireAgreement(): Promise<void>;
  /** How many invoices are missing. */
  lost(): number;
}>;
