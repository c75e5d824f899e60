import { HttpFailure } from "../../http-client/http.ts";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import type { QuoteTerms } from "./readQuote.ts";

/**
 * Makes sure that a quote leads no money to a contract that is not there. What was seen once stays: the contracts cannot be
 * destroyed. Throws HttpFailure.
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
  return async (terms) => {
    const found = await Promise.all(
      contractsOf(parts, terms).map(([chainId, address]) => isThere(chainId, address)),
    );
    if (!found.includes(false)) return;
    throw new HttpFailure("broken", "The contracts are not on every chain. Run: crosstill network deploy");
  };
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
