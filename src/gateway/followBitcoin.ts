import { z } from "zod";
import { addressOfScript } from "../bitcoin/address.ts";
import { chainNews, headersAfter, type BlockHeader, type FollowedBlock } from "../chain/followBlocks.ts";
import { ConflictError } from "../db/driver.ts";
import type { Deposit } from "../invoices/invoice.ts";
import { BITCOIN_CHAIN_ID } from "../protocol/identifiers.ts";
import { advanceInvoice } from "./advanceInvoice.ts";
import { eachItem, pages } from "./eachItem.ts";
import type { Gateway } from "./ports.ts";

const NOTE = "bitcoin:headers";
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
  const news = await chainNews(explorer, settings.bitcoinNetwork, known);
  const after = headersAfter(known, news);
  if (news.undone.length > 0) await unconfirm(gateway, news.undone);
  for (const block of news.joined) await matchBlock(gateway, block, after);
  if (settings.bitcoinConfirmations > 1 && news.joined.length > 0) await countConfirmations(gateway, after);
  if (news.joined.length > 0 || news.undone.length > 0) await keepHeaders(gateway, after, note?.version ?? 0);
  sensors.saw("chain", at);
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

async function matchBlock(
  gateway: Gateway,
  block: FollowedBlock,
  chain: readonly BlockHeader[],
): Promise<void> {
  const { store, settings } = gateway;
  const paid = block.outputs.flatMap((output) => {
    const address = addressOfScript(settings.bitcoinNetwork, output.script);
    return address ? [{ ...output, address }] : [];
  });
  const leases = await store.openLeasesAt(BITCOIN_CHAIN_ID, [...new Set(paid.map(({ address }) => address))]);
  const leaseOf = new Map(leases.map((lease) => [lease.address, lease]));
  await eachItem(gateway, "block output", paid, async ({ address, txid, vout, value }) => {
    const lease = leaseOf.get(address);
    if (!lease) return;
    const outpoint = `${txid}:${vout}`;
    const owner = await store.depositOwner(BITCOIN_CHAIN_ID, outpoint);
    if (owner !== undefined && owner !== lease.invoiceId) return; // credited once, to one invoice, for ever
    const confirmations = confirmationsOf(gateway, block.header.hash, chain);
    const blockHash = block.header.hash;
    await advanceInvoice(
      gateway,
      lease.invoiceId,
      { kind: "output", at: gateway.clock(), outpoint, address, value, confirmations, blockHash },
      { observation: { source: "block", body: { outpoint, value, height: block.header.height, blockHash } } },
    );
  });
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

/** Capped at what is required: beyond that, more blocks are not news. */
function confirmationsOf(gateway: Gateway, blockHash: string, chain: readonly BlockHeader[]): number {
  const tip = chain.at(-1);
  const header = chain.find(({ hash }) => hash === blockHash);
  if (!tip || !header) return gateway.settings.bitcoinConfirmations; // deeper than all the headers that are kept
  return Math.min(gateway.settings.bitcoinConfirmations, tip.height - header.height + 1);
}
