import { asUnixSeconds, type UnixSeconds } from "../../values/time.ts";
import { crypto } from "bitcoinjs-lib";

/**
 * What proves that a transaction is in a block with work behind it: the block's header, and the branch of hashes that leads
 * from the transaction to the merkle root in it. Hashes are hex in the order in which explorers show them.
 */
export type BlockProof = Readonly<{
  header: string; // 80 bytes in hex
  index: number; // of the transaction in the block
  branch: readonly string[]; // from the transaction's neighbour upwards
}>;

/** The fields of a block header that are checked. `bits` is the target in compact form. */
export type Header = Readonly<{ previous: string; merkleRoot: string; time: UnixSeconds; bits: number }>;

const HEADER_BYTES = 80;

/** Reads a header of 80 bytes. Throws RangeError when it has another length. */
export function readHeader(bytes: Uint8Array): Header {
  if (bytes.length !== HEADER_BYTES)
    throw new RangeError(`Expected a block header of ${HEADER_BYTES} bytes, got ${bytes.length}.`);
  const header = Buffer.from(bytes);
  return {
    previous: shownHash(header.subarray(4, 36)),
    merkleRoot: shownHash(header.subarray(36, 68)),
    time: asUnixSeconds(header.readUInt32LE(68)),
    bits: header.readUInt32LE(72),
  };
}

/** The hash that names a block: double SHA-256 of its header, on every chain of Bitcoin's family. */
export function hashOfHeader(header: Uint8Array): string {
  return shownHash(crypto.hash256(header));
}

/** True when a header's hash for work (32 bytes, least significant first) is not above the target of `bits`. */
export function hasWork(workHash: Uint8Array, bits: number): boolean {
  const target = targetOf(bits);
  return target !== undefined && BigInt(`0x${shownHash(workHash)}`) <= target;
}

/** The target that compact bits stand for; undefined when they stand for none: negative, zero or above 256 bits. */
export function targetOf(bits: number): bigint | undefined {
  const size = bits >>> 24;
  const digits = BigInt(bits & 0x007fffff);
  const target = size <= 3 ? digits >> BigInt(8 * (3 - size)) : digits << BigInt(8 * (size - 3));
  const isNegative = (bits & 0x00800000) !== 0;
  return isNegative || target === 0n || target >= 1n << 256n ? undefined : target;
}

/** The compact bits of a target: its three highest bytes, rounded down, as Bitcoin writes them. */
export function bitsOf(target: bigint): number {
  const bytes = Math.ceil(target.toString(2).length / 8);
  const size = (target >> BigInt(8 * bytes - 1)) & 1n ? bytes + 1 : bytes; // the highest bit would be a sign
  const digits = size <= 3 ? target << BigInt(8 * (3 - size)) : target >> BigInt(8 * (size - 3));
  return size * 2 ** 24 + Number(digits); // a compact target, not money
}

/** The merkle root over transaction hashes in bitcoin's byte order, in the order explorers show. Throws RangeError for none. */
export function merkleRoot(hashes: readonly Uint8Array[]): string {
  const root = levelsOver(hashes).at(-1)?.[0];
  if (root) return shownHash(root);
  throw new RangeError("Expected at least one transaction: a block without any has no merkle root.");
}

/** The hashes beside the way from the transaction at `index` up to the root, lowest first. */
export function merkleBranch(hashes: readonly Uint8Array[], index: number): readonly string[] {
  return merkleBranches(hashes)(index);
}

/** The same for many transactions of one block: the tree is built once, when the first is asked for. */
export function merkleBranches(hashes: readonly Uint8Array[]): (index: number) => readonly string[] {
  let levels: ReturnType<typeof levelsOver> | undefined;
  return (index) => {
    levels ??= levelsOver(hashes);
    return levels.slice(0, -1).map((level, height) => {
      const own = Math.floor(index / 2 ** height);
      return shownHash(level[own ^ 1] ?? (level[own] as Uint8Array)); // the last of an odd number stands beside itself
    });
  };
}

/** True when the branch leads from the transaction at `index` to the merkle root. Anything that is no branch is false. */
export function verifyBranch(
  txid: string,
  index: number,
  branch: readonly string[],
  merkleRoot: string,
): boolean {
  if (![txid, ...branch].every(isHash)) return false;
  if (!Number.isInteger(index) || index < 0 || index >= 2 ** branch.length) return false;
  const root = branch.reduce((hash, beside, height) => {
    const isRight = Math.floor(index / 2 ** height) % 2 === 1;
    return isRight ? pairHash(innerHash(beside), hash) : pairHash(hash, innerHash(beside));
  }, innerHash(txid));
  return shownHash(root) === merkleRoot;
}

/** A hash in the order in which explorers show it, from bitcoin's own. */
export function shownHash(hash: Uint8Array): string {
  return Buffer.from(hash).reverse().toString("hex");
}

/** A hash in bitcoin's own order, from the one in which explorers show it. */
export function innerHash(shown: string): Uint8Array {
  return Buffer.from(shown, "hex").reverse();
}

function isHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** All levels of the merkle tree, the transactions first, the root last. */
function levelsOver(hashes: readonly Uint8Array[]): readonly (readonly Uint8Array[])[] {
  const levels = [hashes];
  for (let level = hashes; level.length > 1; levels.push(level)) {
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, pair) => {
      const left = level[2 * pair] as Uint8Array; // below the length
      return pairHash(left, level[2 * pair + 1] ?? left);
    });
  }
  return levels;
}

function pairHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return crypto.hash256(Buffer.concat([left, right]));
}
