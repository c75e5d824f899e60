import { expect } from "chai";
import { requestOf } from "./requestOf.ts";
import { decide, type Observation } from "../../src/network/decide.ts";
import type { Offer } from "../../src/network/fillRules.ts";
import { NEXT, type BridgeRequest, type Deposit } from "../../src/network/request.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../src/intents/identifiers.ts";

const AT = 1_800_000_000_000;
const A: Deposit = {
  id: "a:0",
  txHash: "a",
  chainId: BITCOIN_CHAIN_ID,
  currency: BTC_CURRENCY,
  sender: undefined,
  amount: 1_000n,
  height: 10,
  blockHash: "block-1",
};
const A_MOVED: Deposit = { ...A, height: 11, blockHash: "block-2" };
const B: Deposit = { ...A, id: "b:1", txHash: "b", amount: 500n, height: 12, blockHash: "block-3" };
const ELSEWHERE: Deposit = { ...B, id: "1:0xc:0", txHash: "0xc", chainId: 1, currency: "0xusdc" };
const OFFER = {
  output: 700n,
  worth: 720n,
  fee: 5n,
  payable: 10n,
  capacity: 10_000n,
  quote: { price: "700" },
};

const waiting = requestOf("0x01", {
  version: 1,
  floor: { input: 1_000n, output: 690n, flat: 10n },
  promised: 697n,
  quote: {},
});

type Seen = Observation extends infer One ? (One extends Observation ? Omit<One, "at"> : never) : never;

const SEEN: readonly Seen[] = [
  ...[A, A_MOVED, B, ELSEWHERE].map((deposit) => ({ kind: "deposit-seen", deposit }) as const),
  ...[A, B, ELSEWHERE].map(({ id }) => ({ kind: "deposit-confirmed", id }) as const),
  ...[A, B, ELSEWHERE].map(({ id }) => ({ kind: "deposit-undone", id }) as const),
  ...[A, B].map(({ id }) => ({ kind: "deposit-lost", id }) as const),
  { kind: "requoted", offer: OFFER },
  { kind: "requoted", offer: { ...OFFER, output: 684n } },
  { kind: "requoted", offer: { ...OFFER, output: -5n } },
  { kind: "requoted", offer: { ...OFFER, capacity: 699n } },
  ...["0xf1", "0xf2"].flatMap((hash) => [
    { kind: "fill-signed", hash } as const,
    { kind: "fill-included", hash } as const,
    { kind: "fill-reverted", hash } as const,
  ]),
  ...["r1", "r2"].flatMap((hash) => [
    { kind: "refund-signed", hash, amount: 900n } as const,
    { kind: "refund-included", hash } as const,
  ]),
  { kind: "refund-uneconomic" },
  { kind: "refund-redirected", to: undefined },
  { kind: "order-expired" },
  { kind: "refund-ordered", to: "somebody" },
  { kind: "not-fillable", reason: "EXECUTION_REVERTED" },
  { kind: "deposit-sighted", hash: "a" },
  { kind: "deposit-sighted", hash: undefined },
];

/** What a request becomes after some observations, one a second. */
function given(request: BridgeRequest, ...seen: readonly Seen[]): BridgeRequest {
  return seen.reduce(
    (before, one, index) => decide(before, { ...one, at: AT + index } as Observation).request,
    request,
  );
}

const seenA = { kind: "deposit-seen", deposit: A } as const;
const confirmedA = { kind: "deposit-confirmed", id: A.id } as const;
const undoneA = { kind: "deposit-undone", id: A.id } as const;
const requoted = (change: Partial<Offer> = {}) =>
  ({ kind: "requoted", offer: { ...OFFER, ...change } }) as const;
const pending = () => given(waiting, seenA, confirmedA);
const filling = () => given(pending(), requoted(), { kind: "fill-signed", hash: "0xf1" });

