import { PERMIT2 } from "../evm/codec/contracts.ts";
import { unsafe } from "./errors.ts";
import type { IntentService } from "./intentService.ts";
import type { PlannedItem } from "./plan.ts";
import { allowanceIn } from "./planEvm.ts";
import type { WalletQuote } from "./quote.ts";

/**
 * Refuses items that let an address take the payer's tokens which no later transaction calls and GET /chains of the service does not
 * list. Versions of contracts change, so no address is known beforehand. Throws WalletError unsafe_quote, or service_refused when the
 * list is needed and cannot be read.
 */
export async function checkSpenders(
  { request }: WalletQuote,
  items: readonly PlannedItem[],
  { contracts }: Pick<IntentService, "contracts">,
): Promise<void> {
  const spenders = items.flatMap((item, place) => {
    const spender = spenderIn(item);
    return spender === undefined || isUsed(spender, items.slice(place + 1)) ? [] : [spender];
  });
  if (spenders.length === 0) return;
  const listed = await contracts(request.originChainId);
  const stranger = spenders.find((spender) => !listed.has(spender));
  if (stranger === undefined) return;
  throw unsafe(
    `it lets ${stranger} take tokens; expected a contract that a later step calls, or one that the service lists in GET /chains for chain ${request.originChainId}. Ask for a new quote, and do not pay one that names ${stranger} again`,
  );
}

/** Who may take tokens after an item; undefined for items that allow nothing, such as an allowance of zero. */
function spenderIn(item: PlannedItem): string | undefined {
  if (item.kind === "evm-transaction") {
    const { spender, amount } = allowanceIn(item.transaction.data) ?? {};
    return amount === 0n ? undefined : spender;
  }
  if (item.kind !== "signature" || item.sign.signatureKind !== "eip712") return undefined;
  const { spender } = item.sign.value;
  return typeof spender === "string" ? spender.toLowerCase() : undefined;
}

/** A contract takes tokens when it is called; Permit2 by the signature that comes with it, which names a spender of its own. */
function isUsed(spender: string, later: readonly PlannedItem[]): boolean {
  return later.some((item) => {
    if (item.kind === "evm-transaction")
      return item.transaction.to === spender && allowanceIn(item.transaction.data) === undefined;
    return spender === PERMIT2 && item.kind === "signature" && verifierOf(item) === PERMIT2;
  });
}

function verifierOf({ sign }: Extract<PlannedItem, { kind: "signature" }>): string | undefined {
  const verifier = sign.signatureKind === "eip712" ? sign.domain["verifyingContract"] : undefined;
  return typeof verifier === "string" ? verifier.toLowerCase() : undefined;
}
