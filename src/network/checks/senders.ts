import { Transaction } from "bitcoinjs-lib";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { addressOfScript } from "../../bitcoin/codec/address.ts";
import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import type { BitcoinChain } from "../chains/bitcoin.ts";
import type { Deposit } from "../request.ts";

const AT_ONCE = 4;
const MOST_TRANSACTIONS = 200; // that the inputs of one deposit may come from
const REMEMBERED = 2_000;
const NO_TRANSACTION = "0".repeat(64); // what a miner's reward spends

/** Who paid a deposit; `unknown` says why that cannot be told. */
export type Senders = Readonly<{ addresses: readonly string[] } | { unknown: string }>;

/** Tells who paid a deposit. Throws HttpFailure when no explorer answered. */
export type FindSenders = (deposit: Deposit) => Promise<Senders>;

/**
 * The sender of a deposit on an EVM chain is the account of its transfer. On Bitcoin every input has one: it is read from the
 * transaction that the input spends, which proves itself by its hash.
 */
export function createSenderFinder(bitcoin: Pick<BitcoinChain, "network" | "rawTx">): FindSenders {
  const found = new LRUCache<string, Senders>({ max: REMEMBERED });
  return async ({ chainId, sender, txHash }) => {
    if (chainId !== BITCOIN_CHAIN_ID)
      return sender === undefined
        ? { unknown: "The deposit was found by the balance of its address, so its sender is not known." }
        : { addresses: [sender] };
    const senders = found.get(txHash) ?? (await spendersOf(bitcoin, txHash));
    found.set(txHash, senders);
    return senders;
  };
}

async function spendersOf(
  { network, rawTx }: Pick<BitcoinChain, "network" | "rawTx">,
  txid: string,
): Promise<Senders> {
  const spent = (await transactionOf(rawTx, txid)).ins
    .map(({ hash, index }) => ({ from: Buffer.from(hash).reverse().toString("hex"), index }))
    .filter(({ from }) => from !== NO_TRANSACTION);
  const sources = [...new Set(spent.map(({ from }) => from))];
  if (sources.length > MOST_TRANSACTIONS)
    return { unknown: `The deposit spends coins of ${sources.length} transactions: too many to look at.` };
  const limit = pLimit(AT_ONCE);
  const read = await Promise.all(
    sources.map((from) => limit(async () => [from, await transactionOf(rawTx, from)] as const)),
  );
  const transactions = new Map(read);
  const addresses = new Set<string>();
  for (const { from, index } of spent) {
    const script = transactions.get(from)?.outs[index]?.script;
    const address = script && addressOfScript(network, Buffer.from(script).toString("hex"));
    if (address === undefined)
      return { unknown: `Input ${from}:${index} of the deposit was locked by a script without an address.` };
    addresses.add(address);
  }
  return { addresses: [...addresses] };
}

async function transactionOf(rawTx: BitcoinChain["rawTx"], txid: string): Promise<Transaction> {
  const raw = await rawTx(txid);
  if (raw === undefined)
    throw new Error(`No explorer has transaction ${txid}, by which the sender of a deposit is found out.`);
  const transaction = Transaction.fromHex(raw);
  if (transaction.getId() === txid) return transaction;
  throw new Error(`An explorer gave another transaction for ${txid}: ${transaction.getId()}.`);
}
