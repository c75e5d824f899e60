import { checkBitcoinAddress, type BitcoinNetwork } from "../../../bitcoin/codec/address.ts";
import { checkEvmAddress } from "../../../evm/codec/address.ts";
import { MOST_TRACKED, namedAccountant, readTracked } from "../books/bookSettings.ts";
import type { Accountant, StoreSettings } from "./merchantStore.ts";
import { withSettings } from "../../domain/invoices/policy.ts";
import { LANGUAGES } from "../../../languages/languages.ts";
import { readEmailAddress } from "../../domain/mail/emailAddress.ts";
import { CURRENCY_EXAMPLES, priceDecimals } from "../../../values/currency.ts";
import { BITCOIN_CHAIN_ID, isCurrencyIdentifier } from "../../../intents/identifiers.ts";
import type { Instant } from "../../../values/time.ts";
import { isZone } from "../../../values/zone.ts";
import { describeMail, readMailOptions } from "./mailOptions.ts";
import { describePolicy, oneOf, readPercent, readPolicyOptions } from "./policyOptions.ts";
import { canonicalMethodId } from "../pricing/methods.ts";
import { OptionError, type Given } from "./optionError.ts";
import { sentence } from "../../../values/sentence.ts";

type Network = Readonly<{ bitcoinNetwork: BitcoinNetwork }>;

/** For how long a merchant may hold a price by the pages and commands: 30 days. The merchant API takes more. */
export const LONGEST_HOLD_MINUTES = 43_200;

/** Settings with the options applied; absent options change nothing. Throws for invalid values. */
export function readStoreOptions(
  given: Given,
  config: Network,
  known: StoreSettings,
  at: Instant,
): StoreSettings {
  const refunds = Object.fromEntries(given.options("refund").map((text) => readRefund(config, text)));
  return {
    ...known,
    refunds: { ...known.refunds, ...refunds },
    feeBearer: oneOf(given, "fees", ["payer", "merchant"]) ?? known.feeBearer,
    marginBps: readMargin(given, known.marginBps),
    invoiceMinutes: readMinutes(given) ?? known.invoiceMinutes,
    defaultCurrency: readPriceCurrency(given) ?? known.defaultCurrency,
    defaultMethod: readDefaultMethod(given, known.defaultMethod),
    methodsOff: readMethodsOff(given) ?? known.methodsOff,
    strictAddresses: isOn(given, "strict-addresses", known.strictAddresses),
    directPayments: isOn(given, "direct-payments", known.directPayments),
    archivedAt: isOn(given, "archived", known.archivedAt !== undefined)
      ? (known.archivedAt ?? at)
      : undefined,
    profile: {
      ...known.profile,
      website: readLink(given, "website") ?? known.profile.website,
      supportUrl: readLink(given, "support-url") ?? known.profile.supportUrl,
      brandColor: readColorOption(given, known.profile.brandColor),
      defaultLang: readLanguage(given, known.profile.defaultLang),
    },
    compatibility: {
      oneInvoicePerOrder: isOn(given, "one-invoice-per-order", known.compatibility.oneInvoicePerOrder),
    },
    mail: readMailOptions(given, known.mail),
    books: {
      tracked: readTrackedOption(given) ?? known.books.tracked,
      zone: readZoneOption(given) ?? known.books.zone,
      accountant: readAccountant(given, known.books.accountant, at),
    },
    policy: withSettings(known.policy, readPolicyOptions(given, known.settlement)),
    bounds: {
      toleranceBps: readPercent(given, "invoice-tolerance") ?? known.bounds.toleranceBps,
      acceptUnderpaid: isOn(given, "invoice-underpaid", known.bounds.acceptUnderpaid),
      weakerEvidence: isOn(given, "invoice-evidence", known.bounds.weakerEvidence),
    },
  };
}

/** Settings as lines of "name  value", for people. */
export function describeSettings(settings: StoreSettings): Readonly<Record<string, string>> {
  const { refunds, feeBearer, marginBps, invoiceMinutes, strictAddresses, policy, settlement } = settings;
  const { profile, compatibility, mail, books, bounds } = settings;
  return {
    settlement: `${settlement.symbol} on ${settlement.chainName} to ${settlement.recipient}`,
    policy: describePolicy(policy, settlement),
    "invoice tolerance": `${bounds.toleranceBps / 100}%`,
    "invoice underpaid": onOff(bounds.acceptUnderpaid),
    "invoice evidence": onOff(bounds.weakerEvidence),
    fees: feeBearer,
    margin: marginBps === undefined ? "none" : `${marginBps / 100}%`,
    minutes: String(invoiceMinutes),
    "price currency": settings.defaultCurrency,
    "default method": settings.defaultMethod ?? NONE,
    "methods off": settings.methodsOff.join(", ") || NONE,
    "strict addresses": onOff(strictAddresses),
    "direct payments": onOff(settings.directPayments),
    archived: onOff(settings.archivedAt !== undefined),
    website: profile.website ?? "none",
    "support url": profile.supportUrl ?? "none",
    color: profile.brandColor ?? "none",
    language: profile.defaultLang ?? BROWSER,
    "one invoice per order": onOff(compatibility.oneInvoicePerOrder),
    ...describeMail(mail),
    tracked: books.tracked.join(", ") || NONE,
    zone: books.zone,
    accountant: books.accountant?.address ?? NONE,
    ...Object.fromEntries(Object.entries(refunds).map(([chain, address]) => [`refund on ${chain}`, address])),
  };
}

