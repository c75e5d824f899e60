import type { BitcoinNetwork } from "../../../bitcoin/codec/address.ts";
import type { Estimate } from "../../usecases/payouts/estimateClaim.ts";
import type { Method } from "../../usecases/pricing/methods.ts";
import { formatFixed } from "../../../values/amount.ts";
import { coinAmount } from "../../../intents/coinAmount.ts";
import type { Payout, PayoutState } from "../../domain/payouts/payout.ts";
import { leftOf, PayoutRefusal, requireOpen, type PullPayment } from "../../domain/payouts/pullPayment.ts";
import { decimalIn } from "../../../languages/formats.ts";
import type { Language } from "../../../languages/languages.ts";
import { wordsOf, type PlainKey } from "../../../languages/translate.ts";
import { GatewayError } from "../../errors.ts";
import { methodName } from "../checkout/refusalWords.ts";
import type { MerchantStore } from "../../usecases/stores/merchantStore.ts";
import type { Instant } from "../../../values/time.ts";
import { isForOperators } from "../forOperators.ts";
import { appearanceOf } from "../branding/storeAppearance.ts";
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
  url: string; // of the page
  payouts: readonly Payout[];
  methods: readonly Method[];
  store: MerchantStore | undefined;
  language: Language;
  sandbox: boolean;
  bitcoinNetwork: BitcoinNetwork;
  now: Instant;
  explorers: Explorers;
  typed: ClaimForm | undefined;
}>;

type Fields = Readonly<Record<string, unknown>>;

/** Everything that views/claim.eta shows, in words and decimals. */
export function claimView(pullPayment: PullPayment, context: ClaimContext): Fields {
  const { store, sandbox, typed, payouts, language } = context;
  const storeName = store?.name ?? wordsOf(language)("claim.theShop");
  const { id, currency, decimals, amount, name, description } = pullPayment;
  const left = leftOf(pullPayment);
  const closed = whyClosed(pullPayment, context);
  const methods = methodsFor(pullPayment, context.methods).map((method) => ({
    id: method.id,
    name: methodName(method, context),
  }));
  const whole = decimalIn(language, formatFixed(amount, decimals));
  const active = payouts.filter(({ state }) => state !== "Cancelled");
  return {
    id,
    language,
    storeName,
    sandbox,
    currency,
    name,
    description,
    closed,
    typed,
    methods,
    initial: [...storeName.trim()][0]?.toUpperCase() ?? "•",
    ...(store ? { look: appearanceOf(store), supportUrl: safeLink(store.settings.profile.supportUrl) } : {}),
    title: wordsOf(language)("claim.title", { amount: `${whole} ${currency}`, store: storeName }),
    url: context.url,
    amount: whole,
    left: decimalIn(language, formatFixed(left, decimals)),
    leftPlain: formatFixed(left, decimals),
    isRefund: pullPayment.refund !== undefined,
    isOpen: closed === undefined && left > 0n,
    isPartly: left > 0n && left < amount,
    silent: methods.length === 0,
    testNetwork: context.bitcoinNetwork !== "mainnet",
    estimate: typed?.estimate && estimateView(pullPayment, typed.estimate, context),
    payouts: active.map((payout) => payoutView(payout, context)),
  };
}

function whyClosed(pullPayment: PullPayment, { now, language }: ClaimContext): string | undefined {
  try {
    requireOpen(pullPayment, now);
    return undefined;
  } catch (error) {
    if (error instanceof PayoutRefusal) return claimProblem(language, error, error.message);
    throw error;
  }
}

/** What a claim was refused for. The rules' own sentences are English; in other languages there is one for each kind. */
export function claimProblem(language: Language, error: unknown, message: string): string {
  if (language === "en" && !isForOperators(error)) return message;
  const code = error instanceof PayoutRefusal || error instanceof GatewayError ? error.code : "";
  return wordsOf(language)(PROBLEMS[code] ?? "claim.refused");
}

const PROBLEMS: Readonly<Record<string, PlainKey>> = {
  archived: "claim.archived",
  "not-started": "claim.notStarted",
  expired: "claim.expired",
  payout_address_refused: "claim.addressRefused",
};

function methodsFor({ methods }: PullPayment, all: readonly Method[]): readonly Method[] {
  return methods.length === 0 ? all : all.filter(({ id }) => methods.includes(id));
}

function estimateView(
  { currency, decimals }: PullPayment,
  estimate: Estimate,
  { methods, language }: ClaimContext,
): Fields {
  const { coin, destination, amount, expected, seconds, direct } = estimate;
  const method = methods.find(({ id }) => id === coin.methodId);
  return {
    symbol: coin.symbol,
    name: method ? methodName(method, { language }) : coin.methodId,
    direct,
    network: method?.chainName ?? wordsOf(language)("common.chain", { id: String(coin.chainId) }),
    groups: groupsOfFour(destination),
    claimed: `${decimalIn(language, formatFixed(amount, decimals))} ${currency}`,
    amount: formatFixed(amount, decimals), // the claimed amount is the one that was shown, even if less is left by then
    expected: expected === undefined ? undefined : coinAmount(expected, coin),
    duration: seconds === undefined ? undefined : inWords(language, seconds),
  };
}

function inWords(language: Language, seconds: number): string {
  const t = wordsOf(language);
  if (seconds < 90) return t("claim.seconds", { count: Math.max(1, Math.round(seconds)) });
  return seconds < 5_400
    ? t("claim.minutes", { count: Math.round(seconds / 60) })
    : t("claim.hours", { count: Math.round(seconds / 3_600) });
}

/** The name of each step when done or still to come, and while in progress. */
const STEPS = [
  { name: "claim.step.requested", now: "claim.step.requested" },
  { name: "claim.step.approved", now: "claim.step.approving" },
  { name: "claim.step.sent", now: "claim.step.sending" },
  { name: "claim.step.arrived", now: "claim.step.arriving" },
] as const;
const DONE: Readonly<Record<PayoutState, number>> = {
  AwaitingApproval: 1,
  AwaitingPayment: 2,
  InProgress: 3,
  Completed: 4,
  Cancelled: 0,
};

function payoutView(payout: Payout, { explorers, methods, language }: ClaimContext): Fields {
  const { coin, state, proof, payoutAmount, originalAmount, originalCurrency, originalDecimals } = payout;
  const paid = proof?.amount ?? (state === "Completed" ? undefined : payoutAmount);
  const t = wordsOf(language);
  const method = methods.find(({ id }) => id === coin.methodId);
  const done = DONE[state];
  const txHash = proof?.txHash;
  return {
    id: payout.id,
    claimed: `${decimalIn(language, formatFixed(originalAmount, originalDecimals))} ${originalCurrency}`,
    name: method ? methodName(method, { language }) : coin.methodId,
    coins: paid === undefined ? undefined : `${coinAmount(paid, coin)} ${coin.symbol}`,
    exact: proof?.amount !== undefined,
    said: t(`claim.state.${state}`),
    isDone: state === "Completed",
    groups: groupsOfFour(payout.destination),
    steps: STEPS.map(({ name, now }, index) => ({
      name: t(index === done ? now : name),
      state: index < done ? "done" : index === done ? "now" : "next",
    })),
    txHash,
    url: txHash === undefined ? undefined : safeLink(explorers.tx(coin.chainId, txHash)),
    proven: proof && t(`claim.evidence.${proof.evidence}`),
  };
}
