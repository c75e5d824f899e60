import { encodeFunctionData, keccak256, numberToHex, toHex, zeroAddress } from "viem";
import { ConflictError } from "../../database/driver.ts";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { routerAbi } from "../../evm/codec/contracts.ts";
import { Refusal } from "../api/refusals.ts";
import type { EvmCall, EvmChain, GasFees } from "../chains/evm.ts";
import { draftOf, draftWrites, observe } from "../observe.ts";
import { newRequestId, type NetworkParts } from "../parts.ts";
import {
  executionPayment,
  insertExecution,
  newestExecution,
  openExecutions,
  sameExecution,
  takeTurn,
  type Execution,
} from "../persistence/executions.ts";
import { paymentById } from "../persistence/outbound.ts";
import { requestById } from "../persistence/requests.ts";
import { tryCalls } from "../quote/execution.ts";
import type { BridgeRequest } from "../request.ts";
import { gasLimit, MOST_GAS } from "../solver/evm/gas.ts";
import { openRun, signPayment } from "../solver/evm/signPayment.ts";
import { nativeOf } from "../solver/worth.ts";
import { appBalance, requireSpendable } from "./balance.ts";
import { inDollars } from "./cost.ts";
import { paysRequest } from "./paysRequest.ts";
import { mostWei } from "./raiseHold.ts";
import { explainRevert, type SimulationError } from "./explainRevert.ts";
import {
  asMadeBy,
  ENTRY_POINTS,
  failedOperation,
  operationsIn,
  type OperationCall,
} from "./userOperations.ts";

/** A call that an application asks the service to submit, checked. */
export type SponsoredCall = Readonly<{
  owner: string; // the hash of the application's API key
  requestId: string | undefined; // of the quote that the call pays
  chainId: number;
  call: EvmCall;
  signers: readonly EvmAddress[]; // of its authorizations: accounts that have code once the transaction begins
}>;

/** An authorization of an account that is new (EIP-7702); half of it comes back otherwise. Some nodes leave it out of their trials. */
const AUTHORIZATION_GAS = 25_000n;
const TRIES = 20; // other calls of the same application are in the way, also those of other processes on the database

/** The call would revert now: nothing was submitted and nothing is charged. */
export class CallWouldRevert extends Error {
  override name = "CallWouldRevert";
  constructor(readonly why: SimulationError) {
    super(why.message);
  }
}

/**
 * Submits a call from the solver's account and charges the application what the chain takes for it. Never twice: the same call
 * again, while the first is in no block or when it has paid its quote, gives the id of the first. Gives the id by which its
 * status is asked for. Throws Refusal, CallWouldRevert, and HttpFailure when the chain gave no answer.
 */
export async function submitCall(parts: NetworkParts, asked: SponsoredCall): Promise<string> {
  for (let tried = 1; ; tried++) {
    const last = await newestExecution(parts.store, asked.owner); // before all that is looked at: a call that comes meanwhile takes its next number
    const earlier = await earlierCall(parts, asked);
    if (earlier) return earlier.requestId ?? earlier.id;
    try {
      return await submitOnce(parts, asked, (last?.number ?? 0) + 1);
    } catch (error) {
      if (!(error instanceof ConflictError) || tried >= TRIES) throw error;
    }
  }
}

async function earlierCall({ store }: NetworkParts, asked: SponsoredCall): Promise<Execution | undefined> {
  const same = await sameExecution(store, digestOf(asked));
  if (!same) return undefined;
  if (same.charged === null) return same;
  if (asked.requestId === undefined || same.failure !== null) return undefined; // may be asked for again
  const payment = await paymentById(store, executionPayment(same.id));
  return payment?.state === "included" ? same : undefined;
}

async function submitOnce(parts: NetworkParts, asked: SponsoredCall, number: number): Promise<string> {
  const { store, clock, prices, catalog, random } = parts;
  const { owner, requestId, chainId } = asked;
  const request = requestId === undefined ? undefined : await payableRequest(parts, asked, requestId);
  const app = await appBalance(parts, owner);
  const { sponsor } = requireSpendable(app, 0n);
  const run = await openRun(parts, chainId);
  const { call, gas } = await tryOut(parts, run.chain, run.fees, asked);
  const native = nativeOf(parts, chainId);
  const coinUsd = await prices.price(native.symbol, clock());
  const most = inDollars(await mostWei(parts, chainId, { call, gas }, run.fees.maxFeePerGas), coinUsd);
  requireSpendable(app, most);
  const id = newRequestId(random);
  const row: Execution = {
    ...{ id, owner, requestId: requestId ?? null, chainId, most, coinUsd },
    ...{ number, digest: digestOf(asked), createdAt: clock() },
    ...{ charged: null, failure: null },
  };
  const { address: currency } = catalog.currencies(chainId)[0] ?? native;
  const order = {
    ...({ id: executionPayment(id), requestId: row.requestId, kind: "execute" } as const),
    ...{ chainId, currency, amount: 0n, call, gas },
  };
  const isMarked = request !== undefined && (await showsItself(parts, run.chain, asked, call, request));
  await signPayment(parts, run, order, (hash) => {
    const seen = { kind: "deposit-sighted", hash, at: clock() } as const;
    const sighted = isMarked ? draftWrites(store, observe(draftOf(request), seen).draft) : [];
    return [takeTurn(store, sponsor), insertExecution(store, row), ...sighted];
  });
  return requestId ?? id;
}

