import { z } from "zod";
import { chainNews, headersAfter, type BlockHeader } from "../chain/followBlocks.ts";
import { ConflictError } from "../db/driver.ts";
import type { Deposit } from "../invoices/invoice.ts";
import { advanceInvoice } from "./advanceInvoice.ts";
import { confirmationsOf, creditOutputs, paidOutputs, type PaidOutput } from "./creditOutputs.ts";
import { eachItem, pages } from "./eachItem.ts";
import type { Gateway } from "./ports.ts";
import { keepRefundPayments } from "./watchTransfers.ts";

const NOTE = "bitcoin:headers";
const BLOCKS_AT_ONCE = 50;
const headersSchema = z.array(z.object({ height: z.number(), hash: z.string(), previous: z.string() }));

/**
 * Follows Bitcoin block by block: each new block is fetched once and its outputs are matched with the open leases, so ten
 * or a hundred thousand open invoices cost the same calls. What a block says is written before the block counts as seen;
 * after a crash it is read again, which changes nothing.
 */
export async function followBitcoin(gateway: Gateway): Promise<void> {
  const { store, explorer, settings, clock, sensors } = gateway;
  if (!gateway.budgets.explorer.take()) return;
  const at = clock();
  const note = await store.readNote(NOTE);
  const known = note ? headersSchema.parse(note.body) : [];
  const news = await chainNews(explorer, settings.bitcoinNetwork, known, BLOCKS_AT_ONCE);
  const after = headersAfter(known, news);
  if (news.undone.length > 0) await unconfirm(gateway, news.undone);
  const outputs: PaidOutput[] = [];
  for (const block of news.joined) outputs.push(...(await paidOutputs(gateway, block)));
  await creditOutputs(gateway, outputs, after);
  await keepRefundPayments(gateway, news);
  if (settings.bitcoinConfirmations > 1 && news.joined.length > 0) await countConfirmations(gateway, after);
  if (news.joined.length > 0 || news.undone.length > 0) await keepHeaders(gateway, after, note?.version ?? 0);
  // While blocks are still being caught up with, nothing may expire: a payment in time may be in the next one.
  if (news.joined.length < BLOCKS_AT_ONCE) sensors.saw("chain", at);
}

/** Another process that follows the same chain may have been quicker; its headers are as good as ours. */
async function keepHeaders(
  gateway: Gateway,
  headers: readonly BlockHeader[],
  version: number,
): Promise<void> {
  try {
    await gateway.store.writeNote(NOTE, headers, gateway.clock(), version);
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
}

/** Deposits in blocks that have left the best chain are unconfirmed again, until a block or the mempool says otherwise. */
async function unconfirm(gateway: Gateway, undone: readonly BlockHeader[]): Promise<void> {
  const hashes = new Set(undone.map(({ hash }) => hash));
  gateway.log.warn("bitcoin.reorganised", { depth: undone.length, from: undone.at(-1)?.height });
  await eachMovingDeposit(gateway, async (invoiceId, deposit) => {
    if (deposit.blockHash === undefined || !hashes.has(deposit.blockHash)) return;
    const place = { confirmations: 0, blockHash: undefined };
    await observe(gateway, invoiceId, { ...deposit, ...place });
  });
}

async function countConfirmations(gateway: Gateway, chain: readonly BlockHeader[]): Promise<void> {
  await eachMovingDeposit(gateway, async (invoiceId, deposit) => {
    if (deposit.blockHash === undefined) return;
    const confirmations = confirmationsOf(gateway, deposit.blockHash, chain);
    if (confirmations > deposit.confirmations)
      await observe(gateway, invoiceId, { ...deposit, confirmations });
  });
}

async function observe(gateway: Gateway, invoiceId: string, deposit: Deposit): Promise<void> {
  const { outpoint, address, value, confirmations, blockHash } = deposit;
  const at = gateway.clock();
  await advanceInvoice(gateway, invoiceId, {
    kind: "output",
    sentBy: at,
    at,
    outpoint,
    address,
    value,
    confirmations,
    blockHash,
  });
}

async function eachMovingDeposit(
  gateway: Gateway,
  act: (invoiceId: string, deposit: Deposit) => Promise<void>,
): Promise<void> {
  for await (const page of pages(gateway.store.movingInvoices)) {
    await eachItem(gateway, "deposit", page, async ({ id, facts }) => {
      for (const deposit of facts.deposits) await act(id, deposit);
    });
  }
}
