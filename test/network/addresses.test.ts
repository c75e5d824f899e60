import { expect } from "chai";
import { mnemonicToSeedSync } from "@scure/bip39";
import { payments } from "bitcoinjs-lib";
import { HDKey, mnemonicToAccount } from "viem/accounts";
import type { BitcoinNetwork } from "../../src/bitcoin/codec/address.ts";
import type { EvmAddress } from "../../src/evm/codec/address.ts";
import { createKeys, type Roles } from "../../src/network/addresses.ts";
import { contractsOf } from "../../src/network/contracts/artifacts.ts";
import { SANDBOX_MNEMONIC, minerBitcoin, payerBitcoin, payerEvm } from "../../src/sandbox/accounts.ts";

// The mnemonic of BIP84's own test vectors.
const ABANDON =
  "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";

const OWN_WORDS = "legal winner thank year wave sausage worth useful legal winner thank yellow"; // BIP39's example

const keysOf = (mnemonic: string, network: BitcoinNetwork, chains: readonly number[]) =>
  createKeys(mnemonic, network, chains, contractsOf);

/** The same derivation by another library. */
function independently(path: string): string {
  const { publicKey } = HDKey.fromMasterSeed(mnemonicToSeedSync(ABANDON)).derive(path);
  return payments.p2wpkh({ pubkey: publicKey ?? new Uint8Array() }).address ?? "";
}

