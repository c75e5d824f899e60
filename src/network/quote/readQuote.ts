import { Refusal } from "../api/refusals.ts";
import type { Currency } from "../catalog.ts";
import type { AppFee, BridgeRequest, Call, Method, Operation } from "../request.ts";
import { pickMethod, readTradeType, refuseSelf } from "./pickMethod.ts";
import { EMPTY_OPTIONAL_ADDRESS, readQuoteBody, type QuoteBody } from "./quoteBody.ts";
import { readAddress, readPayee, shorten, type AddressRules } from "./readAddress.ts";
import { readCalls } from "./readCalls.ts";
import { createReading } from "./reading.ts";
import { TO_SENDER } from "../refundTarget.ts";
import { readAppFees, readSlippage, readSubsidy, readUsePools } from "./readExtensions.ts";
import { refuseUnsupported } from "./unsupportedFields.ts";

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
  recoveryAddress: string | undefined; // of deposit-address quotes
  referrer: string | undefined;
  slippageBps: number;
  ttlSeconds: number | undefined;
  appFees: readonly AppFee[];
  calls: readonly Call[];
  isSponsored: boolean; // the application of the API key pays gas and service fee
  usePools: boolean; // where they bring more than the service's own coins
  userPublicKey: string | undefined; // of the user's P2SH address, for a PSBT
}>;

/**
 * Reads the body of POST /quote/v2 (interface specification 2.1). Unknown fields are ignored, unless they move
 * money; everything else is checked strictly. The refusal lists every detectable error, with the code of the first: wrong
 * types and missing fields, and all errors of the fields that could be read. Throws Refusal.
 */
export function readQuoteTerms(input: unknown, rules: AddressRules): QuoteTerms {
  const given = readQuoteBody(input);
  const { read, refusal } = createReading(given);
  const from = read(["originChainId"], (body) => readChain(body, "originChainId", rules));
  const origin =
    from && read(["originCurrency"], (body) => readCurrency(body, "originCurrency", from, rules));
  const to = read(["destinationChainId"], (body) => readChain(body, "destinationChainId", rules));
  const destination =
    to && read(["destinationCurrency"], (body) => readCurrency(body, "destinationCurrency", to, rules));
  const calls = destination && read(OF_CALLS, (body) => readCalls(body, destination, rules));
  const tradeType = read(["tradeType", "strict"], readTradeType);
  const way =
    origin &&
    destination &&
    calls &&
    read(OF_WAYS, (body) => {
      const hasPools = rules.catalog.chain(destination.chainId)?.pools !== undefined;
      return pickMethod(body, { origin, destination, calls, hasPools, isScreened: rules.isScreened });
    });
  const user = from && read(["user"], (body) => readAddress("user", body.user, from.id, rules));
  if (user) read(["useDepositAddress"], (body) => requireSigningUser(body, user, rules));
  const recipient = to && read(["recipient"], (body) => readRecipient(body, to, { from, user }, rules));
  if (way && user && recipient) read([], () => refuseSelf(origin, destination, way.method, user, recipient));
  const amount = read(["amount", "txs"], readAmount);
  const refundTo = from && read(["useDepositAddress", "strict"], (body) => readRefundTo(body, from, rules));
  const recoveryAddress =
    from && read(["useDepositAddress"], (body) => readRecoveryAddress(body, from, rules));
  const slippageBps = read(["tradeType"], readSlippage);
  const appFees = read(["appFees"], readAppFees);
  const isSponsored = read(["subsidizeFees"], (body) => readSubsidy(body, way?.method));
  read([], () => refuseUnsupported(input as Readonly<Record<string, unknown>>)); // an object, or it had not been read
  const refused = refusal();
  if (refused) throw refused;
  const { body } = given;
  return {
    ...need({ user, recipient, origin, destination, amount, tradeType, calls, slippageBps, appFees }),
    ...need({ method: way?.method, operation: way?.operation }),
    strict: isStrict(body),
    isSponsored: isSponsored ?? false,
    refundTo,
    recoveryAddress,
    referrer: body.referrer,
    ttlSeconds: body.ttl,
    usePools: readUsePools(body),
    userPublicKey: body.additionalData?.userPublicKey,
  };
}

const OF_CALLS = ["txs", "useDepositAddress", "amount"] as const;
const OF_WAYS = ["useDepositAddress", "usePermit", "useExternalLiquidity", "forceSolverExecution"] as const;

type Needed<T> = { [Name in keyof T]: Exclude<T[Name], undefined> };

/** Fields that are there, because nothing was refused. */
function need<T extends Readonly<Record<string, unknown>>>(fields: T): Needed<T> {
  for (const [name, value] of Object.entries(fields))
    if (value === undefined) throw new Error(`The ${name} of a quote request was neither read nor refused.`);
  return fields as Needed<T>; // none is undefined, by the line above
}

/** True for quotes with a deposit address of their own. */
export function hasAddress({ method }: Pick<QuoteTerms, "method">): boolean {
  return method === "deposit-address" || method === "permit" || method === "psbt";
}

