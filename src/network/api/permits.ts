import { hashTypedData, recoverTypedDataAddress, type Hex } from "viem";
import { z } from "zod";
import { SECOND_MS } from "../../values/time.ts";
import { requireChain, type NetworkParts } from "../parts.ts";
import { permitOf, transferOf, type Permit, type SignedTransfer } from "../permits/permit.ts";
import { permitData } from "../permits/typedData.ts";
import { sendPermit } from "../solver/evm/permits.ts";
import { requestById } from "../persistence/requests.ts";
import { plainText } from "./readInput.ts";
import { Refusal } from "./refusals.ts";

const bodySchema = z.object({
  kind: z.enum(["eip3009", "erc2612", "permit2"]),
  requestId: plainText.min(1).max(256),
});
const ACCEPTED = { message: "The permit was accepted. Follow the request by its status." };

/**
 * POST /execute/permits?signature=0x…: what an authorize step asks for (interface specification 2.2, kind signature). The
 * signature must be the user's over exactly what the quote showed. The same permit again changes nothing and is answered alike.
 * Throws Refusal, and HttpFailure when the chain gave no answer.
 */
export async function acceptPermit(
  parts: NetworkParts,
  { signature, body }: Readonly<{ signature: unknown; body: unknown }>,
): Promise<Readonly<{ message: string }>> {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) {
    throw new Refusal(
      "INVALID_REQUEST",
      'Expected {"kind":"eip3009","requestId":"0x…"} as the quote\'s step shows it.',
    );
  }
  const request = await requestById(parts.store, parsed.data.requestId);
  const permit = request?.method === "permit" ? permitOf(request) : undefined;
  if (!request || permit?.kind !== parsed.data.kind)
    throw new Refusal("INVALID_REQUEST", "requestId: no quote with such an authorize step has this id.");
  const transfer = transferOf(parts.catalog, request);
  const signed = await readSignature(parts, transfer, permit, signature);
  if (request.state !== "waiting" || request.deposit || request.sighted) return ACCEPTED;
  if (parts.clock() >= Number(transfer.deadline) * SECOND_MS)
    throw new Refusal("PERMIT_FAILED", "The permit has expired. Ask for a new quote.");
  await sendPermit(parts, request, signed);
  return ACCEPTED;
}

/**
 * The signature, when it is the user's over the permit: by the user's own key, or for Permit2 by the contract at the user's
 * address (EIP-1271).
 */
async function readSignature(
  { evm, keys, contracts }: NetworkParts,
  transfer: SignedTransfer,
  permit: Permit,
  given: unknown,
): Promise<Hex> {
  const isContracts = permit.kind === "permit2"; // a contract's signature has any length
  const form = isContracts ? /^0x(?:[0-9a-fA-F]{2}){64,2000}$/ : /^0x[0-9a-fA-F]{130}$/;
  if (typeof given !== "string" || !form.test(given)) {
    throw new Refusal(
      "PERMIT_FAILED",
      "Expected the query parameter signature: 0x and the 65 bytes of a signature.",
    );
  }
  const signature = given as Hex; // by its form
  const { user, token } = transfer;
  const data = permitData(transfer, permit, { solver: keys.solverEvmAddress, contracts });
  const signer = await recoverTypedDataAddress({ ...data, signature }).catch(() => undefined); // no point of the curve
  if (signer?.toLowerCase() === user) return signature;
  const chain = requireChain(evm, token.chainId);
  if (isContracts && (await chain.acceptsSignature(user, hashTypedData(data), signature))) return signature;
  throw new Refusal("PERMIT_FAILED", `The signature is not ${user}'s over what the quote's step shows.`);
}
