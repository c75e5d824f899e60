import type { KnownJournals, SealedKeys } from "./sealedKeyPort.ts";
import type { KeptQuote } from "../domain/proof-pack/proofBody.ts";
import type { Keys } from "./accessPort.ts";
import type { AuditLog } from "./auditLogPort.ts";
import type { Notifications, PayoutApprovals } from "./notificationPort.ts";
import type { Pushes } from "./pushPort.ts";
import type {
  AccessLinks,
  AccountEvents,
  Members,
  Passkeys,
  Sessions,
  ShownOnceRows,
  Users,
} from "./userPort.ts";
import type { BookLines, Booking } from "./bookLinesPort.ts";
import type {
  Assignment,
  AuditReads,
  Decided,
  Ledger,
  Unattributed,
  UnattributedFunds,
} from "./booksPort.ts";
import type { AmountLease, AmountLeases } from "./directPort.ts";
import type { Counters } from "./counterPort.ts";
import type { Payouts } from "./payoutPort.ts";
import type { Decision } from "../domain/invoices/decide.ts";
import type { InvoiceEvent } from "../domain/invoices/events.ts";
import type { Invoice } from "../domain/invoices/invoice.ts";
import type { Observation } from "../domain/invoices/observation.ts";
import type { Logo } from "../domain/branding/logo.ts";
import type { Mails, MailWrites } from "./mailPort.ts";
import type { MerchantStore } from "../usecases/stores/merchantStore.ts";
import type { Attempts, Deliveries, Events, NewDelivery, Webhooks } from "./outboxPort.ts";
import type { Instant } from "../../values/time.ts";
import type { PointsOfSale } from "./sellingPort.ts";
import type { PaymentRequests } from "./paymentRequestPort.ts";
import type { ReconcileReads } from "./reconcilePort.ts";
import type { QuotedRate } from "../usecases/pricing/quotedRate.ts";

export type Lease = Readonly<{
  id: string;
  chainId: number;
  address: string;
  invoiceId: string;
  methodId: string;
  requestId: string;
  fromAt: Instant;
}>;

export type CachedAddress = Readonly<{
  chainId: number;
  address: string;
  requestId: string;
  deposits: number;
  quoted?: QuotedRate | undefined; // by the quote that made it; undefined when that is not known
}>;

export type QuoteRecord = KeptQuote &
  Readonly<{ invoiceId: string; kind: "deposit" | "indicative" | "direct" }>;

/** An address to remember for a route: leased to the invoice, or spare (made in a pricing round that was not used). */
export type NewAddress = Readonly<{
  chainId: number;
  address: string;
  requestId: string;
  route: string;
  spare: boolean;
  quoted?: QuotedRate;
}>;

/** A transfer to a place (see transferPlaces.ts) where a store is paid or refunded, from any sender. */
export type Transfer = Readonly<{
  key: string; // "<chain id>:<tx>:<position>": the proof of what it settles
  chainId: number;
  place: string;
  txHash: string;
  position: number; // of the log in its block, or of the output in its transaction
  amount: bigint;
  height: number;
  at: Instant; // its block's time
  seenAt: Instant; // when the gateway first saw it
}>;

/** What is written beside a decision, in the same commit. */
export type SaveExtras = Readonly<{
  at: Instant;
  events: readonly Readonly<{ event: InvoiceEvent; body: unknown }>[];
  deliveries: readonly NewDelivery[];
  quotes?: readonly QuoteRecord[];
  addresses?: readonly NewAddress[];
  lease?: Lease;
  amount?: AmountLease; // of a direct offer
  /** What was decided upon, and how it was seen: one for every version of an invoice. */
  seen?: Observation;
  observation?: Readonly<{ source: string; body: unknown }>;
  /** What the decision adds to the books, and to the lines of accountants. */
  booking?: Booking;
  /** Unattributed funds, and the decision that assigns them to the invoice. */
  assignment?: Readonly<{ found: Unattributed; decision: Assignment }>;
  /** A transfer that the decision uses up although no settlement names it: the one that paid a refund. */
  claim?: Readonly<{ proof: string; outpoint: string }>;
  /** Messages and their recipients. */
  mail?: MailWrites;
  /** Of a new invoice that may be the only open one of something. */
  opening?: Opening;
}>;

/** What may have one open invoice, and the invoice that was opened for it last when another was decided upon (lastOpened). */
export type Opening = Readonly<{ subject: string; before: string | undefined }>;

/** By time, or by price within each currency: prices of different currencies are not compared. */
export const INVOICE_SORTS = ["newest", "oldest", "highest", "lowest"] as const;
export type InvoiceSort = (typeof INVOICE_SORTS)[number];