describe("what an observation makes of a request", () => {
  it("a deposit in a block is remembered, and moves nothing before it is confirmed", () => {
    const seen = given(waiting, seenA);
    expect(seen).to.include({ state: "waiting", deposit: A });
    expect(given(seen, confirmedA).state).to.equal("pending");
  });

  it("a re-quote at the floor is filled with what the prices of now give", () => {
    const decision = decide(pending(), { ...requoted({ output: 690n }), at: AT });
    expect(decision.request).to.include({ state: "filling", promised: 690n });
    expect(decision.effects).to.deep.equal([{ kind: "sign-fill", amount: 690n }]);
  });

  it("a re-quote that falls below the minimum by more than the service's own fee is refunded [rule-2]", () => {
    expect(given(pending(), requoted({ output: 684n }))).to.include({
      state: "refunding",
      failReason: "SLIPPAGE",
    });
  });

  it("a re-quote that falls below the minimum by no more than the service's own fee is filled with the minimum", () => {
    for (const output of [689n, 685n])
      expect(given(pending(), requoted({ output }))).to.include({ state: "filling", promised: 690n });
  });

  it("a fill through pools pays no more than the pools bring", () => {
    const quote = { price: { swap: {} } };
    expect(given(pending(), requoted({ output: 689n, quote }))).to.include({ failReason: "SLIPPAGE" });
  });

  it("a deposit of another amount is quoted afresh, and the minimum of the quote binds it as a rate", () => {
    const paid = (amount: bigint) =>
      given(
        waiting,
        { kind: "deposit-seen", deposit: { ...A, amount } },
        { kind: "deposit-confirmed", id: A.id },
      );
    for (const [amount, least] of [
      [500n, 340n],
      [50n, 25n],
      [1_001n, 691n],
      [2_000n, 1_390n],
    ] as const) {
      expect(given(paid(amount), requoted({ output: least }))).to.include({ promised: least });
      expect(given(paid(amount), requoted({ output: least - 5n }))).to.include({ promised: least });
      expect(given(paid(amount), requoted({ output: least - 6n }))).to.include({ failReason: "SLIPPAGE" });
    }
  });

  it("a further deposit has no minimum of an earlier quote, and is filled from the smallest output on", () => {
    const child = { ...pending(), floor: undefined };
    expect(given(child, requoted({ output: 10n, worth: 400n }))).to.include({ promised: 10n });
    expect(given(child, requoted({ output: 9n, worth: 400n }))).to.include({
      state: "refunding",
      failReason: "DEPOSITED_AMOUNT_TOO_LOW_TO_FILL",
    });
    expect(given(child, requoted({ output: 0n, worth: 0n })).state).to.equal("refunding");
  });

  it("an output beyond what the solver holds is refunded and not promised", () => {
    const short = given(pending(), requoted({ capacity: 699n }));
    expect(short).to.include({ state: "refunding", failReason: "SOLVER_BALANCE_TOO_LOW" });
    expect(given(pending(), requoted({ capacity: 700n })).state).to.equal("filling");
  });

  it("a refund that cannot go to its address goes to another, or to a person, until it is signed", () => {
    const refunding = given(pending(), requoted({ output: 0n }));
    const redirected = given(refunding, { kind: "refund-redirected", to: "recovery" });
    expect(redirected).to.include({ state: "refunding", refundTo: "recovery" });
    expect(given(refunding, { kind: "refund-redirected", to: undefined })).to.include({
      ...{ state: "failure", refundFailReason: "MANUAL_REFUND_REQUIRED" },
    });
    const signed = given(refunding, { kind: "refund-signed", hash: "r1", amount: 900n });
    expect(given(signed, { kind: "refund-redirected", to: "recovery" })).to.equal(signed);
    const recovered = given({ ...pending(), refundTo: undefined, recoveryAddress: "recovery" }, requoted({ output: 0n })); // prettier-ignore
    expect(recovered).to.include({ state: "refunding", refundTo: "recovery" });
  });

  it("without refundTo a request that cannot be filled waits for a person", () => {
    const manual = given({ ...pending(), refundTo: undefined }, requoted({ output: 0n }));
    expect(manual).to.include({ state: "failure", refundFailReason: "MANUAL_REFUND_REQUIRED" });
  });

  it("a deposit undone before the fill takes the request back to waiting", () => {
    expect(given(pending(), undoneA)).to.include({ state: "waiting", deposit: undefined });
  });

  it("a deposit undone after the fill is reported as a loss, and the fill goes on", () => {
    const request = filling();
    const decision = decide(request, { ...undoneA, at: AT });
    expect(decision.request).to.equal(request);
    expect(decision.effects).to.deep.equal([{ kind: "report-loss", id: A.id }]);
    expect(given(request, undoneA, { kind: "fill-included", hash: "0xf1" }).state).to.equal("success");
  });

  it("a refund that was signed is never taken back, so a request is not both refunded and filled", () => {
    const refunding = given(pending(), requoted({ output: 0n }));
    expect(given(refunding, undoneA).state).to.equal("waiting");
    const signed = given(refunding, { kind: "refund-signed", hash: "r1", amount: 900n });
    expect(given(signed, undoneA)).to.equal(signed);
  });

  it("a deposit that is lost before its fill leaves the request waiting, and says why until another one comes", () => {
    const lost = given(pending(), undoneA, { kind: "deposit-lost", id: A.id });
    expect(lost).to.include({ state: "waiting", failReason: "DOUBLE_SPEND", deposit: undefined });
    expect(given(lost, seenA)).to.deep.include({ state: "waiting", failReason: undefined, deposit: A });
  });

  it("a call that was submitted for a quote and reverted leaves it waiting, and says so until its deposit comes", () => {
    const sighted = given(waiting, { kind: "deposit-sighted", hash: "0xcall" });
    const reverted = given(sighted, { kind: "execution-reverted", hash: "0xcall" });
    expect(reverted).to.include({ state: "waiting", failReason: "EXECUTION_REVERTED", sighted: undefined });
    expect(given(reverted, seenA)).to.deep.include({ state: "waiting", failReason: undefined, deposit: A });
    expect(given(pending(), { kind: "execution-reverted", hash: "0xcall" })).to.deep.equal(pending());
  });

  it("a refund of a lost deposit ends in failure; should the deposit be back, the same refund is valid again", () => {
    const signed = given(pending(), requoted({ output: 0n }), {
      kind: "refund-signed",
      hash: "r1",
      amount: 900n,
    });
    const lost = given(signed, undoneA, { kind: "deposit-lost", id: A.id });
    expect(lost).to.deep.include({ state: "failure", failReason: "DEPOSIT_REORGED", refund: signed.refund });
    expect(given(lost, seenA)).to.deep.include({ state: "refunding", refund: signed.refund });
    expect(given(lost, { kind: "refund-ordered", to: "person" })).to.equal(lost);
  });

  it("a reverted fill is refunded, and never signed again", () => {
    const reverted = given(filling(), { kind: "fill-reverted", hash: "0xf1" });
    expect(reverted).to.include({ state: "refunding", failReason: "TRANSACTION_REVERTED" });
    expect(given(reverted, undoneA)).to.equal(reverted);
  });

  it("a stuck fill is replaced, and whichever transaction lands is the fill", () => {
    const replaced = given(filling(), { kind: "fill-signed", hash: "0xf2" });
    expect(replaced).to.deep.include({ state: "filling", fill: { hash: "0xf2" } });
    expect(given(replaced, { kind: "fill-included", hash: "0xf1" })).to.deep.include({
      state: "success",
      fill: { hash: "0xf1" },
    });
  });

  it("an exact output is delivered exactly; the solver bears a small move, and once it is filled, what came on top goes back", () => {
    const exact = {
      ...waiting,
      tradeType: "EXACT_OUTPUT" as const,
      floor: { input: 900n, output: 700n, flat: 0n },
    };
    const paid = given(exact, seenA, confirmedA);
    const { request, effects } = decide(paid, { ...requoted({ output: 698n }), at: AT });
    expect(request).to.include({ state: "filling", promised: 700n });
    expect(effects).to.deep.equal([{ kind: "sign-fill", amount: 700n }]);
    const signed = given(request, { kind: "fill-signed", hash: "0xf1" });
    const included = { kind: "fill-included", hash: "0xf1", at: AT } as const;
    const filled = decide(signed, included);
    expect(filled.effects).to.deep.equal([{ kind: "refund-excess", amount: 100n }]);
    expect(decide(filled.request, included).effects, "once").to.deep.equal([]);
    const reverted = decide(signed, { kind: "fill-reverted", hash: "0xf1", at: AT });
    expect(reverted.effects, "the whole deposit goes back").to.deep.equal([]);
    expect(given(paid, requoted({ output: 695n })).state, "down to its fee").to.equal("filling");
    expect(given(paid, requoted({ output: 694n }))).to.include({
      state: "refunding",
      failReason: "SLIPPAGE",
    });
    const tooLittle = given(
      { ...exact, floor: { input: 1_001n, output: 700n, flat: 0n } },
      seenA,
      confirmedA,
      requoted(),
    );
    expect(tooLittle).to.include({ state: "refunding", failReason: "DEPOSITED_AMOUNT_TOO_LOW_TO_FILL" });
  });

  it("a strict order takes one deposit, in its own currency, of at least its amount [x.strict]", () => {
    const strict = { ...waiting, strict: true, refundTo: "0xrefund" };
    const reasonFor = (request: BridgeRequest, deposit: Deposit) =>
      given(
        request,
        { kind: "deposit-seen", deposit },
        { kind: "deposit-confirmed", id: deposit.id },
        requoted({ output: 1_700n, worth: 1_720n }),
      ).failReason;
    expect(reasonFor(strict, A)).to.equal(undefined);
    expect(reasonFor(strict, { ...A, amount: 2_000n })).to.equal(undefined);
    expect(reasonFor(strict, B)).to.equal("DEPOSITED_AMOUNT_TOO_LOW_TO_FILL");
    expect(reasonFor(strict, ELSEWHERE)).to.equal("DEPOSIT_CHAIN_MISMATCH");
    expect(reasonFor(strict, { ...A, currency: "0xother" })).to.equal("INCORRECT_DEPOSIT_CURRENCY");
    expect(reasonFor({ ...strict, parent: "0x00", floor: undefined }, A)).to.equal("DOUBLE_SPEND");
    expect(reasonFor({ ...strict, parent: "0x00", floor: undefined }, ELSEWHERE)).to.equal(
      "DEPOSIT_CHAIN_MISMATCH",
    );
  });

  it("a fill after the time to live is a refund instead [x.ttl]", () => {
    const late = given({ ...waiting, expiresAt: AT - 1 }, seenA, confirmedA, requoted());
    expect(late).to.include({ state: "refunding", failReason: "TTL_EXPIRED" });
  });

  it("a clock that is set back revives nothing that was seen too late, and no update is before the last", () => {
    const expired: BridgeRequest = { ...waiting, expiresAt: AT - 1 };
    const seen = decide(expired, { kind: "deposit-seen", deposit: A, at: AT }).request;
    const back = AT - 3_600_000;
    const pending = decide(seen, { kind: "deposit-confirmed", id: A.id, at: back }).request;
    expect(pending).to.include({ state: "pending", updatedAt: AT });
    const late = decide(pending, { kind: "requoted", offer: OFFER, at: back }).request;
    expect(late).to.include({ state: "refunding", failReason: "TTL_EXPIRED", updatedAt: AT });
  });

  it("a deposit from another kind of chain has no address to go back to, so a person decides", () => {
    const elsewhere = given(
      waiting,
      { kind: "deposit-seen", deposit: ELSEWHERE },
      { kind: "deposit-confirmed", id: ELSEWHERE.id },
      requoted({ output: 0n }),
    );
    expect(elsewhere).to.include({ state: "failure", refundFailReason: "MANUAL_REFUND_REQUIRED" });
    expect(given(elsewhere, { kind: "refund-ordered", to: "0xperson" })).to.include({
      state: "refunding",
      refundTo: "0xperson",
    });
  });

  it("every reachable pair of state and observation is legal, repeatable, and leads somewhere", () => {
    for (const start of [
      waiting,
      { ...waiting, refundTo: undefined },
      { ...waiting, parent: "0x00", floor: undefined },
    ]) {
      const { nodes, edges } = explore(start);
      expect(nodes.size).to.be.greaterThan(20);
      expect(deadEnds(nodes, edges), "without a way to an end").to.deep.equal([]);
    }
  });
});

