import { expect } from "chai";
import fc from "fast-check";
import { treasuryMove } from "../../../src/network/solver/treasuryPlan.ts";

describe("what goes to the treasury", () => {
  const bounds = { least: 1_000n, most: 5_000n };

  it("is what is above the middle, once there is more than the second bound", () => {
    expect(treasuryMove(5_000n, bounds, 0n)).to.deep.equal({ kind: "kept" });
    expect(treasuryMove(5_001n, bounds, 0n)).to.deep.equal({ kind: "surplus", amount: 2_001n });
  });

  it("lacks below the first bound, up to the middle", () => {
    expect(treasuryMove(1_000n, bounds, 0n)).to.deep.equal({ kind: "kept" });
    expect(treasuryMove(999n, bounds, 0n)).to.deep.equal({ kind: "lack", amount: 2_001n });
    expect(treasuryMove(0n, bounds, 0n)).to.deep.equal({ kind: "lack", amount: 3_000n });
  });

  it("leaves the gas that the account needs, also where that is more than the bounds", () => {
    expect(treasuryMove(6_000n, bounds, 4_000n)).to.deep.equal({ kind: "surplus", amount: 2_000n });
    expect(treasuryMove(6_000n, bounds, 6_000n)).to.deep.equal({ kind: "kept" });
    expect(treasuryMove(6_001n, bounds, 6_000n)).to.deep.equal({ kind: "surplus", amount: 1n });
  });

  it("leaves the coin within its bounds, whatever they are", () => {
    const amount = fc.bigInt(0n, 10n ** 30n);
    fc.assert(
      fc.property(amount, amount, fc.bigInt(1n, 10n ** 30n), amount, (free, least, width, reserve) => {
        const most = least + width;
        const move = treasuryMove(free, { least, most }, reserve);
        if (move.kind !== "surplus") return;
        const left = free - move.amount;
        expect(move.amount > 0n && left >= reserve && left >= least && 2n * left >= least + most).to.equal(
          true,
        );
        expect(
          treasuryMove(left, { least, most }, reserve),
          "at once there is nothing more to do",
        ).to.deep.equal({
          kind: "kept",
        });
      }),
    );
  });
});
