import { isCanonicalBitcoin } from "../../../bitcoin/codec/address.ts";
import { checkEvmAddress } from "../../../evm/codec/address.ts";
import type { Terms } from "../../domain/invoices/invoice.ts";
import { divCeil, min } from "../../../values/amount.ts";
import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import { GatewayError } from "../../errors.ts";
import { yieldOf } from "./feePolicy.ts";
import type { Attempt, Point } from "./findInput.ts";
import type { Method } from "./methods.ts";
import type { Gateway } from "../gateway.ts";
import type { PricingContext } from "./pricingContext.ts";
import { leastOutput, type QuotedRate } from "./quotedRate.ts";
import type { Quote, QuoteAsk } from "../../ports/servicePort.ts";
import type { MerchantStore } from "../stores/merchantStore.ts";

/**
 * What quotes are asked for. `target` is set where the address is there already: then quotes are indicative, and bring none. What
 * the service is bound to is the address's own quote.
 */
export type QuoteTask = Readonly<{
  gateway: PricingContext;
  store: MerchantStore;
  terms: Terms;
  method: Method;
  refundTo: string;
  target: Readonly<{ address: string; quoted?: QuotedRate | undefined }> | undefined;
}>;

/**
 * Asks for one quote after the other: a function from an input (smallest units) to the quote for it, and to what that input
 * pays of the price. Inputs are rounded up to what people can send. Throws GatewayError.
 */
export function quoteAsker(task: QuoteTask): (exact: bigint) => Promise<Attempt<Quote>> {
  return (exact) => askQuote(task, sendable(exact, task.method));
}

/** The same for one exact input. */
export async function askQuote(task: QuoteTask, amount: bigint): Promise<Attempt<Quote>> {
  const { gateway, store, terms, method, refundTo, target } = task;
  const quote = await gateway.service.quote({
    ...quoteAsk(task),
    amount,
    tradeType: "EXACT_INPUT",
    depositAddress: target ? undefined : { refundTo, strict: store.settings.strictAddresses },
  });
  if (!target) {
    checkDepositAddress(gateway, method, quote);
    await refuseKnownRequest(gateway, quote);
  }
  const held = { ...quote, minimum: heldMinimum(task, quote, amount) };
  return {
    quote,
    point: { input: amount, yield: await yieldOf(gateway, store, terms, method, amount, held) },
  };
}

/**
 * Returns the least that an input brings: what its quote says, and at an address that is used again what the quote of that address
 * makes of it, where that is less. An indicative quote leaves out what a deposit to an address costs.
 */
export function heldMinimum(
  { target }: Pick<QuoteTask, "target">,
  { minimum }: Pick<Quote, "minimum">,
  input: bigint,
): bigint | undefined {
  if (minimum === undefined || !target?.quoted) return minimum;
  return min(minimum, leastOutput(target.quoted, input));
}

/**
 * The first input on a route without history: the service's estimate of what the price would cost, else the
 * value of one coin by the exchange rate less the store's margin. Throws quote_without_minimum unless the
 * store has set one.
 */
export async function firstPoint(task: QuoteTask): Promise<Point> {
  const { gateway, store, terms, method } = task;
  const { due } = terms;
  const asked = { amount: due, tradeType: "EXACT_OUTPUT", depositAddress: undefined } as const;
  const quote = await gateway.service.quote({ ...quoteAsk(task), ...asked });
  const statesAmounts = quote.input !== due || quote.output !== undefined;
  if (statesAmounts) return { input: quote.input, yield: quote.output ?? due };
  const coin = 10n ** BigInt(method.decimals);
  return { input: coin, yield: await yieldOf(gateway, store, terms, method, coin, quote) };
}

const SENDABLE_DECIMALS = 8; // many exchanges accept no more decimals, and a payment that is short by a fraction is incomplete

const CENTS = 2;
const CENTS_FROM = 10n; // of so many coins a cent is a thousandth, which is less than another quote would save
const DOLLAR_COINS: ReadonlySet<string> = new Set([
  "USDC",
  "USDC.E",
  "USDBC",
  "USDT",
  "USDT.E",
  "USDT0",
  "DAI",
]);

/**
 * The amount (smallest units) rounded up to what people can type and exchanges can send: to a hundred-millionth of
 * a coin, and to whole cents of a dollar coin where they make at most a thousandth of the amount.
 */
export function sendable(amount: bigint, { symbol, decimals }: Pick<Method, "symbol" | "decimals">): bigint {
  const isInCents = DOLLAR_COINS.has(symbol.toUpperCase()) && amount >= CENTS_FROM * 10n ** BigInt(decimals);
  const step = 10n ** BigInt(Math.max(0, decimals - (isInCents ? CENTS : SENDABLE_DECIMALS)));
  return divCeil(amount, step) * step;
}

type Route = Omit<QuoteAsk, "amount" | "tradeType" | "depositAddress" | "canWait">;

function quoteAsk({ gateway, terms, method, refundTo }: QuoteTask): Route & Pick<QuoteAsk, "canWait"> {
  const { settlement, paymentRequestId, byVisitor } = terms;
  const canWait = paymentRequestId !== undefined || byVisitor === true; // such invoices can be made by anyone
  return { ...routeAsk(gateway, settlement, method, refundTo), canWait };
}

/** The part of a quote request that names who pays and gets what, from a method's coin to a settlement. */
export function routeAsk(
  gateway: Pick<Gateway, "settings">,
  settlement: Terms["settlement"],
  method: Method,
  refundTo: string,
): Route {
  return {
    user: method.chainId === BITCOIN_CHAIN_ID ? quoteUser(gateway) : refundTo,
    originChainId: method.chainId,
    originCurrency: method.currency,
    destinationChainId: settlement.chainId,
    destinationCurrency: settlement.currency,
    recipient: settlement.recipient,
  };
}

function quoteUser(gateway: Pick<Gateway, "settings">): string {
  const { quoteUserBitcoin } = gateway.settings;
  if (quoteUserBitcoin) return quoteUserBitcoin;
  throw new GatewayError(
    "quote_user_balance",
    "Set QUOTE_USER_BITCOIN to a Bitcoin address with a high balance: the service asks for one with every quote.",
  );
}

/** Refuses the request of another address: a status by its id could be about either of two payments. */
async function refuseKnownRequest(
  { persistence }: Pick<PricingContext, "persistence">,
  { requestId }: Quote,
): Promise<void> {
  if (!(await persistence.leases.hasRequest(requestId))) return;
  throw new GatewayError(
    "quote_unusable",
    `The intent service's quote cannot be used: its requestId ${requestId.slice(0, 100)} belongs to another deposit address.`,
  );
}

/** Refuses an address that is not valid for its chain, before it is shown. It is kept exactly as issued. */
export function checkDepositAddress(gateway: Pick<Gateway, "settings">, method: Method, quote: Quote): void {
  const address = quote.depositAddress ?? "";
  const isValid =
    method.chainId === BITCOIN_CHAIN_ID
      ? isCanonicalBitcoin(gateway.settings.bitcoinNetwork, address)
      : checkEvmAddress(address) !== undefined;
  if (isValid) return;
  throw new GatewayError(
    "quote_unusable",
    `The intent service answered "${address.slice(0, 100)}", which is no address on ${method.chainName}.`,
  );
}