type Graph = { nodes: Map<string, BridgeRequest>; edges: Map<string, string[]> };

/** Walks every request that the observations can make of one, checking each step on the way. */
function explore(start: BridgeRequest): Graph {
  const nodes = new Map([[keyOf(start), start]]);
  const edges = new Map<string, string[]>();
  for (const [key, request] of nodes) {
    for (const seen of SEEN) {
      const observation = { ...seen, at: AT } as Observation;
      const { request: next, effects } = decide(request, observation);
      if (next === request) {
        rule(
          effects.every(({ kind }) => kind === "report-loss"),
          "no change, no effects",
        );
        continue;
      }
      checkStep(request, next);
      const again = decide(next, observation);
      rule(again.request === next, `${seen.kind} told twice is no news`);
      const nextKey = keyOf(next);
      edges.set(key, [...(edges.get(key) ?? []), nextKey]);
      if (next.state === "filling" && !next.fill) continue; // the shell signs in the same commit
      nodes.set(nextKey, next);
    }
    if (request.state === "pending") followSigning(request, nodes, edges, key);
  }
  return { nodes, edges };
}

function followSigning(
  request: BridgeRequest,
  nodes: Map<string, BridgeRequest>,
  edges: Map<string, string[]>,
  key: string,
) {
  const signed = given(request, requoted(), { kind: "fill-signed", hash: "0xf1" });
  nodes.set(keyOf(signed), signed);
  edges.get(key)?.push(keyOf(signed));
}

