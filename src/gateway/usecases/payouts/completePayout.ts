import { departedAmount } from "../../domain/books/payoutEntries.ts";
import { worthAt } from "../../domain/books/worthOf.ts";
import type { Worth } from "../../../values/worth.ts";
import { complete, type Departure, type PaymentProof, type Payout } from "../../domain/payouts/payout.ts";
import { statusMeaning } from "../../../intents/status.ts";
import { departureOf } from "./departureOf.ts";
import { valuedCurrencies } from "../books/bookSettings.ts";
import type { Gateway } from "../gateway.ts";
import type { RequestNews } from "../../ports/servicePort.ts";
import { rateBetween } from "../pricing/rateBetween.ts";

type Completing = Pick<Gateway, "persistence" | "departures" | "rates" | "log">;

/**
 * The payout as completed, with what the books need in addition to its proof: what left the merchant's
 * wallet, and its worth now in the currencies of the books. `news` is the service's report, where it has
 * paid. Throws PayoutRefusal invalid-state, and GatewayError chain_unseen while the departure cannot be
 * read.
 */
export async function completePayout(
  gateway: Completing,
  payout: Payout,
  proof: PaymentProof,
  news?: Pick<RequestNews, "word" | "inHashes">,
): Promise<Payout> {
  complete(payout, proof); // refused before anything is asked
  const word = news?.word ?? payout.service?.word;
  const departure = await departureOf(gateway, payout, {
    hashes: news?.inHashes ?? [],
    meaning: statusMeaning(word),
  });
  const completed = complete(payout, proof, { word: news?.word, departure });
  const left = departedAmount(completed);
  const { coin, originalAmount: amount, unattributed } = payout; // unattributed funds are refunded whole, in their coin
  return {
    ...completed,
    worths: await worthsOf(gateway, payout, left),
    ...(unattributed
      ? { unattributed: { ...unattributed, worths: await worthsOf(gateway, payout, { coin, amount }) } }
      : {}),
  };
}

/**
 * The worth of an amount of a coin in the tracked currencies of the payout's store and in its price currency, at present rates;
 * currencies without a rate are left out.
 */
async function worthsOf(
  { persistence, rates, log }: Completing,
  payout: Payout,
  { coin, amount }: Pick<Departure, "coin" | "amount">,
): Promise<readonly Worth[]> {
  const { settings } = (await persistence.stores.load(payout.storeId)) ?? {};
  const found: Worth[] = [];
  for (const currency of settings ? valuedCurrencies(settings) : []) {
    try {
      const rate = await rateBetween(rates, coin.symbol, currency);
      const worth = worthAt(amount, coin.decimals, { currency, ...rate });
      if (worth) found.push(worth);
    } catch (error) {
      log.warn("payout.not_valued", { payout: payout.id, currency, error });
    }
  }
  return found;
}