/** The quote that a call says it pays: one that a transaction of the user's wallet pays, and that is not paid yet. */
async function payableRequest(
  { store }: NetworkParts,
  { owner, chainId }: SponsoredCall,
  requestId: string,
): Promise<BridgeRequest> {
  const request = await requestById(store, requestId);
  const refuse = (why: string) => new Refusal("INVALID_REQUEST", `requestId: ${why}`);
  if (!request || (request.owner !== undefined && request.owner !== owner))
    throw refuse("no quote of this API key has this id.");
  const { method, state, deposit, origin } = request;
  if (method !== "depository" && method !== "desk")
    throw refuse("this quote is not paid by a transaction of the user's wallet at a contract.");
  if (origin.chainId !== chainId)
    throw refuse(`this quote is paid on chain ${origin.chainId}, and the call is on chain ${chainId}.`);
  if (state !== "waiting" || deposit) throw refuse("this quote has its deposit already.");
  const open = await openExecutions(store, owner);
  if (open.some((other) => other.requestId === requestId))
    throw refuse("another call for this quote was submitted and is in no block yet.");
  return request;
}

/**
 * Whether a quote's status shows a call already while that is in no block: the call pays it as far as the node can tell, or the
 * quote belongs to the same API key. Anyone may name the id of a quote without a key, with a call that does something else.
 */
async function showsItself(
  { keys, contracts }: NetworkParts,
  chain: EvmChain,
  { owner }: SponsoredCall,
  call: EvmCall,
  request: BridgeRequest,
): Promise<boolean> {
  const logs = await chain.simulatedLogs(keys.solverEvmAddress, call);
  return logs ? paysRequest(contracts, request.id, logs) : request.owner === owner;
}

/** The transaction that makes the call, and its gas limit. Throws CallWouldRevert, and Refusal for one that needs too much gas. */
async function tryOut(
  parts: NetworkParts,
  chain: EvmChain,
  fees: GasFees,
  { call, signers }: SponsoredCall,
): Promise<Readonly<{ call: EvmCall; gas: bigint }>> {
  const { keys, contracts } = parts;
  if (!signers.includes(call.to) && !(await chain.hasCode(call.to)))
    throw new Refusal(
      "INVALID_REQUEST",
      `data.to: there is no contract at ${call.to} on chain ${chain.id}, so the call would do nothing. An account with a key acts once it has signed an authorization (EIP-7702).`,
    );
  const isEntryPoint = ENTRY_POINTS.includes(call.to);
  const operations = isEntryPoint ? operationsIn(call.data) : undefined;
  if (isEntryPoint && !operations)
    throw new Refusal("INVALID_REQUEST", "data.data: of an EntryPoint only handleOps is submitted.");
  const transaction = operations ? call : throughRouter(contracts.Router, call);
  const attempt = async (from: EvmAddress, one: EvmCall) => {
    const tried = await tryCalls(chain, from, one, fees, "execute");
    if (tried.reverts) throw new CallWouldRevert(explainRevert(call, tried.data, tried.reason));
    return tried.gas;
  };
  const gas = gasLimit(await attempt(keys.solverEvmAddress, transaction), "execute");
  // An EntryPoint goes on when what an account does reverts: that would be charged, and nothing would have happened.
  if (operations) await tryOperations(parts, chain, call, operations, attempt);
  const signed = AUTHORIZATION_GAS * BigInt(call.authorizationList?.length ?? 0);
  if (gas !== undefined) return { call: transaction, gas: gas + signed };
  throw new Refusal("INVALID_REQUEST", `data: the call needs more than ${MOST_GAS.execute} gas.`);
}

/** Makes sure that what the accounts do would go through, as far as the node can tell. Throws CallWouldRevert. */
async function tryOperations(
  { keys }: NetworkParts,
  chain: EvmChain,
  call: EvmCall,
  operations: readonly OperationCall[],
  attempt: (from: EvmAddress, one: EvmCall) => Promise<bigint>,
): Promise<void> {
  const logs = await chain.simulatedLogs(keys.solverEvmAddress, call);
  const failed = logs && failedOperation(logs);
  if (failed) throw new CallWouldRevert(explainRevert(call, failed.reason, ""));
  if (logs) return;
  for (const operation of operations)
    if (operation.isDeployed) await attempt(call.to, asMadeBy(call, operation)); // another one has no code to try
}

/**
 * A call is made by the router, which has no rights and holds nothing: from the solver's own account it could take everything.
 * EntryPoints take operations from plain accounts only, and never do anything for who submits them.
 */
function throughRouter(router: EvmAddress, { to, data, authorizationList }: EvmCall): EvmCall {
  const calls = [{ target: to, allowFailure: false, value: 0n, callData: data }];
  const routed = encodeFunctionData({
    abi: routerAbi,
    functionName: "multicall",
    args: [calls, zeroAddress, zeroAddress],
  });
  return { to: router, value: 0n, data: routed, ...(authorizationList && { authorizationList }) };
}

/** Names a call by what it says: the same bytes are the same call, however their hex is written. */
function digestOf({ owner, requestId, chainId, call }: SponsoredCall): string {
  const { to, data, authorizationList = [] } = call;
  const list = authorizationList.map(({ address, r, s, ...rest }) => ({
    address: address.toLowerCase(),
    ...rest,
    ...{ r: numberToHex(BigInt(r)), s: numberToHex(BigInt(s)) },
  }));
  const said = [owner, requestId ?? "", chainId, to.toLowerCase(), data.toLowerCase(), list];
  return keccak256(toHex(JSON.stringify(said)));
}