function checkStep(before: BridgeRequest, after: BridgeRequest): void {
  const isMove = before.state !== after.state;
  rule(!isMove || NEXT[before.state].includes(after.state), `no move from ${before.state} to ${after.state}`);
  rule(after.state === "waiting" || after.deposit !== undefined, `${after.state} has a deposit`);
  rule(after.state !== "success" || after.fill !== undefined, "success has a fill");
  rule(after.state !== "refund" || after.refund !== undefined, "refund has a refund");
  rule(!before.fill || after.fill !== undefined, "a fill is replaced, never forgotten");
  rule(!before.refund || after.refund !== undefined, "a refund is replaced, never forgotten");
  // A polling client that was told failure is told nothing else, unless an operator orders a refund.
  rule(before.state !== "failure" || ["failure", "refunding"].includes(after.state), "a failure stays");
}

/** Plain, because the walk checks some hundred thousand of them. */
function rule(holds: boolean, text: string): void {
  if (!holds) expect.fail(`Broken: ${text}.`);
}

/** The requests from which no way leads to a state that is the last. */
function deadEnds(nodes: Graph["nodes"], edges: Graph["edges"]): readonly string[] {
  const cameFrom = new Map<string, string[]>();
  for (const [key, nexts] of edges)
    for (const next of new Set(nexts)) cameFrom.set(next, [...(cameFrom.get(next) ?? []), key]);
  const lead = new Set([...nodes].filter(([, { state }]) => NEXT[state].length === 0).map(([key]) => key));
  for (const key of lead) for (const before of cameFrom.get(key) ?? []) lead.add(before); // also what joins on the way
  return [...nodes.keys()].filter((key) => !lead.has(key));
}

function keyOf({ updatedAt, ...request }: BridgeRequest): string {
  rule(typeof updatedAt === "number", "a request has the time of its last change");
  return JSON.stringify(request, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
}
