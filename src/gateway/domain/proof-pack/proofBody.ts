import type { BitcoinNetwork } from "../../../bitcoin/codec/address.ts";
import { depositStatusOf, paymentTime, worthOf } from "../invoices/credit.ts";
import type { Deposit, Invoice, Offer, RefundFact, SettlementFact } from "../invoices/invoice.ts";
import { paidWorth } from "../invoices/paid.ts";
import { inEnglish } from "../../../values/sentence.ts";
import { isoTime, type Instant } from "../../../values/time.ts";
import type { DecidedRow } from "../invariants/record.ts";
import { asJson, type JsonObject } from "./canonicalJson.ts";
import type { ChainProof, InvoiceProofs } from "./chainProof.ts";
import { depositPayment, refundPayment, settlementPayment } from "./payment.ts";
import { timeLine } from "./timeLine.ts";

/** The form of a pack. Another form would be another version, and docs/reference/verify_proof.py refuses what it does not know. */
export const PROOF_SCHEMA = "crosstill-proof-v1";

/** A quote as it was asked and answered; `raw` is the service's answer. */
export type KeptQuote = Readonly<{
  id: string;
  methodId: string;
  kind: string; // deposit | indicative
  requestId: string;
  input: bigint; // smallest units of the payer's coin
  raw: unknown;
  at: Instant;
}>;

/** The gateway's data about an invoice, and the evidence for its payments from outside. */
export type Known = Readonly<{
  at: Instant;
  network: BitcoinNetwork;
  publicKey: string; // of the key that signs; hex
  store: Readonly<{ id: string; name: string; domain: string }>; // domain: that it has proven, or "none"
  invoice: Invoice;
  signatures: readonly Readonly<{ text: string; signature: string }>[]; // of the offers, in their order
  quotes: readonly KeptQuote[];
  decided: readonly DecidedRow[];
  evidence: InvoiceProofs;
}>;

/**
 * Everything in a proof pack but its signature (docs/reference/proof-format.md). Times are ISO 8601, amounts whole smallest units as text. What
 * others have written (answers, metadata) stands as JSON within a text, so that no program writes it differently.
 */
export function proofBody(known: Known): JsonObject {
  const { at, network, publicKey, store, invoice, quotes, decided, evidence } = known;
  const { offers, deposits, settlements, refunds, requests, anomalies, marks } = invoice.facts;
  return asJson({
    schema: PROOF_SCHEMA,
    madeAt: isoTime(at),
    publicKey,
    network,
    store,
    invoice: invoicePart(invoice),
    offers: offers.map((offer, index) => ({ ...offerPart(offer), signed: known.signatures[index] })),
    quotes: quotes.map(({ id, methodId, kind, requestId, input, raw, at: askedAt }) => {
      return { id, methodId, kind, requestId, input, at: isoTime(askedAt), raw: jsonText(raw) };
    }),
    deposits: deposits.map((deposit, index) => depositPart(invoice, deposit, evidence.deposits[index])),
    requests: requests.map(({ seenAt, ...request }) => ({ ...request, seenAt: isoTime(seenAt) })),
    settlements: settlements.map((settlement, index) =>
      settlementPart(invoice, settlement, evidence.settlements[index]),
    ),
    refunds: refunds.map((refund, index) => refundPart(invoice, refund, evidence.refunds[index])),
    anomalies: anomalies.map(timed),
    marks: marks.map(timed),
    observations: decided.map(({ version, source, seen, body }) => {
      return { version, source, at: isoTime(seen.at), seen: jsonText(asJson(seen)), said: jsonText(body) };
    }),
    timeLine: timeLine(invoice, decided).map(({ what, ...moment }) =>
      timed({ ...moment, what: inEnglish(what) }),
    ),
  }) as JsonObject; // of an object
}

function invoicePart(invoice: Invoice) {
  const { id, storeId, terms, state, additional, version } = invoice;
  const {
    createdAt,
    expiresAt,
    monitoringUntil,
    metadata,
    checkout: _,
    byVisitor: __,
    topUp = false,
    ...fixed
  } = terms;
  return {
    id,
    storeId,
    state,
    additional,
    version,
    ...fixed,
    topUp,
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
    monitoringUntil: isoTime(monitoringUntil),
    metadata: jsonText(metadata),
    paid: paidWorth(invoice),
  };
}

function offerPart({ from, cost, journal: _, ...offer }: Offer) {
  const fees = Object.entries(cost?.fees ?? {}).map(([kind, amount]) => ({ kind, amount }));
  return { ...offer, from: isoTime(from), cost: cost && { gross: cost.gross, fees } };
}

function depositPart(invoice: Invoice, deposit: Deposit, evidence: ChainProof | undefined) {
  const { facts } = invoice;
  const { outpoint, methodId, presence, confirmations, undone, late, mismatch } = deposit;
  const { credit, floor, appraised } = deposit;
  return {
    outpoint,
    methodId,
    seenAt: isoTime(paymentTime(deposit)),
    presence,
    confirmations,
    undone,
    late,
    mismatch,
    state: depositStatusOf(facts, deposit),
    credit,
    floor,
    appraised,
    countsFor: worthOf(facts, deposit),
    payment: depositPayment(deposit),
    evidence,
  };
}

function settlementPart(invoice: Invoice, settlement: SettlementFact, evidence: ChainProof | undefined) {
  const { requestId, outpoint, proof, evidence: grade, proven, at } = settlement;
  const words = { requestId, outpoint, proof, grade, proven, at: isoTime(at) };
  return { ...words, payment: settlementPayment(invoice, settlement), evidence };
}

function refundPart(invoice: Invoice, refund: RefundFact, evidence: ChainProof | undefined) {
  const { requestId, outpoint, at } = refund;
  return { requestId, outpoint, at: isoTime(at), payment: refundPayment(invoice, refund), evidence };
}

function timed<T extends Readonly<{ at: Instant }>>({ at, ...rest }: T) {
  return { ...rest, at: isoTime(at) };
}

function jsonText(value: unknown): string {
  return JSON.stringify(value ?? null);
}
