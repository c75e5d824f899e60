import fc from "fast-check";
import type { Observation } from "../../../../src/gateway/domain/invoices/observation.ts";
import { MINUTE_MS } from "../../../../src/values/time.ts";
import {
  A,
  ADDRESS,
  anOffer,
  B,
  FLOOR,
  inBlock,
  inMempool,
  ISSUED,
  marked,
  PRICE_SATS,
  refund,
  says,
  success,
} from "./given.ts";

export const OUTPOINTS = [A, B, "cc:0", "cc:1"];

const outpoint = fc.constantFrom(...OUTPOINTS);
const address = fc.constantFrom(ADDRESS, ADDRESS, ADDRESS, "second-address", "another");
const value = fc.constantFrom(
  PRICE_SATS,
  PRICE_SATS / 2n,
  PRICE_SATS + 1n,
  PRICE_SATS - 1n,
  1n,
  0n,
  10n ** 15n,
);
const named = fc.option(outpoint, { nil: undefined });
const requestId = fc.constantFrom("r1", "r2", "r3", "r4");
const word = fc.constantFrom("waiting", "pending", "depositing", "failure", "blorp", "");
const amount = fc.option(fc.constantFrom(FLOOR, FLOOR - 1n, FLOOR / 2n, 0n, 10n ** 30n), { nil: undefined });
const evidence = fc.constantFrom("reported" as const, "hash" as const, "verified" as const);

/** Observations of each sensor, as functions of the time at which it makes them. */
export const anything: fc.Arbitrary<(at: number) => Observation> = fc.oneof(
  fc.record({ outpoint, address, value }).map((place) => (at: number) => inMempool({ ...place, at })),
  fc
    .record({ outpoint, address, value, blockHash: fc.constantFrom("block-1", "block-2") })
    .map((place) => (at: number) => inBlock({ ...place, at })),
  outpoint.map((which) => (at: number) => ({ kind: "gone", at, outpoint: which }) as const),
  fc
    .record({ outpoint: named, requestId, word })
    .map((said) => (at: number) => says(said.word, { ...said, at })),
  fc
    .record({ outpoint: named, requestId, amount, evidence, input: fc.option(value, { nil: undefined }) })
    .map((paid) => (at: number) => success({ ...paid, at })),
  fc.record({ outpoint: named, requestId }).map((back) => (at: number) => refund({ ...back, at })),
  fc
    .constantFrom(0, 5, 30)
    .map((blindFor) => (at: number) => ({ kind: "tick", at, sightedAt: at - blindFor * MINUTE_MS }) as const),
  fc
    .record({
      quoteId: fc.constantFrom("q1", "q2"),
      input: fc.constantFrom(PRICE_SATS + 300n, PRICE_SATS - 300n),
    })
    .map(
      ({ quoteId, input }) =>
        (at: number) =>
          ({
            kind: "offer",
            at,
            offer: anOffer({
              quoteId,
              input,
              from: at,
              depositAddress: quoteId === "q1" ? ADDRESS : "second-address",
            }),
          }) as const,
    ),
);

/** A person's mark. */
export const mark = fc.constantFrom("Settled" as const, "Invalid" as const).map(
  (as) =>
    (at: number): Observation =>
      marked(as, at),
);

/** Up to 40 observations in the order of time, from the issue of the invoice on. */
export const history = (news: fc.Arbitrary<(at: number) => Observation>) =>
  fc.array(fc.tuple(fc.integer({ min: 0, max: 4 * MINUTE_MS }), news), { maxLength: 40 }).map((steps) => {
    let at = ISSUED;
    return steps.map(([passed, make]) => make((at += passed)));
  });
