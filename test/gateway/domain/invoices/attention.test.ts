import { expect } from "chai";
import { attentionOf } from "../../../../src/gateway/domain/invoices/attention.ts";
import type { Observation } from "../../../../src/gateway/domain/invoices/observation.ts";
import type { PolicySettings } from "../../../../src/gateway/domain/invoices/policy.ts";
import { DAY_MS, HOUR_MS } from "../../../../src/values/time.ts";
import { NO_FACTS } from "../../../../src/gateway/domain/invoices/invoice.ts";
import { A, anInvoice, anOffer, B, DUE, EXPIRES, FLOOR, IN_TIME, LATE, PRICE_SATS, given, givenInvoice, inBlock, inMempool, marked, refund, says, success, tick, withPolicy } from "./given.ts"; // prettier-ignore

const HALF = PRICE_SATS / 2n;
const HALF_PAID = [inBlock({ value: HALF }), success({ amount: FLOOR / 2n })] as const;
const needs = (settings: PolicySettings, ...happened: readonly Observation[]) =>
  attentionOf(givenInvoice(withPolicy(settings), ...happened).invoice);
const resolved = (...keys: readonly string[]): Observation => {
  return { kind: "resolved", at: LATE, keys, by: "owner", reason: "sent back by hand" };
};

describe("what needs a person", () => {
  it("is nothing while an invoice takes its course", () => {
    expect(needs({})).to.deep.equal([]);
    expect(needs({}, inBlock())).to.deep.equal([]);
    expect(needs({}, inBlock(), says("failure")), "a refund may follow").to.deep.equal([]);
    expect(needs({}, inBlock(), success())).to.deep.equal([]);
    expect(needs({}, ...HALF_PAID), "the rest is asked for").to.deep.equal([]);
  });

  it("lists a sale that counted as paid until its payment went back, also after its time, and not once it is paid again", () => {
    const [item, ...more] = needs({}, inBlock(), refund());
    expect(more).to.deep.equal([]);
    expect(item).to.deep.include({ kind: "reopened", amount: DUE });
    expect(needs({}, inBlock(), refund(), tick(EXPIRES)).map(({ kind }) => kind)).to.deep.equal(["reopened"]);
    expect(needs({}, ...HALF_PAID.slice(0, 1), refund()), "a part never counted as paid").to.deep.equal([]);
    expect(needs({}, inBlock(), refund(), inBlock({ outpoint: B }))).to.deep.equal([]);
  });

  it("is too little once the time is over, with what is missing", () => {
    const [item, ...more] = needs({}, ...HALF_PAID, tick(EXPIRES));
    expect(more).to.deep.equal([]);
    expect(item).to.deep.include({ kind: "underpaid", amount: DUE / 2n, since: IN_TIME });
  });

  it("is too little at once where the policy says hold, and nothing where it says accept", () => {
    expect(needs({ underpaid: "hold" }, inBlock({ value: HALF })), "it may still come back").to.deep.equal(
      [],
    );
    expect(needs({ underpaid: "hold" }, ...HALF_PAID).map(({ kind }) => kind)).to.deep.equal(["underpaid"]);
    expect(needs({ underpaid: "accept" }, ...HALF_PAID, tick(EXPIRES))).to.deep.equal([]);
  });

  it("is too much only where the policy says hold", () => {
    const double = [inBlock({ value: PRICE_SATS * 2n }), success({ amount: FLOOR * 2n })];
    expect(needs({}, ...double)).to.deep.equal([]);
    expect(needs({ overpaid: "hold" }, ...double)[0]).to.include({ kind: "overpaid", amount: DUE });
  });

  it("lists a deposit on an EVM chain that came to nothing in three hours, however few confirmations it has", () => {
    const coin = { chainId: 31337, currency: "0xusdc" };
    const start = { ...anInvoice(), facts: { ...NO_FACTS, offers: [anOffer(coin)] } };
    const paid = givenInvoice(start, { ...inBlock(), ...coin } as Observation);
    expect(attentionOf(paid.and(tick(IN_TIME + 3 * HOUR_MS - 1)).invoice)).to.deep.equal([]);
    expect(attentionOf(paid.and(tick(IN_TIME + 3 * HOUR_MS)).invoice)[0]).to.include({ kind: "stalled" });
  });

  it("is late money that the policy does not take for the payment", () => {
    const late = (amount: bigint) => [tick(EXPIRES), inBlock({ at: LATE }), success({ amount, at: LATE })];
    expect(needs({}, ...late(DUE))).to.deep.equal([]);
    expect(needs({}, ...late(DUE - 1n))[0]).to.include({ kind: "late", amount: DUE - 1n });
  });

  it("is a deposit that came to nothing in a day", () => {
    const day = tick(IN_TIME + DAY_MS);
    expect(needs({}, inBlock(), day)[0]).to.deep.include({
      key: `stalled:${A}`,
      kind: "stalled",
      outpoint: A,
    });
    expect(needs({}, inBlock(), day, success({ at: IN_TIME + DAY_MS }))).to.deep.equal([]);
  });

  it("counts the money of each payment in one entry only, also when a second payment is stalled", () => {
    const late = success({ amount: DUE / 2n, at: LATE });
    const second = inBlock({ at: LATE, outpoint: B, value: HALF });
    const entries = needs({}, tick(EXPIRES), inBlock({ at: LATE }), late, second, tick(LATE + DAY_MS));
    expect(entries.map(({ kind, outpoint }) => [kind, outpoint])).to.deep.equal([
      ["late", undefined],
      ["stalled", B],
    ]);
    const { facts } = givenInvoice(
      withPolicy({}),
      tick(EXPIRES),
      inBlock({ at: LATE }),
      late,
      second,
    ).invoice;
    const atStake = entries.reduce((sum, { amount = 0n }) => sum + amount, 0n);
    expect(atStake).to.equal(DUE / 2n + facts.deposits[1]!.credit);
  });

  it("is every anomaly, by its name", () => {
    const [item] = needs({}, inBlock(), success(), success({ requestId: "other", proof: "p" }));
    expect(item).to.deep.include({ key: "anomaly:second_settlement:other", kind: "anomaly" });
  });
});

