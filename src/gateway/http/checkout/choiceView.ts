import { figuresOf, type MethodFigures } from "../../usecases/pricing/methodFigures.ts";
import type { Method } from "../../usecases/pricing/methods.ts";
import { currentOffer, type Invoice, type Offer } from "../../domain/invoices/invoice.ts";
import { decimalIn } from "../../../languages/formats.ts";
import { wordsOf } from "../../../languages/translate.ts";
import { aboutTime } from "./choiceWords.ts";
import { methodName, refusalText, tooSmallText } from "./refusalWords.ts";
import { rounded, roundedDown } from "./splitView.ts";
import type { MethodChoice } from "./view.ts";
import { KEY_REFUSED, type ViewContext } from "./viewContext.ts";

/** The payment methods to choose from. A single unavailable method is explained by unpricedReason. */
export function choices(
  invoice: Invoice,
  offer: Offer | undefined,
  context: ViewContext,
): readonly MethodChoice[] {
  const { methods, memories, store, now, language } = context;
  const t = wordsOf(language);
  const known = new Map(
    methods.map((method) => [method.id, figuresOf(invoice, store, method, memories.get(method.id), now)]),
  );
  const all = methods.map((method) => choice(invoice, method, offer, context));
  if (all.length === 1 && all.every(({ available }) => !available)) return [];
  const offered = all.filter(({ available }) => available).map(({ id }) => id);
  const cheapest = least(offered, (id) => known.get(id)?.fee);
  const fastest = least(offered, (id) => known.get(id)?.seconds);
  const paysFees = store.settings.feeBearer === "payer"; // else the fees are no matter of the payer's
  const shown = all.map((one, index) => ({
    ...one,
    figures: figureWords(invoice, methods[index] as Method, known.get(one.id) ?? {}, context), // one choice for each
    marks: [
      ...(paysFees && one.id === cheapest ? [t("choice.cheapest")] : []),
      ...(one.id === fastest ? [t("choice.fastest")] : []),
    ],
  }));
  const direct = new Set(methods.flatMap((method) => (method.direct ? [method.id] : [])));
  return [...shown.filter(({ id }) => direct.has(id)), ...shown.filter(({ id }) => !direct.has(id))];
}

function choice(
  invoice: Invoice,
  method: Method,
  offer: Offer | undefined,
  { unavailable, refusals, language }: ViewContext,
): MethodChoice {
  const { currency } = invoice.terms;
  const around = { language, currency };
  const tooSmall = unavailable.get(method.id);
  const refusal = refusals.get(method.id);
  return {
    id: method.id,
    name: methodName(method, around),
    coin: method.symbol,
    network: method.chainName,
    active: offer?.methodId === method.id,
    available:
      (tooSmall === undefined && refusal?.code !== KEY_REFUSED) ||
      currentOffer(invoice, method.id) !== undefined,
    reason: tooSmall
      ? tooSmallText(method, tooSmall, around)
      : refusal && refusalText(method, refusal, around),
    needs: tooSmall && `${decimalIn(language, tooSmall.recommendedMinimum)} ${currency}`,
    chooseUrl: `/i/${invoice.id}/methods/${method.id}`,
  };
}

/** Which of several has the smallest figure, when more than one is known and one is really smaller. */
function least<T extends bigint | number>(
  ids: readonly string[],
  figure: (id: string) => T | undefined,
): string | undefined {
  const known = ids.flatMap((id) => {
    const value = figure(id);
    return value === undefined ? [] : [{ id, value }];
  });
  const [first, second] = known.toSorted((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0));
  return first && second && first.value < second.value ? first.id : undefined;
}

function figureWords(
  { terms: { settlement } }: Invoice,
  method: Method,
  { sends, fee, receives, seconds }: MethodFigures,
  { store, language }: ViewContext,
): readonly string[] {
  const t = wordsOf(language);
  const { decimals, symbol } = settlement;
  const paysFees = store.settings.feeBearer === "payer"; // else what the shop loses is no matter of the payer's
  if (method.direct) return [t("pay.direct", { store: store.name })];
  return [
    sends && t("choice.sent", { amount: `${rounded(sends, method.decimals, 5)} ${method.symbol}` }),
    fee === undefined || !paysFees
      ? undefined
      : t("choice.fee", { amount: `${rounded(fee, decimals, 3)} ${symbol}` }),
    seconds === undefined ? undefined : aboutTime(language, seconds),
    receives &&
      paysFees &&
      t("choice.received", { store: store.name, amount: `${roundedDown(receives, decimals)} ${symbol}` }),
  ].filter((words) => typeof words === "string");
}
