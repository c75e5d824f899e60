import type { Translate } from "../../../../languages/merchantWords.ts";
import type { QuoteVersion, QuoteVersionSetting } from "../../../../intents/quoteVersion.ts";
import type { AnnouncedEnd } from "../../../ports/servicePort.ts";
import type { Instant } from "../../../../values/time.ts";
import type { HealthLine } from "../overview/overviewPage.ts";

/** What a check found: whether all is well, and lines for people. */
export type Finding = Readonly<{
  isGood: boolean;
  lines: readonly string[];
  /** Two versions side by side. */
  rows?: readonly Readonly<{ name: string; v2: string; v3: string }>[];
}>;

/** A recurring job: how long ago its last run ended (ms), how often it failed since the start, and its last error. */
export type JobLine = Readonly<{
  name: string;
  age: number | undefined;
  failures: number;
  error: Readonly<{ at: Instant; message: string }> | undefined;
  /** Which process runs it: undefined while no process has its lease. Undefined for a job that this process runs whatever others do. */
  owner: Readonly<{ holder: string | undefined; isHere: boolean }> | undefined;
}>;

/** What administrators can see of the server and do with it, wired by compose/server/serverTools.ts. */
export type ServerTools = Readonly<{
  version: string;
  mode: string;
  database: string; // what kind, without its address
  dataDir: string;
  mailServer: string | undefined; // its host; undefined where none is set
  service: Readonly<{
    url: string;
    hasKey: boolean;
    quoteVersion: QuoteVersionSetting;
    requestsVersion: QuoteVersionSetting;
  }>;
  /** How quotes are asked now, and which ends of its paths the service has announced. */
  standing(): Promise<Readonly<{ quoteVersion: QuoteVersion; ends: readonly AnnouncedEnd[] }>>;
  rateSources: readonly string[]; // their names
  health(tr: Translate): Promise<readonly HealthLine[]>;
  jobs(): readonly JobLine[];
  lastBackup(): Promise<Instant | undefined>;
  /** Sends a short message and gives the answer of the mail server. */
  testMail(to: string): Promise<Finding>;
  /** Asks each source for the price of a bitcoin in US dollars. */
  testRates(): Promise<Finding>;
  /** Asks the service one quote by both versions, for an amount (a decimal) in the settlement coin of the first store. */
  compareQuotes(amount: string, withAddress: boolean): Promise<Finding>;
  audit(): Promise<Finding>;
  /** Compares the books of the last week with the service and the chains. */
  reconcile(): Promise<Finding>;
  /** Writes a backup of the gateway's database and gives its file. */
  backUp(): Promise<Readonly<{ file: string; rows: number }>>;
}>;
