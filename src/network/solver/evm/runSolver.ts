import type { NetworkParts } from "../../parts.ts";
import { equipContracts } from "./approvals.ts";
import { refundOnEvm } from "./refunds.ts";
import { watchReverted } from "./cancelReverted.ts";
import { fillOnEvm } from "./fills.ts";
import { followPayments } from "./followPayments.ts";
import { watchInventory } from "./inventory.ts";
import { isolateFailure } from "../isolateFailure.ts";
import { isBackedOff, newMemory, backOff, type SolverParts } from "../memory.ts";
import { payClaims } from "./payClaims.ts";
import { rebalance } from "./rebalance.ts";
import { sendPayments } from "./sendPayments.ts";
import { HOUSEKEEPING_MS } from "../settings.ts";
import { sendToTreasury } from "./treasury.ts";
import { settlePayment } from "./settle.ts";
import { sweepDeposits } from "./sweeps.ts";
import { resendUndone } from "./undonePayments.ts";
import { watchAllocator } from "./watchAllocator.ts";
import { withdrawSettled } from "./withdrawals.ts";

/** The solver on EVM chains: one turn of it, to be run every second. All chains at once: a slow one delays only itself. */
export function createSolver(parts: NetworkParts): () => Promise<void> {
  const solver: SolverParts = { ...parts, memory: newMemory(parts.log) };
  return async () => {
    await Promise.all([...parts.evm.keys()].map((chainId) => runChain(solver, chainId)));
  };
}

/**
 * What a reorganisation took back is sent again. What has landed is settled first, so that it no longer counts as promised;
 * then new payments are decided and signed, and everything that is due is sent.
 */
async function runChain(parts: SolverParts, chainId: number): Promise<void> {
  const step = (work: () => Promise<void>) => isolateFailure(parts, { chain: chainId }, work);
  const follow = () =>
    step(() => followPayments(parts, chainId, (payment, ending) => settlePayment(parts, payment, ending)));
  await step(() => resendUndone(parts, chainId));
  await follow();
  await step(() => fillOnEvm(parts, chainId));
  await step(() => refundOnEvm(parts, chainId));
  await step(() => payClaims(parts, chainId));
  await step(() => sweepDeposits(parts, chainId, { settled: false }));
  if (!isBackedOff(parts, `housekeeping ${chainId}`)) {
    backOff(parts, `housekeeping ${chainId}`, HOUSEKEEPING_MS);
    await step(() => watchReverted(parts, chainId));
    await step(() => watchAllocator(parts, chainId));
    await step(() => equipContracts(parts, chainId));
    await step(() => sweepDeposits(parts, chainId, { settled: true }));
    await step(() => withdrawSettled(parts, chainId));
    await step(() => rebalance(parts, chainId));
    await step(() => sendToTreasury(parts, chainId));
    await step(() => watchInventory(parts, chainId));
  }
  await step(() => sendPayments(parts, chainId));
  await follow();
}
