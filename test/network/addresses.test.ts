import { expect } from "chai";
import { mnemonicToSeedSync } from "@scure/bip39";
import { payments } from "bitcoinjs-lib";
import { HDKey } from "viem/accounts";
import { createKeys } from "../../src/network/addresses.ts";
import { SANDBOX_MNEMONIC, minerBitcoin, payerBitcoin, payerEvm } from "../../src/sandbox/accounts.ts";

// The mnemonic of BIP84's own test vectors.
const ABANDON =
  "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";

/** The same derivation by another library. */
function independently(path: string): string {
  const { publicKey } = HDKey.fromMasterSeed(mnemonicToSeedSync(ABANDON)).derive(path);
  return payments.p2wpkh({ pubkey: publicKey ?? new Uint8Array() }).address ?? "";
}

describe("the keys of the intent service", () => {
  it("every index has an address of its own, the same after a restart", () => {
    const first = createKeys(ABANDON, "mainnet", [8453]);
    const again = createKeys(` ${ABANDON.replace(/ /g, "  ")}\n`, "mainnet", [8453]);
    const addresses = Array.from({ length: 50 }, (_, index) => first.depositAddress(index));
    expect(new Set(addresses).size).to.equal(50);
    expect(addresses[7]).to.equal(again.depositAddress(7)).and.to.match(/^bc1q/);
    expect(first.depositAddress(5)).to.equal(independently("m/84'/0'/2'/0/5"));
    expect(first.solverBitcoin).to.equal(independently("m/84'/0'/3'/0/0"));
  });

  it("no address that it uses belongs to the sandbox's payer or miner, who share its seed", () => {
    const keys = createKeys(SANDBOX_MNEMONIC, "regtest", [31337, 31338]);
    const others = [payerBitcoin().address, minerBitcoin().address];
    const own = [keys.solverBitcoin, ...Array.from({ length: 20 }, (_, index) => keys.depositAddress(index))];
    for (const address of own) expect(others).to.not.include(address);
    expect(keys.solverEvmAddress).to.not.equal(payerEvm().address.toLowerCase());
  });

  it("refuses the sandbox's seed wherever something may be worth something", () => {
    expect(() => createKeys(SANDBOX_MNEMONIC, "mainnet", [31337])).to.throw(/sandbox seed/);
    expect(() => createKeys(SANDBOX_MNEMONIC, "signet", [])).to.throw(/sandbox seed/);
    expect(() => createKeys(SANDBOX_MNEMONIC, "regtest", [31337, 8453])).to.throw(/8453/);
    expect(() => createKeys(`  ${SANDBOX_MNEMONIC.toUpperCase()}`, "mainnet", [])).to.throw(
      /mnemonic|sandbox seed/,
    );
  });

  it("refuses words that are no mnemonic without showing them", () => {
    const wrong = ABANDON.replace("about", "abandon");
    expect(() => createKeys(wrong, "regtest", [31337]))
      .to.throw(/checksum/)
      .and.not.match(/abandon/);
  });

  it("gives no key for an address of another seed", () => {
    const address = createKeys(SANDBOX_MNEMONIC, "regtest", [31337]).depositAddress(3);
    const other = createKeys(ABANDON, "regtest", [31337]);
    expect(() => other.depositKey(3, address)).to.throw(/not issued from this seed/);
  });
});
