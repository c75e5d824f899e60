import type { HDAccount } from "viem";
import { ask, walletQuote, type Item, type Step } from "../quote/quoted.ts";
import { RECIPIENT, type World } from "../world.ts";

/** A quote that is paid by a signature: its steps, and what the authorize step asks for. */
export type SignedQuote = Readonly<{
  requestId: string;
  steps: readonly Step[];
  output: bigint;
  minimum: bigint;
  sign: Required<Item["data"]>["sign"];
  post: Required<Item["data"]>["post"];
}>;

/** Asks for a quote with usePermit, which must have an authorize step at its end. */
export async function signedQuote(
  world: World,
  user: string,
  changes: Record<string, unknown> = {},
): Promise<SignedQuote> {
  const body = walletQuote(world, user, { usePermit: true, recipient: RECIPIENT, ...changes });
  const { steps, details } = await ask(world, body);
  const last = steps.at(-1);
  const { sign, post } = last?.items[0].data ?? {};
  if (!last || !sign || !post) throw new Error(`No step asks for a signature: ${JSON.stringify(steps)}`);
  const { amount, minimumAmount } = details.currencyOut;
  return {
    ...{ requestId: last.requestId, steps, sign, post },
    ...{ output: BigInt(amount), minimum: BigInt(minimumAmount) },
  };
}

/** The signature over what a step shows, perhaps with something changed. */
export function signStep(
  account: HDAccount,
  { domain, types, primaryType, value }: SignedQuote["sign"],
  changes: Readonly<{ domain?: object; value?: object }> = {},
): Promise<`0x${string}`> {
  const typed = {
    domain: { ...domain, ...changes.domain },
    types,
    primaryType,
    message: { ...value, ...changes.value },
  };
  return account.signTypedData(typed as never); // as the step shows it
}

/** Posts a signature as the step says; gives the status and the code or the message. */
export async function postSignature(
  world: World,
  { post }: Pick<SignedQuote, "post">,
  signature: string,
): Promise<Readonly<{ status: number; code: unknown; message: string }>> {
  const { status, body } = await world.post(`${post.endpoint}?signature=${signature}`, post.body);
  return { status, code: body["errorCode"], message: String(body["message"]) };
}
