import { assetsOf } from "../../src/gateway/domain/books/assets.ts";
import type { Worth } from "../../src/values/worth.ts";
import { linesBetween } from "../../src/gateway/domain/books/lines/linesBetween.ts";
import { payoutBooking } from "../../src/gateway/domain/books/lines/refundLine.ts";
import { entriesBetween, reversalOf, unattributedEntry } from "../../src/gateway/domain/books/ledger.ts";
import type { Booking } from "../../src/gateway/ports/bookLinesPort.ts";
import { decide } from "../../src/gateway/domain/invoices/decide.ts";
import type { Invoice } from "../../src/gateway/domain/invoices/invoice.ts";
import type { Observation } from "../../src/gateway/domain/invoices/observation.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../src/intents/identifiers.ts";
import { MINUTE_MS } from "../../src/values/time.ts";
import { EXPIRES, FLOOR, ISSUED, anInvoice, anOffer, gone, inBlock, marked, refund, says, success, tick } from "../gateway/domain/invoices/given.ts"; // prettier-ignore

export type Happened = Readonly<{ at: number; booking: Booking }>;

export const USDC = "0x2222222222222222222222222222222222222222";
export const TWIN = "0x3333333333333333333333333333333333333333"; // says USDC too
export const NAMELESS = "0x4444444444444444444444444444444444444444"; // decimals are unknown
export const LATE = "0x5555555555555555555555555555555555555555"; // decimals become known when it is in the books
const RECEIVED = [FLOOR, FLOOR + 1n, 25_999_999n, 31_000_000n] as const;
const NASTY = [
  "=1+1",
  "+cmd|' /C calc'!A0",
  "-2",
  "@SUM(A1)",
  'a "quoted" name',
  "two\r\nlines",
  "a,b;c",
  "ok",
] as const;

/** What a shop sees in a year, booked step by step as the gateway books it: `size` invoices, and money beside them. */
export function shopHistory(size: number): readonly Happened[] {
  return Array.from({ length: size }, (_, index) => happenedTo(index)).flat().toSorted((a, b) => a.at - b.at);
} // prettier-ignore

function happenedTo(index: number): readonly Happened[] {
  const at = ISSUED + index * MINUTE_MS;
  if (index % 10 === 8) return payout(index, at);
  if (index % 10 === 9) return nobodys(index, at);
  const steps = booked(invoiceOf(index), seenOf(index, `tx${index}:0`), worthsOf(index), index);
  return index % 10 === 7 ? [...steps, ...correctionsOf(steps)] : steps;
}

/** The surplus said anew, as the ledger does when better news come of the same grade. */
function correctionsOf(steps: readonly Happened[]): readonly Happened[] {
  return steps.flatMap(({ at, booking }) => {
    const surplus = booking.entries.find(({ id }) => id.includes(":surplus."));
    if (!surplus) return [];
    const reversal = { ...reversalOf(surplus), id: `${surplus.id}:reversed.9` };
    const anew = { ...surplus, id: `${surplus.id}:corrected.9`, amount: surplus.amount + 1n };
    return [{ at: at + 1, booking: { entries: [reversal, anew], lines: [], assets: [] } }];
  });
}

/** The service says that it has paid, and not how much. */
const unreported = { kind: "settled", amount: undefined, evidence: "hash" } as const;

/** Every end that a payment can have: settled, sent back, in a block that was undone, settled by better evidence, taken back. */
function seenOf(index: number, outpoint: string): readonly Observation[] {
  const amount = RECEIVED[index % RECEIVED.length] ?? FLOOR;
  const arrived = inBlock({ outpoint });
  const settled = success({ outpoint, amount });
  switch (index % 10) {
    case 1:
      return [arrived, refund({ outpoint })];
    case 2:
      return [arrived, gone(outpoint), inBlock({ outpoint, blockHash: "block-2" }), settled];
    case 3:
      return [arrived, success({ outpoint, amount: amount + 5n, evidence: "hash" }), settled];
    case 4:
      return [arrived, settled, marked("Invalid", EXPIRES)];
    case 5:
      return [
        arrived,
        says(
          "success",
          { outpoint },
          { ...unreported, txHash: `tx-of-${outpoint}`, proof: `31337:tx-of-${outpoint}:0` },
        ),
      ];
    case 7:
      return [arrived, refund({ outpoint, txHash: undefined }), settled];
    case 6:
      return [tick(EXPIRES + MINUTE_MS)];
    default:
      return [arrived, settled];
  }
}

function invoiceOf(index: number): Invoice {
  const words = NASTY[index % NASTY.length] ?? "";
  const invoice = anInvoice({
    ...{ currency: index % 7 === 0 ? "CHF" : "USD", createdAt: ISSUED },
    metadata: { orderId: `${words}${index}`, buyerName: words, itemDesc: `Order ${index}, ${words}` },
  });
  const cost = { gross: 26_000_000n, fees: { gas: 100_000n, "odd kind: (1)  ;x": 7n } };
  return {
    ...invoice,
    id: `invoice-${index}`,
    facts: { ...invoice.facts, offers: [anOffer(index % 2 ? { cost } : {})] },
  };
}

