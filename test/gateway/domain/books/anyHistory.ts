import fc from "fast-check";
import type { Observation } from "../../../../src/gateway/domain/invoices/observation.ts";
import { MINUTE_MS } from "../../../../src/values/time.ts";
import { A, ADDRESS, B, FLOOR, ISSUED, PRICE_SATS, anOffer, gone, inBlock, inMempool, marked, refund, says, success, tick } from "../invoices/given.ts"; // prettier-ignore

const outpoint = fc.constantFrom(A, B, "cc:0", "cc:1");
const address = fc.constantFrom(ADDRESS, ADDRESS, "second-address", "another");
const value = fc.constantFrom(PRICE_SATS, PRICE_SATS / 2n, PRICE_SATS + 1n, 1n, 0n, 10n ** 15n);
const named = fc.option(outpoint, { nil: undefined });
const requestId = fc.constantFrom("r1", "r2", "r3");
const amount = fc.option(fc.constantFrom(FLOOR, FLOOR - 1n, FLOOR / 2n, 0n, 10n ** 30n), { nil: undefined });
const evidence = fc.constantFrom("reported" as const, "hash" as const, "verified" as const);
const blockHash = fc.constantFrom("block-1", "block-2");
const currency = fc.constantFrom(undefined, undefined, "0xAbCdeF0000000000000000000000000000000001");
const cost = fc.option(
  fc.record({ gross: fc.constantFrom(0n, FLOOR, 2n * FLOOR), gas: fc.constantFrom(0n, 7n, FLOOR) }).map(
    ({ gross, gas }) => ({ gross, fees: { gas, relayer: 1n } }),
  ),
  { nil: undefined },
); // prettier-ignore

/** What each sensor may say, the time still missing. No proof is told for two deposits: the gateway lets nobody use one twice. */
const news: fc.Arbitrary<(at: number) => Observation> = fc.oneof(
  fc.record({ outpoint, address, value }).map((place) => (at: number) => inMempool({ ...place, at })),
  fc.record({ outpoint, address, value, blockHash, currency }).map(({ currency: coin, ...place }) => (at: number) => {
    const seen = inBlock({ ...place, at });
    return coin === undefined ? seen : ({ ...seen, currency: coin } as Observation);
  }),
  outpoint.map((which) => (at: number) => gone(which, at)),
  fc
    .record({ outpoint: named, requestId, word: fc.constantFrom("waiting", "pending", "failure", "blorp") })
    .map(({ word, ...place }) => (at: number) => says(word, { ...place, at })),
  fc.record({ outpoint: named, requestId, amount, evidence }).map((paid) => (at: number) => success({ ...paid, proof: `31337:${paid.requestId}:${paid.outpoint}`, at })),
  fc
    .record({ outpoint: named, requestId, txHash: fc.constantFrom(undefined, "back") })
    .map((back) => (at: number) => refund({ ...back, at })),
  fc.constantFrom(0, 30).map((blindFor) => (at: number) => tick(at, at - blindFor * MINUTE_MS)),
  fc
    .record({ quoteId: fc.string({ minLength: 2, maxLength: 2 }), input: fc.constantFrom(PRICE_SATS + 300n, PRICE_SATS / 3n), address, cost })
    .map(({ address: depositAddress, ...terms }) => (at: number) => ({ kind: "offer" as const, at, offer: anOffer({ ...terms, depositAddress, from: at }) })),
  fc.constantFrom("Settled" as const, "Invalid" as const).map((as) => (at: number) => marked(as, at)),
); // prettier-ignore

/** What may happen to an invoice, in order: every sensor, every contradiction, prices that are renewed. */
export const anyHistory: fc.Arbitrary<readonly Observation[]> = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 4 * MINUTE_MS }), news), { maxLength: 40 })
  .map((steps) => {
    let at = ISSUED;
    return steps.map(([passed, make]) => make((at += passed)));
  });
