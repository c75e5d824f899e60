import { expect } from "chai";
import {
  addressOfScript,
  checkBitcoinAddress,
  isFutureWitness,
  isBech32,
  scriptOf,
  type BitcoinNetwork,
} from "../../../src/bitcoin/codec/address.ts";
import { BTC_CURRENCY } from "../../../src/intents/identifiers.ts";

const NETWORKS: readonly BitcoinNetwork[] = ["mainnet", "testnet", "testnet4", "signet", "regtest"];
const TEST_NETWORKS = ["testnet", "testnet4", "signet", "regtest"] as const;

/** Address, the networks on which it is one, its output script. Sources: BIP173, BIP350, BIP84, BIP86 and well-known outputs. */
const GOOD: readonly (readonly [string, readonly BitcoinNetwork[], string])[] = [
  ["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", ["mainnet"], "76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac"],
  ["3P14159f73E4gFr7JterCCQh9QjiTjiZrG", ["mainnet"], "a914e9c3dd0c07aac76179ebc76a6c78d4d67c6c160a87"],
  ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", ["mainnet"], "0014751e76e8199196d454941c45d1b3a323f1433bd6"],
  ["BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4", ["mainnet"], "0014751e76e8199196d454941c45d1b3a323f1433bd6"],
  ["bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu", ["mainnet"], "0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2"],
  [
    "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
    ["mainnet"],
    "5120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c",
  ],
  [
    "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7",
    ["testnet", "testnet4", "signet"],
    "00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262",
  ],
  ["mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn", TEST_NETWORKS, "76a914243f1394f44554f4ce3fd68649c19adc483ce92488ac"],
  [
    "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080",
    ["regtest"],
    "0014751e76e8199196d454941c45d1b3a323f1433bd6",
  ],
];

const BAD: Readonly<Record<string, string>> = {
  "an empty text": "",
  "a bad base58 checksum": "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb",
  "base58 in the wrong case": "1a1zp1ep5qgefi2dmptftl5slmv7divfna",
  "a bad bech32 checksum": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5",
  "a bech32 address in mixed case": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8F3T4",
  "a segwit version 0 program with a bech32m checksum": "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh",
  "a taproot program with a bech32 checksum":
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
  "a program of a wrong length": "bc1rw5uspcuh",
  "an EVM address": "0xd8da6bf26964af9d7eed9e03e53415d37aa96045",
  "a payment URI": "bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  "blanks around it": " bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4 ",
  "a Litecoin address": "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9",
  "the BTC currency identifier": BTC_CURRENCY,
  "the BTC currency identifier in upper case": BTC_CURRENCY.toUpperCase(),
};

describe("a Bitcoin address", () => {
  for (const [address, networks, script] of GOOD) {
    it(`${address.slice(0, 20)} belongs to ${networks.join(", ")} and to nothing else`, () => {
      for (const network of NETWORKS) {
        const expected = networks.includes(network) ? address : undefined;
        expect(checkBitcoinAddress(network, address), network).to.equal(expected);
      }
    });

    it(`${address.slice(0, 20)} pays the script that it stands for`, () => {
      for (const network of networks) {
        const checked = checkBitcoinAddress(network, address);
        expect(checked && scriptOf(network, checked)).to.equal(script);
        expect(isBech32(address) ? address.toLowerCase() : address).to.equal(
          addressOfScript(network, script),
        );
      }
    });
  }

  for (const [what, text] of Object.entries(BAD)) {
    it(`is not ${what}`, () => {
      for (const network of NETWORKS) expect(checkBitcoinAddress(network, text), network).to.equal(undefined);
    });
  }

  it("does not exist for scripts that pay nobody in particular", () => {
    for (const script of ["", "6a0b68656c6c6f20776f726c64", "51", "ffff"]) {
      expect(addressOfScript("mainnet", script), script).to.equal(undefined);
    }
  });
});

describe("an address of a witness version that no wallet can spend yet", () => {
  // BIP350's examples of versions 16 and 2.
  const FUTURE = ["BC1SW50QGDZ25J", "bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs"];

  it("is refused, and the library prints no warning", () => {
    const printed: unknown[] = [];
    const { warn } = console;
    console.warn = (...words: unknown[]) => void printed.push(words);
    try {
      for (const text of FUTURE) {
        expect(isFutureWitness("mainnet", text), text).to.equal(true);
        expect(checkBitcoinAddress("mainnet", text), text).to.equal(undefined);
      }
      expect(addressOfScript("mainnet", "5210751e76e8199196d454941c45d1b3a323")).to.equal(undefined);
      expect(addressOfScript("mainnet", "6002751e")).to.equal(undefined);
      for (const text of [
        "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
        "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr",
      ])
        expect(isFutureWitness("mainnet", text), text).to.equal(false);
    } finally {
      console.warn = warn;
    }
    expect(printed).to.deep.equal([]);
  });
});
