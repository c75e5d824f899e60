import { recoverTypedDataAddress, type Hex } from "viem";
import { z } from "zod";
import { SECOND_MS } from "../../values/time.ts";
import { isToken, requireCurrency } from "../catalog.ts";
import type { NetworkParts } from "../parts.ts";
import { authorizationData, authorizationOf, type Authorization } from "../quote/steps/permit.ts";
import type { BridgeRequest } from "../request.ts";
import { sendPermit } from "../solver/evm/permits.ts";
import { requestById } from "../persistence/requests.ts";
import { plainText } from "./readInput.ts";
import { Refusal } from "./refusals.ts";

const bodySchema = z.object({ kind: z.literal("eip3009"), requestId: plainText.min(1).max(256) });
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
  if (request?.method !== "permit")
    throw new Refusal("INVALID_REQUEST", "requestId: no quote with an authorize step has this id.");
  const { depositAddress = "", floor, id, user, createdAt } = request;
  if (!floor) throw new Error(`Request ${id} has a permit without an amount.`);
  const authorization = authorizationOf({ id, user, depositAddress, createdAt, input: floor.input });
  const signed = await readSignature(parts, request, authorization, signature);
  if (request.state !== "waiting" || request.deposit || request.sighted) return ACCEPTED;
  if (parts.clock() >= Number(authorization.validBefore) * SECOND_MS)
    throw new Refusal("PERMIT_FAILED", "The permit has expired. Ask for a new quote.");
  await sendPermit(parts, request, signed);
  return ACCEPTED;
}

/** The signature, when it is the user's over the authorization. */
async function readSignature(
  { catalog }: NetworkParts,
  { id, user, origin }: BridgeRequest,
  authorization: Authorization,
  given: unknown,
): Promise<Hex> {
  if (typeof given !== "string" || !/^0x[0-9a-fA-F]{130}$/.test(given)) {
    throw new Refusal(
      "PERMIT_FAILED",
      "Expected the query parameter signature: 0x and the 65 bytes of a signature.",
    );
  }
  const signature = given as Hex; // by its form
  const token = requireCurrency(catalog, origin);
  if (!isToken(token)) throw new Error(`Request ${id} has a permit for a coin that has none.`);
  const signer = await recoverTypedDataAddress({
    ...authorizationData(token, authorization),
    signature,
  }).catch(
    () => undefined, // no point of the curve
  );
  if (signer?.toLowerCase() === user) return signature;
  throw new Refusal("PERMIT_FAILED", `The signature is not ${user}'s over what the quote's step shows.`);
}
