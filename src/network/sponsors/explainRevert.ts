import type { Hex } from "viem";
import type { EvmCall } from "../chains/call.ts";
import { readRevert, type Revert } from "../chains/revertReason.ts";

/** Why a call would revert, in the words of public services. */
export type SimulationError = Readonly<{
  error: string;
  message: string;
  details: Readonly<{
    topLevel: Frame;
    innermost: Frame;
    path: readonly Frame[];
    revert: Revert;
  }>;
}>;

type Frame = Readonly<{
  type: "CALL";
  address: string;
  selector?: string;
  error: string;
  revertReason?: string;
}>;
/**
 * What the revert of a simulated call says. Nodes tell what comes out of the outermost call only, so the path has that one.
 * @param data what the call gave back, or undefined where the node did not say
 * @param reason the node's own words
 */
export function explainRevert(
  { to, data: given }: EvmCall,
  data: Hex | undefined,
  reason: string,
): SimulationError {
  const revert = readRevert(data, reason);
  const frame: Frame = {
    type: "CALL",
    address: to,
    ...(given.length >= 10 && { selector: given.slice(0, 10) }),
    error: "execution reverted",
    revertReason: revert.message,
  };
  const { label: error, message } = revert;
  return { error, message, details: { topLevel: frame, innermost: frame, path: [frame], revert } };
}
