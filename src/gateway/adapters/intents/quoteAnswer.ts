import { checkEvmAddress } from "../../../evm/codec/address.ts";
import { GatewayError } from "../../errors.ts";
import type { Quote, QuoteAsk } from "../../ports/servicePort.ts";
import { AmountError, parseDecimal } from "../../../values/amount.ts";
import { BITCOIN_CHAIN_ID, isCurrencyIdentifier, sameCurrency } from "../../../intents/identifiers.ts";
import type { QuotedAmount, QuoteResponse, QuoteStep } from "../../../intents/quote.ts";

const USD_DECIMALS = 6;

/**
 * A quote answer, accepted only when it is safe to use (interface specification 2.2, 4.4). Throws
 * GatewayError quote_unusable: a wrong deposit address would burn a payer's money, so a doubtful answer is
 * refused and never shown. The caller checks that the address is valid for its chain, because it has the
 * chain's network.
 */
export function readQuote(ask: QuoteAsk, answer: QuoteResponse): Quote {
  const requestId = requestIdOf(answer.steps);
  const { details } = answer;
  checkAmounts(ask, details);
  return {
    requestId,
    depositAddress: ask.depositAddress ? checkDeposit(ask, answer.steps) : undefined,
    input: unitsOf(details?.currencyIn) ?? ask.amount,
    minimum:
      details?.currencyOut?.minimumAmount === undefined
        ? undefined
        : BigInt(details.currencyOut.minimumAmount),
    ...statedCosts(answer),
    seconds: details?.timeEstimate,
    addressType: answer.steps.find(({ depositAddress }) => depositAddress !== undefined)?.depositAddressType,
    ...feesOf(answer),
    raw: answer,
  };
}

/** The yield and costs that an answer states, also of a stored one. */
export function statedCosts(
  answer: QuoteResponse,
): Pick<Quote, "output" | "inputUsd" | "outputUsd" | "feesByKindUsd"> {
  const { currencyIn, currencyOut } = answer.details ?? {};
  return {
    output: unitsOf(currencyOut),
    inputUsd: usdOf(currencyIn),
    outputUsd: usdOf(currencyOut),
    feesByKindUsd: feesByKind(answer),
  };
}

/** The request of an answer. All its steps belong to one: two ids would leave it open which of them the deposit is for. */
function requestIdOf(steps: readonly QuoteStep[]): string {
  const ids = new Set(steps.flatMap(({ requestId }) => requestId ?? []));
  const [requestId] = ids;
  if (requestId === undefined) throw unusable("it names no requestId");
  if (ids.size > 1) throw unusable("its steps name different requestIds");
  return requestId;
}

/** Amounts of another currency, or a minimum above the estimate, would be priced as if they were what was asked for. */
function checkAmounts(ask: QuoteAsk, details: QuoteResponse["details"]): void {
  const { currencyIn, currencyOut } = details ?? {};
  checkCurrency(currencyIn, ask.originChainId, ask.originCurrency);
  checkCurrency(currencyOut, ask.destinationChainId, ask.destinationCurrency);
  const stated = unitsOf(currencyIn);
  if (ask.tradeType === "EXACT_INPUT" && stated !== undefined && stated !== ask.amount)
    throw unusable(`it takes ${stated} instead of ${ask.amount}`);
  const { amount, minimumAmount } = currencyOut ?? {};
  if (amount !== undefined && minimumAmount !== undefined && BigInt(minimumAmount) > BigInt(amount)) {
    throw unusable(`it promises at least ${minimumAmount} and expects ${amount}`);
  }
}

function checkCurrency(quoted: QuotedAmount | undefined, chainId: number, currency: string): void {
  const { chainId: otherChain, address } = quoted?.currency ?? {};
  if (otherChain !== undefined && otherChain !== chainId) {
    throw unusable(`it states amounts on chain ${otherChain} instead of ${chainId}`);
  }
  if (address !== undefined && !sameCurrency(address, currency)) {
    throw unusable(`it states amounts of ${address} instead of ${currency}`);
  }
}

