import { bookInvoiceStep } from "../../../src/gateway/usecases/books/bookStep.ts";
import type { Gateway } from "../../../src/gateway/usecases/gateway.ts";
import { decide } from "../../../src/gateway/domain/invoices/decide.ts";
import type { Invoice } from "../../../src/gateway/domain/invoices/invoice.ts";
import type { Observation } from "../../../src/gateway/domain/invoices/observation.ts";
import { BITCOIN_CHAIN_ID } from "../../../src/intents/identifiers.ts";
import { SECOND_MS } from "../../../src/values/time.ts";
import {
  anInvoice,
  anOffer,
  FLOOR,
  inBlock,
  PRICE_SATS,
  refund,
  says,
} from "../../gateway/domain/invoices/given.ts";

/**
 * Every payment has a second of its own, and whatever it names has that second's ten digits in it: ids, transactions, addresses,
 * times. So another payment of the same kind is the same rows with other digits (copies.ts).
 */
export const FIRST_SECOND = 1_700_000_000;
/** After how many seconds an invoice expires, and how long it is looked at. */
export const INVOICE_SECONDS = 900;
export const MONITORING_SECONDS = 4_500;

/** Where the digits are in the ids of these invoices. */
export const ID_LEAD = "Bench";

export const invoiceIdOf = (second: number) => `${ID_LEAD}${second}wq3RtY8kMzXp5sD`;

/** So many payments of an invoice each, from the first second on, decided upon, booked and saved as the gateway does it. */
export async function bookPayments({ persistence }: Pick<Gateway, "persistence">, storeId: string, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const second = FIRST_SECOND + index;
    const { invoice: issued, happens } = paymentAt(second, index);
    let invoice: Invoice = { ...issued, storeId };
    await persistence.invoices.issue(invoice, { at: second * SECOND_MS, events: [], deliveries: [] });
    await persistence.books.keepValuation(invoice, { key: `${BITCOIN_CHAIN_ID}:${outpointOf(second)}`, worths: worthsAt(second), lines: [] }, second * SECOND_MS);
    for (const seen of happens) {
      const decision = decide(invoice, seen);
      const booking = await bookInvoiceStep({ persistence }, invoice, decision.invoice, seen.at);
      await persistence.invoices.save(invoice, decision, { at: seen.at, events: [], deliveries: [], seen, ...(booking ? { booking } : {}) });
      invoice = decision.invoice;
    }
  }
} // prettier-ignore

const HEX = "5f0c1d9e8b7a63524130fedcba9876543210aa55cc33ee77bb99dd"; // what follows ten digits in a hash

const outpointOf = (second: number) => `${second}${HEX}:${second % 3}`;

/** Most are settled; some go back, and of some better evidence says another amount than was booked. */
function paymentAt(second: number, index: number): Readonly<{ invoice: Invoice; happens: readonly Observation[] }> {
  const outpoint = outpointOf(second);
  const [at, address, requestId] = [second * SECOND_MS, `bcrt1q${second}9wkzv0smcl2yqn4pjx7t3ge5dhuf`, `0x${second}${HEX}`];
  const value = PRICE_SATS + BigInt(index * 137);
  const cost = { gross: 26_000_000n + BigInt(index), fees: { relayerGas: 100_000n + BigInt(index * 7), relayerService: 253_000n } };
  const place = { outpoint, requestId, at: at + 700 };
  const settled = (evidence: "hash" | "verified", amount: bigint) => ({
    ...says("success", place, { kind: "settled", amount, txHash: `0x${second}${HEX}`, evidence, proof: `31337:0x${second}${HEX}:0` }),
    depositAddress: address,
  });
  const ends: Readonly<Record<number, readonly Observation[]>> = {
    7: [{ ...refund({ ...place, txHash: `ff${second}${HEX.slice(2)}` }), depositAddress: address } as Observation],
    13: [settled("hash", FLOOR + 5n), settled("verified", FLOOR)],
  };
  return {
    invoice: { ...invoiceAt(second, index), facts: { ...anInvoice().facts, offers: [anOffer({ requestId, depositAddress: address, input: value, cost, from: at })] } },
    happens: [inBlock({ outpoint, value, address, at: at + 200 }), ...(ends[index % 20] ?? [settled("verified", FLOOR + BigInt(index * 31))])],
  };
} // prettier-ignore

function invoiceAt(second: number, index: number): Invoice {
  const metadata = {
    orderId: `order-${second}`,
    itemDesc: index % 5 === 0 ? 'A "large" one, blue' : "Two of these",
    buyerEmail: `buyer-${second}@shop.example`,
  };
  const terms = {
    createdAt: second * SECOND_MS,
    expiresAt: (second + INVOICE_SECONDS) * SECOND_MS,
    monitoringUntil: (second + MONITORING_SECONDS) * SECOND_MS,
    metadata,
  };
  return { ...anInvoice(terms), id: invoiceIdOf(second) };
}

function worthsAt(second: number) {
  const at = second * SECOND_MS + 100;
  return [
    { currency: "EUR", value: "23.05", rate: "0.922", source: "a price source", at },
    { currency: "CHF", value: "22.01", rate: "0.880554", source: "a price source", at },
  ];
}
