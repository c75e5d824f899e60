import { z } from "zod";
import { depositsCheckpoint } from "./watchEvmDeposits.ts";
import type { BlockHeader, FollowedBlock } from "../../../bitcoin/reader/followBlocks.ts";
import type { TransferFilter, TransferNews } from "../../../evm/reader/watchTransfers.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { fromUnixSeconds } from "../../../values/time.ts";
import { bitcoinScript } from "../crediting/refundOf.ts";
import type { Gateway } from "../gateway.ts";
import type { CreditingContext } from "../crediting/creditingContext.ts";
import type { TransferReader } from "../../ports/chainPort.ts";
import type { Transfer } from "../../ports/persistencePort.ts";
import { refundPlace, watchedPlaces, type WatchedPlaces } from "../crediting/transferPlaces.ts";
import { checkpoint } from "../checkpoint.ts";
import { proofOf } from "../crediting/transferProofs.ts";
import { stillUndone, reportReturnedSettlements, undoneSchema } from "../crediting/settlementReorgs.ts";

const checkpointsSchema = z.array(z.object({ height: z.number(), hash: z.string() }));
const transactionSchema = z.object({ txHash: z.string(), height: z.number() });
/** What is known of a chain. `recent` are the transactions that brought something lately, `undone` those that have left since. */
const knownSchema = z.union([
  z.object({
    checkpoints: checkpointsSchema,
    recent: z.array(transactionSchema),
    undone: z.array(undoneSchema),
  }),
  checkpointsSchema.transform((checkpoints) => ({ checkpoints, recent: [], undone: [] })), // earlier versions kept no more
]);
type Known = Readonly<z.infer<typeof knownSchema>>;

const NOTHING: Known = { checkpoints: [], recent: [], undone: [] };
const RANGES_A_LOOK = 20;
const RECENT_BLOCKS = 1_000; // deeper reorganisations than the 100 checkpoints of a follower that keeps up need a person anyway
const MOST_RECENT = 2_000; // transactions

/**
 * Reads the chain's new Transfer logs to the stores' own addresses, of settlement coins and of every token that the service takes
 * there, and remembers them. They are written before their blocks
 * count as read; after a crash they are read again, which changes nothing. Costs the same for any number of invoices.
 */
export async function watchTransfers(
  gateway: CreditingContext,
  chainId: number,
  read: TransferReader,
): Promise<void> {
  const position = checkpoint(`transfers:${chainId}`, knownSchema, NOTHING);
  const places = await watchedPlaces(gateway);
  const tokens = await watchedTokens(gateway, chainId, places);
  const filter = filterFor(places, chainId, tokens);
  for (let range = 0; range < RANGES_A_LOOK; range++) {
    const { value: known, version } = await position.read(gateway.persistence);
    const news = await read(known.checkpoints, filter);
    if (news.checkpoints === known.checkpoints) return;
    const after = await takeIn(gateway, chainId, known, news, filter);
    await position.writeUnlessNewer(gateway.persistence, after, gateway.clock(), version);
    if (news.caughtUp) return;
  }
}

async function takeIn(
  gateway: CreditingContext,
  chainId: number,
  { recent, undone }: Known,
  news: TransferNews,
  filter: TransferFilter,
): Promise<Known> {
  const { undoneFrom = Infinity, checkpoints, unread } = news;
  const left = recent.filter(({ height }) => height >= undoneFrom);
  if (undoneFrom < Infinity) {
    gateway.log.warn("transfers.reorganised", { chain: chainId, from: undoneFrom });
    await gateway.persistence.transfers.drop(chainId, undoneFrom);
  }
  for (const txHash of unread)
    gateway.log.warn("transfers.transaction_too_large", { chain: chainId, txHash });
  const transfers = transfersOf(gateway, chainId, news, filter);
  await gateway.persistence.transfers.keep(transfers);
  await reportReturnedSettlements(gateway, transfers);
  const since = gateway.clock();
  const gone = [...undone, ...left.map(({ txHash }) => ({ txHash, since }))];
  return {
    checkpoints: [...checkpoints],
    recent: recentAfter(
      recent.filter((one) => !left.includes(one)),
      transfers,
    ),
    undone: [...(await stillUndone(gateway, chainId, gone))],
  };
}

