import { LANGUAGES, OWN_NAMES, type Language } from "../../../../languages/languages.ts";
import type { Translate } from "../../../../languages/merchantWords.ts";
import { MOST_TRACKED } from "../../../usecases/books/bookSettings.ts";
import { currencyOptions } from "../currencyChoices.ts";
import type { Choice, Group } from "./field.ts";
import { policyGroups } from "./policyGroups.ts";

/** The pages of a store's settings that are forms of options. */
export const SECTION_NAMES = ["payments", "policy", "checkout", "books", "shops"] as const;
export type SectionName = (typeof SECTION_NAMES)[number];

/** One page of settings. */
export type Section = Readonly<{ title: string; groups: readonly Group[] }>;

/** What a section shows of the store beside its settings. */
export type Around = Readonly<{
  tr: Translate;
  language: Language;
  symbol: string; // of the settlement coin
  methods: readonly Choice[]; // those that the store offers, and those that are off
}>;

/** The fields of each section, in the visitor's language. */
export const SECTIONS: Readonly<Record<SectionName, (around: Around) => Section>> = {
  payments: paymentsSection,
  policy: ({ tr, symbol }) => ({ title: tr("Policy"), groups: policyGroups(tr, symbol) }),
  checkout: checkoutSection,
  books: booksSection,
  shops: shopsSection,
};

function paymentsSection({ tr, language, methods }: Around): Section {
  return {
    title: tr("Payments"),
    groups: [
      {
        title: tr("Price"),
        fields: [
          {
            name: "price-currency",
            label: tr("Currency of prices"),
            note: tr("Used where a shop names no currency."),
            kind: "select",
            choices: currencyOptions(language),
          },
          {
            name: "minutes",
            label: tr("Price fixed for, in minutes"),
            note: tr("How long a customer has to pay at the price shown."),
            kind: "number",
          },
          {
            name: "fees",
            label: tr("Who pays for the conversion"),
            kind: "select",
            choices: [
              { value: "payer", label: tr("The customer: you receive the whole price") },
              { value: "merchant", label: tr("You: the customer pays the price and no more") },
            ],
          },
          {
            name: "margin",
            label: tr("Margin in percent"),
            note: tr("Added to the price for services whose quotes state no minimum."),
            kind: "number",
            none: "none",
            isOptional: true,
          },
        ],
      },
      {
        title: tr("Addresses"),
        fields: [
          {
            name: "direct-payments",
            label: tr("Take the settlement coin directly"),
            note: tr("Customers who have it send it straight to your address, without a conversion."),
            kind: "switch",
          },
          {
            name: "strict-addresses",
            label: tr("A new order for each address"),
            note: tr("Each address is an order of its own at the service and is not used again."),
            kind: "switch",
          },
        ],
      },
      {
        title: tr("Coins"),
        fields: [
          {
            name: "default-method",
            label: tr("Coin shown first"),
            kind: "select",
            choices: [{ value: "none", label: tr("The first of the list") }, ...methods],
          },
        ],
      },
    ],
  };
}

function checkoutSection({ tr }: Around): Section {
  return {
    title: tr("Checkout and e-mail"),
    groups: [
      {
        title: tr("Checkout"),
        fields: [
          {
            name: "language",
            label: tr("Language of payment pages"),
            kind: "select",
            choices: [
              { value: "browser", label: tr("What the customer's browser asks for") },
              ...LANGUAGES.map((code) => ({ value: code, label: OWN_NAMES[code] })),
            ],
          },
        ],
      },
      {
        title: tr("E-mail to customers"),
        fields: [
          {
            name: "mail-invoices",
            label: tr("Mail each new invoice to its buyer"),
            note: tr("To the address that the shop gives as buyerEmail."),
            kind: "switch",
          },
          {
            name: "mail-reminder",
            label: tr("Remind so many minutes before the price ends"),
            note: tr("Empty: no reminder."),
            kind: "number",
            none: "none",
            isOptional: true,
          },
          {
            name: "mail-address-days",
            label: tr("Keep addresses for so many days"),
            note: tr("After an invoice has ended; then they are deleted."),
            kind: "number",
          },
        ],
      },
    ],
  };
}

function booksSection({ tr }: Around): Section {
  return {
    title: tr("Books"),
    groups: [
      {
        title: tr("Books"),
        fields: [
          {
            name: "tracked",
            label: tr("Currencies in which payments are valued"),
            note: tr("At most {count}, with commas, such as EUR,CHF. The first is that of your books.", {
              count: MOST_TRACKED,
            }),
            kind: "text",
            none: "none",
            isOptional: true,
          },
          {
            name: "zone",
            label: tr("Time zone"),
            note: tr("In which days and months begin, such as Europe/Berlin."),
            kind: "text",
            suggestions: Intl.supportedValuesOf("timeZone"),
          },
          {
            name: "accountant",
            label: tr("E-mail of your accountant"),
            note: tr("Gets a link to each month that has ended. Empty: no e-mail."),
            kind: "email",
            none: "none",
            isOptional: true,
          },
        ],
      },
    ],
  };
}

function shopsSection({ tr }: Around): Section {
  return {
    title: tr("Shops"),
    groups: [
      {
        title: tr("How shop plugins are answered"),
        fields: [
          {
            name: "one-invoice-per-order",
            label: tr("One invoice for an order"),
            note: tr("A shop that asks twice for an order gets its open invoice again."),
            kind: "switch",
          },
        ],
      },
    ],
  };
}
