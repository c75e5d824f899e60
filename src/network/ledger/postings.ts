import { divFloor } from "../../values/amount.ts";
import type { AppFee, CurrencyKey } from "../request.ts";
import type { Coin } from "../quote/pricing.ts";
import {
  APP_FEES_IN,
  appBalanceOf,
  appFeesOf,
  coinOf,
  custodyAt,
  DEPOSITORY,
  DESK,
  EQUITY,
  GAS,
  INCOME,
  isCustody,
  OWED,
  PAYOUTS,
  POOL_FEES,
  SOLVER,
  SWAPS,
  UNATTRIBUTED,
  type Line,
} from "./accounts.ts";

/** An amount of a currency in smallest units. */
export type Money = CurrencyKey & Readonly<{ amount: bigint }>;

/** A deposit as far as the books see it; `address` is null for one that went to the depository. */
export type BookedDeposit = Money & Readonly<{ requestId: string; address: string | null }>;

/** Shares that applications get of an input, and its coin at the price of the fill. */
export type Shares = Readonly<{ fees: readonly AppFee[]; coin: Coin | undefined }>;

/** What a payment ends: a deposit's claim, or nothing. */
export type Claim = Money & Readonly<{ requestId: string; shares: Shares }>;

/**
 * The effects of a transaction of ours on its chain: the change of each of our accounts (fees included, and
 * what swaps changed), what went to others, and the chain's fee. They sum to zero.
 */
export type Movement = Readonly<{ held: readonly Line[]; paid: Money; fee: Money }>;

/** A confirmed deposit: money lies with us and is owed to the payer. */
export function depositLines({ requestId, address, ...money }: BookedDeposit): readonly Line[] {
  const account = address === null ? DEPOSITORY : custodyAt(address);
  return [line(account, money, requestId), line(OWED, minus(money), requestId)];
}

/** A part of a deposit is owed under another request from now on. */
export function excessLines(money: Money, from: string, to: string): readonly Line[] {
  return [line(OWED, money, from), line(OWED, minus(money), to)];
}

/** A swap at the desk: the user's own transaction gave the input to the solver's account and the output to the recipient. */
export function swapLines(requestId: string, input: Money, output: Money, shares: Shares): readonly Line[] {
  const isNative = output.currency === coinOf(output.chainId).currency;
  return [
    line(SOLVER, input, requestId),
    line(INCOME, minus(input), requestId),
    line(PAYOUTS, output, requestId),
    line(isNative ? DESK : SOLVER, minus(output), requestId),
    ...shareLines(requestId, input, shares),
  ];
}

/** A fill in a block: the recipient has the output, and the deposit is ours. */
export function fillLines({ held, paid, fee }: Movement, claim: Claim): readonly Line[] {
  const { requestId, shares, ...input } = claim;
  return [
    ...held,
    line(PAYOUTS, paid, requestId),
    line(GAS, fee, requestId),
    line(OWED, input, requestId),
    line(INCOME, minus(input), requestId),
    ...shareLines(requestId, input, shares),
  ];
}

/** A refund in a block: the claim is settled, and what the payer got less is income for what it cost us. */
export function refundLines({ held, paid, fee }: Movement, claim: Claim): readonly Line[] {
  const { requestId, shares: _, ...owed } = claim;
  const charged = { ...owed, amount: owed.amount - paid.amount };
  return [
    ...held,
    line(GAS, fee, requestId),
    line(OWED, owed, requestId),
    line(INCOME, minus(charged), requestId),
  ];
}

/** A claim in a block: a share of so many dollars is paid. What the recipient got less is income for what it cost us. */
export function claimLines(
  { held, paid, fee }: Movement,
  { wallet, amount }: Readonly<{ wallet: string; amount: bigint }>,
): readonly Line[] {
  const share = { ...APP_FEES_IN, amount };
  return [
    ...held,
    line(PAYOUTS, paid, null),
    line(GAS, fee, null),
    line(appFeesOf(wallet), share, null),
    line(INCOME, minus(share), null),
  ];
}

/** A call for an application in a block: it pays what the chain took for it, whether the call went through or not. */
export function executionLines(
  { held, fee }: Movement,
  requestId: string | null,
  { owner, charge }: Readonly<{ owner: string; charge: bigint }>,
): readonly Line[] {
  const cost = { ...APP_FEES_IN, amount: charge };
  return [
    ...ownLines({ held, fee, paid: fee }, requestId),
    line(appBalanceOf(owner), cost, requestId),
    line(INCOME, minus(cost), requestId),
  ];
}

