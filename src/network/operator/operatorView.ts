import { formatDecimal, formatFixed } from "../../values/amount.ts";
import { isoTime, MINUTE_MS, type Instant } from "../../values/time.ts";
import { BITCOIN, type Currency } from "../catalog.ts";
import type { ScreenedAddress } from "../checks/question.ts";
import type { Profit } from "../ledger/profit.ts";
import type { NetworkParts } from "../parts.ts";
import type { HeldRequest } from "../persistence/checks.ts";
import type { Outbound } from "../persistence/outbound.ts";
import type { DepositRow } from "../persistence/rows.ts";
import { refundAddress, refundTarget } from "../refundTarget.ts";
import type { BridgeRequest } from "../request.ts";
import type { Kept } from "../solver/evm/treasury.ts";
import { LIMIT_SETTINGS, type LimitUse } from "../solver/limits.ts";
import type { Application } from "./applications.ts";
import type { FailedPermits } from "./failedPermits.ts";
import type { Holding } from "./inventory.ts";
import type { Profits } from "./profit.ts";
import type { Stuck } from "./stuck.ts";

const CENT = 1_000_000n; // in 10^-8 dollars
const REQUESTS = 25;
const SHOWN_DECIMALS = 6;

type Seen = Readonly<{
  holdings: readonly Holding[];
  profits: Profits;
  stuck: Stuck;
  failed: ReadonlyMap<number, FailedPermits>; // permits of the last 24 hours, by chain
  applications: readonly Application[];
  allocators: readonly string[]; // sentences about chains on which the refunder's orders are not taken
  limits: readonly LimitUse[];
  kept: readonly Kept[];
  transfers: readonly Outbound[]; // to treasuries, the newest first
  now: Instant;
}>;
type Parts = Pick<NetworkParts, "catalog" | "settings" | "keys" | "evm">;

/** The texts of the operator's page. */
export function operatorView(parts: Parts, seen: Seen) {
  const { holdings, profits, stuck, failed, applications, allocators, limits, kept, transfers, now } = seen;
  const { catalog, keys } = parts;
  const chainName = (id: number) =>
    id === BITCOIN.chainId
      ? BITCOIN.name
      : (catalog.chains.find((chain) => chain.id === id)?.name ?? `chain ${id}`);
  return {
    at: shownTime(now),
    accounts: [...accountsOf(keys), ...treasuriesOf(parts)],
    transfers: transfers.map((one) => transferLine(parts, one, chainName)),
    allocators,
    holdings: holdings.map((holding) => holdingLine(holding, chainName)),
    advice: [...adviceOf(holdings, chainName), ...refillsOf(parts, kept, chainName)],
    profits: profits.days.map(({ day, profit }) => ({ day, ...inDollars(profit) })),
    requests: profits.requests
      .slice(0, REQUESTS)
      .map(({ requestId, profit }) => ({ requestId, ...inDollars(profit) })),
    unpriced: profits.unpriced,
    isWhole: profits.isWhole,
    held: stuck.held.map((held) => heldLine(parts, held, chainName)),
    stuck: stuck.requests.map((request) => stuckLine(parts, request, chainName)),
    late: stuck.payments.map(({ payment, attempts }) => ({
      kind: payment.kind,
      chain: chainName(payment.chainId),
      requestId: payment.requestId,
      minutes: Math.floor((now - payment.createdAt) / MINUTE_MS),
      attempts,
    })),
    applications: applications.map(applicationLine),
    failedPermits: [...failed].map(([id, { times, usd }]) => ({
      chain: chainName(id),
      times,
      usd: usd === undefined ? "an unknown sum" : `${dollars(usd)} dollars`,
    })),
    unconfirmed: stuck.deposits.map((row) => ({
      ...coinsOf(parts, row),
      chain: chainName(row.chainId),
      since: shownTime(row.seenAt),
      requestId: row.requestId,
      transaction: row.txHash,
    })),
    nodes: nodesOf(parts, chainName),
    waiting: limits.filter(({ waiting }) => waiting > 0).map(waitingLine),
    limits: [...limitsOf(parts, limits), ...kept.map((one) => keptLine(one, chainName))],
  };
}

/** The accounts by their roles; those that are kept apart only. */
function accountsOf(keys: Parts["keys"]): readonly Readonly<{ name: string; account: string }>[] {
  const { solverEvmAddress: solver, refunderEvmAddress: refunder, contractOwner: owner } = keys;
  return [
    { name: "Account on EVM chains", account: solver },
    { name: "Account on Bitcoin", account: keys.solverBitcoin },
    ...(refunder === solver ? [] : [{ name: "Refunder (needs no coins)", account: refunder }]),
    ...(owner === solver ? [] : [{ name: "Owner of the contracts", account: owner }]),
  ];
}

