import type { Hex } from "viem";
import { signing, type Performance, type Planned } from "./performance.ts";
import type { QuotedStep, ToSign } from "./quote.ts";
import type { EvmSigner } from "./signers.ts";

/** Signs what a signature step shows and posts it (2.2). Gives the further steps of the answer. */
export async function signAndPost(
  { sign, post, step }: Planned<"signature">,
  work: Performance,
  signer: EvmSigner,
): Promise<readonly QuotedStep[]> {
  const signature = await signing(() => signAs(sign, signer));
  const furtherSteps = await work.service.postSignature(post, signature);
  await work.save({ state: "posted" }, furtherSteps);
  work.tell({ kind: "signature-posted", stepId: step.id });
  return furtherSteps;
}

const HASH = /^0x[0-9a-fA-F]{64}$/;

function signAs(sign: ToSign, signer: EvmSigner): Promise<Hex> {
  if (sign.signatureKind === "eip712") {
    const { domain, types, primaryType, value } = sign;
    return signer.signTypedData({ domain, types, primaryType, message: value });
  }
  const { message } = sign;
  return signer.signMessage(HASH.test(message) ? { raw: message as Hex } : message); // a hash is signed as its bytes
}
