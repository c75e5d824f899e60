import { expect } from "chai";
import { decide, type Observation } from "../../../src/network/decide.ts";
import type { BridgeRequest, Deposit } from "../../../src/network/request.ts";
import { statusFacts } from "../../../src/network/status.ts";
import { presentStatus } from "../../../src/network/api/presentStatus.ts";
import { requestOf } from "../requestOf.ts";

const AT = 1_800_000_000_000;
const OFFER = { output: 700n, worth: 720n, fee: 5n, payable: 10n, capacity: 10_000n, quote: {} };
const DEPOSIT: Deposit = {
  ...{ id: "a:0", txHash: "a", chainId: 8253038, currency: "x", sender: undefined },
  ...{ amount: 1_000n, height: 10, blockHash: "block-1" },
};

describe("a payment that a daily limit holds", () => {
  const limited: Observation = { kind: "held", by: "limit", reason: "full", at: AT, promised: 700n };
  const after = (request: BridgeRequest, ...seen: readonly Observation[]) =>
    seen.reduce((now, one) => decide(now, one).request, request);
  const pending = requestOf("0x01", { state: "pending", deposit: DEPOSIT, expiresAt: AT + 1_000 });
  const refunding = requestOf("0x02", { state: "refunding", deposit: DEPOSIT, refundTo: "refund" });

  it("keeps what its fill would pay promised, and stays what it was otherwise", () => {
    const now = after(pending, limited);
    expect(now).to.deep.equal({ ...pending, held: "limit", promised: 700n, updatedAt: AT });
    expect(after(now, limited), "said once").to.equal(now);
    expect(after({ ...pending, promised: 5n }, limited).promised, "an earlier promise stays").to.equal(5n);
  });

  it("is filled once, with its hold gone", () => {
    const filling = after(pending, limited, { kind: "requoted", offer: OFFER, at: AT });
    expect(filling).to.include({ state: "filling", held: undefined });
    expect(decide(filling, { kind: "requoted", offer: OFFER, at: AT }).effects).to.deep.equal([]);
    const signed = after(filling, { kind: "fill-signed", hash: "0xf1", at: AT });
    expect(after(signed, limited), "what is signed is not held").to.equal(signed);
  });

  it("goes back once where its time to live ends or its fill is impossible, and cannot be filled then", () => {
    const ends: readonly Observation[] = [
      { kind: "requoted", offer: OFFER, at: AT + 1_001 },
      { kind: "not-fillable", reason: "EXECUTION_REVERTED", at: AT },
    ];
    for (const end of ends) {
      const back = after(pending, limited, end);
      expect(back).to.include({ state: "refunding", held: undefined });
      expect(after(back, { kind: "requoted", offer: OFFER, at: AT })).to.equal(back);
    }
  });

  it("waits for another deposit when its block is gone", () => {
    expect(after(pending, limited, { kind: "deposit-undone", id: "a:0", at: AT })).to.include({
      ...{ state: "waiting", held: undefined },
    });
  });

  it("may be a refund, which is redirected, given up or signed as any other", () => {
    const waits = after(refunding, { ...limited, promised: 0n } as Observation);
    expect(waits).to.include({ state: "refunding", held: "limit" });
    expect(after(waits, { kind: "refund-redirected", to: "other", at: AT }).refundTo).to.equal("other");
    expect(after(waits, { kind: "refund-uneconomic", at: AT })).to.include({
      state: "failure",
      held: undefined,
    });
    const signed = after(waits, { kind: "refund-signed", hash: "r1", amount: 9n, at: AT });
    expect(signed.held).to.equal(undefined);
    expect(after(signed, limited), "what is signed is not held").to.equal(signed);
  });

  it("can be held by screening, and then only the operator ends that", () => {
    const screened = after(pending, limited, { kind: "held", by: "screening", reason: "list", at: AT });
    expect(screened.held).to.equal("screening");
    expect(after(screened, limited).held).to.equal("screening");
    expect(after(screened, { kind: "requoted", offer: OFFER, at: AT })).to.equal(screened);
  });

  it("is not decided by the operator", () => {
    const now = after(pending, limited);
    for (const decision of ["serve", "refund"] as const)
      expect(
        after(now, { kind: "hold-decided", decision, to: undefined, by: "Ada", reason: "x", at: AT }),
      ).to.equal(now);
  });

  it("says in its status what it waits for", () => {
    const shown = (request: BridgeRequest) =>
      presentStatus(statusFacts(request), { statusDetail: "contract", bare: false });
    expect(shown(after(pending, limited))["details"]).to.match(
      /the fill follows by itself\. Do not pay again/,
    );
    expect(shown(after(refunding, limited))["details"]).to.match(/the refund follows by itself/);
  });
});
