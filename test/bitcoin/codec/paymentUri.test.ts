import { expect } from "chai";
import { bitcoinQrUri, bitcoinUri } from "../../../src/bitcoin/codec/paymentUri.ts";

const BECH32 = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const BASE58 = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";

describe("a Bitcoin payment URI", () => {
  it("carries the address as issued and the exact amount in BTC", () => {
    expect(bitcoinUri(BECH32, 123_000n)).to.equal(`bitcoin:${BECH32}?amount=0.00123`);
    expect(bitcoinUri(BASE58, 1n)).to.equal(`bitcoin:${BASE58}?amount=0.00000001`);
    expect(bitcoinUri(BASE58, 2_100_000_000_000_000n)).to.equal(`bitcoin:${BASE58}?amount=21000000`);
  });

  it("shows a bech32 address in upper case in a QR code, with scheme and key in lower case", () => {
    expect(bitcoinQrUri(BECH32, 123_000n)).to.equal(`bitcoin:${BECH32.toUpperCase()}?amount=0.00123`);
  });

  it("never changes the case of a base58 address", () => {
    expect(bitcoinQrUri(BASE58, 5n)).to.equal(`bitcoin:${BASE58}?amount=0.00000005`);
  });
});
