import { encodeFunctionData, parseSignature, type Hex } from "viem";
import { ConflictError } from "../../../database/driver.ts";
import { eip3009Abi } from "../../../evm/codec/contracts.ts";
import { Refusal } from "../../api/refusals.ts";
import { isToken, requireCurrency } from "../../catalog.ts";
import type { EvmCall } from "../../chains/evm.ts";
import { draftOf, draftWrites, observe } from "../../observe.ts";
import type { NetworkParts } from "../../parts.ts";
import { authorizationOf, type Authorization } from "../../quote/steps/permit.ts";
import type { BridgeRequest } from "../../request.ts";
import { paymentsOf } from "../../persistence/outbound.ts";
import { requestById } from "../../persistence/requests.ts";
import { gasLimit, MOST_GAS } from "./gas.ts";
import { openRun, signPayment } from "./signPayment.ts";

const TRIES = 5; // the solver signs at the same time, and takes the nonce

/**
 * Brings the tokens of a permit request to its address with the user's signature (65 bytes), once: a second call, or a second
 * signature, changes nothing. The transfer is then an ordinary deposit. Throws Refusal (PERMIT_FAILED) when the chain would
 * not take it, HttpFailure when it gave no answer.
 */
export async function sendPermit(parts: NetworkParts, request: BridgeRequest, signature: Hex): Promise<void> {
  const id = `${request.id}/permit`;
  for (let tried = 1; ; tried++) {
    const sent = (await paymentsOf(parts.store, request.id)).find(({ outbound }) => outbound.id === id);
    if (sent?.outbound.state === "reverted")
      throw new Refusal("PERMIT_FAILED", "The permit was handed in and reverted. Ask for a new quote.");
    if (sent) return;
    try {
      const current = tried === 1 ? request : await requestById(parts.store, request.id);
      return await signPermit(parts, current ?? request, signature, id);
    } catch (error) {
      if (!(error instanceof ConflictError) || tried >= TRIES) throw error;
    }
  }
}

async function signPermit(
  parts: NetworkParts,
  request: BridgeRequest,
  signature: Hex,
  id: string,
): Promise<void> {
  const { catalog, keys, store, clock } = parts;
  const token = requireCurrency(catalog, request.origin);
  if (request.method !== "permit" || !isToken(token))
    throw new Refusal(
      "PERMIT_FAILED",
      `Request ${request.id} is not paid by a permit. Ask for a quote with usePermit.`,
    );
  if (request.state !== "waiting" || request.deposit)
    throw new Refusal("PERMIT_FAILED", `Request ${request.id} has its deposit already.`);
  const { depositAddress, floor, user, createdAt } = request;
  if (depositAddress === undefined || !floor)
    throw new Error(`Request ${request.id} has a permit without an address or an amount.`);
  const about = { id: request.id, user, depositAddress, createdAt, input: floor.input };
  const authorization = authorizationOf(about);
  const call: EvmCall = { to: token.address, value: 0n, data: transferData(authorization, signature) };
  const run = await openRun(parts, token.chainId);
  const tried = await run.chain.simulate(keys.solverEvmAddress, call, undefined, MOST_GAS.permit);
  const gas = tried.reverts ? undefined : gasLimit(tried.gas, "permit");
  if (gas === undefined) {
    const reason = tried.reverts ? tried.reason : "it needs too much gas";
    throw new Refusal(
      "PERMIT_FAILED",
      `${token.symbol} does not take the authorization: ${reason}. Check that it was signed by ${request.user} as quoted, is not too old, and that the balance is there.`,
    );
  }
  const order = {
    ...({ id, requestId: request.id, kind: "permit", ...request.origin } as const),
    amount: authorization.value,
    call,
    gas,
  };
  await signPayment(parts, run, order, (hash) => {
    const seen = { kind: "deposit-sighted", hash, at: clock() } as const;
    return draftWrites(store, observe(draftOf(request), seen).draft);
  });
}

function transferData(
  { from, to, value, validAfter, validBefore, nonce }: Authorization,
  signature: Hex,
): Hex {
  const { r, s, yParity } = readSignature(signature);
  return encodeFunctionData({
    abi: eip3009Abi,
    functionName: "transferWithAuthorization",
    args: [from, to, value, validAfter, validBefore, nonce, 27 + yParity, r, s],
  });
}

function readSignature(signature: Hex) {
  try {
    return parseSignature(signature);
  } catch (cause) {
    throw new Refusal("PERMIT_FAILED", "Expected a signature of 65 bytes in hex.", { cause });
  }
}