describe("what a person has dealt with", () => {
  it("needs nobody any more, and another payment is news again", () => {
    const short = givenInvoice(withPolicy({}), ...HALF_PAID, tick(EXPIRES));
    const [item] = attentionOf(short.invoice);
    const settled = short.and(resolved(item?.key ?? ""));
    expect(attentionOf(settled.invoice)).to.deep.equal([]);
    expect(settled.invoice.facts.resolved[0]).to.deep.include({ by: "owner", reason: "sent back by hand" });
    settled.when(resolved(item?.key ?? "")).thenNothing();
    const more = settled.and(inBlock({ outpoint: B, value: 1_000n, at: LATE }));
    const { events } = more
      .when(success({ outpoint: B, amount: 600_000n, at: LATE }))
      .then({ state: "Expired" });
    expect(events.map(({ type }) => type)).to.include("CrosstillAttention");
  });

  it("by a mark needs nobody either, but money that comes after the mark does", () => {
    const short = givenInvoice(withPolicy({}), ...HALF_PAID, tick(EXPIRES), marked("Settled", LATE));
    expect(attentionOf(short.invoice)).to.deep.equal([]);
    const refused = given(marked("Invalid", IN_TIME), inBlock({ at: LATE }));
    expect(attentionOf(refused.invoice), "it may still come back").to.deep.equal([]);
    const [item] = attentionOf(refused.and(success({ at: LATE })).invoice);
    expect(item).to.include({ kind: "afterMark", since: LATE });
  });

  it("by a mark needs somebody again when money that was on its way ends otherwise than the mark says", () => {
    const after = IN_TIME + 1;
    const unpaid = given(inBlock(), marked("Invalid", IN_TIME)).and(success({ at: after }));
    expect(attentionOf(unpaid.invoice)[0]).to.include({ kind: "afterMark", outpoint: A, since: after });
    const paid = given(inBlock(), marked("Settled", IN_TIME)).and(refund({ at: after }));
    expect(attentionOf(paid.invoice)[0]).to.include({ kind: "afterMark", outpoint: A, since: after });
    const asMarked = given(inBlock(), marked("Settled", IN_TIME)).and(success({ at: after }));
    expect(attentionOf(asMarked.invoice)).to.deep.equal([]);
  });

  it("also when too much came late and the policy holds what is too much", () => {
    const held = givenInvoice(withPolicy({ overpaid: "hold" }), tick(EXPIRES), inBlock({ at: LATE, value: PRICE_SATS * 3n })); // prettier-ignore
    const { invoice } = held.and(success({ at: LATE, amount: DUE * 3n }));
    expect(invoice.additional).to.equal("PaidLate");
    expect(attentionOf(invoice)).to.have.length(1);
    expect(attentionOf(invoice)[0]).to.include({ kind: "overpaid", amount: DUE * 2n });
  });

  it("of which only the service has told, and which gets no further, after a day", () => {
    const told = given(inMempool({ outpoint: `${A.split(":")[0]}:reported:request-1` }));
    expect(attentionOf(told.and(tick(IN_TIME + DAY_MS - 1)).invoice)).to.deep.equal([]);
    expect(attentionOf(told.and(tick(IN_TIME + DAY_MS)).invoice)[0]).to.include({ kind: "stalled" });
  });
});