/** The deposit address of an answer, after everything that section 4.4 promises about it was compared. */
function checkDeposit(ask: QuoteAsk, steps: readonly QuoteStep[]): string {
  const step = steps.find(({ depositAddress }) => depositAddress !== undefined);
  const address = step?.depositAddress;
  if (!step || !address) throw unusable("it has no deposit address");
  const forbidden = [
    ask.recipient,
    ask.user,
    ask.depositAddress?.refundTo ?? "",
    ask.originCurrency,
    ask.destinationCurrency,
  ];
  if (isCurrencyIdentifier(address) || forbidden.some((other) => sameText(other, address))) {
    throw unusable(`its deposit address ${address} is not one that money may be sent to`);
  }
  const wanted = ask.depositAddress?.strict ? "strict" : "open";
  if (step.depositAddressType !== undefined && step.depositAddressType !== wanted)
    throw unusable(`its deposit address is ${step.depositAddressType.slice(0, 40)} instead of ${wanted}`);
  if (step.kind !== "transaction")
    throw unusable(`its deposit is a "${step.kind.slice(0, 40)}" instead of a transaction`);
  const data = step.items[0]?.data;
  if (data?.chainId !== undefined && data.chainId !== ask.originChainId) {
    throw unusable(`its deposit is on chain ${data.chainId} instead of ${ask.originChainId}`);
  }
  if (isNativeOrigin(ask) && data) checkPlainDeposit(ask, address, data);
  return address;
}

/** A deposit of a native coin is a plain transfer to the address. (A token's goes to its contract, so it is not compared.) */
function checkPlainDeposit(
  ask: QuoteAsk,
  address: string,
  data: NonNullable<QuoteStep["items"][number]["data"]>,
): void {
  if (data.to !== undefined && data.to !== address && !sameEvmAddress(data.to, address)) {
    throw unusable("its deposit address and the receiver in its step differ");
  }
  if (data.data !== undefined && data.data !== "0x") throw unusable("its deposit carries call data");
  if (data.value !== undefined && BigInt(data.value) !== ask.amount) {
    throw unusable(`its deposit is of ${data.value} instead of ${ask.amount}`);
  }
}

function isNativeOrigin(ask: QuoteAsk): boolean {
  return ask.originChainId === BITCOIN_CHAIN_ID || isCurrencyIdentifier(ask.originCurrency);
}

function sameEvmAddress(a: string, b: string): boolean {
  const [left, right] = [checkEvmAddress(a), checkEvmAddress(b)];
  return left !== undefined && left === right;
}

function sameText(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function unitsOf(amount: QuotedAmount | undefined): bigint | undefined {
  return amount?.amount === undefined ? undefined : BigInt(amount.amount);
}

/** What the route costs in millionths of a dollar, and the part of it that is the same for any amount (gas on both chains). */
function feesOf({ fees }: QuoteResponse): Pick<Quote, "feesUsd" | "flatFeesUsd" | "flatTakenUsd"> {
  const gas = usdOf(fees?.["gas"] ?? undefined);
  const relayerGas = usdOf(fees?.["relayerGas"] ?? undefined);
  const relayer = usdOf(fees?.["relayer"] ?? undefined);
  if (relayer === undefined) return { feesUsd: undefined, flatFeesUsd: undefined };
  return {
    feesUsd: relayer + (gas ?? 0n),
    flatFeesUsd: (relayerGas ?? 0n) + (gas ?? 0n),
    flatTakenUsd: relayerGas,
  };
}

/** Fees by kind. The relayer's own parts are listed in addition to their sum, and would count twice. */
function feesByKind({ fees }: QuoteResponse): Quote["feesByKindUsd"] {
  const kinds = Object.entries(fees ?? {}).map(
    ([kind, fee]) => [kind, usdOf(fee ?? undefined) ?? 0n] as const,
  );
  const parts = new Set(["relayerGas", "relayerService"]);
  const hasParts = kinds.some(([kind]) => parts.has(kind));
  return Object.fromEntries(kinds.filter(([kind, fee]) => fee > 0n && !(hasParts && kind === "relayer")));
}

/** Dollars as services write them, cut after six decimals. A negative fee (a subsidy) counts as none. */
function usdOf(amount: QuotedAmount | undefined): bigint | undefined {
  const text = amount?.amountUsd;
  if (text === undefined) return undefined;
  try {
    const [whole = "0", fraction = ""] = text.split(".");
    return text.startsWith("-")
      ? 0n
      : parseDecimal(`${whole}.${fraction.slice(0, USD_DECIMALS) || "0"}`, USD_DECIMALS);
  } catch (error) {
    if (error instanceof AmountError) return undefined;
    throw error;
  }
}

function unusable(why: string): GatewayError {
  return new GatewayError("quote_unusable", `The intent service's quote cannot be used: ${why}.`);
}
