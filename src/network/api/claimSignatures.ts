import { hashMessage, recoverMessageAddress, type Hex } from "viem";
import { z } from "zod";
import { checkEvmAddress, type EvmAddress } from "../../evm/codec/address.ts";
import { claimMessage, type ClaimTerms } from "../appFees/claim.ts";
import { makeClaim, payableToken } from "../appFees/makeClaim.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import { readBody } from "./readInput.ts";
import { Refusal } from "./refusals.ts";

const address = z.string().transform((text, context): EvmAddress => {
  const checked = checkEvmAddress(text);
  if (checked) return checked;
  context.addIssue({ code: "custom", message: "expected an EVM address" });
  return z.NEVER;
});
const claimSchema = z.object({
  kind: z.literal("claim"),
  requestId: z.string().regex(/^0x[0-9a-f]{64}$/),
  claim: z.object({
    wallet: address,
    chainId: z.number().int(),
    currency: address,
    recipient: address,
    amount: z
      .string()
      .regex(/^\d{1,30}$/)
      .transform(BigInt),
    expiresAt: z.number().int(),
  }),
});

const ACCEPTED = { message: "The claim was accepted. Follow it by GET /app-fees/{wallet}/claims." };

/**
 * POST /execute/permits?signature=0x… with kind "claim": the wallet's signature over the claim step's
 * message. Everything that is signed is in the body, so nothing is stored for unsigned claims. Idempotent.
 * Throws Refusal, and HttpFailure when the chain of a contract wallet gave no answer.
 */
export async function acceptClaim(
  parts: NetworkParts,
  { signature, body }: Readonly<{ signature: unknown; body: unknown }>,
): Promise<Readonly<{ message: string }>> {
  const { requestId: id, claim } = readBody(claimSchema, body);
  const { expiresAt, ...rest } = claim;
  const terms: ClaimTerms = { id, ...rest };
  payableToken(parts, terms.chainId, terms.currency);
  const message = claimMessage(terms, parts.keys.solverEvmAddress, expiresAt);
  if (typeof signature !== "string" || !/^0x(?:[0-9a-f]{2}){1,2000}$/i.test(signature))
    throw new Refusal("PERMIT_FAILED", "Expected the query parameter signature: 0x and its bytes in hex.");
  const signer = await findSigner(parts, terms, message, signature as Hex);
  if (!signer)
    throw new Refusal(
      "PERMIT_FAILED",
      `The signature is not ${terms.wallet}'s over what the claim's step shows.`,
    );
  if (parts.clock() >= expiresAt)
    throw new Refusal("PERMIT_FAILED", "The claim has expired. Ask for a new one.");
  await makeClaim(parts, terms, signer);
  return ACCEPTED;
}

/** Finds who signed: the wallet's own key, or the contract at its address on the claim's chain (EIP-1271). */
async function findSigner(
  { evm }: NetworkParts,
  { wallet, chainId }: ClaimTerms,
  message: string,
  signature: Hex,
): Promise<"key" | "contract" | undefined> {
  const signer = await recoverMessageAddress({ message, signature }).catch(() => undefined); // no point of the curve
  if (signer?.toLowerCase() === wallet) return "key";
  const { agreed } = requireChain(evm, chainId);
  const isAccepted = await agreed.acceptsSignature(wallet, hashMessage(message), signature);
  return isAccepted ? "contract" : undefined;
}