export type InvoiceFilter = Readonly<{
  orderIds?: readonly string[];
  states?: readonly string[];
  createdFrom?: Instant;
  createdUntil?: Instant;
  after?: Readonly<{ createdAt: Instant; id: string }>; // keyset, in the order of `sort`
  sort?: InvoiceSort; // the newest first unless another is named
  /** The currency of the price. Only lists sorted by price have an index for it. */
  currency?: string;
  skip?: number;
  limit: number;
  /**
   * The beginning of a word that the merchant may look for: id, order, buyer's e-mail, price, address, transaction (the payer's,
   * or one that passed the money on).
   */
  word?: string;
  withArchived?: boolean;
  archivedOnly?: boolean;
  /** Of invoices with something odd: their `additional`. */
  exceptions?: readonly string[];
  /** Only those that wait for a person. */
  waiting?: boolean;
  /** Only invoices with a payment. */
  paid?: boolean;
  /** Only those with one of these ids. */
  among?: readonly string[];
  /** The symbol of a coin in which a payment came. */
  coin?: string;
}>;

/** Labels that the merchant may set at any time. Absent fields stay; no decision depends on them. */
export type InvoiceLabels = Readonly<{ metadata?: unknown; archivedAt?: Instant | null }>;

/** The record of an idempotent call. Without a status it is in progress until `leaseUntil`. */
export type IdempotencyRecord = Readonly<{
  key: string;
  digest: string; // of what was asked
  resourceId: string; // of the created resource: a call that takes over creates the same id
  leaseUntil: Instant;
  at: Instant;
  status?: number | undefined;
  body?: string | undefined; // of the answer, as it was sent
}>;

/** The merchants' shops. */
export type Stores = Readonly<{
  create(store: MerchantStore): Promise<void>;
  /** A new name, and new settings, for a store that is as it was read; invoices that were issued keep their terms. */
  change(before: MerchantStore, change: Pick<MerchantStore, "name" | "settings">): Promise<void>;
  /** The domain that a store has proven, or none. Throws ConflictError while another store has it. */
  nameDomain(id: string, domain: string | undefined): Promise<void>;
  load(id: string): Promise<MerchantStore | undefined>;
  list(): Promise<readonly MerchantStore[]>;
  /** Gives the store a logo in the place of the one that it had; undefined takes that away. */
  changeLogo(storeId: string, logo: Logo | undefined): Promise<void>;
  /** The PNG of that hash, while some store has it. */
  loadLogo(hash: string): Promise<Buffer | undefined>;
}>;

/** Idempotent calls by their keys. */
export type Idempotency = Readonly<{
  /** Writes the call down; gives the one that was there already, if any. */
  begin(call: IdempotencyRecord): Promise<IdempotencyRecord | undefined>;
  /** Takes over a call with an expired lease; false when another process was first. */
  takeOver(call: IdempotencyRecord, leaseUntil: Instant): Promise<boolean>;
  /** Keeps its answer, or (undefined) lets the next one try at once. */
  end(key: string, answer: Readonly<{ status: number; body: string }> | undefined): Promise<void>;
  /** Forgets a call that made nothing, unless another has taken it over: its key is free again. */
  drop(call: Pick<IdempotencyRecord, "key" | "leaseUntil">): Promise<void>;
  /** Forgets the calls from before that. */
  prune(before: Instant): Promise<void>;
}>;