describe("the keys of the intent service", () => {
  it("every index has an address of its own, the same after a restart", () => {
    const first = keysOf(ABANDON, "mainnet", [8453]);
    const again = keysOf(` ${ABANDON.replace(/ /g, "  ")}\n`, "mainnet", [8453]);
    const addresses = Array.from({ length: 50 }, (_, index) => first.depositAddress(index));
    expect(new Set(addresses).size).to.equal(50);
    expect(addresses[7]).to.equal(again.depositAddress(7)).and.to.match(/^bc1q/);
    expect(first.depositAddress(5)).to.equal(independently("m/84'/0'/2'/0/5"));
    expect(first.solverBitcoin).to.equal(independently("m/84'/0'/3'/0/0"));
  });

  it("no address that it uses belongs to the sandbox's payer or miner, who share its seed", () => {
    const keys = keysOf(SANDBOX_MNEMONIC, "regtest", [31337, 31338]);
    const others = [payerBitcoin().address, minerBitcoin().address];
    const own = [keys.solverBitcoin, ...Array.from({ length: 20 }, (_, index) => keys.depositAddress(index))];
    for (const address of own) expect(others).to.not.include(address);
    expect(keys.solverEvmAddress).to.not.equal(payerEvm().address.toLowerCase());
  });

  it("refuses the sandbox's seed wherever something may be worth something", () => {
    expect(() => keysOf(SANDBOX_MNEMONIC, "mainnet", [31337])).to.throw(/sandbox seed/);
    expect(() => keysOf(SANDBOX_MNEMONIC, "signet", [])).to.throw(/sandbox seed/);
    expect(() => keysOf(SANDBOX_MNEMONIC, "regtest", [31337, 8453])).to.throw(/8453/);
    expect(() => keysOf(`  ${SANDBOX_MNEMONIC.toUpperCase()}`, "mainnet", [])).to.throw(
      /BIP39 words|sandbox seed/,
    );
  });

  it("refuses words that are no mnemonic without showing them", () => {
    const wrong = ABANDON.replace("about", "abandon");
    expect(() => keysOf(wrong, "regtest", [31337]))
      .to.throw(/checksum/)
      .and.not.match(/abandon/);
  });

  it("gives no key for an address of another seed", () => {
    const address = keysOf(SANDBOX_MNEMONIC, "regtest", [31337]).depositAddress(3);
    const other = keysOf(ABANDON, "regtest", [31337]);
    expect(() => other.depositKey(3, address)).to.throw(/not issued from this seed/);
  });

  it("EVM deposit addresses begin and end with d, are all different, and depend on the seed [deposit.d]", () => {
    const keys = keysOf(ABANDON, "mainnet", [8453]);
    const addresses = Array.from({ length: 50 }, (_, index) => keys.evmDepositAddress(index).address);
    for (const address of addresses) expect(address).to.match(/^0xd[0-9a-f]{38}d$/);
    expect(new Set(addresses).size).to.equal(50);
    expect(keysOf(SANDBOX_MNEMONIC, "regtest", [31337]).evmDepositAddress(0)).to.not.deep.equal(
      keys.evmDepositAddress(0),
    );
  });

  describe("with roles that are kept apart", () => {
    const treasury = payerEvm().address.toLowerCase() as EvmAddress;
    const withRoles = (roles: Roles, network: BitcoinNetwork = "mainnet", chains = [8453]) =>
      createKeys(OWN_WORDS, network, chains, contractsOf, roles);
    const alone = withRoles({});

    it("without any, the filler is the refunder and the owner", () => {
      const { solverEvmAddress, refunderEvmAddress, contractOwner } = alone;
      expect([refunderEvmAddress, contractOwner]).to.deep.equal([solverEvmAddress, solverEvmAddress]);
      expect(alone.contracts).to.deep.equal(contractsOf(solverEvmAddress));
    });

    it("a refunder's seed has the deposit addresses and signs the orders; all else stays the filler's [roles:deposits]", () => {
      const keys = withRoles({ refunderMnemonic: ABANDON });
      const { address } = mnemonicToAccount(ABANDON, { path: "m/44'/60'/2'/0/0" });
      expect(keys.refunderEvmAddress).to.equal(address.toLowerCase());
      expect(keys.depositAddress(5)).to.equal(independently("m/84'/0'/2'/0/5"));
      expect(keys.evmDepositAddress(5).address).to.not.equal(alone.evmDepositAddress(5).address);
      for (const same of ["solverEvmAddress", "solverBitcoin", "secretsKey", "contracts"] as const)
        expect(keys[same], same).to.deep.equal(alone[same]);
    });

    it("an owner moves the depository and what leads to it, and no other contract", () => {
      const { contracts, contractOwner } = withRoles({ contractOwner: treasury });
      expect(contractOwner).to.equal(treasury);
      const moved = (Object.keys(contracts) as (keyof typeof contracts)[]).filter(
        (name) => contracts[name] !== alone.contracts[name],
      );
      expect(moved.toSorted()).to.deep.equal(["DepositAddressFactory", "Depository"]);
    });

    it("one seed for both roles is refused, however it is written, and so is the refunder as the owner", () => {
      const same = ` ${OWN_WORDS.replace(/ /g, "  ")}\n`;
      expect(() => withRoles({ refunderMnemonic: same })).to.throw(
        /^NETWORK_REFUNDER_SEED_FILE holds the words/,
      );
      const { refunderEvmAddress } = withRoles({ refunderMnemonic: ABANDON });
      expect(() => withRoles({ refunderMnemonic: ABANDON, contractOwner: refunderEvmAddress })).to.throw(
        /^NETWORK_CONTRACT_OWNER is the refunder's own account/,
      );
    });

    it("the sandbox's seed is refused for the refunder too, and the setting is named", () => {
      expect(() => withRoles({ refunderMnemonic: SANDBOX_MNEMONIC })).to.throw(
        /^NETWORK_REFUNDER_SEED_FILE: The sandbox seed/,
      );
      expect(() => withRoles({ refunderMnemonic: `${ABANDON} about` })).to.throw(
        /^NETWORK_REFUNDER_SEED_FILE: expected 12 to 24 English BIP39/,
      );
      expect(() => withRoles({ refunderMnemonic: SANDBOX_MNEMONIC }, "regtest", [31337])).to.not.throw();
    });
  });

  it("the contracts stay where they are: money lies at their addresses, so their code is frozen", () => {
    expect(keysOf(ABANDON, "mainnet", [8453]).contracts).to.deep.equal({
      ApprovalProxy: "0x88536dc2294be34399984607c4dfb508d7b339a3",
      DepositAddressFactory: "0x8c5d22d9e943dbe57704e35c9d0be5219ca9fc27",
      Depository: "0x7618d0e2b84b244d474224380fe930816bcda8c2",
      PermitTransfer: "0x4367992037cdd86ab2194690aef309984125cd0a",
      Router: "0x82f7b7a372bac99c36fd9dca4fb232d7598c4b9e",
      SwapDesk: "0x72703e945da3e0c60777ac74000ba1c67f15b7eb",
    });
  });
});
