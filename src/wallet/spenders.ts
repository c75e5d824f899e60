import { PERMIT2 } from "../evm/codec/contracts.ts";
import { unsafe } from "./errors.ts";
import type { IntentService } from "./intentService.ts";
import type { PlannedItem } from "./plan.ts";
import { allowanceIn } from "./planEvm.ts";
import type { QuoteBody, WalletQuote } from "./quote.ts";

/**
 * Checks every contract that a quote calls or allows to take tokens. An approved spender must be called by a later transaction, or be
 * listed in the service's GET /chains. A called contract must be listed, unless the service lists none. No address is fixed here,
 * because services move to new contracts. Throws WalletError: unsafe_quote; service_refused if the list cannot be read.
 */
export async function checkSpenders(
  { request }: WalletQuote,
  items: readonly PlannedItem[],
  { contracts }: Pick<IntentService, "contracts">,
): Promise<void> {
  const { originChainId: chainId } = request;
  const spenders = items.flatMap((item, place) => {
    const spender = spenderIn(item);
    const unused = spender === undefined || isUsed(spender, items.slice(place + 1)) ? [] : [spender];
    return [...unused, ...unusualPermit2(item)];
  });
  const called = items.flatMap((item) => calledContract(request, item));
  if (spenders.length + called.length === 0) return;
  const listed = await contracts(chainId);
  const stranger = spenders.find((spender) => !listed.has(spender));
  if (stranger !== undefined)
    throw unsafe(
      `it lets ${stranger} take tokens; expected a contract that a later step calls, or one that the service lists in GET /chains for chain ${chainId}. Ask for a new quote, and do not pay one that names ${stranger} again`,
    );
  const unlisted = listed.size === 0 ? undefined : called.find((contract) => !listed.has(contract));
  if (unlisted !== undefined)
    throw unsafe(
      `it calls ${unlisted}; expected a contract that the service lists in GET /chains for chain ${chainId}. Ask for a new quote. If it calls ${unlisted} again, do not pay it: pay by hand, or at a deposit address`,
    );
}

const WRAP = "0xd0e30db0"; // deposit() of a wrapped coin: it takes the coin that the transaction carries and nothing else

/** Returns the contract that an item calls. Calls of the origin token are checked by planEvm, and wrapping a coin needs no check. */
function calledContract(request: QuoteBody, item: PlannedItem): readonly string[] {
  if (item.kind !== "evm-transaction") return [];
  const { to, data } = item.transaction;
  const isWrap = data === WRAP && to === request.destinationCurrency.toLowerCase();
  return data === "0x" || isWrap || to === request.originCurrency.toLowerCase() ? [] : [to];
}

/** Returns the spender that an item approves; undefined if it approves none or an amount of zero. */
function spenderIn(item: PlannedItem): string | undefined {
  if (item.kind === "evm-transaction") {
    const { spender, amount } = allowanceIn(item.transaction.data) ?? {};
    return amount === 0n ? undefined : spender;
  }
  return item.kind === "signature" ? item.grant?.spender : undefined;
}

/** Returns true if a later item uses the approval: it calls the spender, or it is a signature for Permit2. */
function isUsed(spender: string, later: readonly PlannedItem[]): boolean {
  return later.some((item) => {
    if (item.kind === "evm-transaction")
      return item.transaction.to === spender && allowanceIn(item.transaction.data) === undefined;
    return spender === PERMIT2 && item.kind === "signature" && item.grant?.verifier === PERMIT2;
  });
}

/** Returns the verifying contract of a Permit2 signature if it is not the usual address of Permit2. */
function unusualPermit2(item: PlannedItem): readonly string[] {
  if (item.kind !== "signature" || item.grant?.effect !== "permit2") return [];
  return item.grant.verifier === PERMIT2 ? [] : [item.grant.verifier];
}
