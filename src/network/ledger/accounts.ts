import { BITCOIN_CHAIN_ID, BTC_CURRENCY, NATIVE_EVM_CURRENCY } from "../../intents/identifiers.ts";
import type { CurrencyKey } from "../request.ts";

/**
 * The books of the service: double entry, in smallest units, a line per account, chain and currency. The lines of one event sum
 * to zero per currency. A debit is positive: what we have and what we spent; a credit is negative: what we owe and earned.
 *
 *   custody:<address>         money of payers at a deposit address            inventory:solver  the solver's own accounts
 *   custody:depository        the same in the depository contract             inventory:desk    coins at the swap desk
 *   owed                      to payers, named by the line's request          equity            the operator's own money
 *   app-fees:<recipient>      to applications, in dollars (APP_FEES_IN)       unattributed      to an unknown owner
 *   app-balance:<key's hash>  paid in by applications for calls and fees, in dollars
 *   income                    deposits that became ours, less shares of them  expense:payouts   what recipients got
 *   expense:gas               what chains took for our transactions
 *   swaps                     what we gave to pools (debit) and what they brought for it (credit), in two currencies
 *   expense:pool-fees         the fees of these pools, about
 *
 *   event                     debit                                           credit
 *   deposit confirmed         custody                                         owed (undone: the other way round)
 *   excess of an exact output owed (the deposit's request)                    owed (the child request)
 *   fill included             expense:payouts                                 inventory:solver
 *                             owed                                            income
 *                             income                                          app-fees
 *   fill through pools        the same, and swaps, expense:pool-fees          inventory:solver (what the pools got)
 *                             expense:payouts                                 swaps (what they brought)
 *   rebalancing               swaps, expense:pool-fees                        inventory:solver
 *                             inventory:solver                                swaps
 *   refund included           owed                                            custody, and income for what it cost
 *   deposits swept            custody:depository, on Bitcoin inventory:solver custody:<address>
 *   claim of a share paid     app-fees                                        income
 *                             expense:payouts                                 inventory:solver
 *   balance of an app paid in equity (the operator has got it elsewhere)      app-balance
 *   call for an app in a block app-balance (what the chain took for it)       income
 *   fill with sponsored fees  app-balance, when it is signed                  income (not filled: back)
 *   withdrawal                inventory:solver                                custody:depository
 *   top-up of the swap desk   inventory:desk                                  inventory:solver
 *   transfer to the treasury  equity                                          inventory:solver
 *   swap at the desk          inventory:solver                                income
 *                             expense:payouts                                 inventory:desk or inventory:solver
 *   any transaction of ours   expense:gas                                     the account that paid (reverted ones too)
 *   operator's money comes    inventory                                       equity (goes: the other way round)
 *   unknown money in custody  custody                                         unattributed (found to be a deposit: back)
 */
export type Line = CurrencyKey & Readonly<{ account: string; requestId: string | null; amount: bigint }>;

export const OWED = "owed";
export const INCOME = "income";
export const PAYOUTS = "expense:payouts";
export const GAS = "expense:gas";
export const SWAPS = "swaps";
export const POOL_FEES = "expense:pool-fees";
export const EQUITY = "equity";
export const UNATTRIBUTED = "unattributed";
export const SOLVER = "inventory:solver";
export const DESK = "inventory:desk";
export const DEPOSITORY = custodyAt("depository");

/** Shares of applications are owed in US dollars of 6 decimals (USDC), on no chain until they are paid out. */
export const APP_FEES_IN: CurrencyKey & Readonly<{ decimals: number }> = {
  chainId: 0,
  currency: "USDC",
  decimals: 6,
};

/** The account of what is owed to an application. */
export function appFeesOf(wallet: string): string {
  return `app-fees:${wallet}`;
}

/** The account of what an application has paid in for calls; `owner` is the hash of its API key. */
export function appBalanceOf(owner: string): string {
  return `app-balance:${owner}`;
}

/** The account of the money at a deposit address. */
export function custodyAt(address: string): string {
  return `custody:${address}`;
}

/** True for money that lies somewhere on a chain, so that the chain can be asked whether it is there. */
export function isHeld(account: string): boolean {
  return isCustody(account) || account === SOLVER || account === DESK;
}

/** True for money of payers, which is never the operator's. */
export function isCustody(account: string): boolean {
  return account.startsWith("custody:");
}

/** The currency in which a chain takes its fees. */
export function coinOf(chainId: number): CurrencyKey {
  return { chainId, currency: chainId === BITCOIN_CHAIN_ID ? BTC_CURRENCY : NATIVE_EVM_CURRENCY };
}
