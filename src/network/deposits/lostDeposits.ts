import type { Write } from "../../database/driver.ts";
import { draftOf, draftWrites, observe } from "../observe.ts";
import type { NetworkParts } from "../parts.ts";
import { isolateFailure } from "../solver/isolateFailure.ts";
import { undoneDeposits } from "../persistence/bitcoinDeposits.ts";
import { coinsByOutpoint, coinsOfPayments, saveCoin } from "../persistence/coins.ts";
import { depositsByIds, saveDeposit } from "../persistence/deposits.ts";
import { closeOutbound, openPayment } from "../persistence/outbound.ts";
import type { DepositRow } from "../persistence/rows.ts";
import { requestById } from "../persistence/requests.ts";

/** A transaction that was undone and is in no block for so long is asked for: it may be gone. */
export const GONE_AFTER = 6; // blocks above the one that the deposit had been in
const LOOKED_FOR = 144; // blocks; a day

/**
 * Marks requests whose Bitcoin deposit was undone and has not returned within six blocks, when no explorer
 * has its transaction any more: its coins were spent otherwise. Payments that would have spent it are
 * cancelled. Costs nothing while no deposit is missing.
 */
export async function noticeLostDeposits(parts: NetworkParts, tip: number): Promise<void> {
  for (const row of await undoneDeposits(parts.store, tip - LOOKED_FOR, tip - GONE_AFTER)) {
    const goOn = await isolateFailure(parts, { deposit: row.id }, () => noticeOne(parts, row));
    if (!goOn) return;
  }
}

async function noticeOne(parts: NetworkParts, row: DepositRow): Promise<void> {
  const { store, bitcoin, clock, log } = parts;
  const request = await requestById(store, row.requestId);
  const seen = { kind: "deposit-lost", id: row.id, at: clock() } as const;
  const told = request ? draftWrites(store, observe(draftOf(request), seen).draft) : [];
  const cancelled = await cancelWrites(parts, row);
  if (told.length + cancelled.length === 0) return;
  if ((await bitcoin.rawTx(row.txHash)) !== undefined) return; // it still waits for a block
  await store.commit([...told, ...cancelled]);
  log.warn("network.deposit_gone", { request: row.requestId, deposit: row.id, sats: String(row.amount) });
}

/** Cancels the open payment that spends a lost deposit, and sets free what else it would have spent. */
async function cancelWrites({ store, clock }: NetworkParts, lost: DepositRow): Promise<readonly Write[]> {
  const [coin] = await coinsByOutpoint(store, [lost.id]);
  const payment = coin?.spentBy ? await openPayment(store, coin.spentBy) : undefined;
  if (!payment) return [];
  const { outbound } = payment;
  const close = closeOutbound(store, outbound.id, { state: "cancelled", hash: null, fee: null, at: clock() });
  if (outbound.kind === "refund") return [close]; // its coin stays its own: should the deposit be back, so is the refund
  const coins = await coinsOfPayments(store, [outbound.id]);
  const deposits = await depositsByIds(
    store,
    coins.map(({ outpoint }) => outpoint),
  );
  return [
    close,
    ...coins.map((one) => saveCoin(store, one, { state: "undone" })),
    ...deposits.map((row) => saveDeposit(store, row, { ...row, custody: "address", movedBy: null })),
  ];
}
