import { checkEvmAddress, type EvmAddress } from "../../../evm/codec/address.ts";
import { DAY_MS, MINUTE_MS } from "../../../values/time.ts";
import { requireCurrency } from "../../catalog.ts";
import { allocatorProblem } from "../../contracts/allocator.ts";
import { screened } from "../../checks/screenPayments.ts";
import { draftOf, draftWrites, observe } from "../../observe.ts";
import { requireChain, type NetworkParts } from "../../parts.ts";
import { refundAddress, TO_SENDER } from "../../refundTarget.ts";
import type { BridgeRequest, Deposit } from "../../request.ts";
import { depositsByIds } from "../../persistence/deposits.ts";
import { paymentsOf } from "../../persistence/outbound.ts";
import { refundsDue } from "../../persistence/requests.ts";
import { placeOf } from "../../persistence/rows.ts";
import { depositoryOrder } from "./depositoryOrder.ts";
import { chargedLimit, MOST_GAS, REFUND_GAS, SWEEP_GAS } from "./gas.ts";
import { isolateFailure } from "../isolateFailure.ts";
import { isBackedOff, backOff, type SolverParts } from "../memory.ts";
import { nextPage } from "../pages.ts";
import { chargeRefund } from "../refundCharge.ts";
import { openRun, signPayment } from "./signPayment.ts";
import { simulateCall } from "./simulate.ts";
import { waitForRoom } from "../waitForRoom.ts";

const REFUNDS_PER_TICK = 50;
const RETRY_MS = MINUTE_MS;
const DELEGATION = "0xef0100"; // an account that runs the code of a contract (EIP-7702) is still its holder's
const GOOD_FOR_MS = 365 * DAY_MS; // a request has one nonce, so its order may be good for as long as it could be stuck

/**
 * Returns deposits on an EVM chain that could not be bridged, to refundTo on the chain on which they came, less what that
 * costs and what a fill that reverted has cost. The depository pays, once per request; what still lies at a deposit address is
 * swept into it before.
 */
export async function refundOnEvm(parts: SolverParts, chainId: number): Promise<void> {
  const due = await nextPage(parts.memory, {
    list: `refunds ${chainId}`,
    limit: REFUNDS_PER_TICK,
    placeOf,
    read: (after, limit) => refundsDue(parts.store, chainId, after, limit),
  });
  for (const request of await screened(parts, due, "refund")) {
    if (isBackedOff(parts, `refund ${request.id}`)) continue;
    const goOn = await isolateFailure(parts, { request: request.id }, () => refundOne(parts, request));
    if (!goOn) return;
  }
}

