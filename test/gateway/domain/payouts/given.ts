import { NO_FACTS, type Deposit, type Invoice } from "../../../../src/gateway/domain/invoices/invoice.ts";
import type { PayoutCoin } from "../../../../src/gateway/domain/payouts/payout.ts";
import type { Claim } from "../../../../src/gateway/domain/payouts/claim.ts";
import type { PullPayment } from "../../../../src/gateway/domain/payouts/pullPayment.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../../../src/intents/identifiers.ts";
import { aDeposit, anInvoice, anOffer } from "../invoices/given.ts";

export const BITCOIN: PayoutCoin = {
  ...{ methodId: "BTC-CHAIN", chainId: BITCOIN_CHAIN_ID, currency: BTC_CURRENCY, symbol: "BTC", decimals: 8 },
};

export function aPullPayment(change: Partial<PullPayment> = {}): PullPayment {
  return {
    ...{ id: "pull-1", storeId: "store-1", name: "Refund", description: "", currency: "USD", decimals: 2 },
    ...{ amount: 100_00n, claimed: 0n, autoApprove: false, startsAt: undefined, expiresAt: undefined },
    ...{ methods: [], refund: undefined, archived: false, createdAt: 1_000, version: 1 },
    ...change,
  };
}

export function aClaim(change: Partial<Claim> = {}): Claim {
  return {
    ...{
      id: "payout-1",
      destination: "bcrt1-buyer",
      coin: BITCOIN,
      amount: undefined,
      metadata: {},
      at: 2_000,
    },
    ...change,
  };
}

/** An invoice whose deposits have all settled at their floor. */
export function paidInvoice(deposits: readonly Partial<Deposit>[]): Invoice {
  const invoice = anInvoice();
  const all = deposits.map((change, index) => aDeposit({ outpoint: `tx:${index}`, ...change }));
  const settlements = all.map(({ outpoint, floor }) => ({
    ...{ requestId: "r", outpoint, amount: floor, txHash: outpoint, proof: outpoint, at: 5 },
    ...{ evidence: "verified", proven: true } as const,
  }));
  return { ...invoice, facts: { ...NO_FACTS, offers: [anOffer()], deposits: all, settlements }, state: "Settled" };
} // prettier-ignore