/** An application pays the fees of a quote: they are earned as those of other quotes are, which come off the output. */
export function sponsoredLines(owner: string, requestId: string, charged: bigint): readonly Line[] {
  const cost = { ...APP_FEES_IN, amount: charged };
  return [line(appBalanceOf(owner), cost, requestId), line(INCOME, minus(cost), requestId)];
}

/** An application has paid dollars in for calls (or got some back, where the amount is negative). */
export function topUpLines(owner: string, amount: bigint): readonly Line[] {
  const money = { ...APP_FEES_IN, amount };
  return [line(EQUITY, money, null), line(appBalanceOf(owner), minus(money), null)];
}

/** A transfer to the operator's treasury: the operator takes money out. */
export function treasuryLines({ held, paid, fee }: Movement): readonly Line[] {
  return [...held, line(EQUITY, paid, null), line(GAS, fee, null)];
}

/** A transaction that moved money between our own places only, or did not move any. */
export function ownLines({ held, fee }: Movement, requestId: string | null): readonly Line[] {
  return [...held, line(GAS, fee, requestId)];
}

/**
 * What a transaction from the solver's account on an EVM chain did: `moves` shift money between our places, `paid` left
 * `from`, `swap` went through pools, the fee was in the chain's coin. A reverted transaction has none but the fee.
 */
export function evmMovement(
  fee: bigint,
  requestId: string | null,
  { moves = [], paid, from = SOLVER, swap }: EvmEffect,
  chainId: number,
): Movement {
  const gas = { ...coinOf(chainId), amount: fee };
  return {
    held: [
      ...moves.flatMap((move) => [line(move.from, minus(move), requestId), line(move.to, move, requestId)]),
      ...(swap ? poolLines(swap, requestId) : []),
      ...(paid ? [line(from, minus(paid), requestId)] : []),
      line(SOLVER, minus(gas), requestId),
    ],
    paid: paid ?? { ...gas, amount: 0n },
    fee: gas,
  };
}

export type EvmEffect = Readonly<{
  moves?: readonly (Money & Readonly<{ from: string; to: string }>)[];
  paid?: Money;
  from?: string;
  swap?: PoolSwap;
}>;

/** What pools got from us, of which they keep the fee, and what they brought for it. */
export type PoolSwap = Readonly<{ spent: Money; poolFee: bigint; brought: Money }>;

/** What they brought has come to the solver's account by the books, also where they paid the recipient at once. */
function poolLines({ spent, poolFee, brought }: PoolSwap, requestId: string | null): readonly Line[] {
  const fee = { ...spent, amount: poolFee };
  return [
    line(SOLVER, minus(spent), requestId),
    line(SWAPS, { ...spent, amount: spent.amount - poolFee }, requestId),
    line(POOL_FEES, fee, requestId),
    line(SOLVER, brought, requestId),
    line(SWAPS, minus(brought), requestId),
  ];
}

/**
 * A chain's balance beyond the books: the operator's deposit or withdrawal; in custody money of an unknown
 * sender.
 */
export function foundLines(account: string, found: Money): readonly Line[] {
  const against = isCustody(account) ? UNATTRIBUTED : EQUITY;
  return [line(account, found, null), line(against, minus(found), null)];
}

/** Unknown money in custody has become a payer's: what was found is what a deposit brought. */
export function recognisedLines(money: Money): readonly Line[] {
  return [line(UNATTRIBUTED, money, null), line(DEPOSITORY, minus(money), null)];
}

/** One line. */
export function line(account: string, { chainId, currency, amount }: Money, requestId: string | null): Line {
  return { account, chainId, currency, amount, requestId };
}

/** Each share is the application's basis points of the input in dollars, rounded down. */
function shareLines(requestId: string, input: Money, { fees, coin }: Shares): readonly Line[] {
  if (!coin) return [];
  const unit = 10_000n * 10n ** BigInt(coin.decimals) * USD_UNIT;
  return fees.flatMap(({ recipient, bps }) => {
    const amount = divFloor(
      input.amount * BigInt(bps) * coin.usd * 10n ** BigInt(APP_FEES_IN.decimals),
      unit,
    );
    const money = { ...APP_FEES_IN, amount };
    return [line(INCOME, money, requestId), line(appFeesOf(recipient), minus(money), requestId)];
  });
}

const USD_UNIT = 100_000_000n; // prices are in 10^-8 US dollars

function minus<T extends Money>(money: T): T {
  return { ...money, amount: -money.amount };
}
