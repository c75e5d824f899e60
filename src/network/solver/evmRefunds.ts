import { checkEvmAddress } from "../../evm/address.ts";
import { DAY_MS, MINUTE_MS } from "../../time.ts";
import { requireCurrency } from "../catalog.ts";
import type { EvmChain } from "../chains/evm.ts";
import { draftOf, draftWrites, observe } from "../observe.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import type { BridgeRequest, Deposit } from "../request.ts";
import { depositsByIds } from "../store/deposits.ts";
import { paymentsOf } from "../store/outbound.ts";
import { refundsDue } from "../store/requests.ts";
import { depositoryOrder } from "./depositoryOrder.ts";
import { gasLimit, REFUND_GAS, SWEEP_GAS } from "./gas.ts";
import { isolated } from "./isolated.ts";
import { isPutOff, putOff, type SolverParts } from "./memory.ts";
import { openRun, signPayment } from "./signPayment.ts";
import { valuer } from "./worth.ts";

const REFUNDS_PER_TICK = 50;
const RETRY_MS = MINUTE_MS;
const GOOD_FOR_MS = 365 * DAY_MS; // a request has one nonce, so its order may be good for as long as it could be stuck
const DUST_USD = 1_000_000n; // 0.01 US dollars in 10^-8: less is not worth a transaction

/**
 * Returns deposits on an EVM chain that could not be bridged, to refundTo on the chain on which they came, less what that
 * costs. The depository pays, once per request; what still lies at a deposit address is swept into it before.
 */
export async function refundOnEvm(parts: SolverParts, chainId: number): Promise<void> {
  for (const request of await refundsDue(parts.store, chainId, REFUNDS_PER_TICK)) {
    if (isPutOff(parts, `refund ${request.id}`)) continue;
    const goOn = await isolated(parts, { request: request.id }, () => refundOne(parts, request));
    if (!goOn) return;
  }
}

async function refundOne(parts: SolverParts, request: BridgeRequest): Promise<void> {
  const { deposit, refundTo } = request;
  const to = checkEvmAddress(refundTo ?? "");
  if (!deposit || !to)
    throw new Error(
      `Request ${request.id} is to be refunded without a deposit or an EVM address to refund to.`,
    );
  const chain = requireChain(parts.evm, deposit.chainId);
  const [row] = await depositsByIds(parts.store, [deposit.id]);
  const amount = await refundAmount(parts, chain, deposit, Boolean(row?.address));
  if (amount === undefined) return giveUp(parts, request, deposit);
  if (row?.custody !== "depository") return; // it is swept first
  const currency = requireCurrency(parts.catalog, deposit);
  const call = await depositoryOrder(parts, currency, {
    ...{ to, amount, nonce: BigInt(request.id), goodForMs: GOOD_FOR_MS },
  });
  const tried = await chain.simulate(parts.keys.solverEvmAddress, call);
  const gas = tried.reverts ? undefined : gasLimit(tried.gas, "refund");
  if (gas === undefined) return putOffRefused(parts, request, tried.reverts ? tried.reason : "too much gas");
  const earlier = (await paymentsOf(parts.store, request.id)).filter(
    ({ outbound }) => outbound.kind === "refund",
  );
  const { chainId, currency: key } = deposit;
  const order = {
    id: earlier.length === 0 ? `${request.id}/refund` : `${request.id}/refund/${earlier.length + 1}`,
    ...({ requestId: request.id, kind: "refund", chainId, currency: key, amount, call, gas } as const),
  };
  await signPayment(parts, await openRun(parts, chainId), order, (hash) => {
    const seen = { kind: "refund-signed", hash, amount, at: parts.clock() } as const;
    return draftWrites(parts.store, observe(draftOf(request), seen).draft);
  });
  parts.memory.alarms.clear("network.refund_refused", request.id);
}

/** What is left of a deposit after the gas of giving it back, in its currency; undefined when that is nothing or dust. */
async function refundAmount(
  parts: NetworkParts,
  chain: EvmChain,
  deposit: Deposit,
  fromAddress: boolean,
): Promise<bigint | undefined> {
  const { costIn, usd } = await valuer(parts, requireCurrency(parts.catalog, deposit));
  const gas = REFUND_GAS + (fromAddress ? SWEEP_GAS : 0n);
  const { maxFeePerGas } = await parts.market.gasFees(chain.id);
  const amount = deposit.amount - costIn(gas * maxFeePerGas);
  return amount > 0n && usd(amount) >= DUST_USD ? amount : undefined;
}

async function giveUp(
  { store, clock, log }: NetworkParts,
  request: BridgeRequest,
  deposit: Deposit,
): Promise<void> {
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

/** The receiver may be a contract that takes no coins. Nothing is lost: it is tried again, and somebody is told. */
function putOffRefused(parts: SolverParts, request: BridgeRequest, reason: string): void {
  const data = { request: request.id, to: request.refundTo, reason };
  parts.memory.alarms.raise("network.refund_refused", request.id, data);
  putOff(parts, `refund ${request.id}`, RETRY_MS);
}
