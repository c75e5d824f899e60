import { decodeErrorResult, parseAbi, type Abi, type Hex } from "viem";
import {
  depositoryAbi,
  permit2Abi,
  permitTransferAbi,
  routerAbi,
  swapDeskAbi,
} from "../../evm/codec/contracts.ts";
import type { EvmCall } from "../chains/evm.ts";
import { entryPointAbi } from "./userOperations.ts";

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
type Revert = Readonly<{
  type: "errorString" | "panic" | "customError" | "unknownCustomError" | "empty";
  label: string;
  message: string;
  selector?: string;
  name?: string;
  args?: Readonly<Record<string, string>>;
  rawArgsHex?: string;
}>;

/** What batches of delegated accounts say about one of their calls. */
const batchAbi = parseAbi(["error CallFailed(bytes reason)"]);

/** What the tokens of OpenZeppelin and its followers say. */
const tokenErrorsAbi = parseAbi([
  "error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)",
  "error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)",
]);

const KNOWN: Abi = [
  ...batchAbi,
  ...tokenErrorsAbi,
  ...depositoryAbi,
  ...routerAbi,
  ...swapDeskAbi,
  ...permitTransferAbi,
  ...permit2Abi,
  ...entryPointAbi,
].filter(({ type }) => type === "error");

const LONGEST_LABEL = 80;

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

function readRevert(data: Hex | undefined, reason: string): Revert {
  if (data === undefined || data.length < 10) {
    const message = reason === "" ? "The call reverted without a reason." : reason;
    return { type: "empty", label: "EXECUTION_REVERTED", message };
  }
  const selector = data.slice(0, 10);
  try {
    const { errorName: name, args = [], abiItem } = decodeErrorResult({ abi: KNOWN, data });
    const given = args.map(String);
    if (name === "Error") {
      const [message = ""] = given;
      return { type: "errorString", label: labelOf(message), message, selector, name };
    }
    if (name === "Panic")
      return { type: "panic", label: "PANIC", message: `Panic ${given.join()}`, selector, name };
    const inputs = abiItem.type === "error" ? abiItem.inputs : [];
    const named = Object.fromEntries(given.map((value, at) => [inputs[at]?.name ?? String(at), value]));
    const inner = args[inputs.findIndex(({ type }) => type === "bytes")]; // what made it fail
    const cause = typeof inner === "string" && inner.length >= 10 ? readRevert(inner as Hex, "") : undefined;
    const { reason: told } = named; // what an EntryPoint says about an operation
    const said = told === undefined || told === inner ? inWords(name) : told;
    const message = cause ? `${said}: ${cause.message}` : said;
    return { type: "customError", label: labelOf(inWords(name)), message, selector, name, args: named };
  } catch {
    return {
      type: "unknownCustomError",
      label: `UNKNOWN_CUSTOM_ERROR_${selector}`,
      message: `The call reverted with the error ${selector}, which this service does not know.`,
      selector,
      ...(data.length > 10 && { rawArgsHex: `0x${data.slice(10)}` }),
    };
  }
}

/** InvalidSignature: Invalid signature */
function inWords(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Invalid signature: INVALID_SIGNATURE */
function labelOf(text: string): string {
  const label = text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, LONGEST_LABEL);
  return label === "" ? "EXECUTION_REVERTED" : label;
}
