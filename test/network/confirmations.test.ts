import { expect } from "chai";
import { BITCOIN_TIERS, blocksFor, readTiers } from "../../src/network/confirmations.ts";

describe("how many blocks a Bitcoin deposit waits for", () => {
  it("grows with its value: 1, 2, 3 and 6 from 0.01, 0.1 and 1 BTC on", () => {
    const amounts = [
      1n,
      999_999n,
      1_000_000n,
      9_999_999n,
      10_000_000n,
      99_999_999n,
      100_000_000n,
      10n ** 15n,
    ];
    expect(amounts.map((sats) => blocksFor(BITCOIN_TIERS, sats))).to.deep.equal([1, 1, 2, 2, 3, 3, 6, 6]);
  });

  it("is read from a setting, one number or rising steps", () => {
    expect(readTiers("2")).to.deep.equal([{ from: 0n, need: 2 }]);
    expect(readTiers("1, 1000000=2, 100000000=6")).to.deep.equal([
      { from: 0n, need: 1 },
      { from: 1_000_000n, need: 2 },
      { from: 100_000_000n, need: 6 },
    ]);
  });

  it("is refused where it makes no sense", () => {
    for (const wrong of ["", "0", "1001", "x", "1,2", "5=1", "1,100=3,100=4", "1,100=3,200=2", "1,,2"])
      expect(() => readTiers(wrong), wrong).to.throw("rising steps");
  });
});
