import { expect } from "chai";
import { btcAmount, coinAmount } from "../../src/intents/coinAmount.ts";
import { BITCOIN_CHAIN_ID } from "../../src/intents/identifiers.ts";

describe("an amount that payers read", () => {
  it("has eight digits in bitcoin, whatever they are", () => {
    const bitcoin = { chainId: BITCOIN_CHAIN_ID, decimals: 8 };
    expect(coinAmount(31_000n, bitcoin)).to.equal("0.00031000");
    expect(coinAmount(100_000_000n, bitcoin)).to.equal("1.00000000");
    expect(btcAmount(31_000n)).to.equal("0.00031000 BTC");
  });

  it("has no trailing zeros in coins of other chains", () => {
    expect(coinAmount(1_500_000_000_000_000_000n, { chainId: 8453, decimals: 18 })).to.equal("1.5");
    expect(coinAmount(25_000_000n, { chainId: 8453, decimals: 6 })).to.equal("25");
  });
});
