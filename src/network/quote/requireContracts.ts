import { HttpFailure } from "../../http-client/http.ts";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { cached } from "../../runtime/concurrency/cached.ts";
import { SECOND_MS } from "../../values/time.ts";
import { Refusal } from "../api/refusals.ts";
import { allocatorProblem } from "../contracts/allocator.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import type { QuoteTerms } from "./readQuote.ts";

const FRESH_MS = 5 * SECOND_MS;

/**
 * Makes sure that a quote leads no money to a contract that is not there, nor to a depository that would not pay it out again.
 * A contract that was seen once stays: none can be destroyed. Who signs a depository's orders may change, and is asked at most
 * every five seconds. Throws HttpFailure, and Refusal for such a depository.
 */
export function requireContracts(parts: NetworkParts): (terms: QuoteTerms) => Promise<void> {
  const seen = new Set<string>();
  const isThere = async (chainId: number, address: EvmAddress) => {
    const key = `${chainId}/${address}`;
    if (seen.has(key)) return true;
    const found = await requireChain(parts.evm, chainId).hasCode(address);
    if (found) seen.add(key);
    return found;
  };
  const problems = new Map(
    [...parts.evm.keys()].map((id) => [id, cached(parts.clock, FRESH_MS, () => allocatorProblem(parts, id))]),
  );
  return async (terms) => {
    const isHeld = isHeldByDepository(terms);
    const [problem, ...found] = await Promise.all([
      isHeld ? problems.get(terms.origin.chainId)?.() : undefined,
      ...contractsOf(parts, terms).map(([chainId, address]) => isThere(chainId, address)),
    ]);
    if (found.includes(false))
      throw new HttpFailure("broken", "The contracts are not on every chain. Run: crosstill network deploy");
    if (problem !== undefined) throw new Refusal("SERVICE_UNAVAILABLE", closed(terms));
  };
}

/** Whether the deposit of a quote lies in the depository of its chain for a while. */
function isHeldByDepository({ method, origin }: QuoteTerms): boolean {
  return origin.kind !== "bitcoin" && method !== "direct" && method !== "desk";
}

/** For callers; the operator has the sentence in the log and on /operator. */
function closed({ origin }: QuoteTerms): string {
  return `Deposits on chain ${origin.chainId} are not taken now, because they could not be paid out again. Try again later, or from another chain.`;
}

type Place = readonly [chainId: number, address: EvmAddress];

function contractsOf(
  { contracts }: NetworkParts,
  { method, origin, destination, calls }: QuoteTerms,
): readonly Place[] {
  const here = origin.kind === "bitcoin" || method === "direct" ? [] : [contracts.Depository];
  if (method === "desk") here.push(contracts.SwapDesk);
  if (method === "deposit-address" && origin.kind !== "bitcoin") here.push(contracts.DepositAddressFactory);
  if (method === "permit") here.push(contracts.DepositAddressFactory);
  const there = calls.length > 0 ? [contracts.Router, contracts.ApprovalProxy] : [];
  return [
    ...here.map((address): Place => [origin.chainId, address]),
    ...there.map((address): Place => [destination.chainId, address]),
  ];
}
