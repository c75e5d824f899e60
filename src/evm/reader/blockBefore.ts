import { fromUnixSeconds } from "../../values/time.ts";
import type { BatchRpc } from "./evmFollowerRpc.ts";
import { askFor, headerSchema } from "./evmFollowerWire.ts";
import { HttpFailure } from "../../http-client/http.ts";
import type { Checkpoint } from "./watchTransfers.ts";

/**
 * The last block of an EVM chain with a time before `at` (ms); its first block when there is none. A binary
 * search of some thirty calls. Throws HttpFailure when the chain cannot be read.
 */
export async function blockBefore(rpc: BatchRpc, at: number): Promise<Checkpoint> {
  const tip = await headerAt(rpc, "latest");
  if (tip.at < at) return tip;
  let [low, high] = [await headerAt(rpc, 0), tip];
  while (high.height - low.height > 1) {
    const middle = await headerAt(rpc, Math.floor((low.height + high.height) / 2));
    if (middle.at < at) low = middle;
    else high = middle;
  }
  return low;
}

async function headerAt(
  rpc: BatchRpc,
  name: number | "latest",
): Promise<Checkpoint & Readonly<{ at: number }>> {
  const params = [name === "latest" ? name : `0x${name.toString(16)}`, false];
  const [header] = await askFor(rpc, headerSchema, [{ method: "eth_getBlockByNumber", params }]);
  if (!header) throw new HttpFailure("broken", `The node has no block ${name}.`);
  if (name !== "latest" && header.number !== name)
    throw new HttpFailure("broken", `The node gave block ${header.number} when asked for ${name}.`); // or it would be asked for ever
  return { height: header.number, hash: header.hash, at: fromUnixSeconds(header.timestamp) };
}
