import { divFloor } from "../../../values/amount.ts";
import type { Departure, Payout } from "../payouts/payout.ts";
import { currencyId, PAYOUT_ENTRY, type Account, type CurrencyId, type Entry } from "./ledger.ts";

/**
 * The books of a payout. By hand one coin leaves the merchant and arrives. Through the service there are two legs, and the cost
 * between them:
 *
 *   merchant ──► conversion │ conversion ──► paid out           (one side in each coin)
 *                     └──► fees:payout                          (in the coin that left; the other way round for a gain)
 */
export type PayoutPart = "spent" | "fee" | "paid";
export const PAYOUT_PARTS: readonly PayoutPart[] = ["spent", "fee", "paid"];

/** What a payout through the service cost beside what it brought. */
export const PAYOUT_FEES = "fees:payout";

/** The id of one of a payout's entries. */
export const payoutEntryId = (id: string, part: PayoutPart): string => `${PAYOUT_ENTRY}${id}:${part}`;

/** All entries of a payout: none until it is completed, and none of nothing. */
export function payoutEntries(payout: Payout, invoiceId: string | undefined): readonly Entry[] {
  if (payout.state !== "Completed") return [];
  const { id, storeId, coin, departure } = payout;
  const move = (
    part: PayoutPart,
    from: Account,
    to: Account,
    currency: CurrencyId,
    amount: bigint,
  ): Entry => ({
    id: payoutEntryId(id, part),
    storeId,
    invoiceId,
    from,
    to,
    currency,
    amount,
  });
  const arrived = currencyId(coin.chainId, coin.currency);
  if (!departure) return [move("paid", "merchant", "paid_out", arrived, paidAmount(payout))].filter(isSome);
  const left = currencyId(departure.coin.chainId, departure.coin.currency);
  const cost = payoutCost(payout) ?? 0n;
  return [
    move("spent", "merchant", "conversion", left, departure.amount),
    cost < 0n
      ? move("fee", PAYOUT_FEES, "conversion", left, -cost)
      : move("fee", "conversion", PAYOUT_FEES, left, cost),
    move("paid", "conversion", "paid_out", arrived, paidAmount(payout)),
  ].filter(isSome);
}

const isSome = ({ amount }: Entry): boolean => amount > 0n;

/** Returns what left the merchant for a completed payout: what arrived, unless the service has converted it. */
export function departedAmount(payout: Payout): Pick<Departure, "coin" | "amount"> {
  return payout.departure ?? { coin: payout.coin, amount: paidAmount(payout) };
}

/** What arrived where that is known, else what was approved; smallest units of the payout's coin. */
export function paidAmount({ proof, payoutAmount = 0n }: Payout): bigint {
  return proof?.amount ?? payoutAmount;
}

/**
 * The part of the coin that left and did not arrive, in its smallest units: what left, less the worth of
 * the arrived amount at the prices of the quote, before fees. Negative when more arrived than was quoted.
 * Undefined where nothing was converted, the quote stated no prices, or the arrived amount is unknown.
 */
export function payoutCost({ departure, proof, service }: Payout): bigint | undefined {
  if (!departure || proof?.amount === undefined || !service?.gross) return undefined;
  return departure.amount - divFloor(proof.amount * service.input, service.gross);
}
