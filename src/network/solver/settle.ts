import { draftOf, draftWrites, observe } from "../observe.ts";
import type { NetworkParts } from "../parts.ts";
import type { Observation } from "../decide.ts";
import { closeOutbound, type OpenPayment } from "../store/outbound.ts";
import { requestById } from "../store/requests.ts";
import type { Ending } from "./evmPayments.ts";

/** Closes a payment that is in a block, and tells its request. */
export async function settlePayment(
  { store, clock, log }: NetworkParts,
  { outbound }: OpenPayment,
  { hash, receipt }: Ending,
): Promise<void> {
  const at = clock();
  const state = receipt.success ? "included" : "reverted";
  const seen = outcomeFor(outbound.kind, hash, receipt.success, at);
  const request =
    seen && outbound.requestId !== null ? await requestById(store, outbound.requestId) : undefined;
  const told = request && seen ? draftWrites(store, observe(draftOf(request), seen).draft) : [];
  await store.commit([...told, closeOutbound(store, outbound.id, { state, hash, fee: receipt.fee, at })]);
  const { requestId, kind, amount } = outbound;
  log.info(`network.${kind}_${state}`, { request: requestId, hash, amount: String(amount) });
}

function outcomeFor(kind: string, hash: string, success: boolean, at: number): Observation | undefined {
  if (kind === "fill") return { kind: success ? "fill-included" : "fill-reverted", hash, at };
  if (kind === "refund" && success) return { kind: "refund-included", hash, at };
  return undefined;
}
