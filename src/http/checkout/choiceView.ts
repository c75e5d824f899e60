import { figuresOf, type MethodFigures } from "../../gateway/methodFigures.ts";
import type { Method } from "../../gateway/methods.ts";
import { currentOffer, type Invoice, type Offer } from "../../invoices/invoice.ts";
import { aboutFee, aboutReceived, aboutSent, aboutTime, MARKS } from "./choiceWords.ts";
import { rounded, roundedDown } from "./splitView.ts";
import type { MethodChoice } from "./view.ts";
import type { ViewContext } from "./viewContext.ts";

/** The ways to pay. A single method that cannot be chosen has had its say in unpricedReason. */
export function choices(
  invoice: Invoice,
  offer: Offer | undefined,
  context: ViewContext,
): readonly MethodChoice[] {
  const { methods, memories, store, now } = context;
  const known = new Map(
    methods.map((method) => [
      method.id,
      figuresOf(invoice, store, method, memories.get(method.id), now),
    ]),
  );
  const all = methods.map((method) => choice(invoice, method, offer, context));
  if (all.length === 1 && all.every(({ available }) => !available)) return [];
  const offered = all.filter(({ available }) => available).map(({ id }) => id);
  const cheapest = least(offered, (id) => known.get(id)?.fee);
  const fastest = least(offered, (id) => known.get(id)?.seconds);
  return all.map((one, index) => ({
    ...one,
    figures: figureWords(invoice, methods[index] as Method, known.get(one.id) ?? {}, context), // one choice for each
    marks: [...(one.id === cheapest ? [MARKS.cheapest] : []), ...(one.id === fastest ? [MARKS.fastest] : [])],
  }));
} // prettier-ignore

function choice(
  invoice: Invoice,
  method: Method,
  offer: Offer | undefined,
  { unavailable, refusals }: ViewContext,
): MethodChoice {
  const tooSmall = unavailable.get(method.id);
  return {
    id: method.id,
    name: method.name,
    active: offer?.methodId === method.id,
    available: tooSmall === undefined || currentOffer(invoice, method.id) !== undefined,
    reason: tooSmall?.reason ?? refusals.get(method.id)?.message,
    needs: tooSmall && `${tooSmall.recommendedMinimum} ${invoice.terms.currency}`,
    chooseUrl: `/i/${invoice.id}/methods/${method.id}`,
  };
}

/** Which of several has the smallest figure, when more than one is known and one is really smaller. */
function least<T extends bigint | number>(ids: readonly string[], figure: (id: string) => T | undefined): string | undefined {
  const known = ids.flatMap((id) => {
    const value = figure(id);
    return value === undefined ? [] : [{ id, value }];
  });
  const [first, second] = known.toSorted((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0));
  return first && second && first.value < second.value ? first.id : undefined;
} // prettier-ignore

function figureWords(
  { terms: { settlement } }: Invoice,
  method: Method,
  { sends, fee, receives, seconds }: MethodFigures,
  { store }: ViewContext,
): readonly string[] {
  return [
    sends === undefined ? undefined : aboutSent(`${rounded(sends, method.decimals, 5)} ${method.symbol}`),
    fee === undefined ? undefined : aboutFee(`${rounded(fee, settlement.decimals, 3)} ${settlement.symbol}`),
    seconds === undefined ? undefined : aboutTime(seconds),
    receives === undefined
      ? undefined
      : aboutReceived(store.name, `${roundedDown(receives, settlement.decimals)} ${settlement.symbol}`),
  ].filter((words) => words !== undefined);
}