function treasuriesOf({ catalog }: Parts): readonly Readonly<{ name: string; account: string }>[] {
  return catalog.chains.flatMap(({ name, treasury }) =>
    treasury ? [{ name: `Treasury on ${name}`, account: treasury.address }] : [],
  );
}

function transferLine(parts: Parts, payment: Outbound, chainName: (id: number) => string) {
  return {
    ...coinsOf(parts, payment),
    chain: chainName(payment.chainId),
    at: shownTime(payment.createdAt),
    state: TRANSFER_STATES[payment.state] ?? payment.state,
    transaction: payment.hash ?? "",
  };
}

const TRANSFER_STATES: Readonly<Record<string, string>> = {
  open: "on its way",
  included: "arrived",
  reverted: "refused by the chain",
  cancelled: "given up",
};

function keptLine(
  { currency: { symbol, decimals, chainId }, bounds }: Kept,
  chainName: (id: number) => string,
) {
  const [least, most] = [bounds.least, bounds.most].map((amount) => coins(amount, decimals));
  return { name: `${symbol} that stays on ${chainName(chainId)}`, value: `${least} to ${most}` };
}

function holdingLine({ currency, held, promised, usd, isLow }: Holding, chainName: (id: number) => string) {
  const { symbol, decimals, chainId } = currency;
  return {
    chain: chainName(chainId),
    symbol,
    held: held === undefined ? "not known now" : coins(held, decimals),
    promised: promised === 0n ? "" : coins(promised, decimals),
    usd: usd === undefined ? "" : dollars(usd),
    isLow,
  };
}

/** For each coin that is low somewhere: where most of it is. */
function adviceOf(holdings: readonly Holding[], chainName: (id: number) => string): readonly string[] {
  return holdings
    .filter(({ isLow }) => isLow)
    .map(({ currency: { symbol, chainId } }) => {
      const others = holdings.filter(
        ({ currency, held, isLow }) =>
          currency.symbol === symbol && currency.chainId !== chainId && held !== undefined && !isLow,
      );
      const [most] = others.toSorted((a, b) => ((b.usd ?? 0n) > (a.usd ?? 0n) ? 1 : -1));
      const from = most
        ? `; ${chainName(most.currency.chainId)} holds the most, ${dollars(most.usd ?? 0n)} dollars`
        : "";
      return `${symbol} on ${chainName(chainId)} is low${from}.`;
    });
}

/** What has to be sent to the service of coins that are below the operator's bounds. */
function refillsOf(
  { keys }: Parts,
  kept: readonly Kept[],
  chainName: (id: number) => string,
): readonly string[] {
  return kept.flatMap(({ currency: { symbol, decimals, chainId }, free, move }) => {
    if (move.kind !== "lack") return [];
    const amount = formatDecimal(move.amount, decimals);
    return [
      `${symbol} on ${chainName(chainId)} is below its bounds, with ${coins(free, decimals)} that nothing is promised of: send ${grouped(amount)} ${symbol} to ${keys.solverEvmAddress}.`,
    ];
  });
}

function waitingLine({ role, limit, used, waiting }: LimitUse) {
  return {
    ...{ waiting, what: role === "filler" ? "fill" : "refund", setting: LIMIT_SETTINGS[role] },
    ...{ used: dollars(used), limit: dollars(limit) },
  };
}

/** Dollars of 6 decimals, to the cent and towards zero. */
function applicationLine({ name, balance, available, leftToday, calls, fees, sponsor }: Application) {
  const shown = (amount: bigint) => dollars(amount * 100n);
  return {
    name,
    ...{ balance: shown(balance), available: shown(available), leftToday: shown(leftToday) },
    ...{ perCall: shown(sponsor.perCall), perDay: shown(sponsor.perDay) },
    ...{ calls: shown(calls), fees: shown(fees) },
  };
}

function coinsOf(
  { catalog }: Parts,
  { chainId, currency, amount }: Pick<DepositRow, "chainId" | "currency" | "amount">,
) {
  const coin = catalog.currency(chainId, currency);
  return { amount: coin ? amountOf(amount, coin) : String(amount) };
}

