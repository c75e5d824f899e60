import { BITCOIN_CHAIN_ID } from "../../protocol/identifiers.ts";
import { draftOf, draftWrites, observe } from "../observe.ts";
import type { NetworkParts } from "../parts.ts";
import { depositsToConfirm, saveDeposit } from "../store/deposits.ts";
import { requestById } from "../store/requests.ts";
import type { DepositRow } from "../store/rows.ts";

const CONFIRMED_PER_TICK = 500;

/**
 * Moves on every deposit of a chain that has enough blocks on it, given the height of the tip. One deposit that cannot be
 * confirmed must not hold up the others.
 */
export async function confirmDeposits(parts: NetworkParts, chainId: number, tip: number): Promise<void> {
  const highest = tip - confirmationsOf(parts, chainId) + 1;
  const due = await depositsToConfirm(parts.store, chainId, highest, CONFIRMED_PER_TICK);
  await Promise.all(due.filter((row) => isDeepEnough(parts, row, tip)).map((row) => confirmOne(parts, row)));
}

function confirmationsOf({ settings, evm }: NetworkParts, chainId: number): number {
  return chainId === BITCOIN_CHAIN_ID ? settings.confirmations : (evm.get(chainId)?.confirmations ?? 1);
}

/** Large Bitcoin deposits may wait longer (a setting; off by default). */
function isDeepEnough({ settings }: NetworkParts, row: DepositRow, tip: number): boolean {
  const { largeDeposit } = settings;
  if (row.chainId !== BITCOIN_CHAIN_ID || !largeDeposit || row.amount <= largeDeposit.sats) return true;
  return row.height <= tip - largeDeposit.confirmations + 1;
}

async function confirmOne({ store, clock, log }: NetworkParts, row: DepositRow): Promise<void> {
  try {
    const request = await requestById(store, row.requestId);
    const seen = { kind: "deposit-confirmed", id: row.id, at: clock() } as const;
    const writes = request ? draftWrites(store, observe(draftOf(request), seen).draft) : [];
    await store.commit([...writes, saveDeposit(store, row, { ...row, state: "confirmed" })]);
    const { requestId, chainId, amount } = row;
    log.info("network.deposit_confirmed", {
      request: requestId,
      deposit: row.id,
      chain: chainId,
      amount: String(amount),
    });
  } catch (error) {
    log.error("network.deposit_not_confirmed", { deposit: row.id, error });
  }
}
