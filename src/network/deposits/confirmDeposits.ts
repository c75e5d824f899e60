import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import type { Instant } from "../../values/time.ts";
import type { Observation } from "../decide.ts";
import { blocksFor } from "../confirmations.ts";
import { bookDeposit } from "../ledger/book.ts";
import { agreeOnDeposits } from "./agreeOnDeposits.ts";
import { correctDeposits } from "./correctDeposits.ts";
import { withinLimit } from "./exposure.ts";
import { isLarge } from "./largeDeposit.ts";
import { draftOf, draftWrites, observe } from "../observe.ts";
import type { EvmChain } from "../chains/evm.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import type { BridgeRequest } from "../request.ts";
import { depositsToConfirm, saveSeenDeposit } from "../persistence/deposits.ts";
import { followedHeaders } from "../persistence/headers.ts";
import { requestById } from "../persistence/requests.ts";
import { depositFromRow, type DepositRow } from "../persistence/rows.ts";

const CONFIRMED_PER_TICK = 500;

/**
 * Moves on every deposit of a chain that has enough blocks on it, given the height of the tip, as far as the limit of what is
 * at risk allows. One deposit that cannot be
 * confirmed must not hold up the others.
 */
export async function confirmDeposits(parts: NetworkParts, chainId: number, tip: number): Promise<void> {
  const highest = tip - confirmationsOf(parts, chainId) + 1;
  for (let waiting = 0; ;) {
    const page = { limit: CONFIRMED_PER_TICK, offset: waiting }; // those that must wait block no others
    const due = await depositsToConfirm(parts.store, chainId, highest, page);
    const ready =
      chainId === BITCOIN_CHAIN_ID
        ? await deepBitcoin(parts, due, tip)
        : await readyOnEvm(parts, chainId, due, tip);
    await Promise.all(ready.map((row) => confirmOne(parts, row)));
    if (due.length < CONFIRMED_PER_TICK || ready.length > 0) return;
    waiting += due.length;
  }
}

/** The least that any deposit of the chain waits for. */
function confirmationsOf({ settings, evm }: NetworkParts, chainId: number): number {
  return chainId === BITCOIN_CHAIN_ID
    ? blocksFor(settings.confirmations, 0n)
    : (evm.get(chainId)?.confirmations ?? 1);
}

/** Larger Bitcoin deposits wait longer, and all together are relied upon up to a limit. */
function deepBitcoin(
  parts: NetworkParts,
  due: readonly DepositRow[],
  tip: number,
): Promise<readonly DepositRow[]> {
  const { confirmations } = parts.settings;
  const deep = due.filter(({ amount, height }) => height <= tip - blocksFor(confirmations, amount) + 1);
  return withinLimit(parts, deep, tip);
}

/** Deep enough, and shown by as many nodes as must agree. */
async function readyOnEvm(
  parts: NetworkParts,
  chainId: number,
  due: readonly DepositRow[],
  tip: number,
): Promise<readonly DepositRow[]> {
  const chain = requireChain(parts.evm, chainId);
  if (chain.agreement <= 1 || due.length === 0) return deepOnEvm(parts, chain, due, tip);
  const agreedTip = Math.min(tip, await chain.agreed.tipHeight());
  const { shown, absent } = await agreeOnDeposits(
    parts,
    chain,
    await deepOnEvm(parts, chain, due, agreedTip),
  );
  if (absent.length > 0) await correctDeposits(parts, chain, absent);
  return shown;
}

/** Large deposits on EVM chains wait until the chain's own blocks are safe (evm/reader/finalityRules.ts). */
async function deepOnEvm(
  parts: Pick<NetworkParts, "catalog" | "prices" | "clock" | "settings">,
  { confirmations, largeConfirmations }: Pick<EvmChain, "confirmations" | "largeConfirmations">,
  due: readonly DepositRow[],
  tip: number,
): Promise<readonly DepositRow[]> {
  const ready: DepositRow[] = [];
  for (const row of due) {
    if (row.height > tip - confirmations + 1) continue;
    if (row.height <= tip - largeConfirmations + 1 || !(await isLarge(parts, row))) ready.push(row);
  }
  return ready;
}

/** Deposits on an EVM chain, so many at most, that have had enough blocks on them since a moment, and are not confirmed. */
export async function lateDeposits(
  parts: Pick<NetworkParts, "store" | "evm" | "catalog" | "prices" | "clock" | "settings">,
  chainId: number,
  since: Instant,
  limit: number,
): Promise<readonly DepositRow[]> {
  const { store, evm } = parts;
  const chain = evm.get(chainId);
  const tip = (await followedHeaders(store, chainId)).at(-1);
  if (!chain || !tip) return [];
  const due = await depositsToConfirm(store, chainId, tip.height - chain.confirmations + 1, {
    limit,
    offset: 0,
  });
  const deep = await deepOnEvm(parts, chain, due, tip.height);
  return deep.filter(({ seenAt }) => seenAt <= since);
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

/**
 * At the swap desk deposit and fill are one transaction, and the desk pays exactly the amount of the order.
 */
function meaningOf(row: DepositRow, { method, promised }: BridgeRequest, at: Instant): Observation {
  if (method !== "desk" || row.custody !== null || promised === undefined) {
    return { kind: "deposit-confirmed", id: row.id, at };
  }
  return { kind: "executed", deposit: depositFromRow(row), output: promised, at };
}
