import { expect } from "chai";
import { checkEvmAddress, displayEvmAddress, ZERO_ADDRESS } from "../../../src/evm/codec/address.ts";
import { nativeUri, tokenUri } from "../../../src/evm/codec/paymentUri.ts";

const CHECKSUMMED = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const LOWER = CHECKSUMMED.toLowerCase();

describe("an EVM address", () => {
  for (const text of [CHECKSUMMED, LOWER, `0x${LOWER.slice(2).toUpperCase()}`]) {
    it(`${text.slice(0, 10)}… is kept in lower case, so that equal addresses are equal texts`, () => {
      expect(checkEvmAddress(text)).to.equal(LOWER);
    });
  }

  it("is shown with its checksum", () => {
    expect(displayEvmAddress(LOWER)).to.equal(CHECKSUMMED);
    expect(checkEvmAddress(ZERO_ADDRESS)).to.equal(ZERO_ADDRESS);
  });

  const BAD: Readonly<Record<string, string>> = {
    "an empty text": "",
    "mixed case with a wrong checksum": CHECKSUMMED.replace("dA6BF", "DA6BF"),
    "39 digits": LOWER.slice(0, -1),
    "41 digits": `${LOWER}0`,
    "without 0x": LOWER.slice(2),
    "with 0X": `0X${LOWER.slice(2)}`,
    "with blanks": ` ${LOWER}`,
    "with a line end": `${LOWER}\n`,
    "a Bitcoin address": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "not hexadecimal": `0x${"g".repeat(40)}`,
  };
  for (const [what, text] of Object.entries(BAD)) {
    it(`is not ${what}`, () => expect(checkEvmAddress(text)).to.equal(undefined));
  }
});

describe("an EVM payment URI", () => {
  it("names chain, recipient and exact units (EIP-681)", () => {
    const units = 10n ** 24n + 1n;
    expect(nativeUri(LOWER, 8453, units)).to.equal(`ethereum:${LOWER}@8453?value=1000000000000000000000001`);
    expect(tokenUri(ZERO_ADDRESS, LOWER, 31337, 25_000_000n)).to.equal(
      `ethereum:${ZERO_ADDRESS}@31337/transfer?address=${LOWER}&uint256=25000000`,
    );
  });
});
