import { encodeFunctionData } from "viem";
import { scriptOf, type BitcoinAddress } from "../../src/bitcoin/codec/address.ts";
import { erc20Abi } from "../../src/evm/codec/erc20.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../src/intents/identifiers.ts";
import type { TxRecord } from "../../src/sandbox/bitcoin/chain/blockRecord.ts";
import { EVM_CHAIN_ID, type Quoted, type World } from "./world.ts";

/** An address that nobody else pays: P2WPKH of a made-up key hash. */
export const PAYEE = "bcrt1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpvxat9t" as BitcoinAddress;

/** Gives the solver coins of these values, as an operator would, and lets it see them. */
export async function topUp(world: World, ...values: readonly number[]): Promise<void> {
  for (const sats of values) await world.pay(world.network.solver.bitcoin, sats);
  await world.mine();
  await world.tick();
}

/** A quote that brings USDC (6 decimals) to Bitcoin. */
export async function quoteToBitcoin(
  world: World,
  usdc: bigint,
  more: Record<string, unknown> = {},
): Promise<Quoted> {
  const { address } = await world.evm.wallet(5);
  return world.quote({
    ...{ user: address, refundTo: address, recipient: PAYEE, amount: String(usdc) },
    ...{ originChainId: EVM_CHAIN_ID, originCurrency: world.usdc },
    ...{ destinationChainId: BITCOIN_CHAIN_ID, destinationCurrency: BTC_CURRENCY },
    ...more,
  });
}

/** Pays USDC to a deposit address, from a wallet that has some. */
export async function payUsdc(world: World, to: string, amount: bigint): Promise<void> {
  const wallet = await world.evm.wallet(5);
  const args = [to as `0x${string}`, amount] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args });
  await wallet.send({ to: world.usdc, data });
}

/** The one transaction that a request's status names as going out. */
export async function outgoing(world: World, requestId: string): Promise<TxRecord> {
  const { txHashes } = await world.status(requestId);
  const [txid = ""] = txHashes as string[];
  const found = world.ledger.view.tx(txid);
  if (!found) throw new Error(`${requestId} sent ${txid || "nothing"}, which the ledger does not know.`);
  return found;
}

/** What an address holds in blocks and in the mempool, in sats. */
export function held(world: World, address: string): bigint {
  const unspent = world.ledger.view.script(scriptOf("regtest", address as BitcoinAddress))?.unspent;
  return [...(unspent?.values() ?? [])].reduce((all, { value }) => all + value, 0n);
}

/** Payments at 40 sat/vB make up most of what the explorer learns its fee rates from. */
export async function raiseRates(world: World): Promise<void> {
  const { address } = world.wallet;
  for (let paid = 0; paid < 30; paid++)
    await world.wallet.pay({ address: address as BitcoinAddress, sats: 10_000n, feeRate: 40 });
}
