import type { Hex } from "viem";
import { ConflictError } from "../../../database/driver.ts";
import { Refusal } from "../../api/refusals.ts";
import type { EvmChain } from "../../chains/evm.ts";
import { draftOf, draftWrites, observe } from "../../observe.ts";
import type { NetworkParts } from "../../parts.ts";
import { permitOf, transferOf, type SignedTransfer } from "../../permits/permit.ts";
import { permitCall } from "../../permits/permitCall.ts";
import { requirePermitsLeft } from "../../permits/permitLimits.ts";
import type { BridgeRequest } from "../../request.ts";
import { paymentsOf } from "../../persistence/outbound.ts";
import { requestById } from "../../persistence/requests.ts";
import { gasLimit, MOST_GAS } from "./gas.ts";
import { openRun, signPayment } from "./signPayment.ts";

const TRIES = 5; // the solver signs at the same time, and takes the nonce

/**
 * Brings the tokens of a permit request to its address with the user's signature, once: a second call, or a second
 * signature, changes nothing. The transfer is then an ordinary deposit. Throws Refusal (PERMIT_FAILED) when the chain would
 * not take it, PERMIT_LIMIT_REACHED when too many have failed lately, HttpFailure when the chain gave no answer.
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
  const { catalog, keys, contracts, store, clock } = parts;
  if (request.method !== "permit")
    throw new Refusal(
      "PERMIT_FAILED",
      `Request ${request.id} is not paid by a permit. Ask for a quote with usePermit.`,
    );
  if (request.state !== "waiting" || request.deposit)
    throw new Refusal("PERMIT_FAILED", `Request ${request.id} has its deposit already.`);
  await requirePermitsLeft(parts, request);
  const transfer = transferOf(catalog, request);
  const spenders = { solver: keys.solverEvmAddress, contracts };
  const call = permitCall(transfer, permitOf(request), signature, spenders);
  const run = await openRun(parts, transfer.token.chainId);
  const tried = await run.chain.simulate(keys.solverEvmAddress, call, undefined, MOST_GAS.permit);
  const gas = tried.reverts ? undefined : gasLimit(tried.gas, "permit");
  if (gas === undefined) {
    if (await isThere(run.chain, transfer)) return; // another account has submitted the same permit
    const reason = tried.reverts ? tried.reason : "it needs too much gas";
    throw new Refusal("PERMIT_FAILED", await whyNot(run.chain, transfer, reason));
  }
  const order = {
    ...({ id, requestId: request.id, kind: "permit", ...request.origin } as const),
    amount: transfer.input,
    call,
    gas,
  };
  await signPayment(parts, run, order, (hash) => {
    const seen = { kind: "deposit-sighted", hash, at: clock() } as const;
    return draftWrites(store, observe(draftOf(request), seen).draft);
  });
}

async function isThere(chain: EvmChain, { token, depositAddress, input }: SignedTransfer): Promise<boolean> {
  return (await chain.tokenBalance(token.address, depositAddress)) >= input;
}

/** Why the chain would not take a permit, as far as it can be found out. */
async function whyNot(
  chain: EvmChain,
  { token, user, input }: SignedTransfer,
  reason: string,
): Promise<string> {
  const [balance, code] = await Promise.all([chain.tokenBalance(token.address, user), chain.code(user)]);
  const says = `${token.symbol} on chain ${token.chainId} is not moved by this permit: ${reason}`;
  if (balance < input) return `${says} ${user} has ${balance} smallest units, and the quote needs ${input}.`;
  if (code !== "0x")
    return `${says} ${user} has the code of a contract, which must accept the signature (EIP-1271). Sign with the wallet that this code belongs to, or ask for a quote without usePermit.`;
  return `${says} Check that it is not too old and was not used or cancelled; else ask for a new quote.`;
}
