import fc from "fast-check";
import { bookPayoutStep } from "../../src/gateway/usecases/books/bookStep.ts";
import { cancelPayout } from "../../src/gateway/usecases/payouts/managePayouts.ts";
import type { Persistence } from "../../src/gateway/ports/persistencePort.ts";
import { moved, type Payout } from "../../src/gateway/domain/payouts/payout.ts";
import { formatFixed } from "../../src/values/amount.ts";
import type { Instant } from "../../src/values/time.ts";
import { anInvoice, ISSUED } from "../gateway/domain/invoices/given.ts";
import { DECIMALS, type Currency } from "./sales.ts";

const { settlement } = anInvoice().terms;
const PERSON = { by: "anna", reason: "a test" };

const ENDS = ["open", "dismissed", "waiting", "paid"] as const;

/** Unattributed funds of a store, and what becomes of them: `isCancelled` is whether a refund was cancelled before. */
export type Stray = Readonly<{
  currency: Currency; // of the store
  value: bigint;
  worth: bigint;
  isCancelled: boolean;
  end: (typeof ENDS)[number];
  txid: string;
  payoutTxid: string;
}>;

const anyStray = fc.record({
  currency: fc.constantFrom("USD" as const, "EUR" as const, "JPY" as const, "KWD" as const),
  value: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  worth: fc.bigInt({ min: 1n, max: 10n ** 9n }),
  isCancelled: fc.boolean(),
  end: fc.constantFrom(...ENDS),
});

/** Lets unattributed funds arrive in the stores, and everything happen to them at `at`, kept and booked as the gateway does it. */
export async function strayAtRandom(
  persistence: Persistence,
  count: number,
  seed: number,
  at: Instant,
): Promise<readonly Stray[]> {
  const strays = fc
    .sample(anyStray, { numRuns: count, seed })
    .map((one, n) => ({ ...one, txid: `stray-${n}`, payoutTxid: `back-${n}` }));
  for (const stray of strays) await befall(persistence, stray, at);
  return strays;
}

async function befall(persistence: Persistence, stray: Stray, at: Instant): Promise<void> {
  const { currency, value, isCancelled, end, txid } = stray;
  const { chainId, recipient: address } = settlement;
  const outpoint = `${txid}:value`;
  const block = { height: 3, blockHash: "cd".repeat(32), blockTime: ISSUED, seenAt: ISSUED };
  const money = { chainId, outpoint, address, value, currency: settlement.currency, sender: "0xsender" };
  const found = { ...money, ...block, storeId: `store-${currency}`, lastInvoiceId: undefined };
  await persistence.unattributed.keep(found, settlement);
  if (isCancelled) {
    const { id } = await refund(persistence, stray, "cancelled");
    await cancelPayout({ persistence, clock: () => at, random: (length) => new Uint8Array(length) }, id);
  }
  if (end === "waiting") await refund(persistence, stray, end);
  if (end === "paid") await pay(persistence, await refund(persistence, stray, end), stray, at);
  const open = (await persistence.unattributed.load(chainId, outpoint))!;
  if (end === "dismissed") await persistence.unattributed.end(open, { state: "dismissed", ...PERSON }, at);
}

async function refund(
  persistence: Persistence,
  { currency, value, txid }: Stray,
  which: string,
): Promise<Payout> {
  const name = { chainId: settlement.chainId, outpoint: `${txid}:value` };
  const { symbol, decimals } = settlement;
  const after: Payout = {
    ...{
      id: `${txid}-${which}`,
      storeId: `store-${currency}`,
      pullPaymentId: undefined,
      destination: "0xsender",
    },
    ...{
      coin: { methodId: "USDC-SANDBOX", ...settlement },
      originalCurrency: symbol,
      originalDecimals: decimals,
    },
    ...{ originalAmount: value, payoutAmount: value, revision: 0, worth: undefined, proof: undefined },
    ...{
      service: undefined,
      metadata: {},
      createdAt: ISSUED,
      version: 1,
      state: "AwaitingPayment",
      unattributed: name,
    },
  };
  const unattributed = { ...name, refund: { ...PERSON, refundId: after.id, at: ISSUED } };
  await persistence.payouts.keep({ payout: { after }, unattributed, announcements: [] });
  return after;
}

async function pay(persistence: Persistence, before: Payout, stray: Stray, at: Instant): Promise<void> {
  const { currency, value: amount, worth, payoutTxid: txHash } = stray;
  const worths = [
    { currency, value: formatFixed(worth, DECIMALS[currency]), rate: "1", source: "a test", at },
  ];
  const proof = { evidence: "verified" as const, txHash, key: undefined, amount, said: undefined };
  const unattributed = { ...before.unattributed!, worths };
  const after = moved(before, { state: "Completed", proof, worths, unattributed });
  const booking = (await bookPayoutStep({ persistence }, before, after))!;
  await persistence.payouts.keep({ payout: { before, after }, announcements: [], booked: { booking, at } });
}
