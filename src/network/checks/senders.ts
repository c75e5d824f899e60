import { Transaction } from "bitcoinjs-lib";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { pad, slice, toEventSelector } from "viem/utils";
import { addressOfScript } from "../../bitcoin/codec/address.ts";
import { BITCOIN_CHAIN_ID } from "../../intents/identifiers.ts";
import { ZERO_ADDRESS } from "../../evm/codec/address.ts";
import type { ContractAddresses } from "../../evm/codec/deployment.ts";
import type { BitcoinChain } from "../chains/bitcoin.ts";
import type { EvmChain } from "../chains/evm.ts";
import { NOTHING } from "../chains/nodePool.ts";
import type { BridgeRequest, Deposit } from "../request.ts";

const AT_ONCE = 4;
const MOST_TRANSACTIONS = 200; // that the inputs of one deposit may come from
const REMEMBERED = 2_000;
const TRANSFER = toEventSelector("Transfer(address,address,uint256)");
const NO_TRANSACTION = "0".repeat(64); // what a miner's reward spends

/** Who paid a deposit; `unknown` says why that cannot be told. */
export type Senders = Readonly<{ addresses: readonly string[] } | { unknown: string }>;

/** Tells who paid a request's deposit. Throws HttpFailure where a chain gave no answer. */
export type FindSenders = (deposit: Deposit, method: BridgeRequest["method"]) => Promise<Senders>;

type Parts = Readonly<{
  bitcoin: Pick<BitcoinChain, "network" | "rawTx">;
  evm: ReadonlyMap<number, EvmChain>;
  contracts: ContractAddresses;
}>;

/**
 * The senders of a deposit on an EVM chain are the account of its transfer and the one that signed the transaction; of one at the
 * depository, whose caller names any account as the depositor, those that really paid as well. On Bitcoin every input has one: it
 * is read from the transaction that the input spends, which proves itself by its hash.
 */
export function createSenderFinder(parts: Parts): FindSenders {
  const found = new LRUCache<string, Senders>({ max: REMEMBERED });
  return async (deposit, method) => {
    const { id, chainId, txHash, blockHash } = deposit;
    const [key, look] =
      chainId === BITCOIN_CHAIN_ID
        ? ([txHash, () => spendersOf(parts.bitcoin, txHash)] as const)
        : ([`${id} ${blockHash}`, () => payersOf(parts, deposit, method === "depository")] as const);
    const senders = found.get(key) ?? (await look());
    found.set(key, senders);
    return senders;
  };
}

/** As many nodes as must agree say it. */
async function payersOf(
  { evm, contracts: { Depository } }: Parts,
  { chainId, currency, sender, txHash }: Deposit,
  isAtDepository: boolean,
): Promise<Senders> {
  if (sender === undefined)
    return { unknown: "The deposit was found by the balance of its address, so its sender is not known." };
  const agreed = evm.get(chainId)?.agreed;
  if (!agreed) throw new Error(`Chain ${chainId} of a deposit is not configured any more.`);
  const transaction = await agreed.answer(
    `transaction ${txHash}`,
    (node) => node.transaction(txHash),
    (known) => (known ? `from ${known.from} to ${known.to ?? "a new contract"}` : NOTHING),
  );
  if (!transaction) throw new Error(`Chain ${chainId} does not have transaction ${txHash} of a deposit.`);
  const { from, to } = transaction;
  if (!isAtDepository) return { addresses: [...new Set([sender, from])] };
  if (currency === ZERO_ADDRESS)
    return to === Depository
      ? { addresses: [...new Set([sender, from])] }
      : { unknown: "A contract paid the coins into the depository, so their sender is not known." };
  const receipt = await agreed.receipt(txHash);
  if (!receipt) throw new Error(`Chain ${chainId} does not have the receipt of ${txHash} of a deposit.`);
  const payers = receipt.logs.flatMap(({ address, topics: [topic, payer, receiver] }) =>
    address === currency && topic === TRANSFER && payer && receiver === pad(Depository)
      ? [slice(payer, 12).toLowerCase()]
      : [],
  );
  return payers.length > 0
    ? { addresses: [...new Set([sender, ...payers, from])] }
    : { unknown: "The token does not show who paid it into the depository." };
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
