import { z } from "zod";
import type { DepositNews, DepositWatch } from "../../../evm/reader/evmDeposits.ts";
import { checkpoint, type Checkpoint } from "../checkpoint.ts";
import { checkEvmAddress, type EvmAddress } from "../../../evm/codec/address.ts";
import { isCurrencyIdentifier } from "../../../intents/identifiers.ts";
import type { Instant } from "../../../values/time.ts";
import { arrivalSchema, creditArrivals, type FollowedChain } from "../crediting/creditArrivals.ts";
import { everIssued } from "./evmHolders.ts";
import { undoUnattributed } from "../crediting/noteUnattributed.ts";
import type { DepositReader } from "../../ports/chainPort.ts";
import type { Gateway } from "../gateway.ts";
import type { CreditingContext } from "../crediting/creditingContext.ts";
import { reviewEvmDeposits } from "../crediting/reviewEvmDeposits.ts";
import { reportUndoneOrigins } from "../crediting/depositReorgs.ts";

/**
 * A chain whose deposits are followed. `need` is the number of blocks (the deposit's own included) that
 * confirm one.
 */
export type WatchedEvmChain = Readonly<{ chainId: number; need: number; read: DepositReader }>;

/** The followed headers of a chain, lowest first; none before the first poll at it. */
export async function followedHeaders(
  { persistence }: Pick<Gateway, "persistence">,
  chainId: number,
): Promise<Known["headers"]> {
  return (await depositsCheckpoint(chainId).read(persistence)).value.headers;
}

const POLLS_A_RUN = 10; // of 50 blocks at most
const KEPT_UNDONE = 256; // hashes, as many as headers are kept

/** What is known of a chain. `missed` are arrivals that could not be credited yet, `undone` blocks that have left it lately. */
const knownSchema = z.object({
  headers: z.array(z.object({ number: z.number(), hash: z.string(), parent: z.string() })),
  tokens: z.array(z.string().transform((text) => text as EvmAddress)), // written by us
  missed: z.array(arrivalSchema),
  undone: z.array(z.string()),
});
type Known = Readonly<z.infer<typeof knownSchema>>;
const NOTHING: Known = { headers: [], tokens: [], missed: [], undone: [] };

/** The position on a chain; it exists from the first poll of the chain on. */
export const depositsCheckpoint = (chainId: number): Checkpoint<Known> =>
  checkpoint(`deposits:${chainId}`, knownSchema, NOTHING);

/**
 * Follows an EVM chain block by block and credits what pays our deposit addresses: native coins and every
 * token that the service takes there, whatever the offer was. The number of calls does not depend on the
 * number of open invoices. The contents of a block are written before the block counts as seen; after a
 * crash it is read again, which is idempotent. Returns the moment until which every deposit on the chain
 * would have been seen; undefined while catching up. Throws HttpFailure when the chain cannot be read.
 */
export async function watchEvmDeposits(
  gateway: CreditingContext,
  { chainId, need, read }: WatchedEvmChain,
): Promise<Instant | undefined> {
  const position = depositsCheckpoint(chainId);
  for (let poll = 0; poll < POLLS_A_RUN; poll++) {
    const at = gateway.clock();
    const { value: known, version } = await position.read(gateway.persistence);
    const tokens = await tokensOf(gateway, chainId, known.tokens);
    const merchants = await gateway.persistence.amountLeases.addresses(chainId);
    const isWatched: DepositWatch["isWatched"] = async (addresses) =>
      new Set([...(await everIssued(gateway, chainId, addresses)), ...merchants]);
    const news = await read(known.headers, { tokens, isWatched });
    const after = await takeIn(gateway, { chainId, headers: news.headers, need }, known, news);
    if (isNews(known, news, after)) {
      const next = { ...after, tokens: [...tokens] };
      await position.writeUnlessNewer(gateway.persistence, next, gateway.clock(), version);
    }
    if (!news.caughtUp) continue;
    gateway.sensors.saw(chainId, at);
    return at;
  }
  return undefined;
}

async function takeIn(
  gateway: CreditingContext,
  chain: FollowedChain,
  known: Known,
  news: DepositNews,
): Promise<Omit<Known, "tokens">> {
  const { chainId } = chain;
  const { log } = gateway;
  const left = news.undone.map(({ hash }) => hash);
  if (left.length > 0) log.warn("evm.reorganised", { chain: chainId, depth: left.length, undone: left });
  for (const txHash of news.unread) log.warn("evm.transaction_too_large", { chain: chainId, txHash }); // the service reports its deposits
  await undoUnattributed(gateway, chainId, left);
  const undone = [...known.undone, ...left].slice(-KEPT_UNDONE);
  const missed = await creditArrivals(gateway, chain, [...known.missed, ...news.arrivals]);
  await reportUndoneOrigins(gateway, chainId, left);
  if (news.joined > 0 || left.length > 0) await reviewEvmDeposits(gateway, chain, new Set(undone));
  return { headers: [...news.headers], missed: [...missed], undone };
}

function isNews(known: Known, { joined, undone }: DepositNews, { missed }: Pick<Known, "missed">): boolean {
  return joined > 0 || undone.length > 0 || known.missed.length > 0 || missed.length > 0;
}

/**
 * The tokens that the service takes on the chain, and those that it took earlier: an address may still be paid with them. While
 * the service is silent those that are known have to do; without any the chain waits, or their transfers would be passed over.
 */
async function tokensOf(
  { service }: Pick<Gateway, "service">,
  chainId: number,
  known: readonly EvmAddress[],
): Promise<readonly EvmAddress[]> {
  try {
    const chain = (await service.chains()).find(({ id }) => id === chainId);
    const listed = (chain?.solverCurrencies ?? []).filter(({ address }) => !isCurrencyIdentifier(address));
    return [...new Set([...known, ...listed.flatMap(({ address }) => checkEvmAddress(address) ?? [])])];
  } catch (error) {
    if (known.length === 0) throw error;
    return known;
  }
}
