import { Refusal } from "../api/refusals.ts";
import type { Currency } from "../catalog.ts";
import type { AppFee, BridgeRequest, Call, Method, Operation } from "../request.ts";
import { pickMethod, readTradeType, refuseSelf } from "./pickMethod.ts";
import { readQuoteBody, type QuoteBody } from "./quoteBody.ts";
import { readAddress, readPayee, shorten, type AddressRules } from "./readAddress.ts";
import { readCalls } from "./readCalls.ts";
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
 * strictly and refused with the code that names what is wrong. Throws Refusal.
 */
export function readQuoteTerms(input: unknown, rules: AddressRules): QuoteTerms {
  const body = readQuoteBody(input);
  const origin = readCurrency(body, "origin", rules);
  const destination = readCurrency(body, "destination", rules);
  const calls = readCalls(body, destination, rules);
  const tradeType = readTradeType(body);
  const { method, operation } = pickMethod(body, origin, destination, calls);
  const user = readUser(body, origin, method, rules);
  const recipient = readRecipient(body, origin, destination, rules);
  refuseSelf(origin, destination, method, user, recipient);
  const amount = BigInt(body.amount);
  if (amount === 0n) throw new Refusal("AMOUNT_TOO_LOW", "Expected an amount above zero.");
  return {
    ...{ user, recipient, origin, destination, method, operation, amount, tradeType, calls },
    strict: isStrict(body),
    refundTo: readRefundTo(body, origin, rules),
    referrer: body.referrer,
    slippageBps: readSlippage(body),
    ttlSeconds: body.ttl,
    appFees: readAppFees(body),
    userPublicKey: body.additionalData?.userPublicKey,
  };
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
function readUser(body: QuoteBody, origin: Currency, method: Method, rules: AddressRules): string {
  const user = readAddress("user", body.user, origin.chainId, rules);
  if (method === "deposit-address" || !rules.catalog.isIdentifier(user)) return user;
  throw new Refusal("INVALID_ADDRESS", "Expected the address of the wallet that will sign as user.");
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