type Chain = Readonly<{ id: number; family: "bitcoin" | "evm" }>;

function readChain(
  body: QuoteBody,
  field: "originChainId" | "destinationChainId",
  { catalog }: AddressRules,
): Chain {
  const id = body[field];
  const family = catalog.family(id);
  if (family) return { id, family };
  throw new Refusal("UNSUPPORTED_CHAIN", `${field} ${id} is not supported. GET /chains lists the chains.`);
}

function readCurrency(
  body: QuoteBody,
  field: "originCurrency" | "destinationCurrency",
  { id }: Chain,
  { catalog }: AddressRules,
): Currency {
  const found = catalog.currency(id, body[field]);
  if (found) return found;
  throw new Refusal(
    "UNSUPPORTED_CURRENCY",
    `${field} "${shorten(body[field])}" is not supported on chain ${id}. GET /chains lists the currencies.`,
  );
}

/**
 * The account that signs on the origin; with a deposit address any value, the zero address too, because
 * nothing is asked of the user.
 */
function requireSigningUser({ useDepositAddress }: QuoteBody, user: string, { catalog }: AddressRules): void {
  if (useDepositAddress || !catalog.isIdentifier(user)) return;
  throw new Refusal("INVALID_ADDRESS", "Expected the address of the wallet that will sign as user.");
}

/** Calls without values ask for nothing but themselves: their amount is the sum of their values (4.1). */
function readAmount({ amount, txs = [] }: QuoteBody): bigint {
  const units = BigInt(amount);
  if (units > 0n || txs.length > 0) return units;
  throw new Refusal("AMOUNT_TOO_LOW", "Expected an amount above zero.");
}

/**
 * The named recipient, else the user where both chains have the same kind of addresses. Undefined without a
 * recipient where the origin or the user is refused already.
 */
function readRecipient(
  { recipient }: QuoteBody,
  to: Chain,
  { from, user }: Readonly<{ from: Chain | undefined; user: string | undefined }>,
  rules: AddressRules,
): string | undefined {
  if (recipient !== undefined) return readPayee("recipient", recipient, to.id, rules, "INVALID_RECIPIENT");
  if (from && from.family !== to.family) {
    throw new Refusal(
      "INVALID_RECIPIENT",
      `Expected a recipient: the user's address on chain ${from.id} cannot receive on chain ${to.id}.`,
    );
  }
  const impliedRecipient = "The user, who is the recipient because none is named,";
  return from && user && readPayee(impliedRecipient, user, to.id, rules, "INVALID_RECIPIENT");
}

/** One order per address: an extension, which needs a refund address. */
function isStrict({ strict, useDepositAddress }: QuoteBody): boolean {
  return strict === true && useDepositAddress === true;
}

/** Where a deposit goes that cannot be filled; it means nothing without a deposit address. Throws Refusal. */
function readRefundTo(body: QuoteBody, from: Chain, rules: AddressRules): string | undefined {
  const { refundTo } = body;
  refuseEmpty("refundTo", refundTo);
  if (!body.useDepositAddress) return undefined;
  if (refundTo === undefined) {
    if (!isStrict(body)) return undefined;
    throw new Refusal("INVALID_REQUEST", "refundTo: expected an address, because strict: true needs one.");
  }
  if (typeof refundTo !== "string")
    throw new Refusal("INVALID_REQUEST", "refundTo: expected an address as a string.");
  if (refundTo.toLowerCase() !== rules.catalog.currencies(from.id)[0]?.address)
    return readPayee("refundTo", refundTo, from.id, rules, "INVALID_ADDRESS");
  if (from.family === "evm") return TO_SENDER;
  throw new Refusal(
    "INVALID_ADDRESS",
    "refundTo: a Bitcoin payment may have several senders, or an exchange's that belongs to others. Name an address.",
  );
}

function refuseEmpty(field: string, value: unknown): void {
  if (value === "") throw new Refusal("INVALID_REQUEST", `${field}: ${EMPTY_OPTIONAL_ADDRESS}.`);
}

/** Where a deposit goes that can neither be filled nor be refunded otherwise; null asks for nothing. Throws Refusal. */
function readRecoveryAddress(body: QuoteBody, from: Chain, rules: AddressRules): string | undefined {
  const { recoveryAddress } = body;
  refuseEmpty("recoveryAddress", recoveryAddress);
  if (recoveryAddress === undefined || recoveryAddress === null) return undefined;
  if (typeof recoveryAddress !== "string")
    throw new Refusal("INVALID_REQUEST", "recoveryAddress: expected an address as a string.");
  if (!body.useDepositAddress)
    throw new Refusal(
      "INVALID_REQUEST",
      "recoveryAddress is for deposit addresses (useDepositAddress: true): other deposits go back to the user. Leave it out.",
    );
  return readPayee("recoveryAddress", recoveryAddress, from.id, rules, "INVALID_ADDRESS");
}