/** `foundGas`: the receiver is a contract that uses more than an account does, and bears it. */
async function refundOne(parts: SolverParts, request: BridgeRequest, foundGas?: bigint): Promise<void> {
  const { deposit } = request;
  const to = checkEvmAddress(refundAddress(request) ?? "");
  if (!deposit || !to)
    throw new Error(
      `Request ${request.id} is to be refunded without a deposit or an EVM address to refund to.`,
    );
  const canRedirect = request.refund === undefined; // one that was signed may be in circulation
  if (canRedirect && request.refundTo === TO_SENDER && !(await isAccount(parts, deposit.chainId, to)))
    return redirect(parts, request, "the deposit was sent by a contract, or by this service");
  const [row] = await depositsByIds(parts.store, [deposit.id]);
  const chargedGas = foundGas ?? REFUND_GAS;
  const gasOfAll = chargedGas + (row?.address ? SWEEP_GAS : 0n);
  const { arrives: amount } = await chargeRefund(parts, request, deposit, gasOfAll);
  if (amount === undefined) return giveUp(parts, request, deposit);
  if (row?.custody !== "depository") return void parts.memory.worthRefunding.add(deposit.id); // it is swept first
  parts.memory.worthRefunding.delete(deposit.id);
  const currency = requireCurrency(parts.catalog, deposit);
  const orderTo = (to: EvmAddress) =>
    depositoryOrder(parts, currency, { to, amount, nonce: BigInt(request.id), goodForMs: GOOD_FOR_MS });
  const call = await orderTo(to);
  const { chainId, currency: key } = deposit;
  const run = await openRun(parts, chainId);
  const trial = { call, fees: run.fees, purpose: "refund", about: `refund ${request.id}` } as const;
  const tried = await simulateCall(parts, run.chain, trial);
  const refuses = async (other: EvmAddress) => {
    const order = { ...trial, call: await orderTo(other), about: `refund ${request.id} to ${other}` };
    return (await simulateCall(parts, run.chain, order)).reverts;
  };
  if (tried.reverts) {
    const problem = await allocatorProblem(parts, chainId);
    if (problem !== undefined) return putOffRefused(parts, request, problem); // no receiver would get it
    const other = canRedirect ? checkEvmAddress(request.recoveryAddress ?? "") : undefined;
    const isOpen = other !== undefined && other !== to && !(await refuses(other));
    return isOpen ? redirect(parts, request, tried.reason) : putOffRefused(parts, request, tried.reason);
  }
  if (tried.gas > chargedGas && tried.gas <= MOST_GAS.refund && foundGas === undefined)
    return refundOne(parts, request, tried.gas);
  const gas = chargedLimit(tried.gas, chargedGas, "refund");
  if (gas === undefined) return putOffRefused(parts, request, `it needs ${tried.gas} gas`);
  const order = {
    id: await freeId(parts, request),
    ...({ requestId: request.id, kind: "refund", chainId, currency: key, amount, call, gas } as const),
  };
  const noRoom = await parts.limits.within("refunder", { requestId: request.id, currency, amount }, (spent) =>
    signPayment(parts, run, order, (hash) => {
      const seen = { kind: "refund-signed", hash, amount, at: parts.clock() } as const;
      return [...draftWrites(parts.store, observe(draftOf(request), seen).draft), ...spent];
    }),
  );
  if (noRoom) {
    backOff(parts, `refund ${request.id}`, RETRY_MS);
    return waitForRoom(parts, request, noRoom);
  }
  parts.memory.alarms.clear("network.refund_refused", request.id);
}

async function freeId({ store }: NetworkParts, { id }: BridgeRequest): Promise<string> {
  const earlier = (await paymentsOf(store, id)).filter(({ outbound }) => outbound.kind === "refund");
  return earlier.length === 0 ? `${id}/refund` : `${id}/refund/${earlier.length + 1}`;
}

/** Whether an account can be expected to keep what is sent to it: a contract may have sent coins of others, as this service does. */
async function isAccount(
  { evm, keys, contracts }: SolverParts,
  chainId: number,
  address: EvmAddress,
): Promise<boolean> {
  const own = [...Object.values(contracts), keys.solverEvmAddress, keys.refunderEvmAddress];
  if (own.includes(address)) return false;
  const code = await requireChain(evm, chainId).code(address);
  return code === "0x" || code.startsWith(DELEGATION);
}

/** The refund goes to the recovery address; without one a person decides. */
async function redirect(
  { store, clock, log, memory }: SolverParts,
  request: BridgeRequest,
  why: string,
): Promise<void> {
  const to = request.recoveryAddress;
  const { draft } = observe(draftOf(request), { kind: "refund-redirected", to, at: clock() });
  await store.commit(draftWrites(store, draft));
  memory.alarms.clear("network.refund_refused", request.id);
  log.warn("network.refund_redirected", { request: request.id, to: to ?? "", why });
}

async function giveUp(
  { store, clock, log, memory }: SolverParts,
  request: BridgeRequest,
  deposit: Deposit,
): Promise<void> {
  memory.worthRefunding.delete(deposit.id);
  const { draft } = observe(draftOf(request), { kind: "refund-uneconomic", at: clock() });
  await store.commit(draftWrites(store, draft));
  const { amount, chainId, currency } = deposit;
  log.warn("network.not_refundable", {
    request: request.id,
    chain: chainId,
    currency,
    amount: String(amount),
  });
}

/**
 * The receiver may be a contract that accepts no coins. Nothing is lost: it is retried, and an alarm is
 * raised.
 */
function putOffRefused(parts: SolverParts, request: BridgeRequest, reason: string): void {
  const data = { request: request.id, to: request.refundTo, reason };
  parts.memory.alarms.raise("network.refund_refused", request.id, data);
  backOff(parts, `refund ${request.id}`, RETRY_MS);
}
