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

function signAs(sign: ToSign, signer: EvmSigner): Promise<Hex> {
  if (sign.signatureKind === "eip712") {
    const { domain, types, primaryType, value } = sign;
    return signer.signTypedData({ domain, types, primaryType, message: value });
  }
  return signer.signMessage(sign.message);
}
