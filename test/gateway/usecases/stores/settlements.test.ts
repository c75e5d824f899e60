import { expect } from "chai";
import {
  policyIn,
  settlementAt,
  settlementsBetween,
} from "../../../../src/gateway/usecases/stores/settlements.ts";
import { anInvoice } from "../../domain/invoices/given.ts";

const usdc = anInvoice().terms.settlement; // of six decimals
const usdcElsewhere = { ...usdc, chainId: 56, decimals: 18 };
const ether = {
  ...usdc,
  symbol: "ETH",
  decimals: 18,
  currency: "0x0000000000000000000000000000000000000000",
};

describe("the settlements of a store over time", () => {
  const store = {
    settlement: ether,
    formerSettlements: [
      { settlement: usdc, until: 100 },
      { settlement: usdcElsewhere, until: 200 },
    ],
  };

  it("are each the one of its time: until a change, without its moment", () => {
    for (const [at, expected] of [
      [0, usdc],
      [99, usdc],
      [100, usdcElsewhere],
      [199, usdcElsewhere],
      [200, ether],
    ] as const)
      expect(settlementAt(store, at), `at ${at}`).to.equal(expected);
    expect(settlementAt({ settlement: ether }, 5)).to.equal(ether);
  });

  it("are all those of a span, the oldest first and each once", () => {
    expect(settlementsBetween(store, 0, 100)).to.deep.equal([usdc]);
    expect(settlementsBetween(store, 100, 101)).to.deep.equal([usdcElsewhere]);
    expect(settlementsBetween(store, 50, 250)).to.deep.equal([usdc, usdcElsewhere, ether]);
    expect(settlementsBetween(store, 300, 400)).to.deep.equal([ether]);
    const back = { settlement: usdc, formerSettlements: store.formerSettlements };
    expect(settlementsBetween(back, 0, 400)).to.deep.equal([usdc, usdcElsewhere]);
  });
});

describe("the policy of a store that is paid in another coin", () => {
  const policy = { toleranceBps: 100, toleranceFloor: 500_000n, confirmations: [{ from: 0n, need: 1 }, { from: 1_000_000n, need: 6 }] }; // prettier-ignore

  it("keeps its amounts in a coin of the same name, whatever its decimals", () => {
    const e12 = 10n ** 12n;
    expect(policyIn(policy, usdc, usdcElsewhere)).to.deep.equal({
      toleranceBps: 100,
      toleranceFloor: 500_000n * e12,
      confirmations: [{ from: 0n, need: 1 }, { from: 1_000_000n * e12, need: 6 }],
    }); // prettier-ignore
    expect(policyIn(policyIn(policy, usdc, usdcElsewhere), usdcElsewhere, usdc)).to.deep.equal(policy);
  });

  it("tolerates no amount and asks for the most confirmations in any other", () => {
    expect(policyIn(policy, usdc, ether)).to.deep.equal({
      toleranceBps: 100,
      toleranceFloor: undefined,
      confirmations: [{ from: 0n, need: 6 }],
    });
    expect(policyIn({ toleranceBps: 5 }, usdc, ether)).to.deep.include({
      toleranceBps: 5,
      confirmations: undefined,
    });
  });
});
