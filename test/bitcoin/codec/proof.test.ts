import { scryptSync } from "node:crypto";
import { crypto } from "bitcoinjs-lib";
import { expect } from "chai";
import fc from "fast-check";
import {
  bitsOf,
  hashOfHeader,
  hasWork,
  innerHash,
  merkleBranch,
  merkleRoot,
  readHeader,
  targetOf,
  verifyBranch,
} from "../../../src/bitcoin/codec/proof.ts";

/** Mainnet's first two blocks, and the block whose first transaction alone was not the only one: 100,000. */
const GENESIS =
  "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c";
const GENESIS_HASH = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";
const GENESIS_TXID = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";
const BLOCK_100000 = {
  root: "f3e94742aca4b5ef85488dc37c06c3282295ffec960994b2c0d5ac2a25a95766",
  txids: [
    "8c14f0db3df150123e6f3dbbf30f8b955a8249b62ac1d1ff16284aefa3d06d87",
    "fff2525b8931402dd09222c50775608f75787bd2b87e56995a7bdd30f79702c4",
    "6359f0868171b1d194cbee1af2f16ea598ae8fad666d9b012c8ed2b79a236ec4",
    "e9a66845e05d5abc0ad04ec80f774a7e585c6e8db975962d069a522137b80c1d",
  ],
};

describe("a block header", () => {
  const header = Buffer.from(GENESIS, "hex");

  it("gives its fields and its hash", () => {
    expect(hashOfHeader(header)).to.equal(GENESIS_HASH);
    expect(readHeader(header)).to.deep.equal({
      ...{ previous: "0".repeat(64), merkleRoot: GENESIS_TXID },
      ...{ time: 1_231_006_505, bits: 0x1d00ffff },
    });
  });

  it("of another length is refused, with the length that came", () => {
    expect(() => readHeader(header.subarray(1))).to.throw(RangeError, "80 bytes, got 79");
  });

  it("has work when its hash is not above the target", () => {
    expect(hasWork(crypto.hash256(header), 0x1d00ffff)).to.equal(true);
    expect(hasWork(crypto.hash256(header), 0x1b00ffff)).to.equal(false);
    const changed = Buffer.from(header);
    changed[76] = 0;
    expect(hasWork(crypto.hash256(changed), 0x1d00ffff)).to.equal(false);
  });

  it("of a chain whose work is another hash is judged by that one: Litecoin's first block", () => {
    const litecoin = Buffer.from(
      "010000000000000000000000000000000000000000000000000000000000000000000000d9ced4ed1130f7b7faad9be25323ffafa33232a17c3edf6cfd97bee6bafbdd97b9aa8e4ef0ff0f1ecd513f7c",
      "hex",
    );
    expect(hashOfHeader(litecoin)).to.equal(
      "12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2",
    );
    const scrypt = (bytes: Uint8Array) => scryptSync(bytes, bytes, 32, { N: 1024, r: 1, p: 1 });
    expect(hasWork(scrypt(litecoin), 0x1e0ffff0)).to.equal(true);
    expect(hasWork(crypto.hash256(litecoin), 0x1e0ffff0)).to.equal(false);
  });
});

describe("a target in compact form", () => {
  it("is the number that Bitcoin reads", () => {
    const known: readonly (readonly [number, bigint | undefined])[] = [
      [0x1d00ffff, 0xffffn << 208n],
      [0x207fffff, 0x7fffffn << 232n],
      [0x03123456, 0x123456n],
      [0x02123456, 0x1234n],
      [0x01123456, 0x12n],
      [0x01003456, undefined], // zero
      [0x04923456, undefined], // negative
      [0xff123456, undefined], // more than 256 bits
    ];
    for (const [bits, target] of known) expect(targetOf(bits), bits.toString(16)).to.equal(target);
  });

  it("is written with three digits of 256, rounded down, and never with a sign", () => {
    for (const bits of [0x17021ef0, 0x1702355e, 0x1d00ffff, 0x207fffff, 0x18020000, 0x04123456])
      expect(bitsOf(targetOf(bits) ?? 0n)).to.equal(bits);
    expect(bitsOf(0x80n)).to.equal(0x02008000);
    expect(bitsOf(0x12345678n)).to.equal(0x04123456);
  });

  it("never grows when it is written", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: (1n << 255n) - 1n }), (target) => {
        const written = targetOf(bitsOf(target)) ?? 0n;
        expect(written <= target).to.equal(true);
        expect(written > target - (target >> 14n) - 1n, "to three digits").to.equal(true);
      }),
    );
  });
});

describe("a merkle branch", () => {
  const { root, txids } = BLOCK_100000;

  it("leads from each transaction of mainnet's block 100,000 to its root", () => {
    const hashes = txids.map(innerHash);
    expect(merkleRoot(hashes)).to.equal(root);
    for (const [index, txid] of txids.entries()) {
      const branch = merkleBranch(hashes, index);
      expect(branch).to.have.length(2);
      expect(verifyBranch(txid, index, branch, root), `transaction ${index}`).to.equal(true);
    }
  });

  it("of the only transaction is empty: its id is the root", () => {
    expect(merkleBranch([innerHash(GENESIS_TXID)], 0)).to.deep.equal([]);
    expect(verifyBranch(GENESIS_TXID, 0, [], GENESIS_TXID)).to.equal(true);
  });

  it("proves nothing for another transaction, place, branch or root", () => {
    const [txid = "", other = ""] = txids;
    const branch = merkleBranch(txids.map(innerHash), 0);
    const wrong: readonly (readonly [string, number, readonly string[], string])[] = [
      [other, 0, branch, root],
      [txid, 1, branch, root],
      [txid, 4, branch, root], // the block has no such place
      [txid, -1, branch, root],
      [txid, 0.5, branch, root],
      [txid, 0, branch.toReversed(), root],
      [txid, 0, branch.slice(1), root],
      [txid, 0, [...branch, other], root],
      [txid, 0, ["", ...branch], root],
      [txid, 0, branch, other],
      [txid.slice(1), 0, branch, root],
    ];
    for (const [index, claim] of wrong.entries())
      expect(verifyBranch(...claim), `claim ${index}`).to.equal(false);
  });

  it("exists for every transaction of a block of any size, and for no other place", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(39), (size, place) => {
        const hashes = Array.from({ length: size }, (_, index) => crypto.hash256(Buffer.from([index])));
        const shown = hashes.map((hash) => Buffer.from(hash).reverse().toString("hex"));
        const index = place % size;
        const branch = merkleBranch(hashes, index);
        expect(verifyBranch(shown[index] ?? "", index, branch, merkleRoot(hashes))).to.equal(true);
        const beside = index === size - 1 ? 0 : index + 1;
        if (size > 1)
          expect(verifyBranch(shown[beside] ?? "", index, branch, merkleRoot(hashes))).to.equal(false);
      }),
    );
  });
});