/** Invoices. `save` throws ConflictError when the version has moved on: read it again. */
export type Invoices = Readonly<{
  issue(invoice: Invoice, extras: SaveExtras): Promise<void>;
  /** The invoice that was opened last for an order or a link; `extras.opening` records it for a new one. */
  lastOpened(subject: string): Promise<string | undefined>;
  save(before: Invoice, decision: Decision, extras: SaveExtras): Promise<void>;
  /** Beside its decisions: neither a version nor anything of the payments changes. */
  label(invoiceId: string, labels: InvoiceLabels): Promise<void>;
  /**
   * Writes the words by which the next `limit` invoices with ids above `after` are found and that an older version has not
   * written. Gives the last id; undefined at the end. Throws ConflictError when one of them has moved on.
   */
  indexWords(after: string, limit: number): Promise<string | undefined>;
  /** Gives invoices of earlier versions the key that sorts them by price: a page behind an id; the last id of it. */
  indexPrices(after: string, limit: number): Promise<string | undefined>;
  load(invoiceId: string): Promise<Invoice | undefined>;
  /** The invoices that name a transaction: one that paid them, settled them, or went back to the merchant. */
  naming(txHash: string): Promise<readonly Invoice[]>;
  /** Of one store, or of all of them (undefined), then by their ids, which begin with the time. */
  list(storeId: string | undefined, filter: InvoiceFilter): Promise<readonly Invoice[]>;
  /** The currencies in which a store's invoices are priced, in the order of the alphabet. */
  priceCurrencies(storeId: string): Promise<readonly string[]>;
  /** Open invoices with a rest that has no price (due.ts). */
  unpriced(after: string, limit: number): Promise<readonly Invoice[]>;
  /** Invoices with money on its way: seen, and neither passed on nor sent back yet. */
  moving(after: string, limit: number): Promise<readonly Invoice[]>;
  /** The versions of some invoices, by id; unknown ones are left out. */
  versions(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  overdue(at: Instant, after: string, limit: number): Promise<readonly Invoice[]>;
  /** Invoices of a store that need a person, the oldest first. */
  needingAttention(storeId: string, after: string, limit: number): Promise<readonly Invoice[]>;
  observed(invoiceId: string, source: string, at: Instant, body: unknown): Promise<void>;
  /** What an invoice was decided upon, in the order of its versions. */
  decidedUpon(invoiceId: string): Promise<readonly Decided[]>;
}>;

/** Which invoice holds which deposit address. */
export type Leases = Readonly<{
  /** Free addresses of a route, the one that has been free for the shortest time first. */
  freeAddresses(route: string, freedBefore: Instant, unusedOnly: boolean): Promise<readonly CachedAddress[]>;
  /** Tells whether an address was issued with this request of the service. */
  hasRequest(requestId: string): Promise<boolean>;
  /** Tells whether no other invoice leased the address before. */
  isFirst(lease: Pick<Lease, "chainId" | "address" | "fromAt" | "id">): Promise<boolean>;
  openAt(chainId: number, addresses: readonly string[]): Promise<readonly Lease[]>;
  of(invoiceId: string): Promise<readonly Lease[]>;
  open(after: string, limit: number): Promise<readonly Lease[]>;
  /** Ends a lease; the address becomes free at `at`, or never again when it must not be reused. */
  end(lease: Lease, at: Instant, reusable: boolean): Promise<void>;
}>;

/** Which invoice an output or a settlement was credited to. */
export type Deposits = Readonly<{
  /** Which invoice an output was credited to, if any. */
  owner(chainId: number, outpoint: string): Promise<string | undefined>;
  sumTo(chainId: number, address: string): Promise<bigint>;
  /** What invoices have in these blocks, whether it was settled since or not. */
  inBlocks(
    chainId: number,
    blockHashes: readonly string[],
  ): Promise<readonly Readonly<{ invoiceId: string; outpoint: string }>[]>;
  settlementOwner(proof: string): Promise<Readonly<{ invoiceId: string; outpoint: string }> | undefined>;
}>;

/** Transfers on followed chains. */
export type Transfers = Readonly<{
  /** The transfers of this transaction that have settled something and are not known (any more), by their proofs. */
  orphanProofs(chainId: number, txHash: string): Promise<readonly string[]>;
  /** Remembers transfers; known ones stay as they were first seen. */
  keep(transfers: readonly Transfer[]): Promise<void>;
  /**
   * Transfers to these places, first seen from one moment (inclusive) to another (exclusive), that no settlement, deposit or
   * unattributed funds account for: the oldest first, `limit` at most.
   */
  unexplained(
    places: readonly string[],
    seen: Readonly<{ from: Instant; until: Instant }>,
    limit: number,
  ): Promise<readonly Transfer[]>;
  /** Forgets the transfers of blocks from that height on: a reorganisation has undone them. */
  drop(chainId: number, fromHeight: number): Promise<void>;
  /**
   * Transfers to a place that have settled nothing yet, the one seen first comes first: those of about the amounts (both
   * included), so that dust cannot hide the others.
   */
  free(
    place: string,
    seenFrom: Instant,
    amounts: Readonly<{ least: bigint; most: bigint }>,
  ): Promise<readonly Transfer[]>;
}>;

/** Versioned key-value pairs: how far a job has come. */
export type Checkpoints = Readonly<{
  read(name: string): Promise<Readonly<{ version: number; body: unknown; at: Instant }> | undefined>;
  write(name: string, body: unknown, at: Instant, version: number): Promise<void>;
}>;

/** What the gateway keeps, by feature. Every method is one commit or one read. */
export type Persistence = Readonly<{
  stores: Stores;
  keys: Keys;
  users: Users;
  accountEvents: AccountEvents;
  members: Members;
  accessLinks: AccessLinks;
  sessions: Sessions;
  passkeys: Passkeys;
  shownOnce: ShownOnceRows;
  auditLog: AuditLog;
  notifications: Notifications;
  payoutApprovals: PayoutApprovals;
  pushes: Pushes;
  idempotency: Idempotency;
  invoices: Invoices;
  leases: Leases;
  amountLeases: AmountLeases;
  deposits: Deposits;
  transfers: Transfers;
  checkpoints: Checkpoints;
  sealedKeys: SealedKeys;
  journals: KnownJournals;
  webhooks: Webhooks;
  events: Events;
  deliveries: Deliveries;
  attempts: Attempts;
  mails: Mails;
  paymentRequests: PaymentRequests;
  pointsOfSale: PointsOfSale;
  counters: Counters;
  payouts: Payouts;
  books: Ledger & BookLines;
  unattributed: UnattributedFunds;
  audit: AuditReads;
  reconciliation: ReconcileReads;
}>;
