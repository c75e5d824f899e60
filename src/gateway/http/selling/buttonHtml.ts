import { escapeHtml } from "../../../languages/markup.ts";

/** What a button is made of. One amount is fixed, several are chosen from, none is typed by the customer. */
export type Button = Readonly<{
  payUrl: string; // of the store: …/pay/<store>
  currency: string;
  amounts: readonly string[];
  least: string;
  most: string;
  label: string;
  orderId: string;
  description: string;
  redirect: string;
}>;

/** The HTML of a button: a plain form that works on any site, without scripts and without anything of ours. */
export function buttonHtml(button: Button): string {
  const { payUrl, currency, orderId, description, redirect, label } = button;
  const hidden = Object.entries({ currency, orderId, description, redirect }).filter(
    ([, value]) => value !== "",
  );
  return [
    `<form method="post" action="${escapeHtml(payUrl)}">`,
    ...hidden.map(([name, value]) => `  <input type="hidden" name="${name}" value="${escapeHtml(value)}">`),
    ...amountField(button).map((line) => `  ${line}`),
    `  <button type="submit">${escapeHtml(label)}</button>`,
    "</form>",
  ].join("\n");
}

/** The same as a link, which leads to a page with the form. */
export function buttonLink({ payUrl, amounts, orderId, description, redirect }: Button): string {
  const [amount = ""] = amounts.length === 1 ? amounts : [];
  const said = Object.entries({ amount, orderId, description, redirect }).filter(([, value]) => value !== "");
  const query = new URLSearchParams(said).toString();
  return query === "" ? payUrl : `${payUrl}?${query}`;
}

function amountField({ amounts, currency, least, most }: Button): readonly string[] {
  const [only] = amounts;
  const unit = escapeHtml(currency);
  if (amounts.length > 1)
    return [
      `<select name="amount" aria-label="${unit}">`,
      ...amounts.map(
        (amount) => `  <option value="${escapeHtml(amount)}">${escapeHtml(amount)} ${unit}</option>`,
      ),
      "</select>",
    ];
  if (only !== undefined) return [`<input type="hidden" name="amount" value="${escapeHtml(only)}">`];
  return [
    `<input name="amount" type="number" step="any" min="${escapeHtml(least)}" max="${escapeHtml(most)}" required aria-label="${unit}"> ${unit}`,
  ];
}
