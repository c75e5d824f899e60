import { expect } from "chai";
import { decide, type Decision } from "../../../../src/gateway/domain/invoices/decide.ts";
import { NO_FACTS, type Additional, type Deposit, type Invoice, type InvoiceState, type Offer, type Terms } from "../../../../src/gateway/domain/invoices/invoice.ts"; // prettier-ignore
import type { Observation, Outcome } from "../../../../src/gateway/domain/invoices/observation.ts";
import { policyFor, type PolicySettings } from "../../../../src/gateway/domain/invoices/policy.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../../src/intents/identifiers.ts";
import { MINUTE_MS } from "../../../../src/values/time.ts";

/** An invoice of 25.00 USD for 25 USDC, payable with 40,000 sats to one address, open for 15 minutes. */
export const ISSUED = 1_800_000_000_000;
export const EXPIRES = ISSUED + 15 * MINUTE_MS;
export const IN_TIME = ISSUED + MINUTE_MS;
export const LATE = EXPIRES + MINUTE_MS;
export const ADDRESS = "bcrt1-deposit-address";
export const PRICE_SATS = 40_000n;
export const DUE = 25_000_000n;
export const FLOOR = 25_010_000n;
export const A = "aa:0";
export const B = "bb:1";

const terms: Terms = {
  price: 2500n,
  currency: "USD",
  decimals: 2,
  due: DUE,
  settlement: {
    chainId: 31337,
    chainName: "Sandbox",
    currency: "0x2222222222222222222222222222222222222222",
    symbol: "USDC",
    decimals: 6,
    recipient: "0x1111111111111111111111111111111111111111",
  },
  policy: policyFor({}, DUE, "reported"),
  createdAt: ISSUED,
  expiresAt: EXPIRES,
  monitoringUntil: EXPIRES + 60 * MINUTE_MS,
  metadata: { orderId: "1" },
  checkout: { redirectUrl: undefined, redirectAutomatically: false, methods: [], defaultMethod: undefined },
};

/** A price on the page: `PRICE_SATS` to `ADDRESS` unless changed. */
export function anOffer(change: Partial<Offer> = {}): Offer {
  return {
    quoteId: "quote-1",
    methodId: "BTC-CHAIN",
    chainId: 8253038,
    currency: BTC_CURRENCY,
    decimals: 8,
    symbol: "BTC",
    requestId: "request-1",
    depositAddress: ADDRESS,
    refundTo: "bcrt1-refund-address",
    input: PRICE_SATS,
    covers: DUE,
    floor: FLOOR,
    cost: undefined,
    from: ISSUED,
    ...change,
  };
}

/** The invoice as issued, with its first offer. */
export function anInvoice(change: Partial<Terms> = {}): Invoice {
  return {
    id: "invoice-1",
    storeId: "store-1",
    terms: { ...terms, ...change },
    facts: { ...NO_FACTS, offers: [anOffer()] },
    state: "New",
    additional: "None",
    version: 1,
  };
}

/** A payment of the whole price in a block, as a fact. */
export function aDeposit(change: Partial<Deposit> = {}): Deposit {
  return {
    outpoint: A,
    ...{ chainId: BITCOIN_CHAIN_ID, currency: BTC_CURRENCY, methodId: "BTC-CHAIN", address: ADDRESS },
    ...{ quoteId: "quote-1", value: PRICE_SATS, seenAt: IN_TIME, seenHeight: undefined },
    ...{ presence: "block", confirmations: 1, blockHash: "block-1", undone: 0, spends: [] },
    ...{ credit: DUE, floor: FLOOR, late: false, mismatch: undefined, delayed: false, stalled: false },
    ...change,
  };
}

/** The invoice under another policy. */
export function withPolicy(settings: PolicySettings): Invoice {
  return anInvoice({ policy: policyFor(settings, DUE, "reported") });
}

/** A person marks the invoice. */
export function marked(as: "Settled" | "Invalid", at = IN_TIME): Observation {
  return { kind: "marked", at, as, by: "owner", reason: "the customer called" };
}

