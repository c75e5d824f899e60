import { expect } from "chai";
import fc from "fast-check";
import { decide, type Observation } from "../../src/network/decide.ts";
import { NEXT, type BridgeRequest } from "../../src/network/request.ts";
import { BTC_CURRENCY } from "../../src/intents/identifiers.ts";
import { requestOf } from "./requestOf.ts";
import { runs } from "../support/sizes.ts";

/** Anything that may be said about a request, right or wrong, in any order: two deposits, two fills, two refunds. */
const ids = fc.constantFrom("a:0", "b:1");
const hashes = fc.constantFrom("0xf1", "0xf2");
const txids = fc.constantFrom("r1", "r2");
const amounts = fc.bigInt({ min: 1n, max: 2_000n });
const offers = fc.record({
  output: fc.bigInt({ min: -100n, max: 2_000n }),
  worth: amounts,
  fee: amounts,
  capacity: amounts,
  quote: fc.constant({}),
});
const deposits = fc.record({
  id: ids,
  txHash: ids,
  chainId: fc.constantFrom(8253038, 31337),
  currency: fc.constantFrom(BTC_CURRENCY, "0xusdc"),
  sender: fc.constant(undefined),
  amount: amounts,
  height: fc.integer({ min: 1, max: 20 }),
  blockHash: fc.constantFrom("block-1", "block-2"),
});

const news = fc.oneof(
  fc.record({ kind: fc.constant("deposit-seen" as const), deposit: deposits }),
  fc.record({ kind: fc.constantFrom("deposit-confirmed" as const, "deposit-undone" as const), id: ids }),
  fc.record({ kind: fc.constant("requoted" as const), offer: offers }),
  fc.record({ kind: fc.constantFrom("fill-signed" as const, "fill-included" as const, "fill-reverted" as const), hash: hashes }),
  fc.record({ kind: fc.constant("refund-signed" as const), hash: txids, amount: amounts }),
  fc.record({ kind: fc.constant("refund-included" as const), hash: txids }),
  fc.record({ kind: fc.constant("refund-uneconomic" as const) }),
  fc.record({ kind: fc.constant("refund-redirected" as const), to: fc.constantFrom(undefined, "recovery") }),
  fc.record({ kind: fc.constant("held" as const), by: fc.constant("screening" as const), reason: fc.constant("listed") }),
  fc.record({
    kind: fc.constant("hold-decided" as const),
    decision: fc.constantFrom("serve" as const, "refund" as const),
    to: fc.constantFrom(undefined, "elsewhere"),
    by: fc.constant("Ada"),
    reason: fc.constant("checked"),
  }),
); // prettier-ignore

describe("a request, whatever is said about it in whatever order", () => {
  it("moves along its table only, keeps what was signed, and never pays out twice", () => {
    fc.assert(
      fc.property(fc.array(news, { maxLength: 60 }), fc.boolean(), (history, hasRefundTo) => {
        const start = requestOf("0x01", hasRefundTo ? {} : { refundTo: undefined });
        history.reduce((before, seen, second) => {
          const observation = { ...seen, at: second } as Observation; // each arm of `news` is one kind of observation
          const { request: after } = decide(before, observation);
          expect(decide(after, observation).request, "told twice").to.equal(after);
          return checkedStep(before, after);
        }, start);
      }),
      { numRuns: runs(1_000) },
    );
  });
});

function checkedStep(before: BridgeRequest, after: BridgeRequest): BridgeRequest {
  if (before.state !== after.state) expect(NEXT[before.state]).to.include(after.state);
  if (before.fill) expect(after.fill).to.not.equal(undefined);
  if (before.refund) expect(after.refund).to.not.equal(undefined);
  expect(after.state === "success" && after.refund !== undefined, "filled and refunded").to.equal(false);
  if (after.state === "success") expect(after.fill, "success has a fill").to.not.equal(undefined);
  if (after.state === "refund") expect(after.refund, "a refund has a transaction").to.not.equal(undefined);
  if (after.held) expect(after.state, "only what is not paid is held").to.be.oneOf(["pending", "refunding"]);
  if (after.held) expect(after.refund, "nothing signed is held").to.equal(undefined);
  if (before.held) expect(after.state, "nothing held is filled").to.not.be.oneOf(["filling", "success"]);
  if (before.state === "failure") expect(after.state).to.equal("failure");
  return after;
}
