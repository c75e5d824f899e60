import { encodeFunctionData } from "viem";
import type { EvmAddress } from "../../evm/address.ts";
import { erc20Abi } from "../../evm/erc20.ts";
import { BITCOIN_CHAIN_ID } from "../../protocol/identifiers.ts";
import { isToken, requireCurrency, type Currency } from "../catalog.ts";
import type { EvmCall } from "../chains/evm.ts";
import { draftOf, draftWrites, observe, type Draft } from "../observe.ts";
import type { NetworkParts } from "../parts.ts";
import { quoteRecord } from "../quote/issue.ts";
import { priceInput, worthOf } from "../quote/pricing.ts";
import type { BridgeRequest } from "../request.ts";
import { requestsIn } from "../store/requests.ts";
import { openRun, signPayment, type EvmRun } from "./evmPayments.ts";
import { SOLVER_GAS_LIMIT } from "./gas.ts";
import { isolated } from "./isolated.ts";

const FILLS_PER_TICK = 200;

/**
 * Decides every confirmed deposit: re-quoted at the prices of now, then signed and stored, or refused and given back. One chain,
 * or one request, that cannot be served now never holds up the others.
 */
export async function decideFills(parts: NetworkParts): Promise<void> {
  const pending = await requestsIn(parts.store, "pending", FILLS_PER_TICK);
  const chains = new Set(pending.map(({ destination }) => destination.chainId));
  for (const chainId of chains) {
    const mine = pending.filter(({ destination }) => destination.chainId === chainId);
    if (chainId === BITCOIN_CHAIN_ID) continue;
    await isolated(parts, { chain: chainId }, () => fillOnEvm(parts, chainId, mine));
  }
}

async function fillOnEvm(
  parts: NetworkParts,
  chainId: number,
  requests: readonly BridgeRequest[],
): Promise<void> {
  const run = await openRun(parts, chainId);
  const left = new Map<string, bigint>(); // what the solver can still give in this tick
  for (const request of requests) {
    const done = await isolated(parts, { request: request.id }, async () => {
      const destination = requireCurrency(parts.catalog, request.destination);
      const capacity =
        left.get(destination.address) ?? (await parts.market.capacity(destination, ["filling"]));
      left.set(destination.address, capacity);
      const given = await fillOne(parts, run, request, destination, capacity);
      left.set(destination.address, capacity - given);
    });
    if (!done) return;
  }
}

/** Fills one request if it can be; gives the destination units that were promised for it. */
async function fillOne(
  parts: NetworkParts,
  run: EvmRun,
  request: BridgeRequest,
  destination: Currency,
  capacity: bigint,
): Promise<bigint> {
  const { draft, amount } = await requote(parts, request, destination, capacity);
  if (amount === undefined) {
    await parts.store.commit(draftWrites(parts.store, draft));
    const { state, failReason: reason } = draft.now;
    parts.log.warn("network.not_filled", { request: request.id, state, reason });
    return 0n;
  }
  const order = {
    ...request.destination,
    ...({ id: `${request.id}/fill`, requestId: request.id, kind: "fill", amount } as const),
    call: paymentCall(destination, request.recipient as EvmAddress, amount), // checked for an EVM destination
    gas: SOLVER_GAS_LIMIT,
  };
  await signPayment(parts, run, order, (hash) =>
    draftWrites(parts.store, observe(draft, { kind: "fill-signed", hash, at: parts.clock() }).draft),
  );
  return amount;
}

/** The request after it was priced anew, and what the fill is to pay; undefined when there is none. */
export async function requote(
  parts: NetworkParts,
  request: BridgeRequest,
  destination: Currency,
  capacity: bigint,
): Promise<Readonly<{ draft: Draft; amount: bigint | undefined }>> {
  const { deposit, method } = request;
  if (!deposit) throw new Error(`Request ${request.id} is to be filled without a deposit.`);
  const origin = requireCurrency(parts.catalog, deposit);
  const market = await parts.market.market({ origin, destination, method });
  const price = priceInput(deposit.amount, market, request);
  const offer = { output: price.output, worth: worthOf(price), capacity, quote: quoteRecord(price, market) };
  const { draft, effects } = observe(draftOf(request), { kind: "requoted", offer, at: parts.clock() });
  return { draft, amount: effects.find((effect) => effect.kind === "sign-fill")?.amount };
}

/** The transaction that pays an amount of a currency to somebody. */
export function paymentCall(currency: Currency, to: EvmAddress, amount: bigint): EvmCall {
  if (!isToken(currency)) return { to, value: amount, data: "0x" };
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] });
  return { to: currency.address, value: 0n, data };
}
