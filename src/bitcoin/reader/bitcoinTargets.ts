import { bitsOf, hashOfHeader, hasWork, readHeader, targetOf, type Header } from "../codec/proof.ts";
import type { BitcoinRules, Epoch, Retarget } from "./bitcoinRules.ts";
import type { Esplora } from "./esplora.ts";
import { HttpFailure } from "../../http-client/http.ts";

/** Where headers come from: by height to a hash, and by hash to 80 bytes. */
export type HeaderSource = Pick<Esplora, "blockHash" | "header">;

/**
 * The bits that an epoch has after one of these bits, whose first and last block have these times (unix
 * seconds). Bitcoin counts from the first block to the last, one step less than there are blocks, moves the
 * target by a factor of four at most, and rounds it down to the precision of compact bits.
 */
export function nextBits(
  { timespan, limit }: Pick<Retarget, "timespan" | "limit">,
  bits: number,
  firstTime: number,
  lastTime: number,
): number {
  const taken = Math.min(Math.max(lastTime - firstTime, Math.floor(timespan / 4)), timespan * 4);
  const target = ((targetOf(bits) ?? 0n) * BigInt(taken)) / BigInt(timespan);
  const highest = targetOf(limit) ?? 0n;
  return bitsOf(target < highest ? target : highest);
}

/**
 * The epochs from the checkpoint to the one that `height` is in, carried on from those that are known (lowest first; none
 * at the very beginning). An epoch costs four calls, once. Throws HttpFailure "broken" when the source shows another chain
 * than the checkpoint's, or headers that break the rule.
 */
export async function epochsTo(
  source: HeaderSource,
  rules: BitcoinRules,
  known: readonly Epoch[],
  height: number,
): Promise<readonly Epoch[]> {
  if (rules.targets.kind !== "retarget" || height < rules.targets.checkpoint.start) return known;
  const epochs = [...(known.length > 0 ? known : [await checkpointOf(source, rules.targets)])];
  for (let last = epochs.at(-1); last && last.start + rules.targets.interval <= height; epochs.push(last)) {
    last = await epochAfter(source, rules, rules.targets, last);
  }
  return epochs;
}

/** Whether a block at this height may claim these bits. The epochs must reach to it. */
export function isValidTarget(
  { targets }: BitcoinRules,
  epochs: readonly Epoch[],
  height: number,
  bits: number,
): boolean {
  if (targets.kind === "claimed") return true;
  if (targets.kind === "fixed") return bits === targets.bits;
  const epoch = epochs.findLast(({ start }) => start <= height);
  // Below the checkpoint no chain is followed; a single old block there is only checked against the easiest
  // target.
  return isHardEnough(targets, bits) && (epoch === undefined || bits === epoch.bits);
}

function isHardEnough({ easiest }: Retarget, bits: number): boolean {
  const target = targetOf(bits);
  return target !== undefined && target <= (targetOf(easiest) ?? 0n);
}

async function checkpointOf(source: HeaderSource, { checkpoint }: Retarget): Promise<Epoch> {
  const hash = await source.blockHash(checkpoint.start);
  if (hash === checkpoint.hash) return checkpoint;
  const shown = hash === undefined ? "no block" : `block ${hash}`;
  throw new HttpFailure(
    "broken",
    `The explorer shows ${shown} at height ${checkpoint.start}, where Bitcoin has ${checkpoint.hash}: it shows another chain.`,
  );
}

async function epochAfter(
  source: HeaderSource,
  rules: BitcoinRules,
  targets: Retarget,
  epoch: Epoch,
): Promise<Epoch> {
  const start = epoch.start + targets.interval;
  const last = await headerAt(source, rules, start - 1, epoch.bits);
  const bits = nextBits(targets, epoch.bits, epoch.time, last.time);
  const first = await headerAt(source, rules, start, bits);
  if (!isHardEnough(targets, bits) || first.previous !== last.hash) {
    throw new HttpFailure("broken", `Block ${start} does not begin an epoch after ${last.hash}.`);
  }
  return { start, hash: first.hash, time: first.time, bits };
}

async function headerAt(
  source: HeaderSource,
  { workHash }: BitcoinRules,
  height: number,
  bits: number,
): Promise<Header & Readonly<{ hash: string }>> {
  const hash = await source.blockHash(height);
  if (hash === undefined) throw new HttpFailure("broken", `The explorer has no block at height ${height}.`);
  const bytes = await source.header(hash);
  const header = readHeader(bytes);
  if (hashOfHeader(bytes) !== hash || header.bits !== bits || !hasWork(workHash(bytes), bits)) {
    throw new HttpFailure("broken", `The header of block ${hash} lacks the work that we expect of it.`);
  }
  return { ...header, hash };
}
