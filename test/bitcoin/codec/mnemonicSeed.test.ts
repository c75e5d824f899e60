import { expect } from "chai";
import { generateMnemonic, mnemonicToSeedSync } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english";
import { mnemonicSeed } from "../../../src/bitcoin/codec/mnemonicSeed.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

describe("the seed of a mnemonic", () => {
  it("is the one of BIP39's test vectors", () => {
    const words = `${"abandon ".repeat(11)}about`;
    expect(hex(mnemonicSeed(words))).to.equal("5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4"); // prettier-ignore
  });

  it("is what a library finds for any other words", () => {
    for (const strength of [128, 160, 256]) {
      const words = generateMnemonic(wordlist, strength);
      expect(hex(mnemonicSeed(words)), words).to.equal(hex(mnemonicToSeedSync(words)));
    }
  });
});
