import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import type { BlockOutput, FollowedBlock } from "../../bitcoin/reader/followBlocks.ts";
import { TRANSFER_TOPICS } from "../../evm/reader/evmFollowerTransfers.ts";
import { ConflictError } from "../../database/driver.ts";
import type { Currency } from "../catalog.ts";
import type { Receipt } from "../chains/evm.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import { issuedAmong } from "../persistence/addresses.ts";
import { followedHeaders, whileFollowed } from "../persistence/headers.ts";
import { creditSurplus, deepHeader, SURELY_DEEP } from "./creditSurplus.ts";
import { openDepositBook } from "./depositBook.ts";
import { creditOutputs, indexBitcoin } from "./indexBitcoin.ts";
import { indexEvm } from "./indexEvm.ts";

const LOOKS_AT_ONCE = 10; // each is a question to the chain

/**
 * Looks at once at what a transaction brought; the job would find most of it by itself a little later. Beyond that it finds
 * coins that a contract sent on in the middle of a call (where the node traces), and deposits from before the chain was
 * followed, both as soon as their block is surely deep. True when the transaction was found in a block. Throws HttpFailure when
 * the chain gave no answer.
 */
export async function indexTransaction(parts: NetworkParts, chainId: number, hash: string): Promise<boolean> {
  if (chainId === BITCOIN_CHAIN_ID) return indexBitcoinTransaction(parts, hash);
  const receipt = await requireChain(parts.evm, chainId).receipt(hash);
  if (!receipt) return false;
  await meanwhile(() => indexEvm(parts, chainId));
  if (!receipt.success) return true;
  await creditTouched(parts, chainId, hash, receipt);
  return true;
}

/**
 * Checks the issued addresses that a transaction paid, each once in a currency. One transaction can pay
 * thousands of them, or one of them thousands of times, so only a handful are checked here; the job checks
 * the rest, and those in blocks that are not final.
 */
async function creditTouched(
  parts: NetworkParts,
  chainId: number,
  hash: string,
  receipt: Receipt,
): Promise<void> {
  const chain = requireChain(parts.evm, chainId);
  const paid = await paidBy(parts, chainId, hash, receipt);
  const issued = await issuedAmong(parts.store, [...new Set(paid.map(({ to }) => to))]);
  const deep = deepHeader(chain, await followedHeaders(parts.store, chainId));
  const isDeep = deep !== undefined && receipt.height <= deep.height;
  const named = { txHash: hash, blockHash: receipt.blockHash };
  let looked = 0;
  for (const { to, currency } of paid) {
    const address = issued.get(to);
    if (!address) continue;
    if (isDeep && looked++ < LOOKS_AT_ONCE)
      await meanwhile(async () => void (await creditSurplus(parts, address, currency, named)));
    else parts.hidden.note({ issued: address, currency, named, height: receipt.height });
  }
}

type Paid = Readonly<{ to: string; currency: Currency }>;

/** The accounts that received a supported currency in a transaction, each once in a currency. */
async function paidBy(
  { evm, catalog }: NetworkParts,
  chainId: number,
  hash: string,
  { logs }: Receipt,
): Promise<readonly Paid[]> {
  const [native] = catalog.currencies(chainId);
  const paid = new Map<string, Paid>();
  const note = (to: string, currency: Currency | undefined) => {
    if (currency) paid.set(`${to}:${currency.address}`, { to, currency });
  };
  for (const to of await requireChain(evm, chainId).paidInside(hash)) note(to, native);
  for (const { address, topics, data } of logs) {
    const [event, , to, ...more] = topics;
    const isTransfer = event === TRANSFER_TOPICS[0] && to !== undefined && more.length === 0;
    const isMoreThanNothing = /[1-9a-f]/i.test(data.slice(2));
    if (isTransfer && isMoreThanNothing) note(`0x${to.slice(26)}`, catalog.currency(chainId, address));
  }
  return [...paid.values()];
}

async function indexBitcoinTransaction(parts: NetworkParts, txid: string): Promise<boolean> {
  const { store, clock, random, log } = parts;
  await meanwhile(() => indexBitcoin(parts));
  const block = await parts.bitcoin.blockOf(txid);
  if (!block) return false;
  const tip = await tipAbove(parts, BITCOIN_CHAIN_ID, block.header.height);
  if (!tip) return true; // followed: the look above has read it, or the next ones will
  const book = openDepositBook(store, clock(), random, log);
  await creditOutputs(parts, book, { ...block, outputs: await unspentOutputs(parts, block, txid) });
  await meanwhile(() => store.commit([...book.writes(), whileFollowed(store, BITCOIN_CHAIN_ID, tip)]));
  return true;
}

/**
 * Outputs of a transaction at issued addresses that are unspent. After the loss of a database addresses are
 * issued a second time, and earlier deposits to them were bridged and spent before.
 */
async function unspentOutputs(
  { store, bitcoin }: NetworkParts,
  { outputs }: FollowedBlock,
  txid: string,
): Promise<readonly BlockOutput[]> {
  const mine = outputs.filter((output) => output.txid === txid);
  const issued = await issuedAmong(store, [...new Set(mine.map(({ script }) => script))]);
  const unspent = new Set<string>();
  for (const { address } of issued.values())
    for (const { outpoint } of await bitcoin.utxos(address)) unspent.add(outpoint);
  return mine.filter(({ vout }) => unspent.has(`${txid}:${vout}`));
}

/** The newest followed block, when a height is surely deep below the followed ones. */
async function tipAbove({ store }: NetworkParts, chainId: number, height: number) {
  const headers = await followedHeaders(store, chainId);
  const [lowest] = headers;
  const tip = headers.at(-1);
  return lowest && tip && height < lowest.height && height <= tip.height - SURELY_DEEP ? tip : undefined;
}

/** The job may be looking at the same moment: then its look is as good. */
async function meanwhile(look: () => Promise<void>): Promise<void> {
  try {
    await look();
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
}
