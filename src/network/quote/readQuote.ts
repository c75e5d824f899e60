import type { BitcoinNetwork } from "../../bitcoin/address.ts";
import { checkEvmAddress } from "../../evm/address.ts";
import { Refusal } from "../api/refusals.ts";
import type { Catalog, Currency } from "../catalog.ts";
import type { AppFee, BridgeRequest, Call, Method, Operation } from "../request.ts";
import { pickMethod, readTradeType, refuseSelf } from "./pickMethod.ts";
import { DEFAULT_SLIPPAGE_BPS } from "./pricing.ts";
import { readQuoteBody, type QuoteBody } from "./quoteBody.ts";
import { readAddress, shorten, type AddressRules } from "./readAddress.ts";
import { readCalls } from "./readCalls.ts";

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
  strict: boolean;
  refundTo: string | undefined; // of deposit-address quotes; others go back to the user
  referrer: string | undefined;
  slippageBps: number;
  ttlSeconds: number | undefined;
  appFees: readonly AppFee[];
  calls: readonly Call[];
}>;

const MOST_APP_FEES_BPS = 5_000; // together: an application that takes half has made a mistake

/**
 * Reads the body of POST /quote/v2 (interface specification 2.1). Unknown fields are ignored; everything else is checked
 * strictly and refused with the code that names what is wrong. Throws Refusal.
 */
export function readQuoteTerms(input: unknown, catalog: Catalog, network: BitcoinNetwork): QuoteTerms {
  const body = readQuoteBody(input);
  const checks: AddressRules = { catalog, network };
  const origin = readCurrency(body, "origin", checks);
  const destination = readCurrency(body, "destination", checks);
  const calls = readCalls(body, destination, checks);
  const user = readAddress("user", body.user, origin.chainId, checks);
  const recipient = readRecipient(body, origin, destination, checks);
  const { method, operation } = pickMethod(body, origin, destination, calls);
  refuseSelf(origin, destination, method, user, recipient);
  if (method !== "deposit-address" && catalog.isIdentifier(user)) {
    throw new Refusal("INVALID_ADDRESS", "Expected the address of the wallet that will sign as user.");
  }
  const amount = BigInt(body.amount);
  if (amount === 0n) throw new Refusal("AMOUNT_TOO_LOW", "Expected an amount above zero.");
  return {
    ...{ user, recipient, origin, destination, method, operation, amount, calls },
    tradeType: readTradeType(body),
    strict: body.strict ?? false,
    refundTo: readRefundTo(body, origin, checks),
    referrer: body.referrer,
    slippageBps: readSlippage(body.slippageTolerance),
    ttlSeconds: body.ttl,
    appFees: readAppFees(body),
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

/** The named recipient, else the user where both chains have the same kind of addresses. */
function readRecipient(
  body: QuoteBody,
  origin: Currency,
  destination: Currency,
  checks: AddressRules,
): string {
  const { catalog } = checks;
  const given = body.recipient ?? body.user;
  if (
    body.recipient === undefined &&
    catalog.family(origin.chainId) !== catalog.family(destination.chainId)
  ) {
    throw new Refusal(
      "INVALID_RECIPIENT",
      `Expected a recipient: the user's address on ${origin.name} cannot receive on the destination chain.`,
    );
  }
  if (catalog.isIdentifier(given)) {
    throw new Refusal(
      "INVALID_RECIPIENT",
      `The recipient${body.recipient === undefined ? " (the user, because none is named)" : ""} is the zero address or a currency: money sent there is lost.`,
    );
  }
  return readAddress("recipient", given, destination.chainId, checks);
}

/** Public clients write "" where the contract leaves the field out. It means nothing without a deposit address. */
function readRefundTo(body: QuoteBody, origin: Currency, checks: AddressRules): string | undefined {
  const { refundTo, useDepositAddress, strict } = body;
  if (!useDepositAddress) return undefined;
  if (refundTo === undefined || refundTo === "") {
    if (strict) throw new Refusal("INVALID_ADDRESS", "A strict deposit address needs refundTo.");
    return undefined;
  }
  if (checks.catalog.isIdentifier(refundTo)) {
    throw new Refusal(
      "INVALID_ADDRESS",
      "refundTo is the zero address or a currency: money sent there is lost.",
    );
  }
  return readAddress("refundTo", refundTo, origin.chainId, checks);
}

function readSlippage(given: unknown): number {
  if (given === undefined) return DEFAULT_SLIPPAGE_BPS;
  if (typeof given === "string" && /^(0|[1-9]\d{0,3}|10000)$/.test(given)) return Number(given); // basis points
  throw new Refusal(
    "INVALID_SLIPPAGE_TOLERANCE",
    'Expected slippageTolerance as whole basis points from "0" to "10000".',
  );
}

function readAppFees({ appFees = [] }: QuoteBody): readonly AppFee[] {
  const read = appFees.map(({ recipient, fee }) => {
    const address = checkEvmAddress(recipient);
    if (!address) {
      throw new Refusal("INVALID_ADDRESS", `appFees: "${shorten(recipient)}" is not an EVM address.`);
    }
    if (!/^\d{1,4}$/.test(fee)) {
      throw new Refusal(
        "INVALID_REQUEST",
        `appFees: expected fee in whole basis points, got "${shorten(fee)}".`,
      );
    }
    return { recipient: address, bps: Number(fee) }; // basis points
  });
  if (read.reduce((total, { bps }) => total + bps, 0) > MOST_APP_FEES_BPS) {
    throw new Refusal("INVALID_REQUEST", `appFees: expected at most ${MOST_APP_FEES_BPS} bps together.`);
  }
  return read;
}
