import {
  BaseError,
  formatTransactionRequest,
  RpcRequestError,
  type Hex,
  type PublicClient,
  type TransactionRequestEIP1559,
} from "viem";
import { getEstimateGasError } from "viem/utils";
import { HttpFailure } from "../../http-client/http.ts";
import type { EvmAddress } from "../../evm/codec/address.ts";
import type { EvmCall } from "./call.ts";
import { revertWords } from "./revertReason.ts";

/** How a call would go now: what it uses, or why it would revert. */
export type Simulation = Readonly<
  { reverts: false; gas: bigint } | { reverts: true; reason: string; data?: Hex | undefined } // data: what the call gave back, where the node told it
>;

const MOST_WORDS = 300;

const REVERTS =
  /revert|evm error|invalid(fe| )opcode|bad ?instruction|invalid ?jump|stack ?(under|over)flow|out ?of ?gas/i;

/**
 * Error texts of nodes when the account cannot pay for the transaction; providers have their own balances
 * and texts.
 */
const NO_MONEY = /insufficient funds for|insufficient balance for transfer/i;
const CODES_OF_NO_MONEY: readonly number[] = [3, -32000, -32603];

/** A node that stops at the given limit reports it. A lower limit comes from what the account can pay for. */
const BEYOND_LIMIT = /gas required exceeds allowance \((\d+)\)/i;

/** Error texts of nodes that could not run the call: they concern the node, not the call. */
const ABOUT_THE_NODE =
  /rate|limit exceeded|too many|capacity|quota|busy|overload|unavailable|sync|timed? ?out|timeout|deadline|header|block (not|number|hash)|unknown block|missing trie|state (is )?not|pruned|historical|internal|server error|try again|connection|upstream|unauthori[sz]ed|forbidden|api key|compute unit|credits|upgrade|method/i;

/** -32001: not found, -32002: not available, -32005: too many requests. */
const CODES_ABOUT_THE_NODE: readonly number[] = [-32001, -32002, -32005];

/**
 * Estimates the gas of a call: the node runs it, as a transaction that pays `fees` where they are given,
 * with at most `mostGas`, which bounds the work of a foreign contract, and returns why it reverts; needing
 * more gas is a revert. Nodes use many texts for that. An answer about the call (code 3, or -32000 to
 * -32099) with an unknown text is thrown as HttpFailure "refused": a node may fail for a moment, so an
 * expensive decision is based on several answers over time (solver/evm/simulate.ts). Any other error is
 * rethrown: no answer.
 */
export async function simulate(
  rpc: PublicClient,
  from: EvmAddress,
  call: EvmCall,
  fees: Readonly<{ maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }> | undefined,
  mostGas: bigint,
): Promise<Simulation> {
  try {
    return { reverts: false, gas: await estimate(rpc, call, { from, ...fees, gas: mostGas }) };
  } catch (cause) {
    if (!(cause instanceof BaseError)) throw cause;
    const error = getEstimateGasError(cause, {});
    if (saysRevert(error, mostGas)) {
      const data = revertData(error);
      const reason = revertWords(data, error.shortMessage).slice(0, MOST_WORDS);
      return { reverts: true, reason, data };
    }
    throw unknownNo(error) ?? cause;
  }
}

/** The client's own estimateGas does not pass the limit on. */
async function estimate(
  rpc: PublicClient,
  { authorizationList, ...call }: EvmCall,
  more: Pick<TransactionRequestEIP1559, "from" | "gas" | "maxFeePerGas" | "maxPriorityFeePerGas">,
): Promise<bigint> {
  const request = formatTransactionRequest(
    authorizationList
      ? { ...call, ...more, type: "eip7702", authorizationList: [...authorizationList] }
      : { ...call, ...more },
  );
  return BigInt(await rpc.request({ method: "eth_estimateGas", params: [request] }));
}

/** True for a node's answer that a call of at most so much gas reverts, or needs more. */
export function saysRevert(error: BaseError, mostGas: bigint): boolean {
  const answer = answerOf(error);
  const limit = answer && BEYOND_LIMIT.exec(answer.details)?.[1];
  if (limit !== undefined) return BigInt(limit) === mostGas;
  if (answer && NO_MONEY.test(answer.details)) return CODES_OF_NO_MONEY.includes(answer.code);
  return error.walk((cause) => cause instanceof Error && REVERTS.test(cause.message)) !== null;
}

/** What a reverted call gave back. Nodes put it into the error, some inside of an object. */
function revertData(error: BaseError): Hex | undefined {
  const given: unknown = answerOf(error)?.data;
  const data =
    typeof given === "object" && given !== null && "data" in given ? (given.data as unknown) : given;
  return typeof data === "string" && /^0x([0-9a-fA-F]{2})*$/.test(data) ? (data as Hex) : undefined;
}

function unknownNo(error: BaseError): HttpFailure | undefined {
  const answer = answerOf(error);
  if (!answer) return undefined;
  const { code, details } = answer;
  const isAboutCalls = code === 3 || (code <= -32000 && code >= -32099);
  if (!isAboutCalls || CODES_ABOUT_THE_NODE.includes(code) || ABOUT_THE_NODE.test(details)) return undefined;
  const words = details.slice(0, MOST_WORDS);
  return new HttpFailure("refused", `The node does not run the call: ${words} (code ${code}).`);
}

function answerOf(error: BaseError): RpcRequestError | undefined {
  const answer = error.walk((cause) => cause instanceof RpcRequestError);
  return answer instanceof RpcRequestError ? answer : undefined;
}
