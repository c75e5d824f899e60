import { z } from "zod";
import type { BlockHeader, FollowedBlock } from "../chain/followBlocks.ts";
import type { TransferNews } from "../chain/watchTransfers.ts";
import { ConflictError } from "../db/driver.ts";
import { BITCOIN_CHAIN_ID } from "../protocol/identifiers.ts";
import { SECOND_MS } from "../time.ts";
import { bitcoinScript } from "./outcomeOf.ts";
import type { Gateway, TransferReader } from "./ports.ts";
import type { Transfer } from "./storePort.ts";
import { refundPlace, settlementPlace, watchedPlaces, type WatchedPlaces } from "./transferPlaces.ts";

const checkpointsSchema = z.array(z.object({ height: z.number(), hash: z.string() }));
const RANGES_A_LOOK = 20;

/**
 * Reads the chain's new Transfer logs to the stores' own addresses and remembers them. They are written before their blocks
 * count as read; after a crash they are read again, which changes nothing. Costs the same for any number of invoices.
 */
export async function watchTransfers(gateway: Gateway, chainId: number, read: TransferReader): Promise<void> {
  const name = `transfers:${chainId}`;
  const places = await watchedPlaces(gateway);
  for (let range = 0; range < RANGES_A_LOOK; range++) {
    const note = await gateway.store.readNote(name);
    const known = note ? checkpointsSchema.parse(note.body) : [];
    const news = await read(known, filterFor(places, chainId));
    if (news.checkpoints === known) return;
    if (news.undoneFrom !== undefined) {
      gateway.log.warn("transfers.reorganised", { chain: chainId, from: news.undoneFrom });
      await gateway.store.dropTransfers(chainId, news.undoneFrom);
    }
    await gateway.store.keepTransfers(transfersOf(gateway, chainId, news, places));
    try {
      await gateway.store.writeNote(name, news.checkpoints, gateway.clock(), note?.version ?? 0);
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error; // another process follows the same chain and was quicker
    }
    if (news.caughtUp) return;
  }
}

function filterFor({ settlements }: WatchedPlaces, chainId: number) {
  const here = settlements.filter((settlement) => settlement.chainId === chainId);
  const distinct = (texts: readonly string[]) => [...new Set(texts.map((text) => text.toLowerCase()))];
  return {
    tokens: distinct(here.map(({ currency }) => currency)),
    recipients: distinct(here.map(({ recipient }) => recipient)),
  };
}

/** The transfers at watched places: one store's token may have gone to another store's address. */
function transfersOf(
  gateway: Gateway,
  chainId: number,
  { transfers }: TransferNews,
  { settlements }: WatchedPlaces,
): readonly Transfer[] {
  const watched = new Set(settlements.map(settlementPlace));
  const seenAt = gateway.clock();
  return transfers.flatMap(({ txHash, logIndex, currency, recipient, amount, height, at }) => {
    const place = `${chainId}:${currency}:${recipient}`;
    if (!watched.has(place)) return [];
    const key = `${chainId}:${txHash}:${logIndex}`;
    return [{ key, chainId, place, txHash, position: logIndex, amount, height, at, seenAt }];
  });
}

/** Remembers what new Bitcoin blocks pay to refund addresses, and forgets what undone ones did. */
export async function keepRefundPayments(
  gateway: Gateway,
  { undone, joined }: Readonly<{ undone: readonly BlockHeader[]; joined: readonly FollowedBlock[] }>,
): Promise<void> {
  const fork = undone.at(-1); // tip first, so the last is the lowest
  if (fork) await gateway.store.dropTransfers(BITCOIN_CHAIN_ID, fork.height);
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
      return [{ ...found, amount: value, height: header.height, at: time * SECOND_MS, seenAt }];
    }),
  );
  await gateway.store.keepTransfers(paid);
}
