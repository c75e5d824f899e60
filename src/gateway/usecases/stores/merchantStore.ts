import type { Settlement, SpeedPolicy } from "../../domain/invoices/invoice.ts";
import type { PolicySettings } from "../../domain/invoices/policy.ts";
import type { PolicyBounds } from "../../domain/invoices/policyBounds.ts";
import type { Instant } from "../../../values/time.ts";
import type { LogoFacts } from "../../domain/branding/logo.ts";

/** What a merchant has chosen for a store. Invoices that were issued keep what held then. */
export type StoreSettings = Readonly<{
  settlement: Settlement;
  refunds: Readonly<Record<string, string>>; // by origin chain id: where the service sends money it cannot deliver
  feeBearer: "payer" | "merchant";
  marginBps: number | undefined; // for services that state no minimum
  policy: PolicySettings;
  bounds: PolicyBounds; // for what an invoice may set itself
  strictAddresses: boolean; // a deposit address is one order (strict), and none is used again
  directPayments: boolean; // payers may send the settlement coin itself to the merchant's address
  invoiceMinutes: number;
  monitoringMinutes: number;
  defaultCurrency: string;
  defaultMethod: string | undefined;
  methodsOff: readonly string[]; // ids of payment methods that the store does not offer
  profile: StoreProfile;
  compatibility: Compatibility;
  mail: MailSettings;
  books: BookSettings;
  payoutLimit?: PayoutLimit | undefined; // above it a payout takes two people
  pending?: PendingChanges | undefined; // changes that wait for a second person
  formerSettlements?: readonly FormerSettlement[] | undefined; // the oldest first
  archivedAt?: Instant | undefined; // since when it takes no new invoices
  ignoredSenders?: readonly string[] | undefined; // their transfers to the store's own address are not payments
  publicInvoices?: PublicInvoices | undefined; // pay buttons; none, and invoices are made with a key or by a signed-in user only
}>;

/** An amount ("500.00") in a price currency. */
export type PayoutLimit = Readonly<{ amount: string; currency: string }>;
/** Settings that a person changes with a second one (guardedChanges.ts). */
export type GuardedSettings = Pick<StoreSettings, "settlement" | "refunds" | "payoutLimit">;
/** A change that a person asked for, and when. */
export type PendingChange<Name extends keyof GuardedSettings> = Readonly<{
  after: StoreSettings[Name];
  userId: string;
  userName: string;
  at: Instant;
}>;
export type PendingChanges = Readonly<{ [Name in keyof GuardedSettings]?: PendingChange<Name> | undefined }>;
/** A settlement that a store had before, and until when. Invoices that were issued by then keep it. */
export type FormerSettlement = Readonly<{ settlement: Settlement; until: Instant }>;
/** What anyone may ask of a store by a pay button: amounts in one currency, from the least to the most (smallest units). */
export type PublicInvoices = Readonly<{ currency: string; decimals: number; least: bigint; most: bigint }>;

/** What accountants want to see. */
export type BookSettings = Readonly<{
  tracked: readonly string[]; // up to three currencies in which every payment is valued when it is first seen
  zone: string; // IANA name; in which months begin, and in which exports are made when they are asked for it
  accountant: Accountant | undefined; // receives an e-mail with a link to each finished month
}>;

/** A store's accountant. `since` is when this address was named; links of an earlier one are invalid. */
export type Accountant = Readonly<{ address: string; since: Instant }>;

/** What is mailed to customers, and for how long their addresses are kept. */
export type MailSettings = Readonly<{
  invoices: boolean; // each invoice is mailed to its buyer's address
  remindMinutes: number | undefined; // before the price promise ends; no reminder when undefined
  keepDays: number; // after an invoice has ended
}>;

/** A store's public profile, in the fields of the merchant API. */
export type StoreProfile = Readonly<{
  website: string | undefined;
  supportUrl: string | undefined; // help page for payers
  brandColor: string | undefined; // #rrggbb
  defaultLang: string | undefined;
  speedPolicy: SpeedPolicy | undefined; // reported only: the policy is more precise
  redirectAutomatically: boolean; // default for invoices
}>;

/** What differs for the sake of one plugin or another. */
export type Compatibility = Readonly<{
  oneInvoicePerOrder: boolean; // an order that has an open invoice gets that one, not a second (decision 21)
}>;

/** A store of a merchant's, which has its own invoices, keys and books. */
export type MerchantStore = Readonly<{
  id: string;
  name: string;
  settings: StoreSettings;
  domain?: string; // in what is signed; the store has proven it (proveDomain.ts), and no other store has it
  logo?: LogoFacts;
  createdAt: Instant;
}>;
