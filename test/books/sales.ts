import fc from "fast-check";
import type { Observation } from "../../src/gateway/domain/invoices/observation.ts";
import { policyFor } from "../../src/gateway/domain/invoices/policy.ts";
import { divCeil, divFloor } from "../../src/values/amount.ts";
import { MINUTE_MS, SECOND_MS } from "../../src/values/time.ts";
import { newInvoice } from "../gateway/persistence/storedThings.ts";
import {
  anOffer,
  EXPIRES,
  ISSUED,
  inBlock,
  LATE,
  refund,
  says,
  tick,
} from "../gateway/domain/invoices/given.ts";

/** Sales of a shop as they happen on the chains, and what each payment counts for by the documents (docs/reference/policies.md). */

export const DECIMALS = { USD: 2, EUR: 2, JPY: 0, KWD: 3 } as const;
export type Currency = keyof typeof DECIMALS;

type End =
  | Readonly<{ kind: "settled"; yields: number; isKnown: boolean }> // per mille of what was promised
  | Readonly<{ kind: "refunded" }>
  | Readonly<{ kind: "moving" }>;

type Paying = Readonly<{ share: number; isLate: boolean; coin: "offered" | "asset" | "chain"; end: End }>;

/** What a customer does: payments of a price that moves once, after the first of them. */
export type Sale = Readonly<{
  currency: Currency;
  price: bigint;
  unitsPerPrice: bigint; // of the settlement coin, thousandths of a unit for each smallest unit of the price
  sats: bigint;
  moved: number; // per mille
  accepts: boolean; // any amount, at any time
  payments: readonly Paying[];
  refunded: number; // by the shop, per mille of the price; 0 is no refund
}>;

const end: fc.Arbitrary<End> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("settled" as const),
      yields: fc.integer({ min: 900, max: 1_100 }),
      isKnown: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: "refunded" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "moving" as const }) },
);

const paying: fc.Arbitrary<Paying> = fc.record({
  share: fc.oneof(fc.constantFrom(1_000, 1_000, 500, 1_500), fc.integer({ min: 1, max: 3_000 })),
  isLate: fc.boolean(),
  coin: fc.constantFrom("offered", "offered", "offered", "asset", "chain"),
  end,
});

export const anySale: fc.Arbitrary<Sale> = fc.record({
  currency: fc.constantFrom("USD", "EUR", "JPY", "KWD"),
  price: fc.bigInt({ min: 1n, max: 10_000_000n }),
  unitsPerPrice: fc.bigInt({ min: 50_000n, max: 40_000_000n }),
  sats: fc.bigInt({ min: 1_000n, max: 100_000_000n }),
  moved: fc.integer({ min: 800, max: 1_200 }),
  accepts: fc.boolean(),
  payments: fc
    .array(paying, { minLength: 1, maxLength: 3 })
    .map((all) => all.toSorted((a, b) => Number(a.isLate) - Number(b.isLate))),
  refunded: fc.constantFrom(0, 0, 300),
});

/** A payment as the chains have it, and what it counts for. Amounts are smallest units. */
export type Paid = Readonly<{
  txid: string;
  settledTxid: string;
  coin: string; // "<chain>:<currency>"
  value: bigint;
  end: End["kind"];
  received: bigint | undefined; // by the shop, where it was read
  counts: bigint; // of the price
  returns: bigint; // its part of the price, of what went back
}>;

const OTHER_COIN = "0xabcdef0000000000000000000000000000000001";
const OTHER_CHAIN = 777;
const OFFERED = anOffer();

