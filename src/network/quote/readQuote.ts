import { Refusal } from "../api/refusals.ts";
import type { Currency } from "../catalog.ts";
import type { AppFee, BridgeRequest, Call, Method, Operation } from "../request.ts";
import { pickMethod, readTradeType, refuseSelf } from "./pickMethod.ts";
import { readQuoteBody, type QuoteBody } from "./quoteBody.ts";
import { readAddress, readPayee, shorten, type AddressRules } from "./readAddress.ts";
import { readCalls } from "./readCalls.ts";
import { createReading } from "./reading.ts";
import { readAppFees, readSlippage } from "./readExtensions.ts";

/** A quote request that was understood and checked. */
export type QuoteTerms = Readonly<{
  user: string;
  recipient: string;
  origin: Currency;
  destination: Currency;
  method: Method;
  operation: Operation;
  tradeType: BridgeRequest["tradeType"];
  amount: bigint; // smallest units: of the origin for EXACT_INPUT, else of the destination
  strict: boolean; // of deposit-address quotes
  refundTo: string | undefined; // of deposit-address quotes; others go back to the user
  referrer: string | undefined;
  slippageBps: number;
  ttlSeconds: number | undefined;
  appFees: readonly AppFee[];
  calls: readonly Call[];
  userPublicKey: string | undefined; // of the user's P2SH address, for a PSBT
}>;

/**
 * Reads the body of POST /quote/v2 (interface specification 2.1). Unknown fields are ignored; everything else is checked
 * strictly. The refusal tells every mistake that can be seen, with the code of the first. Throws Refusal.
 */
export function readQuoteTerms(input: unknown, rules: AddressRules): QuoteTerms {
  const body = readQuoteBody(input);
  const { read, refusal } = createReading();
  const origin = read(() => readCurrency(body, "origin", rules));
  const destination = read(() => readCurrency(body, "destination", rules));
  const calls = destination && read(() => readCalls(body, destination, rules));
  const tradeType = read(() => readTradeType(body));
  const way = origin && destination && calls && read(() => pickMethod(body, origin, destination, calls));
  const user = origin && read(() => readUser(body, origin, way?.method, rules));
  const recipient = origin && destination && read(() => readRecipient(body, origin, destination, rules));
  if (way && user && recipient) read(() => refuseSelf(origin, destination, way.method, user, recipient));
  const amount = read(() => readAmount(body));
  const refundTo = origin && read(() => readRefundTo(body, origin, rules));
  const slippageBps = read(() => readSlippage(body));
  const appFees = read(() => readAppFees(body));
  const refused = refusal();
  if (refused) throw refused;
  return {
    ...need({ user, recipient, origin, destination, amount, tradeType, calls, slippageBps, appFees }),
    ...need({ method: way?.method, operation: way?.operation }),
    strict: isStrict(body),
    refundTo,
    referrer: body.referrer,
    ttlSeconds: body.ttl,
    userPublicKey: body.additionalData?.userPublicKey,
  };
}

type Needed<T> = { [Name in keyof T]: Exclude<T[Name], undefined> };

/** Fields that are there, because nothing was refused. */
function need<T extends Readonly<Record<string, unknown>>>(fields: T): Needed<T> {
  for (const [name, value] of Object.entries(fields))
    if (value === undefined) throw new Error(`The ${name} of a quote request was neither read nor refused.`);
  return fields as Needed<T>; // none is undefined, by the line above
}

/** True for quotes whose money arrives at an address of their own. */
export function hasAddress({ method }: Pick<QuoteTerms, "method">): boolean {
  return method === "deposit-address" || method === "permit" || method === "psbt";
}

function readCurrency(body: QuoteBody, side: "origin" | "destination", { catalog }: AddressRules): Currency {
  const chainId = body[`${side}ChainId`];
  const text = body[`${side}Currency`];
  if (!catalog.family(chainId)) {
    throw new Refusal(
      "UNSUPPORTED_CHAIN",
      `${side}ChainId ${chainId} is not supported. GET /chains lists the chains.`,
    );
  }
  const found = catalog.currency(chainId, text);
  if (found) return found;
  throw new Refusal(
    "UNSUPPORTED_CURRENCY",
    `${side}Currency "${shorten(text)}" is not supported on chain ${chainId}. GET /chains lists the currencies.`,
  );
}

/** Who signs on the origin; with a deposit address anybody, the zero address too, because nothing is asked of the user. */
function readUser(
  body: QuoteBody,
  origin: Currency,
  method: Method | undefined,
  rules: AddressRules,
): string {
  const user = readAddress("user", body.user, origin.chainId, rules);
  if (method === "deposit-address" || !rules.catalog.isIdentifier(user)) return user;
  throw new Refusal("INVALID_ADDRESS", "Expected the address of the wallet that will sign as user.");
}

/** Calls without values ask for nothing but themselves: their amount is the sum of their values (4.1). */
function readAmount({ amount, txs = [] }: QuoteBody): bigint {
  const units = BigInt(amount);
  if (units > 0n || txs.length > 0) return units;
  throw new Refusal("AMOUNT_TOO_LOW", "Expected an amount above zero.");
}

/** The named recipient, else the user where both chains have the same kind of addresses. */
function readRecipient(
  body: QuoteBody,
  origin: Currency,
  destination: Currency,
  rules: AddressRules,
): string {
  const { recipient, user } = body;
  const { catalog } = rules;
  if (recipient === undefined && catalog.family(origin.chainId) !== catalog.family(destination.chainId)) {
    throw new Refusal(
      "INVALID_RECIPIENT",
      `Expected a recipient: the user's address on ${origin.name} cannot receive on chain ${destination.chainId}.`,
    );
  }
  const field =
    recipient === undefined ? "The user, who is the recipient because none is named," : "recipient";
  return readPayee(field, recipient ?? user, destination.chainId, rules, "INVALID_RECIPIENT");
}

/** One order per address: an extension, and one that needs somebody to give the money back to. */
function isStrict({ strict, useDepositAddress }: QuoteBody): boolean {
  return strict === true && useDepositAddress === true;
}

/** Public clients write "" where the contract leaves the field out. It means nothing without a deposit address. */
function readRefundTo(body: QuoteBody, origin: Currency, rules: AddressRules): string | undefined {
  const { refundTo } = body;
  if (!body.useDepositAddress) return undefined;
  if (refundTo === undefined || refundTo === "") {
    if (!isStrict(body)) return undefined;
    throw new Refusal("INVALID_REQUEST", "refundTo: expected an address, because strict: true needs one.");
  }
  if (typeof refundTo !== "string")
    throw new Refusal("INVALID_REQUEST", "refundTo: expected an address as a string.");
  return readPayee("refundTo", refundTo, origin.chainId, rules, "INVALID_ADDRESS");
}
