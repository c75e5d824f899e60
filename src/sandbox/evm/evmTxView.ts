import {
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
  parseEventLogs,
  type Hex,
  type PublicClient,
  type TransactionReceipt,
} from "viem";
import { checkEvmAddress, displayEvmAddress } from "../../evm/codec/address.ts";
import { erc20Abi } from "../../evm/codec/erc20.ts";
import { formatDecimal } from "../../values/amount.ts";
import type { AddressNames } from "../addressNames.ts";
import { NATIVE_DECIMALS } from "../wallet/payRequest.ts";
import { readableTime } from "../readableTime.ts";

const GWEI_DECIMALS = 9;
const SHOWN = 50; // transfers

/** An address for display, with its owner. */
type Party = Readonly<{ address: string; name: string | undefined }>;

/**
 * A token's movement; the amount in the token's own unit, or in smallest units where the contract does not
 * give its decimals.
 */
export type TransferLine = Readonly<{ from: Party; to: Party; token: Party; amount: string }>;

/**
 * What the page of an EVM transaction shows, or undefined when the chain does not know the hash.
 * Throws viem's errors when the chain gives no answer.
 */
export async function evmTxView(rpc: PublicClient, hash: Hex, names: AddressNames) {
  const tx = await unlessUnknown(rpc.getTransaction({ hash }));
  if (!tx) return undefined;
  const receipt = await unlessUnknown(rpc.getTransactionReceipt({ hash }));
  const block = receipt && (await rpc.getBlock({ blockNumber: receipt.blockNumber }));
  const to = tx.to ?? receipt?.contractAddress;
  return {
    hash: tx.hash,
    state: receipt?.status ?? "pending",
    height: receipt && String(receipt.blockNumber),
    minedAt: block && readableTime(Number(block.timestamp)),
    from: party(tx.from, names),
    to: to ? party(to, names) : undefined,
    creates: tx.to === null,
    value: formatDecimal(tx.value, NATIVE_DECIMALS),
    transfers: receipt ? await transfersOf(rpc, receipt, names) : [],
    gas: receipt && {
      used: String(receipt.gasUsed),
      limit: String(tx.gas),
      price: formatDecimal(receipt.effectiveGasPrice, GWEI_DECIMALS),
      fee: formatDecimal(receipt.gasUsed * receipt.effectiveGasPrice, NATIVE_DECIMALS),
    },
  };
}

async function transfersOf(
  rpc: PublicClient,
  { logs }: TransactionReceipt,
  names: AddressNames,
): Promise<readonly TransferLine[]> {
  const transfers = parseEventLogs({ abi: erc20Abi, eventName: "Transfer", logs }).slice(0, SHOWN);
  const contracts = [...new Set(transfers.map(({ address }) => address))];
  const units = new Map(
    await Promise.all(contracts.map(async (address) => [address, await unitOf(rpc, address)] as const)),
  );
  return transfers.map(({ address, args }) => {
    const { symbol = "smallest units", decimals = 0 } = units.get(address) ?? {};
    return {
      from: party(args.from, names),
      to: party(args.to, names),
      token: party(address, names),
      amount: `${formatDecimal(args.value, decimals)} ${symbol}`,
    };
  });
}

/** A token's symbol and decimals, or undefined when the contract does not give both. */
async function unitOf(rpc: PublicClient, address: Hex) {
  const ask = { address, abi: erc20Abi } as const;
  try {
    const [symbol, decimals] = await Promise.all([
      rpc.readContract({ ...ask, functionName: "symbol" }),
      rpc.readContract({ ...ask, functionName: "decimals" }),
    ]);
    return { symbol: symbol.slice(0, 20), decimals };
  } catch {
    return undefined; // a contract may have neither; the amount is shown in its smallest unit then
  }
}

function party(address: string, names: AddressNames): Party {
  const known = checkEvmAddress(address);
  return { address: known ? displayEvmAddress(known) : address, name: names.of(address) };
}

async function unlessUnknown<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof TransactionNotFoundError || error instanceof TransactionReceiptNotFoundError)
      return undefined;
    throw error;
  }
}
