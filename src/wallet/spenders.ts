import { PERMIT2 } from "../evm/codec/contracts.ts";
import { unsafe } from "./errors.ts";
import type { IntentService } from "./intentService.ts";
import type { PlannedItem } from "./plan.ts";
import { allowanceIn } from "./planEvm.ts";
import type { QuoteBody, WalletQuote } from "./quote.ts";

/**
 * Refuses items that let an address take the payer's tokens which no later transaction calls and GET /chains of the service does not
 * list, and calls of contracts that are not in that list, where it has any. Versions of contracts change, so no address is known
 * beforehand. Throws WalletError unsafe_quote, or service_refused when the list is needed and cannot be read.
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
      `it calls ${unlisted}; expected a contract that the service lists in GET /chains for chain ${chainId}. Ask for a new quote, and do not pay one that calls ${unlisted} again`,
    );
}

const WRAP = "0xd0e30db0"; // deposit() of a wrapped coin: it takes the coin that the transaction carries and nothing else

/** The contract that an item calls; none for the request's own token, whose calls planEvm reads, and for the coin's wrapping. */
function calledContract(request: QuoteBody, item: PlannedItem): readonly string[] {
  if (item.kind !== "evm-transaction") return [];
  const { to, data } = item.transaction;
  const isWrap = data === WRAP && to === request.destinationCurrency.toLowerCase();
  return data === "0x" || isWrap || to === request.originCurrency.toLowerCase() ? [] : [to];
}

/** Who may take tokens after an item; undefined for items that allow nothing, such as an allowance of zero. */
function spenderIn(item: PlannedItem): string | undefined {
  if (item.kind === "evm-transaction") {
    const { spender, amount } = allowanceIn(item.transaction.data) ?? {};
    return amount === 0n ? undefined : spender;
  }
  return item.kind === "signature" ? item.grant?.spender : undefined;
}

/** A contract takes tokens when it is called; Permit2 by the signature that comes with it, which names a spender of its own. */
function isUsed(spender: string, later: readonly PlannedItem[]): boolean {
  return later.some((item) => {
    if (item.kind === "evm-transaction")
      return item.transaction.to === spender && allowanceIn(item.transaction.data) === undefined;
    return spender === PERMIT2 && item.kind === "signature" && item.grant?.verifier === PERMIT2;
  });
}

/** Who verifies a signature for Permit2, where it is not at its usual address. */
function unusualPermit2(item: PlannedItem): readonly string[] {
  if (item.kind !== "signature" || item.grant?.effect !== "permit2") return [];
  return item.grant.verifier === PERMIT2 ? [] : [item.grant.verifier];
}
