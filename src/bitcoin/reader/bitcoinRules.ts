import { crypto } from "bitcoinjs-lib";
import type { BitcoinNetwork } from "../codec/address.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../values/time.ts";

/** The rules that we verify on a chain from any source. */
export type BitcoinRules = Readonly<{
  network: BitcoinNetwork;
  /** The hash of an 80-byte header that must be below the target (32 bytes, least significant first). */
  workHash(header: Uint8Array): Uint8Array;
  /** Which target we expect of a block, so that a header cannot choose its own. */
  targets: TargetRule;
  /** How old the newest block may be before the chain counts as stalled; undefined where blocks come only when asked for. */
  tipMaxAgeMs: number | undefined;
}>;

/** One target for all blocks, Bitcoin's changing one, or any that a header claims. */
export type TargetRule =
  | Readonly<{ kind: "fixed"; bits: number }>
  | (Readonly<{ kind: "retarget" }> & Retarget)
  | Readonly<{ kind: "claimed" }>;

/** Bitcoin's rule: every `interval` blocks the target moves, so that the next ones take `timespan` seconds. Bits are compact targets. */
export type Retarget = Readonly<{
  interval: number; // blocks
  timespan: number; // seconds
  limit: number; // the rule never gives an easier target
  easiest: number; // no easier one is accepted under any rule
  checkpoint: Epoch;
}>;

/** Blocks that share one target: the height, hash and time (unix seconds) of their first, and their bits. */
export type Epoch = Readonly<{ start: number; hash: string; time: number; bits: number }>;

/**
 * The start of a mainnet epoch, from which the targets of all later ones follow. The block is real: its hash is below the
 * target of its bits, which follow by the rule from the epoch before (bits 0x17021ec5, times 1789801745 and 1791011720).
 * Found alike in the header list of ryanwaits/secondlayer, in the rules of two unrelated wallets, and (time and bits) in a
 * node's test that was made by asking Bitcoin Core, all in public repositories of October 2026.
 */
const MAINNET_CHECKPOINT: Epoch = {
  start: 969_696,
  hash: "000000000000000000001e39df127cbab82a824ac43cfcdbf62e59f6a08b9f0b",
  time: 1_791_011_796,
  bits: 0x17021ef0,
};

const MAINNET_TARGETS: TargetRule = {
  kind: "retarget",
  interval: 2016,
  timespan: (14 * DAY_MS) / SECOND_MS,
  limit: 0x1d00ffff,
  easiest: 0x18020000, // 240 times easier than the checkpoint's, and still far too much to forge
  checkpoint: MAINNET_CHECKPOINT,
};

/** Miners find none for so long about once in eight weeks; an explorer that is cut off shows nothing newer for ever. */
const STALLED_MS = 90 * MINUTE_MS;

const RULES: Readonly<Record<BitcoinNetwork, BitcoinRules>> = {
  mainnet: rules("mainnet", MAINNET_TARGETS, STALLED_MS),
  // After twenty quiet minutes both testnets allow the easiest target, and signet's blocks are signed instead: there a target
  // proves little, and the coins have no value.
  testnet: rules("testnet", { kind: "claimed" }, STALLED_MS),
  testnet4: rules("testnet4", { kind: "claimed" }, STALLED_MS),
  signet: rules("signet", { kind: "claimed" }, STALLED_MS),
  regtest: rules("regtest", { kind: "fixed", bits: 0x207fffff }, undefined),
};

/** The rules of a network. A chain of the same family differs by what it puts in their place: `{ ...bitcoinRules("regtest"), workHash }`. */
export function bitcoinRules(network: BitcoinNetwork): BitcoinRules {
  return RULES[network];
}

function rules(network: BitcoinNetwork, targets: TargetRule, tipMaxAgeMs: number | undefined): BitcoinRules {
  return { network, targets, tipMaxAgeMs, workHash: (header) => crypto.hash256(header) };
}
