import { expect } from "chai";
import { decide, type Observation } from "../../src/network/decide.ts";
import type { BridgeRequest, Deposit } from "../../src/network/request.ts";
import { statusFacts, statusWord } from "../../src/network/status.ts";
import { progressOf, takesPlaceOf } from "../../src/network/successor.ts";
import { requestOf } from "./requestOf.ts";

const AT = 1_800_000_000_000;
const ETHER: Deposit = {
  ...{ id: "1:0xaa:value", txHash: "0xaa", chainId: 1, currency: "0x00", sender: undefined },
  ...{ amount: 1_000n, height: 7, blockHash: "0xb1" },
};

describe("a superseded request", () => {
  const root = requestOf("0x01", { floor: { input: 1_000n, output: 10_000n, flat: 0n } });
  const child = requestOf("0x02", { parent: root.id, state: "pending", deposit: ETHER });
  const told = (request: BridgeRequest, ...seen: readonly Omit<Observation, "at">[]) =>
    seen.reduce((now, one) => decide(now, { ...one, at: AT } as Observation).request, request); // at is all that is missing
  const seen = (changes: Partial<BridgeRequest> = {}) => {
    return { kind: "successor-seen", news: progressOf({ ...child, ...changes }) } as const;
  };
  const wordOf = (request: BridgeRequest) => statusWord(statusFacts(request), "contract");

  it("shows the state of its successor, its transactions and its reasons, until it has ended", () => {
    const pending = told(root, seen());
    expect(pending).to.deep.include({ state: "superseded", successor: { id: "0x02", state: "pending" } });
    expect(wordOf(pending)).to.equal("pending");
    const filled = told(pending, seen({ state: "success", fill: { hash: "0xf1" } }));
    expect(statusFacts(filled)).to.deep.include({ outgoing: "0xf1", sighted: "0xaa", successor: "0x02" });
    expect(wordOf(filled)).to.equal("success");
    const failed = { state: "failure", failReason: "SLIPPAGE", refundFailReason: "MANUAL_REFUND_REQUIRED" } as const; // prettier-ignore
    expect(statusFacts(told(pending, seen(failed)))).to.deep.include(failed);
    const refund = { hash: "0xf2", amount: 900n };
    const refunded = told(pending, seen(failed), seen({ state: "refund", refund, failReason: "SLIPPAGE" }));
    expect(wordOf(refunded)).to.equal("refund");
    expect(statusFacts(refunded)).to.deep.include({ outgoing: "0xf2", refundFailReason: undefined });
  });

  it("changes nothing when it is told the same again, or of another successor, or of one without a deposit", () => {
    const pending = told(root, seen());
    expect(told(pending, seen())).to.equal(pending);
    expect(told(pending, seen({ id: "0x03", state: "success" }))).to.equal(pending);
    expect(told(pending, seen({ state: "waiting" }))).to.equal(pending);
    expect(told(root, seen({ state: "waiting" }))).to.equal(root);
  });

  it("is none that has a deposit of its own, has moved on, or is a child itself", () => {
    for (const changes of [
      { deposit: ETHER },
      { deposit: ETHER, state: "filling" },
      { state: "failure", failReason: "ORDER_EXPIRED" },
      { parent: "0x00" },
    ] as const) {
      const other = { ...root, ...changes };
      expect(told(other, seen()), JSON.stringify(Object.keys(changes))).to.equal(other);
    }
  });

  it("takes no deposit any more, and waits again when its successor has none", () => {
    const pending = told(root, seen());
    const { id } = ETHER;
    for (const news of [
      { kind: "deposit-seen", deposit: { ...ETHER, id: "other" } },
      { kind: "deposit-confirmed", id },
      { kind: "deposit-undone", id },
      { kind: "refund-ordered", to: "somebody" },
      { kind: "successor-undone", id: "0x03" },
    ] as const)
      expect(told(pending, news), news.kind).to.equal(pending);
    const waits = told(pending, { kind: "successor-undone", id: child.id } as Observation);
    expect({ ...waits, updatedAt: root.updatedAt }).to.deep.equal(root);
  });

  it("is superseded by another coin or chain from a hundredth of the quoted worth on, and by an heir", () => {
    const offer = (worth: bigint) => ({
      output: worth,
      worth,
      fee: 0n,
      payable: 1n,
      capacity: 0n,
      quote: {},
    });
    const takes = (deposit: Deposit, worth: bigint) => takesPlaceOf(root, child, deposit, offer(worth));
    expect([takes(ETHER, 100n), takes(ETHER, 99n), takes(ETHER, -5n)]).to.deep.equal([true, false, false]);
    expect(takes({ ...ETHER, ...root.origin }, 5_000n), "dust is told by its amount").to.equal(false);
    const heir = { ...child, floor: root.floor };
    expect(takesPlaceOf(root, heir, { ...ETHER, ...root.origin }, offer(5_000n))).to.equal(true);
  });
});
