import type { Settlement } from "../../domain/invoices/invoice.ts";
import { PRESETS, type PolicySettings, type Preset } from "../../domain/invoices/policy.ts";
import { AmountError, formatDecimal, parseDecimal } from "../../../values/amount.ts";
import { OptionError, type Given } from "./optionError.ts";
import { sentence } from "../../../values/sentence.ts";

/** The options of a store's payment policy. */
export const POLICY_OPTIONS = [
  ...["preset", "tolerance", "tolerance-floor", "forgive", "underpaid", "overpaid", "late-from", "evidence"],
  "confirmations",
] as const;

/** The API's spelling of the options that it spells otherwise: both are taken. */
export const POLICY_SPELLINGS: Readonly<Record<string, string>> = {
  toleranceFloor: "tolerance-floor",
  lateFrom: "late-from",
};

type Coin = Pick<Settlement, "decimals" | "symbol">;

/** The policy fields that the options set. Amounts are in the settlement coin. */
export function readPolicyOptions(given: Given, coin: Coin): PolicySettings {
  const settings: PolicySettings = {
    preset: oneOf(given, "preset", Object.keys(PRESETS) as readonly Preset[]),
    toleranceBps: readPercent(given, "tolerance"),
    toleranceFloor: readAmount(given, "tolerance-floor", coin),
    forgiveBps: readPercent(given, "forgive"),
    underpaid:
      UNDERPAID[oneOf(given, "underpaid", ["keep-open", "accept", "hold"], { keepOpen: "keep-open" }) ?? ""],
    overpaid: oneOf(given, "overpaid", ["accept", "hold"]),
    lateFromBps: readPercent(given, "late-from"),
    evidence: oneOf(given, "evidence", ["reported", "hash", "verified"]),
    confirmations: readConfirmations(given, coin),
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

const UNDERPAID: Readonly<Record<string, PolicySettings["underpaid"]>> = {
  "keep-open": "keepOpen",
  accept: "accept",
  hold: "hold",
};

/** A policy in the terms of its options, "tolerance 1%" and so on; "shop" without any. */
export function describePolicy(settings: PolicySettings, { decimals, symbol }: Coin): string {
  const amount = (units: bigint) => `${formatDecimal(units, decimals)} ${symbol}`;
  const {
    toleranceBps,
    toleranceFloor,
    forgiveBps,
    underpaid,
    overpaid,
    lateFromBps,
    evidence,
    confirmations,
  } = settings;
  const parts = [
    settings.preset ?? "shop",
    toleranceBps === undefined ? "" : `tolerance ${toleranceBps / 100}%`,
    toleranceFloor === undefined ? "" : `tolerance-floor ${amount(toleranceFloor)}`,
    forgiveBps === undefined ? "" : `forgive ${forgiveBps / 100}%`,
    underpaid === undefined ? "" : `underpaid ${underpaid === "keepOpen" ? "keep-open" : underpaid}`,
    overpaid === undefined ? "" : `overpaid ${overpaid}`,
    lateFromBps === undefined ? "" : `late-from ${lateFromBps / 100}%`,
    evidence === undefined ? "" : `evidence ${evidence}`,
    confirmations?.length
      ? `confirmations ${confirmations.map(({ from, need }) => `${need} from ${amount(from)}`).join(", ")}`
      : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/** A percentage with up to two decimals, in basis points; undefined when it is not given. */
export function readPercent(given: Given, name: string): number | undefined {
  const text = given.option(name);
  if (text === undefined) return undefined;
  const bps = /^\d{1,3}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : -1;
  if (bps >= 0 && bps <= 10_000) return bps;
  throw new OptionError(name, sentence('a percentage such as 1.5, from 0 to 100; got "{text}".', { text }));
}

/** One of some words, or what stands for one; undefined when the option is not given. */
export function oneOf<Word extends string>(
  given: Given,
  name: string,
  words: readonly Word[],
  others: Readonly<Record<string, Word>> = {},
): Word | undefined {
  const text = given.option(name);
  const word =
    words.find((each) => each === text) ??
    (Object.hasOwn(others, text ?? "") ? others[text ?? ""] : undefined);
  if (text === undefined || word !== undefined) return word;
  throw new OptionError(
    name,
    sentence('{words} or {last}; got "{text}".', {
      words: words.slice(0, -1).join(", "),
      last: words.at(-1) ?? "",
      text,
    }),
  );
}

function readAmount(given: Given, name: string, coin: Coin): bigint | undefined {
  const text = given.option(name);
  return text === undefined ? undefined : amountOf(text, name, coin);
}

function amountOf(text: string, name: string, { decimals, symbol }: Coin): bigint {
  try {
    return parseDecimal(text, decimals);
  } catch (error) {
    if (!(error instanceof AmountError)) throw error;
    throw new OptionError(
      name,
      sentence('an amount of {coin} such as 0.50; got "{text}".', { coin: symbol, text }),
      error,
    );
  }
}

const MOST_CONFIRMATIONS = 100; // about half a day; more is a slip of the finger

/** "1000=2,10000=6": from a price of 1,000 on two confirmations, from 10,000 on six. A bare number, as the API has it, is for all. */
function readConfirmations(given: Given, coin: Coin): PolicySettings["confirmations"] {
  const text = given.option("confirmations");
  if (text === undefined) return undefined;
  const steps = text.split(",").map((part) => {
    const [, from = "0", number = "0"] = /^\s*(?:([^=]+)=)?(\d{1,3})\s*$/.exec(part) ?? [];
    const need = Number(number);
    if (need < 1 || need > MOST_CONFIRMATIONS) {
      const expected = sentence(
        '<from amount>=<number from 1 to {most}>, e.g. "1000=2,10000=6", or the number alone; got "{text}".',
        { most: MOST_CONFIRMATIONS, text },
      );
      throw new OptionError("confirmations", expected);
    }
    return { from: amountOf(from, "confirmations", coin), need };
  });
  return steps.toSorted((a, b) => (a.from < b.from ? -1 : 1));
}