type Given = Readonly<{
  invoice: Invoice;
  /** Adds observations to what has happened. */
  and(...more: readonly Observation[]): Given;
  when(seen: Observation): When;
}>;
type Expected = Readonly<{ state: InvoiceState; additional?: Additional; events?: readonly string[] }>;
type When = Readonly<{ decision: Decision; then(expected: Expected): Decision; thenNothing(): void }>;

/** What has happened to the invoice so far. */
export function given(...happened: readonly Observation[]): Given {
  return givenInvoice(anInvoice(), ...happened);
}

/** The same for an invoice with other terms. */
export function givenInvoice(start: Invoice, ...happened: readonly Observation[]): Given {
  const invoice = happened.reduce((before, seen) => decide(before, seen).invoice, start);
  return {
    invoice,
    and: (...more) => givenInvoice(invoice, ...more),
    when: (seen) => when(invoice, seen),
  };
}

function when(before: Invoice, seen: Observation): When {
  const decision = decide(before, seen);
  return {
    decision,
    then({ state, additional, events }) {
      expect(decision.invoice.state, "state").to.equal(state);
      if (additional) expect(decision.invoice.additional, "additional").to.equal(additional);
      if (events) expect(decision.events.map(({ type }) => type)).to.deep.equal(events);
      return decision;
    },
    thenNothing() {
      expect(decision.invoice, "the very same invoice").to.equal(before);
      expect(decision.events).to.deep.equal([]);
    },
  };
}

type OutputPlace = Readonly<{ outpoint?: string; value?: bigint; at?: number; address?: string }>;

/** An output in a mempool. */
export function inMempool({
  outpoint = A,
  value = PRICE_SATS,
  at = IN_TIME,
  address = ADDRESS,
}: OutputPlace = {}): Observation {
  const origin = { chainId: BITCOIN_CHAIN_ID, currency: BTC_CURRENCY };
  const place = { confirmations: 0, blockHash: undefined };
  return { kind: "output", at, sentBy: at, outpoint, ...origin, address, value, ...place };
}

/** An output in a block. */
export function inBlock(place: OutputPlace & Readonly<{ blockHash?: string }> = {}): Observation {
  const { blockHash = "block-1", ...rest } = place;
  return { ...inMempool(rest), confirmations: 1, blockHash } as Observation;
}

export function gone(outpoint = A, at = IN_TIME): Observation {
  return { kind: "gone", at, outpoint };
}

export function tick(at: number, sightedAt = at): Observation {
  return { kind: "tick", at, sightedAt };
}

type RequestPlace = Readonly<{
  outpoint?: string | undefined; // undefined for a service that names no transaction
  requestId?: string;
  at?: number;
  input?: bigint | undefined;
}>;

/** The service says a word about a request. */
export function says(word: string, place: RequestPlace = {}, outcome?: Outcome): Observation {
  const outpoint = "outpoint" in place ? place.outpoint : A;
  const { requestId = `request-of-${outpoint ?? "address"}`, at = IN_TIME, input } = place;
  const depositTxid = outpoint?.split(":")[0];
  return {
    kind: "request",
    at,
    requestId,
    depositAddress: ADDRESS,
    parent: undefined,
    word,
    depositTxid,
    input,
    outcome,
  };
}

type Paid = RequestPlace &
  Readonly<{ amount?: bigint | undefined; proof?: string; evidence?: "reported" | "hash" | "verified" }>;

/** The service says that the merchant was paid. */
export function success(paid: Paid = {}): Observation {
  const {
    amount = FLOOR,
    evidence = "verified",
    outpoint = A,
    proof = `31337:tx-of-${outpoint}:0`,
    ...place
  } = paid;
  const txHash = `tx-of-${outpoint}`;
  const named = "outpoint" in paid ? paid.outpoint : outpoint;
  return says("success", { ...place, outpoint: named }, { kind: "settled", amount, txHash, evidence, proof });
}

/** The service says that the payer got the money back. */
export function refund(place: RequestPlace & Readonly<{ txHash?: string | undefined }> = {}): Observation {
  const txHash = "txHash" in place ? place.txHash : "refund-tx";
  return says("refund", place, { kind: "refunded", amount: undefined, txHash });
}
