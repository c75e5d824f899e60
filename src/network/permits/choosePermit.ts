import type { EvmAddress } from "../../evm/codec/address.ts";
import { isToken } from "../catalog.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import type { QuoteTerms } from "../quote/readQuote.ts";
import type { Permit } from "./permit.ts";

const DELEGATED = "0xef0100"; // an account with a key that has delegated to code (EIP-7702)

/**
 * Which signature pays a quote that asks for one (usePermit): the token's own where it takes one from a plain account, so that
 * nothing has to be allowed first; else Permit2, which also takes a contract's (EIP-1271). Undefined where there is neither.
 * Throws HttpFailure when the chain gave no answer.
 */
export async function choosePermit(
  { evm, contracts }: Pick<NetworkParts, "evm" | "contracts">,
  { origin, user }: Pick<QuoteTerms, "origin" | "user">,
): Promise<Permit | undefined> {
  if (!isToken(origin)) return undefined;
  const chain = requireChain(evm, origin.chainId);
  const owner = user as EvmAddress; // checked for an EVM origin
  const code = await chain.code(owner);
  const hasKey = code === "0x" || code.startsWith(DELEGATED);
  if (hasKey && origin.permit) return { kind: "eip3009" };
  if (hasKey && origin.erc2612 && (await chain.hasCode(contracts.PermitTransfer)))
    return { kind: "erc2612", nonce: await chain.permitNonce(origin.address, owner) };
  const { permit2 } = origin;
  return permit2 && (await chain.hasCode(permit2)) ? { kind: "permit2", contract: permit2 } : undefined;
}
