import { INVOICE_STATES } from "../../../domain/invoices/invoice.ts";
import type { Translate } from "../../../../languages/merchantWords.ts";
import { EXCEPTIONS, isFiltered, NO_FILTER, pathOf, type Asked } from "./asked.ts";
import { stateWords } from "./stateWords.ts";

/** A filter as a link: one that is chosen is taken away by it, another is added. */
export type Chip = Readonly<{ label: string; path: string; isChosen: boolean }>;

/** The filters that stand above the list: states, what waits and currencies to choose from, and of all others those that are chosen. */
export function chipsOf(
  asked: Asked,
  storeName: string | undefined,
  currencies: readonly string[], // to choose from
  tr: Translate,
): readonly Chip[] {
  const { states, additional } = stateWords(tr);
  const first = { ...asked, after: undefined };
  const chip = (label: string, isChosen: boolean, change: Partial<Asked>): Chip => {
    return { label, isChosen, path: pathOf({ ...first, ...change }) };
  };
  const toggled = <T>(list: readonly T[], one: T) =>
    list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
  const chosen = (label: string, isThere: boolean, change: Partial<Asked>) =>
    isThere ? [chip(label, true, change)] : [];
  const { word = "", from = "", to = "", coin = "" } = asked;
  return [
    {
      label: tr("All"),
      path: pathOf({ ...NO_FILTER, sort: asked.sort }),
      isChosen: !isFiltered(asked),
    },
    ...INVOICE_STATES.map((state) =>
      chip(states[state], asked.states.includes(state), { states: toggled(asked.states, state) }),
    ),
    chip(tr("waits for you"), asked.isWaiting, { isWaiting: !asked.isWaiting }),
    ...currencies.map((one) => {
      const isChosen = one === asked.currency;
      return chip(one, isChosen, { currency: isChosen ? undefined : one });
    }),
    ...EXCEPTIONS.filter((one) => asked.exceptions.includes(one)).map((one) =>
      chip(additional[one], true, { exceptions: toggled(asked.exceptions, one) }),
    ),
    ...chosen(tr("paid"), asked.isPaid, { isPaid: false }),
    ...chosen(tr("archived"), asked.isArchived, { isArchived: false }),
    ...chosen(tr("from {day}", { day: from }), from !== "", { from: undefined }),
    ...chosen(tr("to {day}", { day: to }), to !== "", { to: undefined }),
    ...chosen(tr("paid in {coin}", { coin }), coin !== "", { coin: undefined }),
    ...chosen(tr("“{word}”", { word }), word !== "", { word: undefined }),
    ...(storeName === undefined ? [] : [chip(storeName, true, { storeId: undefined })]),
  ];
}
