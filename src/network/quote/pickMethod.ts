import { Refusal } from "../api/refusals.ts";
import type { Currency } from "../catalog.ts";
import type { BridgeRequest, Call, Method, Operation } from "../request.ts";
import type { QuoteBody } from "./quoteBody.ts";
import { shorten } from "./readAddress.ts";

/** What a quote is about; `hasPools`: swaps on the destination's chain can go through pools; `isScreened`: senders are screened. */
type Wish = Readonly<{
  origin: Currency;
  destination: Currency;
  calls: readonly Call[];
  hasPools: boolean;
  isScreened: boolean;
}>;

/**
 * Which way the money takes (see Method), and its name on the wire. A swap on one chain takes the slower way through the
 * depository when it asks for the solver, or for external liquidity where there are pools: what the swap desk pays is the
 * service's own. So does every swap where senders are screened: at the desk deposit and fill are one transaction. Throws
 * Refusal for a route from a currency to itself.
 */
export function pickMethod(
  body: QuoteBody,
  { origin, destination, calls, hasPools, isScreened }: Wish,
): Readonly<{ method: Method; operation: Operation }> {
  const sameChain = origin.chainId === destination.chainId;
  const operation = sameChain ? "swap" : "bridge";
  if (calls.length > 0) return { method: walletMethod(body, origin), operation: "call" };
  if (sameChain && origin.address === destination.address) {
    if (origin.kind === "bitcoin" || body.useDepositAddress)
      throw new Refusal("UNSUPPORTED_ROUTE", "Both sides are the same currency on the same chain.");
    return { method: "direct", operation: "send" };
  }
  if (body.useDepositAddress) return { method: "deposit-address", operation };
  if (sameChain && destination.wrapsNative && origin.kind === "native")
    return { method: "direct", operation: "wrap" };
  if (sameChain && origin.wrapsNative && destination.kind === "native")
    return { method: "direct", operation: "unwrap" };
  const bySolver = isScreened || body.forceSolverExecution || (body.useExternalLiquidity && hasPools);
  const atDesk = sameChain && !bySolver;
  const method = walletMethod(body, origin);
  return { method: atDesk && method === "depository" ? "desk" : method, operation };
}

function walletMethod({ usePermit }: QuoteBody, origin: Currency): Method {
  if (origin.kind === "bitcoin") return "psbt";
  return usePermit && origin.kind === "token" ? "permit" : "depository"; // see choosePermit
}

/** The trade type where the route takes it: an open deposit address takes an exact input only, a call an exact output (4.1, 4.4). Throws Refusal otherwise. */
export function readTradeType(body: QuoteBody): BridgeRequest["tradeType"] {
  const { tradeType, useDepositAddress, strict, txs } = body;
  const hasCalls = txs !== undefined && txs.length > 0;
  if (tradeType !== "EXACT_INPUT" && tradeType !== "EXACT_OUTPUT" && tradeType !== "EXPECTED_OUTPUT") {
    throw new Refusal(
      "UNSUPPORTED_EXECUTION_TYPE",
      `Expected tradeType EXACT_INPUT, EXACT_OUTPUT or EXPECTED_OUTPUT, got "${shorten(tradeType)}".`,
    );
  }
  if (hasCalls && tradeType !== "EXACT_OUTPUT") {
    throw new Refusal(
      "UNSUPPORTED_EXECUTION_TYPE",
      "A call on the destination (txs) takes EXACT_OUTPUT only.",
    );
  }
  if (useDepositAddress && tradeType !== "EXACT_INPUT" && !strict) {
    throw new Refusal(
      "UNSUPPORTED_EXECUTION_TYPE",
      "A deposit address takes EXACT_INPUT only, unless it is strict (strict: true).",
    );
  }
  return tradeType;
}

/** What cannot be done to oneself, or only to oneself. Throws Refusal. */
export function refuseSelf(
  origin: Currency,
  destination: Currency,
  method: Method,
  user: string,
  recipient: string,
): void {
  if (method !== "direct") return;
  const isSend = origin.address === destination.address;
  if (isSend && user === recipient) {
    throw new Refusal("INVALID_RECIPIENT", "Sender and recipient are the same: there is nothing to send.");
  }
  if (!isSend && user !== recipient) {
    throw new Refusal(
      "USER_RECIPIENT_MISMATCH",
      "Wrapping and unwrapping pays the user itself. Leave recipient out, and send afterwards.",
    );
  }
}