const onOff = (isOn: boolean): string => (isOn ? "on" : "off");

function isOn(given: Given, name: string, known: boolean): boolean {
  const word = oneOf(given, name, ["on", "off"]);
  return word === undefined ? known : word === "on";
}

function readLink(given: Given, name: string): string | undefined {
  const text = given.option(name);
  if (text === undefined || /^(https?:\/\/|mailto:)\S+$/i.test(text)) return text;
  throw new OptionError(
    name,
    sentence('an address that starts with https:// or mailto:; got "{text}".', { text }),
  );
}

function readColorOption(given: Given, known: string | undefined): string | undefined {
  const text = given.option("color");
  if (text === undefined) return known;
  if (text === "none") return undefined;
  if (/^#[0-9a-f]{6}$/i.test(text)) return text;
  throw new OptionError(
    "color",
    sentence("a colour such as '#0F3B21' (in quotes), or none; got \"{text}\".", { text }),
  );
}

const NONE = "none";

function readTrackedOption(given: Given): readonly string[] | undefined {
  const text = given.option("tracked");
  if (text === undefined) return undefined;
  const tracked = text === NONE ? [] : readTracked(text.split(","));
  if (tracked) return tracked;
  throw new OptionError(
    "tracked",
    sentence('at most {most} currencies such as EUR,CHF, or none; got "{text}". There are {known}.', {
      most: MOST_TRACKED,
      text,
      known: CURRENCY_EXAMPLES,
    }),
  );
}

function readZoneOption(given: Given): string | undefined {
  const text = given.option("zone");
  if (text === undefined || isZone(text)) return text;
  throw new OptionError(
    "zone",
    sentence('UTC or a time zone such as Europe/Berlin; got "{text}".', { text }),
  );
}

function readAccountant(given: Given, known: Accountant | undefined, at: Instant): Accountant | undefined {
  const text = given.option("accountant");
  if (text === undefined) return known;
  if (text === NONE) return undefined;
  const address = readEmailAddress(text);
  if (address !== undefined) return namedAccountant(address, known, at);
  throw new OptionError("accountant", sentence('one e-mail address, or none; got "{text}".', { text }));
}

function readMargin(given: Given, known: number | undefined): number | undefined {
  return given.option("margin") === NONE ? undefined : (readPercent(given, "margin") ?? known);
}

function readPriceCurrency(given: Given): string | undefined {
  const text = given.option("price-currency")?.toUpperCase();
  if (text === undefined || priceDecimals(text) !== undefined) return text;
  throw new OptionError(
    "price-currency",
    sentence('one of {known}; got "{text}".', { known: CURRENCY_EXAMPLES, text }),
  );
}

const METHOD = /^[A-Za-z0-9_-]{1,64}$/;

function readDefaultMethod(given: Given, known: string | undefined): string | undefined {
  const text = given.option("default-method");
  if (text === undefined || text === NONE) return text === NONE ? undefined : known;
  if (METHOD.test(text)) return canonicalMethodId(text);
  throw new OptionError(
    "default-method",
    sentence('a payment method such as BTC-CHAIN, or none; got "{text}".', { text }),
  );
}

function readMethodsOff(given: Given): readonly string[] | undefined {
  const text = given.option("methods-off");
  if (text === undefined || text === NONE) return text === NONE ? [] : undefined;
  const ids = text.split(",").map((id) => id.trim());
  if (ids.every((id) => METHOD.test(id))) return [...new Set(ids.map(canonicalMethodId))];
  throw new OptionError(
    "methods-off",
    sentence('payment methods such as ETH-BASE,USDT-BASE, or none; got "{text}".', { text }),
  );
}

const BROWSER = "browser"; // each reader's own

function readLanguage(given: Given, known: string | undefined): string | undefined {
  const language = oneOf(given, "language", [...LANGUAGES, BROWSER]);
  return language === BROWSER ? undefined : (language ?? known);
}

function readMinutes(given: Given): number | undefined {
  const text = given.option("minutes");
  if (text === undefined) return undefined;
  const minutes = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (minutes >= 1 && minutes <= LONGEST_HOLD_MINUTES) return minutes;
  throw new OptionError(
    "minutes",
    sentence('how long a price is held, from 1 to {most}; got "{text}".', {
      most: LONGEST_HOLD_MINUTES,
      text,
    }),
  );
}

function readRefund({ bitcoinNetwork }: Network, text: string): readonly [string, string] {
  const [, chainId = "", address = ""] = /^(\d{1,15}):([^:]+)$/.exec(text) ?? [];
  if (isRefundAddress(bitcoinNetwork, Number(chainId), address)) return [chainId, address];
  const example = `${BITCOIN_CHAIN_ID}:<${bitcoinNetwork} address>`;
  throw new OptionError(
    "refund",
    sentence('<chainId>:<address on that chain>, e.g. {example}; got "{text}".', { example, text }),
  );
}

/** True for an address to which money of a chain can be sent back: of the right kind and network, with a good checksum. */
export function isRefundAddress(network: BitcoinNetwork, chainId: number, address: string): boolean {
  const isBitcoin = chainId === BITCOIN_CHAIN_ID;
  const isGood = isBitcoin ? checkBitcoinAddress(network, address) : checkEvmAddress(address);
  return isGood !== undefined && !isCurrencyIdentifier(address);
}