function recentAfter(before: Known["recent"], transfers: readonly Transfer[]): Known["recent"] {
  const seen = new Map([...before, ...transfers].map(({ txHash, height }) => [txHash, height]));
  const highest = Math.max(0, ...seen.values());
  return [...seen]
    .map(([txHash, height]) => ({ txHash, height }))
    .filter(({ height }) => height > highest - RECENT_BLOCKS)
    .slice(-MOST_RECENT);
}

/** The tokens that are watched at the stores' own addresses on a chain, in lower case: settlement coins, and what the service takes. */
export async function watchedTokens(
  { persistence }: Pick<Gateway, "persistence">,
  chainId: number,
  { settlements }: WatchedPlaces,
): Promise<readonly string[]> {
  const { tokens } = (await depositsCheckpoint(chainId).read(persistence)).value;
  const paidIn = settlements.filter((one) => one.chainId === chainId).map(({ currency }) => currency);
  return [...new Set([...paidIn, ...tokens].map((token) => token.toLowerCase()))];
}

function filterFor(
  { settlements }: WatchedPlaces,
  chainId: number,
  tokens: readonly string[],
): TransferFilter {
  const here = settlements.filter((settlement) => settlement.chainId === chainId);
  const recipients = [...new Set(here.map(({ recipient }) => recipient.toLowerCase()))];
  return { tokens: recipients.length === 0 ? [] : tokens, recipients };
}

function transfersOf(
  gateway: Pick<Gateway, "clock">,
  chainId: number,
  { transfers }: TransferNews,
  { tokens, recipients }: TransferFilter,
): readonly Transfer[] {
  const seenAt = gateway.clock();
  return transfers.flatMap((transfer) => {
    const { txHash, logIndex: position, currency, recipient, amount, height, at } = transfer;
    if (!tokens.includes(currency) || !recipients.includes(recipient)) return [];
    const place = `${chainId}:${currency}:${recipient}`;
    return [
      { key: proofOf(chainId, transfer), chainId, place, txHash, position, amount, height, at, seenAt },
    ];
  });
}

/** Remembers what new Bitcoin blocks pay to refund addresses, and forgets what undone ones did. */
export async function keepRefundPayments(
  gateway: Pick<Gateway, "clock" | "persistence" | "settings">,
  { undone, joined }: Readonly<{ undone: readonly BlockHeader[]; joined: readonly FollowedBlock[] }>,
): Promise<void> {
  const fork = undone.at(-1); // tip first, so the last is the lowest
  if (fork) await gateway.persistence.transfers.drop(BITCOIN_CHAIN_ID, fork.height);
  if (joined.length === 0) return;
  const addresses = new Map<string | undefined, string>();
  for (const address of (await watchedPlaces(gateway)).refundAddresses) {
    addresses.set(bitcoinScript(gateway, address), address);
  }
  const seenAt = gateway.clock();
  const paid = joined.flatMap(({ header, time, outputs }) =>
    outputs.flatMap(({ txid, vout, script, value }): Transfer[] => {
      const address = addresses.get(script);
      if (address === undefined) return [];
      const key = `${BITCOIN_CHAIN_ID}:${txid}:${vout}`;
      const found = {
        key,
        chainId: BITCOIN_CHAIN_ID,
        place: refundPlace(address),
        txHash: txid,
        position: vout,
      };
      return [{ ...found, amount: value, height: header.height, at: fromUnixSeconds(time), seenAt }];
    }),
  );
  await gateway.persistence.transfers.keep(paid);
}
