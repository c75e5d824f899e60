import { BITCOIN_CHAIN_ID } from "../../protocol/identifiers.ts";
import type { Instant } from "../../time.ts";
import type { Observation } from "../decide.ts";
import { blocksFor } from "../confirmations.ts";
import { bookDeposit } from "../ledger/book.ts";
import { draftOf, draftWrites, observe } from "../observe.ts";
import type { NetworkParts } from "../parts.ts";
import type { BridgeRequest } from "../request.ts";
import { depositsToConfirm, saveSeenDeposit } from "../store/deposits.ts";
import { requestById } from "../store/requests.ts";
import { depositFromRow, type DepositRow } from "../store/rows.ts";

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

/** The least that any deposit of the chain waits for. */
function confirmationsOf({ settings, evm }: NetworkParts, chainId: number): number {
  return chainId === BITCOIN_CHAIN_ID
    ? blocksFor(settings.confirmations, 0n)
    : (evm.get(chainId)?.confirmations ?? 1);
}

/** Larger Bitcoin deposits wait longer. */
function isDeepEnough(
  { settings }: NetworkParts,
  { chainId, amount, height }: DepositRow,
  tip: number,
): boolean {
  return chainId !== BITCOIN_CHAIN_ID || height <= tip - blocksFor(settings.confirmations, amount) + 1;
}

async function confirmOne({ store, clock, log }: NetworkParts, row: DepositRow): Promise<void> {
  try {
    const request = await requestById(store, row.requestId);
    const writes = request
      ? draftWrites(store, observe(draftOf(request), meaningOf(row, request, clock())).draft)
      : [];
    const booked = request ? await bookDeposit(store, request, row, clock()) : [];
    await store.commit([...writes, ...booked, saveSeenDeposit(store, row, { ...row, state: "confirmed" })]);
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

/** At the swap desk deposit and fill are one transaction, and the desk pays exactly what the order says. */
function meaningOf(row: DepositRow, { method, promised }: BridgeRequest, at: Instant): Observation {
  if (method !== "desk" || row.custody !== null || promised === undefined) {
    return { kind: "deposit-confirmed", id: row.id, at };
  }
  return { kind: "executed", deposit: depositFromRow(row), output: promised, at };
}
