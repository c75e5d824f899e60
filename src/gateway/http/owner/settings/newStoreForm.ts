import type { Request } from "express";
import { inWords, type Translate } from "../../../../languages/merchantWords.ts";
import type { ServiceChain } from "../../../../intents/chains.ts";
import type { Language } from "../../../../languages/languages.ts";
import type { BitcoinNetwork } from "../../../../bitcoin/codec/address.ts";
import type { Settlement } from "../../../domain/invoices/invoice.ts";
import {
  chooseSettlement,
  settlementCoins,
  SettlementError,
} from "../../../usecases/stores/chooseSettlement.ts";
import { STORE_DEFAULTS } from "../../../usecases/stores/createStore.ts";
import type { StoreSettings } from "../../../usecases/stores/merchantStore.ts";
import { expectation, OptionError } from "../../../usecases/stores/optionError.ts";
import type { Instant } from "../../../../values/time.ts";
import { hasUnseen } from "../../../../values/shownText.ts";
import { currencyOptions } from "../currencyChoices.ts";
import type { Choice, Field, Group } from "./field.ts";
import { typedIn } from "./formOptions.ts";
import { readFormOptions, refundFields } from "./paymentFields.ts";
import { messageOf } from "../../errors.ts";

type Texts = Readonly<Record<string, string>>;

/** The chains that the service lists: those that pay a store, and those that payments come from. */
export type ListedChains = Readonly<{ all: readonly ServiceChain[]; origins: readonly ServiceChain[] }>;

/** The fields of the form that makes a store. */
export function newStoreGroups(
  tr: Translate,
  { all, origins }: ListedChains,
  language: Language,
): readonly Group[] {
  return [
    {
      title: tr("Store"),
      fields: [
        { name: "name", label: tr("Name"), note: tr("Customers see it."), kind: "text" },
        {
          name: "price-currency",
          label: tr("Currency of prices"),
          kind: "select",
          choices: currencyOptions(language),
        },
        {
          name: "zone",
          label: tr("Time zone"),
          note: tr("In which days and months begin, such as Europe/Berlin."),
          kind: "text",
          suggestions: Intl.supportedValuesOf("timeZone"),
        },
      ],
    },
    settlementGroup(tr, all, { value: "", label: tr("Choose the coin and chain") }),
    {
      title: tr("Refund addresses"),
      note: tr(
        "The service sends money there that it cannot convert. Coins of a chain without an address are not offered; name at least one.",
      ),
      fields: refundFields(tr, origins),
    },
  ];
}

/** The fields of where a store is paid. `none` stands first in the list where no coin is chosen yet. */
export function settlementGroup(tr: Translate, chains: readonly ServiceChain[], none?: Choice): Group {
  const coins = settlementCoins(chains).map(({ value, symbol, network }) => ({
    value,
    label: tr("{coin} on {network}", { coin: symbol, network }),
  }));
  return {
    title: tr("Settlement"),
    note: tr("Every payment is converted to this coin and paid to this address."),
    fields: [
      {
        name: "coin",
        label: tr("Coin and chain"),
        kind: "select",
        choices: [...(none ? [none] : []), ...coins],
      },
      {
        name: "recipient",
        label: tr("Your address"),
        note: tr("From a wallet whose keys you hold. Exchanges may refuse or lose such payments."),
        kind: "address",
      },
    ],
  };
}

/** What the form is about: the store to be, or what is wrong, by field. */
export type ReadStore = Readonly<
  | { store: Readonly<{ name: string; settings: StoreSettings }>; typed: Texts }
  | { problems: Texts; typed: Texts }
>;

type Reading = Readonly<{
  tr: Translate;
  language: Language;
  chains: ListedChains;
  network: BitcoinNetwork;
  at: Instant;
}>;

/** Reads the form. Every field that is wrong is among the problems. */
export function readNewStoreForm(request: Request, reading: Reading): ReadStore {
  const { tr, chains, language } = reading;
  const fields = newStoreGroups(tr, chains, language).flatMap((group) => group.fields);
  const typed = typedIn(request, fields);
  const problems: Record<string, string> = {};
  const name = typed["name"] ?? "";
  if (name === "" || name.length > LONGEST_NAME)
    problems["name"] = tr("Enter a name of at most {count} characters.", { count: LONGEST_NAME });
  if (hasUnseen(name)) problems["name"] = tr("Enter a name without control and format characters.");
  const settlement = readSettlement(typed, chains.all, problems, tr);
  const settings = readRest(fields, typed, reading, settlement, problems);
  return settlement && settings && Object.keys(problems).length === 0
    ? { store: { name, settings }, typed }
    : { problems, typed };
}

const LONGEST_NAME = 100;

/** The settlement that was typed; undefined where it is wrong, and then it is among the problems. */
export function readSettlement(
  typed: Texts,
  chains: readonly ServiceChain[],
  problems: Record<string, string>,
  tr: Translate,
): Settlement | undefined {
  const [, chainId = "", currency = ""] = /^(\d{1,15}):(.{1,128})$/.exec(typed["coin"] ?? "") ?? [];
  try {
    const choice = { chainId: Number(chainId), currency, recipient: typed["recipient"] ?? "" };
    return chooseSettlement(chains, choice);
  } catch (error) {
    if (!(error instanceof SettlementError)) throw error;
    problems[error.field] = messageOf(error, tr);
    return undefined;
  }
}

/** The other options, each read alone so that all that are wrong are found. */
function readRest(
  fields: readonly Field[],
  typed: Texts,
  { tr, network, at }: Reading,
  settlement: Settlement | undefined,
  problems: Record<string, string>,
): StoreSettings | undefined {
  const refunds = fields.filter(({ name, kind }) => kind === "address" && name !== "recipient");
  const given = [...refunds.filter(({ name }) => typed[name]), { name: "price-currency" }, { name: "zone" }];
  if (!refunds.some(({ name }) => typed[name]))
    for (const { name } of refunds.slice(0, 1))
      problems[name] = tr("Enter an address for at least one chain.");
  const blank: StoreSettings = { ...STORE_DEFAULTS, settlement: settlement ?? NOWHERE, refunds: {} };
  let settings = blank;
  for (const { name } of given) {
    try {
      settings = readFormOptions({ [name]: typed[name] ?? "" }, network, settings, at);
    } catch (error) {
      if (!(error instanceof OptionError)) throw error;
      problems[name] = inWords(tr, expectation(error));
    }
  }
  return settlement && settings;
}

/** In the place of a settlement that could not be read: nothing is made of it. */
const NOWHERE: Settlement = {
  chainId: 0,
  chainName: "",
  currency: "",
  symbol: "",
  decimals: 0,
  recipient: "",
};