/** The invoice of a sale, what is seen of it in order, and the payments with what they count for. */
export function happeningOf(sale: Sale, n: number) {
  const { currency, price, payments } = sale;
  const due = divCeil(price * sale.unitsPerPrice, 1_000n);
  const preset = sale.accepts ? "top-up" : "shop";
  const policy = policyFor({ preset }, due, "reported");
  const terms = { price, due, currency, decimals: DECIMALS[currency], policy };
  const blank = newInvoice(
    `sale-${n}`,
    { ...terms, metadata: { orderId: `order-${n}` } },
    `store-${currency}`,
  );
  const offers = [1_000, sale.moved].map((perMille, index) =>
    anOffer({
      quoteId: `quote-${n}-${index}`,
      requestId: `request-${n}-${index}`,
      input: divCeil(sale.sats * BigInt(perMille), 1_000n),
      covers: due,
      floor: (due * 1_001n) / 1_000n,
      from: ISSUED + index * 2 * MINUTE_MS,
    }),
  );
  const [first, second] = offers as [typeof OFFERED, typeof OFFERED];
  const invoice = { ...blank, facts: { ...blank.facts, offers: [first] } };
  const seen: Observation[] = [];
  const paid: Paid[] = [];
  let settledBefore = 0n; // settlement units of the payments that settled earlier: these are rounded together
  for (const [index, payment] of payments.entries()) {
    const at = (payment.isLate ? LATE : ISSUED + MINUTE_MS) + index * 90 * SECOND_MS;
    if (index === 1) seen.push({ kind: "offer", at: second.from, offer: second });
    if (payment.isLate && !payments[index - 1]?.isLate) seen.push(tick(EXPIRES + SECOND_MS));
    const value = divCeil(first.input * BigInt(payment.share), 1_000n);
    // By the documents a payment answers the newest price, or the one of exactly its amount.
    const shown =
      index === 0
        ? first
        : value === first.input && value !== second.input && !payment.isLate
          ? first
          : second;
    const { place, money } = placeOf(payment, n, index, value, at);
    seen.push(place);
    const isPriced = payment.coin === "offered";
    const credit = isPriced ? divCeil(value * shown.covers, shown.input) : 0n;
    const floor = isPriced ? divFloor(value * shown.floor, shown.input) : 0n;
    const { end } = payment;
    const promised = isPriced ? floor : divCeil(due * BigInt(payment.share), 1_000n);
    const received =
      end.kind === "settled" && end.isKnown ? (promised * BigInt(end.yields)) / 1_000n : undefined;
    const requestId = `request-${money.txid}`;
    const settledTxid = `tx-of-${money.txid}:0`;
    const evidence = received === undefined ? ("hash" as const) : ("verified" as const);
    const proof = `31337:${money.txid}`;
    const outcome = { kind: "settled" as const, amount: received, txHash: settledTxid, evidence, proof };
    const named = { outpoint: `${money.txid}:0`, requestId, at: at + SECOND_MS };
    if (end.kind === "settled") seen.push(says("success", named, outcome));
    if (end.kind === "refunded") seen.push(refund({ ...named, txHash: `back-${money.txid}` }));
    const counted = countedFor({ ...payment, credit, floor, received });
    paid.push({
      ...money,
      settledTxid,
      end: end.kind,
      received,
      counts:
        end.kind === "settled" ? inPrice(settledBefore + counted) - inPrice(settledBefore) : inPrice(counted),
      returns: inPrice(credit),
    });
    if (end.kind === "settled") settledBefore += counted;
  }
  return { invoice, seen, paid, shownRefund: (price * BigInt(sale.refunded)) / 1_000n };

  function inPrice(units: bigint): bigint {
    return divFloor(units * price, due);
  }
}

type Counting = Paying & Readonly<{ credit: bigint; floor: bigint; received: bigint | undefined }>;

/** In settlement units: what came late or in another coin counts for what it brought, the rest as priced unless it brought less. */
function countedFor({ end, isLate, coin, credit, floor, received }: Counting): bigint {
  if (end.kind === "refunded") return 0n;
  if (end.kind === "moving") return credit;
  if (isLate || coin !== "offered") return received ?? 0n;
  if (received === undefined || received >= floor) return credit;
  return divFloor(credit * received, floor);
}

function placeOf({ coin }: Paying, n: number, index: number, value: bigint, at: number) {
  const txid = `sale${n}tx${index}`;
  const chainId = coin === "chain" ? OTHER_CHAIN : OFFERED.chainId;
  const currency = coin === "offered" ? OFFERED.currency : OTHER_COIN;
  const place = { ...inBlock({ outpoint: `${txid}:0`, value, at }), chainId, currency } as Observation;
  return { place, money: { txid, coin: `${chainId}:${currency}`, value } };
}
