import type { BatchRpc } from "./evmFollowerRpc.ts";
import { askFor, headerSchema } from "./evmFollowerWire.ts";
import type { Depth, FinalityRule } from "./finalityRules.ts";
import { HttpFailure } from "../../http-client/http.ts";

/**
 * The distance of a block from finality. `leftMs`: the estimated time until then; 0 once final, undefined
 * without an estimate.
 */
export type Finality = Readonly<{ isFinal: boolean; leftMs: number | undefined }>;

/**
 * Whether a block at a height is final for a usual or a large amount. Throws HttpFailure when the node
 * gives no answer.
 */
export type FinalityReader = (height: number, isLarge: boolean) => Promise<Finality>;

/** What reads the finality of one chain from its node. Ask for the transaction's height just before. */
export function createFinalityReader(rpc: BatchRpc, rule: FinalityRule): FinalityReader {
  return async (height, isLarge) => {
    const depth = isLarge ? rule.large : rule.usual;
    const tip = await heightAt(rpc, "latest");
    const tagged = tip === undefined ? undefined : await taggedHeight(rpc, depth);
    return finalityAt(height, { tip, tagged }, depth, rule.blockMs);
  };
}

/** The heights of a chain's newest block, and of the newest that the depth's tag names; undefined where there is none. */
export type Heads = Readonly<{ tip: number | undefined; tagged: number | undefined }>;

/**
 * Where the node supports the tag, it alone decides; elsewhere the number of blocks does, the payment's own
 * included.
 */
export function finalityAt(
  height: number,
  { tip, tagged }: Heads,
  depth: Depth,
  blockMs: number | undefined,
): Finality {
  const have = tip === undefined ? 0 : Math.max(0, tip - height + 1);
  const isFinal = tagged === undefined ? have >= depth.blocks : tagged >= height;
  if (isFinal) return { isFinal, leftMs: 0 };
  const left = Math.max(1, depth.blocks - have); // of a tag the blocks are what it takes as a rule
  return { isFinal, leftMs: blockMs === undefined ? undefined : left * blockMs };
}

/** Undefined where the depth has no tag or the node does not know it: not every chain has these words. */
async function taggedHeight(rpc: BatchRpc, { tag }: Depth): Promise<number | undefined> {
  if (tag === undefined) return undefined;
  try {
    return await heightAt(rpc, tag);
  } catch (error) {
    if (error instanceof HttpFailure && error.kind === "broken") return undefined;
    throw error;
  }
}

async function heightAt(rpc: BatchRpc, tag: string): Promise<number | undefined> {
  const call = { method: "eth_getBlockByNumber", params: [tag, false] };
  const [header] = await askFor(rpc, headerSchema, [call]);
  return header?.number;
}
