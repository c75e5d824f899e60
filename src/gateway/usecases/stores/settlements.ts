import { sameCurrency } from "../../../intents/identifiers.ts";
import type { Instant } from "../../../values/time.ts";
import type { Settlement } from "../../domain/invoices/invoice.ts";
import type { PolicySettings } from "../../domain/invoices/policy.ts";
import type { MerchantStore, StoreSettings } from "./merchantStore.ts";

type Coin = Pick<Settlement, "chainId" | "currency">;
type Known = Pick<StoreSettings, "settlement" | "formerSettlements">;

/** True for the same coin on the same chain. */
export function isSameCoin(one: Coin, other: Coin): boolean {
  return one.chainId === other.chainId && sameCurrency(one.currency, other.currency);
}

/** True for the same coin at the same address. */
export function isSameSettlement(one: Settlement, other: Settlement): boolean {
  return isSameCoin(one, other) && sameCurrency(one.recipient, other.recipient);
}

/** A settlement as one text, "<chain id>:<currency>:<recipient>": the form of `--settle`, and what a form names it by. */
export function settlementText({ chainId, currency, recipient }: Settlement): string {
  return `${chainId}:${currency}:${recipient}`;
}

/** The settlement that a store had at a moment. */
export function settlementAt({ settlement, formerSettlements = [] }: Known, at: Instant): Settlement {
  return formerSettlements.find(({ until }) => at < until)?.settlement ?? settlement;
}

/** Every settlement that a store had from one moment (inclusive) to another (exclusive), the oldest first, each once. */
export function settlementsBetween(
  { settlement, formerSettlements = [] }: Known,
  from: Instant,
  to: Instant,
): readonly Settlement[] {
  const spans = [...formerSettlements, { settlement, until: Infinity }];
  const held = spans.filter(
    ({ until }, place) => until > from && (spans[place - 1]?.until ?? -Infinity) < to,
  );
  return held
    .map((one) => one.settlement)
    .filter((one, place, all) => all.findIndex((other) => isSameSettlement(one, other)) === place);
}

/** Each settlement of a store, and from when until when it was the store's. */
export function settlementSpans({
  createdAt,
  settings: { settlement, formerSettlements = [] },
}: Dated): readonly SettlementSpan[] {
  const ends = [...formerSettlements, { settlement, until: Infinity }];
  return ends.map((one, place) => ({ ...one, from: ends[place - 1]?.until ?? createdAt }));
}

type Dated = Pick<MerchantStore, "createdAt" | "settings">;

/** A settlement, and the period in which the store used it: from `from` (inclusive) to `until` (exclusive). */
export type SettlementSpan = Readonly<{ settlement: Settlement; from: Instant; until: Instant }>;

/** The name of a chain on which a store is or was paid; "chain 137" for another one. */
export function chainNameIn({ settlement, formerSettlements = [] }: Known, chainId: number): string {
  const known = [settlement, ...formerSettlements.map((one) => one.settlement)];
  return known.find((one) => one.chainId === chainId)?.chainName ?? `chain ${chainId}`;
}

/** A store's settings with another settlement from now on. */
export function withSettlement(settings: StoreSettings, settlement: Settlement, at: Instant): StoreSettings {
  const { settlement: before, formerSettlements = [], policy } = settings;
  return {
    ...settings,
    settlement,
    policy: policyIn(policy, before, settlement),
    formerSettlements: [...formerSettlements, { settlement: before, until: at }],
  };
}

/**
 * A policy whose amounts are of another coin from now on. A coin of the same name is worth the same, and only its decimals may
 * differ. In any other coin an amount would mean something else, so the strictest reading holds: no tolerated amount, and the most
 * confirmations of all steps for every price.
 */
export function policyIn(policy: PolicySettings, before: Settlement, after: Settlement): PolicySettings {
  const { toleranceFloor, confirmations } = policy;
  if (before.symbol === after.symbol) {
    const rescale = (amount: bigint) =>
      (amount * 10n ** BigInt(after.decimals)) / 10n ** BigInt(before.decimals);
    return {
      ...policy,
      toleranceFloor: toleranceFloor === undefined ? undefined : rescale(toleranceFloor),
      confirmations: confirmations?.map(({ from, need }) => ({ from: rescale(from), need })),
    };
  }
  const most = Math.max(0, ...(confirmations ?? []).map(({ need }) => need));
  return {
    ...policy,
    toleranceFloor: undefined,
    confirmations: most === 0 ? confirmations : [{ from: 0n, need: most }],
  };
}
