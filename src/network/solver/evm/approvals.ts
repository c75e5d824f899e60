import { encodeFunctionData, maxUint256 } from "viem";
import type { EvmAddress } from "../../../evm/codec/address.ts";
import { min } from "../../../values/amount.ts";
import { erc20Abi } from "../../../evm/codec/erc20.ts";
import { isToken, keyOf, type Token } from "../../catalog.ts";
import type { EvmCall } from "../../chains/evm.ts";
import { newRequestId, requireChain, type NetworkParts } from "../../parts.ts";
import { openPayments } from "../../persistence/outbound.ts";
import { gasLimit } from "./gas.ts";
import type { SolverParts } from "../memory.ts";
import { OPEN_PER_TICK } from "./sendPayments.ts";
import { openRun, readOrder, signPayment, type EvmOrder } from "./signPayment.ts";
import { simulateCall } from "./simulate.ts";

/**
 * Gives the contracts that pay from the solver's account what they need: the swap desk and the approval proxy (calls with
 * tokens) an allowance of each token without limit, the swap desk its float of native coins. The allowances are safe: the
 * desk moves tokens on the solver's signature only, the proxy its caller's only.
 */
export async function equipContracts(parts: SolverParts, chainId: number): Promise<void> {
  const { catalog, contracts, evm } = parts;
  if (!(await requireChain(evm, chainId).hasCode(contracts.SwapDesk))) return;
  const wanted = catalog
    .currencies(chainId)
    .filter(isToken)
    .flatMap((token) => [contracts.SwapDesk, contracts.ApprovalProxy].map((spender) => ({ token, spender })));
  const allowances = await Promise.all(wanted.map((one) => readAllowance(parts, one))); // in one request to the node
  for (const allowance of allowances) await approve(parts, allowance);
  await fillDesk(parts, chainId);
}

/** Tells whether the swap desk of a chain can pay each token of the catalog and the native coin. */
export async function isEquipped(
  { catalog, contracts, evm, keys }: NetworkParts,
  chainId: number,
): Promise<boolean> {
  const chain = requireChain(evm, chainId);
  const tokens = catalog.currencies(chainId).filter(isToken);
  const funds = await Promise.all([
    chain.nativeBalance(contracts.SwapDesk),
    ...tokens.map(({ address }) => chain.allowance(address, keys.solverEvmAddress, contracts.SwapDesk)),
  ]);
  return funds.every((amount) => amount > 0n);
}

type Approval = Readonly<{ token: Token; spender: EvmAddress }>;
type Allowance = Approval & Readonly<{ allowed: bigint; held: bigint }>;

async function readAllowance({ evm, keys }: SolverParts, { token, spender }: Approval): Promise<Allowance> {
  const chain = requireChain(evm, token.chainId);
  const owner = keys.solverEvmAddress;
  const [allowed, held] = await Promise.all([
    chain.allowance(token.address, owner, spender),
    chain.tokenBalance(token.address, owner),
  ]);
  return { token, spender, allowed, held };
}

async function approve(parts: SolverParts, { token, spender, allowed, held }: Allowance): Promise<void> {
  if (allowed > 0n && allowed >= held) return;
  const value = allowed > 0n && token.approveZeroFirst ? 0n : maxUint256; // the next poll gives the rest
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [spender, value] });
  const call: EvmCall = { to: token.address, value: 0n, data };
  await order(parts, { ...keyOf(token), kind: "approve", amount: 0n, call });
}

/** The desk pays native coins from its own balance; at most half of what the solver has goes there. */
async function fillDesk(parts: SolverParts, chainId: number): Promise<void> {
  const { evm, keys, contracts, settings, catalog } = parts;
  const chain = requireChain(evm, chainId);
  const { deskFloat } = settings.solver;
  const [held, own] = await Promise.all([
    chain.nativeBalance(contracts.SwapDesk),
    chain.nativeBalance(keys.solverEvmAddress),
  ]);
  const [native] = catalog.currencies(chainId);
  const wanted = min(deskFloat, (held + own) / 2n);
  if (!native || held * 2n >= wanted) return; // not for every swap
  const amount = wanted - held;
  const call: EvmCall = { to: contracts.SwapDesk, value: amount, data: "0x" };
  await order(parts, { ...keyOf(native), kind: "top-up", amount, call });
}

/** Signs housekeeping unless the same is under way already, or it would revert. */
async function order(
  parts: SolverParts,
  wanted: Pick<EvmOrder, "chainId" | "currency" | "kind" | "amount" | "call">,
): Promise<void> {
  const { chainId, kind, call } = wanted;
  const open = await openPayments(parts.store, chainId, OPEN_PER_TICK);
  const isSame = (other: EvmCall) => other.to === call.to && (kind === "top-up" || other.data === call.data);
  if (open.some(({ outbound }) => outbound.kind === kind && isSame(readOrder(outbound).call))) return;
  const run = await openRun(parts, chainId);
  const about = `${kind} ${chainId} ${call.to} ${call.data}`;
  const tried = await simulateCall(parts, run.chain, { call, fees: run.fees, purpose: "own", about });
  const gas = tried.reverts ? undefined : gasLimit(tried.gas, "own");
  if (gas === undefined) {
    const reason = tried.reverts ? tried.reason : "it needs too much gas";
    parts.log.warn("network.housekeeping_refused", { chain: chainId, kind, to: call.to, reason });
    return;
  }
  const id = `${kind}/${newRequestId(parts.random)}`;
  await signPayment(parts, run, { ...wanted, id, requestId: null, gas }, () => []);
}
