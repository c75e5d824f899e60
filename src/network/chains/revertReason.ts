import { decodeErrorResult, parseAbi, type Abi, type Hex } from "viem";
import {
  depositoryAbi,
  permit2Abi,
  permitTransferAbi,
  routerAbi,
  swapDeskAbi,
} from "../../evm/codec/contracts.ts";

/** Why a call reverted, in the words of public services. */
export type Revert = Readonly<{
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

/** Errors of OpenZeppelin's contracts and of those that follow them. */
const openZeppelinAbi = parseAbi([
  "error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)",
  "error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)",
  "error ERC20InvalidSender(address sender)",
  "error ERC20InvalidReceiver(address receiver)",
  "error ERC20InvalidSpender(address spender)",
  "error SafeERC20FailedOperation(address token)",
  "error OwnableUnauthorizedAccount(address account)",
  "error AccessControlUnauthorizedAccount(address account, bytes32 neededRole)",
  "error EnforcedPause()",
  "error ReentrancyGuardReentrantCall()",
  "error InsufficientBalance(uint256 balance, uint256 needed)",
  "error FailedCall()",
]);

/** Errors of the sandbox's tokens, and of the calls that this service's contracts make. */
const ownAbi = parseAbi([
  "error InvalidReceiver(address receiver)",
  "error InsufficientBalance(address holder, uint256 balance, uint256 needed)",
  "error InsufficientAllowance(address spender, uint256 allowance, uint256 needed)",
  "error CallFailed(uint256 index)",
  "error TooLittleGas(uint256 index)",
]);

/** What an EntryPoint says about an operation that it does not carry out. */
const entryPointErrorsAbi = parseAbi([
  "error FailedOp(uint256 opIndex, string reason)",
  "error FailedOpWithRevert(uint256 opIndex, string reason, bytes inner)",
]);

const KNOWN: Abi = [
  ...batchAbi,
  ...openZeppelinAbi,
  ...ownAbi,
  ...depositoryAbi,
  ...routerAbi,
  ...swapDeskAbi,
  ...permitTransferAbi,
  ...permit2Abi,
  ...entryPointErrorsAbi,
].filter(({ type }) => type === "error");

const LONGEST_LABEL = 80;

/** Reads why a call reverted from what it gave back, or else from the node's own words. */
export function readRevert(data: Hex | undefined, reason: string): Revert {
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

/**
 * Says in words why a call reverted: the node's sentence, and where a contract gave back an error of its own, the name and the
 * values of that error. Of an unknown error it names the selector.
 */
export function revertWords(data: Hex | undefined, said: string): string {
  const { type, message, name, args = {} } = readRevert(data, said);
  if (type === "unknownCustomError") return message;
  if (type !== "customError") return said;
  const values = Object.entries(args).map(
    ([argument, value]) => `${argument} ${value.slice(0, LONGEST_LABEL)}`,
  );
  return `Execution reverted: ${message} (${[name, ...values].join(", ")}).`;
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
