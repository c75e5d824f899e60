import type { BookedLine } from "../../domain/books/lines/line.ts";
import { payoutLineId } from "../../domain/books/lines/refundLine.ts";
import { receiptLineId } from "../../domain/books/lines/receiptLine.ts";
import { refundWorth } from "../../domain/books/lines/refundWorth.ts";
import { departedAmount } from "../../domain/books/payoutEntries.ts";
import { worthAt } from "../../domain/books/worthOf.ts";
import type { Departure, Payout } from "../../domain/payouts/payout.ts";
import { rateFromDecimal } from "../../../values/rate.ts";
import type { Worth } from "../../../values/worth.ts";
import type { Gateway } from "../gateway.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";
import { accountingCurrency, BY_HAND, valuedCurrencies } from "./bookSettings.ts";
import { lastPayoutLine, nextLineId, type PayoutLine } from "./payoutLines.ts";

const AT_ONCE = 100;

type Books = Gateway["persistence"]["books"];

/** A completed payout without a value in the currency of the books: what left, and the currencies in which it has no value. */
export type UnvaluedPayout = Readonly<{
  payout: Payout;
  left: Pick<Departure, "coin" | "amount">;
  currencies: readonly string[];
}>;

/** Lists completed payouts that have no value in the currency of the store's books, the newest first, as statements count them. */
export async function listUnvaluedPayouts(
  { persistence }: Pick<Gateway, "persistence">,
  { id: storeId, settings }: Pick<MerchantStore, "id" | "settings">,
  limit: number,
): Promise<readonly UnvaluedPayout[]> {
  const range = { storeId, states: ["Completed" as const], limit: AT_ONCE };
  const listed: UnvaluedPayout[] = [];
  for (let after: string | undefined; ;) {
    const page = await persistence.payouts.list({ ...range, after });
    for (const payout of page) {
      const line = hasWorth(payout, accountingCurrency(settings))
        ? undefined
        : await standingPayoutLine(persistence.books, payoutLineId(payout.id));
      if (line && refundWorth(line.body, accountingCurrency(settings)) === undefined)
        listed.push({ payout, left: departedAmount(payout), currencies: lackingCurrencies(settings, line) });
      if (listed.length === limit) return listed;
    }
    after = page.at(-1)?.id;
    if (after === undefined) return listed;
  }
}

/**
 * Values a completed payout by the rates that a person names (whole units of each currency for one of the coin that left), and
 * books it again with the value. False where there is no such payout without a value. Throws AmountError for a wrong rate, and
 * ConflictError when the payout was valued meanwhile.
 */
export async function valuePayoutByHand(
  { persistence, clock }: Pick<Gateway, "persistence" | "clock">,
  { id: storeId, settings }: Pick<MerchantStore, "id" | "settings">,
  payoutId: string,
  rates: ReadonlyMap<string, string>,
): Promise<boolean> {
  const payout = await persistence.payouts.load(payoutId);
  const line = await standingPayoutLine(persistence.books, payoutLineId(payoutId));
  if (payout?.storeId !== storeId || !line) return false;
  const currencies = lackingCurrencies(settings, line);
  if (currencies.length === 0) return false;
  const at = clock();
  const worthsAt = (coin: Departure["coin"], amount: bigint): readonly Worth[] =>
    currencies.flatMap((currency) => {
      const rate = rateFromDecimal(rates.get(currency) ?? "", 0, 0);
      return worthAt(amount, coin.decimals, { currency, rate, source: BY_HAND, at }) ?? [];
    });
  const left = departedAmount(payout);
  const added = worthsAt(left.coin, left.amount);
  const receipt =
    payout.unattributed && (await standingPayoutLine(persistence.books, receiptLineId(payoutId)));
  const received = payout.unattributed ? worthsAt(payout.coin, payout.originalAmount) : [];
  const after: Payout = {
    ...payout,
    version: payout.version + 1,
    worths: [...(payout.worths ?? []), ...added],
    ...(payout.unattributed
      ? {
          unattributed: {
            ...payout.unattributed,
            worths: [...(payout.unattributed.worths ?? []), ...received],
          },
        }
      : {}),
  };
  const lines = [...valuedLines(line, added), ...(receipt ? valuedLines(receipt, received) : [])];
  await persistence.payouts.keep({
    payout: { before: payout, after },
    announcements: [],
    booked: { booking: { entries: [], lines, assets: [] }, at },
  });
  return true;
}

async function standingPayoutLine(books: Books, id: string): Promise<PayoutLine | undefined> {
  const last = await lastPayoutLine(books, id);
  return last && !last.isReversed ? last.line : undefined;
}

function valuedLines(line: PayoutLine, added: readonly Worth[]): readonly BookedLine[] {
  const id = nextLineId(line);
  const body = { ...line.body, worths: [...(line.body.worths ?? []), ...added] };
  return [
    { ...line, id: `${id}:reversed`, kind: "reversed" },
    { ...line, id, kind: "corrected", body } as BookedLine, // of the same file
  ];
}

function hasWorth({ originalCurrency, worths = [] }: Payout, currency: string): boolean {
  return originalCurrency === currency || worths.some((worth) => worth.currency === currency);
}

function lackingCurrencies(settings: MerchantStore["settings"], { body }: PayoutLine): readonly string[] {
  return valuedCurrencies(settings).filter((currency) => refundWorth(body, currency) === undefined);
}
