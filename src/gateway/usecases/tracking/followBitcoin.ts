import { z } from "zod";
import { ChainUncertain } from "../../../bitcoin/reader/bitcoinAgreement.ts";
import { bitcoinRules, type BitcoinRules } from "../../../bitcoin/reader/bitcoinRules.ts";
import {
  chainNews,
  headersAfter,
  type BlockHeader,
  type ChainNews,
  type FollowedBlock,
} from "../../../bitcoin/reader/followBlocks.ts";
import type { Deposit, Invoice } from "../../domain/invoices/invoice.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { advanceInvoice } from "../invoices/advanceInvoice.ts";
import { confirmationsOf, creditOutputs, paymentsIn, type PaidOutput } from "../crediting/creditOutputs.ts";
import { checkpoint, type Checkpoint } from "../checkpoint.ts";
import { eachItem, pages } from "../eachItem.ts";
import { noteUnattributed, undoUnattributed } from "../crediting/noteUnattributed.ts";
import type { Gateway } from "../gateway.ts";
import type { CreditingContext } from "../crediting/creditingContext.ts";
import { reportUndoneOrigins } from "../crediting/depositReorgs.ts";
import { keepRefundPayments } from "./watchTransfers.ts";

const BLOCKS_AT_ONCE = 50;
const headersSchema = z.array(z.object({ height: z.number(), hash: z.string(), previous: z.string() }));
const epochSchema = z.object({ start: z.number(), hash: z.string(), time: z.number(), bits: z.number() });
const followedSchema = z.union([
  z.object({ headers: headersSchema, epochs: z.array(epochSchema) }),
  headersSchema.transform((headers) => ({ headers, epochs: [] })), // earlier versions kept no epochs
]);
/** The end of the followed chain, and the targets of its blocks. */
type Followed = Readonly<z.infer<typeof followedSchema>>;

/** The position on the Bitcoin chain; it exists from the first poll of the chain on. */
export const bitcoinCheckpoint: Checkpoint<Followed> = checkpoint("bitcoin:headers", followedSchema, {
  headers: [],
  epochs: [],
});

/**
 * Follows Bitcoin block by block: each new block is fetched once and its outputs are matched with the open
 * leases, so the number of calls does not depend on the number of open invoices. The contents of a block
 * are written before the block counts as seen; after a crash it is read again, which is idempotent. While
 * the chain is uncertain nothing is confirmed, and because nothing is seen, nothing expires either.
 */
export async function followBitcoin(gateway: CreditingContext): Promise<void> {
  const { persistence, clock, sensors, settings } = gateway;
  if (!gateway.budgets.explorer.take()) return;
  const at = clock();
  const { value: known, version } = await bitcoinCheckpoint.read(persistence);
  const rules = settings.bitcoinRules ?? bitcoinRules(settings.bitcoinNetwork);
  const news = await certainNews(gateway, rules, known);
  if (!news) return;
  const after = headersAfter(known.headers, news);
  if (news.undone.length > 0) await undo(gateway, news.undone);
  const outputs: PaidOutput[] = [];
  for (const block of news.joined) {
    const { paid, strays } = await paymentsIn(gateway, block);
    outputs.push(...paid);
    await noteUnattributed(gateway, strays);
  }
  await creditOutputs(gateway, outputs, after);
  await reportUndoneOrigins(
    gateway,
    BITCOIN_CHAIN_ID,
    news.undone.map(({ hash }) => hash),
  );
  await keepRefundPayments(gateway, news);
  if (news.joined.length > 0) await tellOfBlocks(gateway, news.joined, after);
  if (news.joined.length > 0 || news.undone.length > 0)
    await bitcoinCheckpoint.writeUnlessNewer(
      persistence,
      { headers: [...after], epochs: [...news.epochs] },
      clock(),
      version,
    );
  const tip = after.at(-1);
  if (tip) gateway.heights.set(BITCOIN_CHAIN_ID, tip.height);
  // While blocks are still being caught up with, nothing may expire: a payment in time may be in the next one.
  if (news.joined.length < BLOCKS_AT_ONCE) sensors.saw(BITCOIN_CHAIN_ID, at);
}

/** Undefined while the explorers disagree, which is logged and shown by `explorer.doubt`. */
async function certainNews(
  { explorer }: Pick<Gateway, "explorer">,
  rules: BitcoinRules,
  { headers, epochs }: Followed,
): Promise<ChainNews | undefined> {
  try {
    return await chainNews(explorer, rules, headers, { epochs, limit: BLOCKS_AT_ONCE });
  } catch (error) {
    if (error instanceof ChainUncertain) return undefined;
    throw error;
  }
}

/**
 * Deposits in blocks that have left the best chain are unconfirmed again, until a block or the mempool
 * shows them.
 */
async function undo(gateway: CreditingContext, undone: readonly BlockHeader[]): Promise<void> {
  const hashes = new Set(undone.map(({ hash }) => hash));
  await undoUnattributed(gateway, BITCOIN_CHAIN_ID, [...hashes]);
  gateway.log.warn("bitcoin.reorganised", { depth: undone.length, from: undone.at(-1)?.height });
  await eachMovingDeposit(gateway, async ({ id }, deposit) => {
    if (deposit.blockHash === undefined || !hashes.has(deposit.blockHash)) return;
    const place = { confirmations: 0, blockHash: undefined };
    await observe(gateway, id, { ...deposit, ...place });
  });
}

/**
 * Confirmations, for invoices that want more than one; and payments that can confirm no more, because a transaction in one of
 * the new blocks spends the same outputs.
 */
async function tellOfBlocks(
  gateway: CreditingContext,
  joined: readonly FollowedBlock[],
  chain: readonly BlockHeader[],
): Promise<void> {
  const spent = new Set(joined.flatMap((block) => block.spent));
  const confirmed = new Set(joined.flatMap(({ outputs }) => outputs.map(({ txid }) => txid)));
  await eachMovingDeposit(gateway, async ({ id, terms }, deposit) => {
    const { outpoint, chainId, presence, spends } = deposit;
    const [txid = ""] = outpoint.split(":");
    const isReplaced =
      chainId === BITCOIN_CHAIN_ID && presence === "mempool" && spends.some((spend) => spent.has(spend));
    if (isReplaced && !confirmed.has(txid)) {
      await advanceInvoice(
        gateway,
        id,
        { kind: "gone", at: gateway.clock(), outpoint },
        { observation: { source: "block", body: { outpoint, gone: true } } },
      );
      return;
    }
    if (deposit.blockHash === undefined || deposit.confirmations >= terms.policy.confirmations) return;
    const confirmations = confirmationsOf(deposit.blockHash, chain);
    if (confirmations > deposit.confirmations) await observe(gateway, id, { ...deposit, confirmations });
  });
}

async function observe(gateway: CreditingContext, invoiceId: string, deposit: Deposit): Promise<void> {
  const { outpoint, chainId, currency, address, value, confirmations, blockHash } = deposit;
  const at = gateway.clock();
  await advanceInvoice(gateway, invoiceId, {
    kind: "output",
    sentBy: at,
    at,
    outpoint,
    chainId,
    currency,
    address,
    value,
    confirmations,
    blockHash,
  });
}

async function eachMovingDeposit(
  gateway: Pick<Gateway, "log" | "persistence">,
  act: (invoice: Invoice, deposit: Deposit) => Promise<void>,
): Promise<void> {
  for await (const page of pages(gateway.persistence.invoices.moving)) {
    await eachItem(gateway, "deposit", page, async (invoice) => {
      for (const deposit of invoice.facts.deposits) await act(invoice, deposit);
    });
  }
}