/** The nodes of chains that have several, and what they do not agree about. */
function nodesOf({ evm }: Parts, chainName: (id: number) => string) {
  return [...evm.values()]
    .filter((chain) => chain.nodes().length > 1)
    .map((chain) => ({
      chain: chainName(chain.id),
      agreement: chain.agreement,
      states: chain.nodes().map(({ node, isAnswering, behind, failures, outvoted }) => ({
        ...{ node, failures, outvoted },
        isWell: isAnswering && behind === 0,
        state: isAnswering ? (behind > 0 ? `${behind} blocks behind` : "answers") : "no answer",
      })),
      disputes: chain.disputes().map(({ what, since, said }) => ({ what, since: shownTime(since), said })),
    }));
}

function stuckLine({ catalog }: Parts, request: BridgeRequest, chainName: (id: number) => string) {
  const { id, deposit, refundFailReason, failReason, updatedAt, user } = request;
  const coin = deposit && catalog.currency(deposit.chainId, deposit.currency);
  return {
    id,
    amount: deposit && coin ? amountOf(deposit.amount, coin) : "",
    chain: deposit ? chainName(deposit.chainId) : "",
    reason: REASONS[refundFailReason ?? ""] ?? failReason ?? "",
    since: shownTime(updatedAt),
    user,
  };
}

function heldLine({ catalog }: Parts, { request, check }: HeldRequest, chainName: (id: number) => string) {
  const { id, deposit, destination } = request;
  const refundTo = refundAddress({ refundTo: refundTarget(request), deposit });
  const coin = deposit && catalog.currency(deposit.chainId, deposit.currency);
  const to = catalog.currency(destination.chainId, destination.currency);
  return {
    id,
    isFill: check.purpose === "fill",
    amount: deposit && coin ? amountOf(deposit.amount, coin) : "",
    chain: deposit ? chainName(deposit.chainId) : "",
    destination: `${to?.symbol ?? destination.currency} on ${chainName(destination.chainId)}`,
    reason: check.reason ?? "",
    since: shownTime(check.since),
    refundTo: refundTo ?? "",
    addresses: check.addresses as readonly ScreenedAddress[], // written by screenPayments
  };
}

function limitsOf(
  { settings }: Parts,
  daily: readonly LimitUse[],
): readonly Readonly<{ name: string; value: string }>[] {
  const { solver, unconfirmedLimit, largeUsd } = settings;
  return [
    ...daily.map(({ role, used, limit }) => ({
      name: `${role === "filler" ? "Fills" : "Refunds"} of the last 24 hours`,
      value: `${dollars(used)} of ${dollars(limit)} dollars`,
    })),
    {
      name: "Bitcoin deposits before six blocks",
      value: unconfirmedLimit === undefined ? "no limit" : `${grouped(String(unconfirmedLimit))} sats`,
    },
    { name: "A deposit on an EVM chain is large from", value: `${grouped(String(largeUsd))} dollars` },
    { name: "Alarm below, coins of a chain", value: formatDecimal(solver.lowNative, 18) },
    { name: "Alarm below, tokens", value: `${dollars(solver.lowToken)} dollars` },
    { name: "Highest gas price", value: `${grouped(formatDecimal(solver.maxGasPrice, 9))} gwei` },
    { name: "Deposits are brought home from", value: `${dollars(solver.withdrawAbove)} dollars` },
  ];
}

function inDollars({ income, payouts, gas, pools, net }: Profit) {
  return {
    income: dollars(income),
    payouts: dollars(payouts),
    gas: dollars(gas),
    pools: dollars(pools),
    net: dollars(net),
    isLoss: net < 0n,
  };
}

/** To the cent, towards zero, with commas between thousands. */
function dollars(usd: bigint): string {
  return grouped(formatFixed(usd / CENT, 2));
}

/** An amount of coins to six decimals, rounded down: the page is for people. */
function coins(amount: bigint, decimals: number): string {
  const unit = 10n ** BigInt(Math.max(0, decimals - SHOWN_DECIMALS));
  return grouped(formatDecimal((amount / unit) * unit, decimals));
}

/** An amount in full, with commas between thousands. */
function amountOf(amount: bigint, { decimals, symbol }: Pick<Currency, "decimals" | "symbol">): string {
  return `${grouped(formatDecimal(amount, decimals))} ${symbol}`;
}

function grouped(text: string): string {
  return text.replace(/^(-?\d+)/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));
}

/** Why a deposit waits, for people. */
const REASONS: Readonly<Record<string, string>> = {
  MANUAL_REFUND_REQUIRED: "It could not be bridged, and the quote named no address for refunds.",
  AMOUNT_TOO_LOW_TO_REFUND: "It could not be bridged, and its refund would cost more than it brings.",
};

function shownTime(at: Instant): string {
  return `${isoTime(at).slice(0, 16).replace("T", " ")} UTC`;
}