/** Some were valued in euros; of those that were not, nobody knows what they were worth in them. */
function worthsOf(index: number): readonly Worth[] {
  const value = `${20 + (index % 50)}.${String(index % 100).padStart(2, "0")}`;
  return index % 7 === 0 ? [] : [{ currency: "EUR", value, rate: "50000", source: "a test", at: ISSUED }];
}

function booked(invoice: Invoice, seen: readonly Observation[], worths: readonly Worth[], index: number): readonly Happened[] {
  const known = new Map([[`tx${index}:0`, worths]]);
  let before = invoice;
  return seen.map((one) => {
    const { invoice: after } = decide(before, one);
    const at = one.at + index * MINUTE_MS;
    const entries = entriesBetween(before, after);
    const booking = { entries, lines: linesBetween(before, after, known, at), assets: assetsOf(after, entries) };
    before = after;
    return { at, booking };
  });
} // prettier-ignore

function payout(index: number, at: number): readonly Happened[] {
  const currency = index % 20 === 8 ? USDC : TWIN;
  const coin = { methodId: "USDC-SANDBOX", chainId: 31337, currency, symbol: "USDC", decimals: 6 };
  if (index % 50 === 8) return converted(index, at);
  const proof = { evidence: "verified" as const, txHash: `out${index}`, key: undefined, amount: 9_990_000n + BigInt(index), said: undefined };
  const done = payoutBooking(
    {
      ...{ id: `payout-${index}`, storeId: "store-1", pullPaymentId: undefined, destination: "0xbuyer", coin, worth: undefined },
      ...{ originalCurrency: index % 30 === 8 ? "EUR" : "USD", originalDecimals: 2, originalAmount: BigInt(1_000 + index), payoutAmount: 10_000_000n },
      ...{ revision: 0, service: undefined, metadata: {}, createdAt: at, version: 3, state: "Completed", proof },
    },
    undefined,
    undefined,
  );
  return [{ at, booking: { ...done, assets: [{ id: `31337:${currency}`, symbol: "USDC", decimals: 6 }] } }];
} // prettier-ignore

/** The service has made bitcoins of dollars; every other time more than they were worth. */
function converted(index: number, at: number): readonly Happened[] {
  const dollars = { chainId: 31337, currency: USDC, symbol: "USDC", decimals: 6 };
  const coin = { methodId: "BTC-CHAIN", chainId: BITCOIN_CHAIN_ID, currency: BTC_CURRENCY, symbol: "BTC", decimals: 8 };
  const amount = index % 100 === 8 ? 19_500n : 20_500n;
  const proof = { evidence: "verified" as const, txHash: `out${index}`, key: undefined, amount, said: undefined };
  const departure = { coin: dollars, amount: 10_000_000n, txHash: `in${index}`, evidence: "verified" as const };
  const worth = { currency: "EUR", value: `9.${index % 90 + 10}`, rate: "0.9", source: "a test", at };
  const service = { requestId: `r${index}`, user: "0xwallet", input: 10_000_000n, expected: 19_500n, minimum: 19_000n, coin: dollars, gross: 20_000n, quote: {}, word: "success", at };
  const payout = {
    ...{ id: `payout-${index}`, storeId: "store-1", pullPaymentId: undefined, destination: "bc1buyer", coin, worth: undefined },
    ...{ originalCurrency: "USD", originalDecimals: 2, originalAmount: 10_00n, payoutAmount: 20_000n, departure, worths: [worth] },
    ...{ revision: 0, service, metadata: {}, createdAt: at, version: 3, state: "Completed" as const, proof },
  };
  const assets = [dollars, coin].map(({ chainId, currency, symbol, decimals }) => ({ id: `${chainId}:${currency}`, symbol, decimals }));
  return [{ at, booking: { ...payoutBooking(payout, undefined, undefined), assets } }];
} // prettier-ignore

function nobodys(index: number, at: number): readonly Happened[] {
  const currency = index % 30 === 29 ? LATE : NAMELESS;
  const output = {
    ...{ chainId: 31337, outpoint: `stray${index}:0`, currency },
    value: 10n ** 30n + 1n,
    undone: 0,
  };
  const found = unattributedEntry({ ...output, storeId: index % 20 === 9 ? "store-1" : "" });
  const came = { at, booking: { entries: [found], lines: [], assets: [] } };
  if (index % 30 === 19) return [came];
  const assets = currency === LATE ? [{ id: `31337:${LATE}`, symbol: "LATE", decimals: 6 }] : [];
  return [came, { at: at + 1, booking: { entries: [reversalOf(found)], lines: [], assets } }];
}
