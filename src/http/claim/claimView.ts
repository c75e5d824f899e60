import type { BitcoinNetwork } from "../../bitcoin/address.ts";
import type { Estimate } from "../../gateway/estimateClaim.ts";
import type { Method } from "../../gateway/methods.ts";
import { formatDecimal, formatFixed } from "../../money/amount.ts";
import type { Payout, PayoutState } from "../../payouts/payout.ts";
import { leftOf, PayoutRefusal, requireOpen, type PullPayment } from "../../payouts/pullPayment.ts";
import type { MerchantStore } from "../../gateway/storePort.ts";
import type { Instant } from "../../time.ts";
import { lookOf } from "../branding/storeLook.ts";
import type { Explorers } from "../checkout/viewContext.ts";
import { groupsOfFour, safeLink } from "../checkout/render.ts";

/** What was typed, and what came of it. */
export type ClaimForm = Readonly<{
  method: string;
  address: string;
  amount: string; // decimal; empty for all that is left
  token: string; // names the claim that the form makes
  confirmed: boolean;
  problem?: string;
  estimate?: Estimate;
}>;

export type ClaimContext = Readonly<{
  payouts: readonly Payout[];
  methods: readonly Method[];
  store: MerchantStore | undefined;
  sandbox: boolean;
  bitcoinNetwork: BitcoinNetwork;
  now: Instant;
  explorers: Explorers;
  typed: ClaimForm | undefined;
}>;

type Fields = Readonly<Record<string, unknown>>;

/** Everything that views/claim.eta shows, in words and decimals. */
export function claimView(pullPayment: PullPayment, context: ClaimContext): Fields {
  const { store, sandbox, typed, payouts } = context;
  const storeName = store?.name ?? "the shop";
  const { id, currency, decimals, amount, name, description } = pullPayment;
  const left = leftOf(pullPayment);
  const closed = whyClosed(pullPayment, context.now);
  const methods = methodsFor(pullPayment, context.methods);
  const active = payouts.filter(({ state }) => state !== "Cancelled");
  return {
    ...{ id, storeName, sandbox, currency, name, description, closed, typed, methods },
    initial: [...storeName.trim()][0]?.toUpperCase() ?? "•",
    ...(store ? { look: lookOf(store), supportUrl: safeLink(store.settings.profile.supportUrl) } : {}),
    title: `${formatFixed(amount, decimals)} ${currency} from ${storeName}`,
    amount: formatFixed(amount, decimals),
    left: formatFixed(left, decimals),
    isRefund: pullPayment.refund !== undefined,
    isOpen: closed === undefined && left > 0n,
    isPartly: left > 0n && left < amount,
    silent: methods.length === 0,
    testNetwork: context.bitcoinNetwork !== "mainnet",
    estimate: typed?.estimate && estimateView(pullPayment, typed.estimate, context.methods),
    payouts: active.map((payout) => payoutView(payout, context)),
  };
}

function whyClosed(pullPayment: PullPayment, now: Instant): string | undefined {
  try {
    requireOpen(pullPayment, now);
    return undefined;
  } catch (error) {
    if (error instanceof PayoutRefusal) return error.message;
    throw error;
  }
}

function methodsFor({ methods }: PullPayment, all: readonly Method[]): readonly Method[] {
  return methods.length === 0 ? all : all.filter(({ id }) => methods.includes(id));
}

function estimateView(
  { currency, decimals }: PullPayment,
  estimate: Estimate,
  methods: readonly Method[],
): Fields {
  const { coin, destination, amount, expected, seconds, direct } = estimate;
  const method = methods.find(({ id }) => id === coin.methodId);
  return {
    ...{ symbol: coin.symbol, name: method?.name ?? coin.methodId, direct },
    network: method?.chainName ?? `chain ${coin.chainId}`,
    groups: groupsOfFour(destination),
    claimed: `${formatFixed(amount, decimals)} ${currency}`,
    expected: expected === undefined ? undefined : formatDecimal(expected, coin.decimals),
    duration: seconds === undefined ? undefined : inWords(seconds),
  };
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} seconds`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600)} hours`;
}

/** What each step is called once it is done or still to come, and while it goes on. */
const STEPS = [
  { name: "Requested", now: "Requested" },
  { name: "Approved", now: "Waiting for the shop's approval" },
  { name: "Sent", now: "Waiting to be sent" },
  { name: "Arrived", now: "On its way" },
] as const;
const DONE: Readonly<Record<PayoutState, number>> = {
  ...{ AwaitingApproval: 1, AwaitingPayment: 2, InProgress: 3, Completed: 4, Cancelled: 0 },
};
const SAID: Readonly<Record<PayoutState, string>> = {
  AwaitingApproval: "The shop has your address and looks at it.",
  AwaitingPayment: "The shop has approved it and sends it next.",
  InProgress: "It is on its way to you.",
  Completed: "It was paid.",
  Cancelled: "The shop has cancelled it.",
};
const PROVEN = {
  verified: "Seen on the chain",
  service: "Told by the conversion service",
  merchant: "Told by the shop",
} as const;

function payoutView(payout: Payout, { explorers, methods }: ClaimContext): Fields {
  const { coin, state, proof, payoutAmount, originalAmount, originalCurrency, originalDecimals } = payout;
  const paid = proof?.amount ?? (state === "Completed" ? undefined : payoutAmount);
  const done = DONE[state];
  const txHash = proof?.txHash;
  return {
    id: payout.id,
    claimed: `${formatFixed(originalAmount, originalDecimals)} ${originalCurrency}`,
    name: methods.find(({ id }) => id === coin.methodId)?.name ?? coin.methodId,
    coins: paid === undefined ? undefined : `${formatDecimal(paid, coin.decimals)} ${coin.symbol}`,
    exact: proof?.amount !== undefined,
    said: SAID[state],
    isDone: state === "Completed",
    groups: groupsOfFour(payout.destination),
    steps: STEPS.map(({ name, now }, index) => ({
      name: index === done ? now : name,
      state: index < done ? "done" : index === done ? "now" : "next",
    })),
    txHash,
    url: txHash === undefined ? undefined : safeLink(explorers.tx(coin.chainId, txHash)),
    proven: proof && PROVEN[proof.evidence],
  };
}
