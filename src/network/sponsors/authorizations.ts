import { recoverAuthorizationAddress } from "viem/utils";
import { z } from "zod";
import type { Hex } from "viem";
import { checkEvmAddress, ZERO_ADDRESS, type EvmAddress } from "../../evm/codec/address.ts";
import { Refusal } from "../api/refusals.ts";
import type { Authorization, EvmChain } from "../chains/evm.ts";
import { refuseWrongChecksum } from "../quote/readAddress.ts";

const WORD = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform((text) => text as Hex);
const NUMBER = z.union([z.number().int().nonnegative(), z.string().regex(/^\d{1,15}$/)]).transform(Number);

/** The authorizations of a call as wallets write them (EIP-7702); each is 25,000 gas. */
export const authorizationsSchema = z
  .array(
    z.object({
      chainId: NUMBER,
      address: z.string(),
      nonce: NUMBER,
      yParity: z.union([z.literal(0), z.literal(1)]),
      r: WORD,
      s: WORD,
    }),
  )
  .max(4);

/**
 * Checks authorizations (EIP-7702) before they are sent: a chain passes over one that is not valid and makes the call all the
 * same, to whatever code is there then. Gives the accounts that have signed. Throws Refusal.
 */
export async function checkAuthorizations(
  chain: EvmChain,
  given: z.infer<typeof authorizationsSchema>,
): Promise<Readonly<{ list: readonly Authorization[]; signers: readonly EvmAddress[] }>> {
  const list: Authorization[] = [];
  const signers: EvmAddress[] = [];
  for (const [index, { address, ...rest }] of given.entries()) {
    const where = `data.authorizationList.${index}`;
    const refuse = (why: string) => new Refusal("INVALID_REQUEST", `${where}: ${why}`);
    refuseWrongChecksum(`${where}.address`, address);
    const delegate = checkEvmAddress(address);
    if (!delegate) throw refuse("expected the address of a contract as address.");
    if (rest.chainId !== 0 && rest.chainId !== chain.id)
      throw refuse(`it was signed for chain ${rest.chainId}, and the call is on chain ${chain.id}.`);
    const authorization = { address: delegate, ...rest };
    const signer = await signerOf(authorization);
    if (!signer) throw refuse("it has no valid signature.");
    if (signers.includes(signer)) throw refuse(`${signer} has signed another one in this call.`);
    const [nonce, code, delegateCode] = await Promise.all([
      chain.nextNonce(signer),
      chain.code(signer),
      chain.code(delegate),
    ]);
    if (nonce !== rest.nonce)
      throw refuse(`it has nonce ${rest.nonce}, and its signer ${signer} is at ${nonce}. Sign it again.`);
    if (code !== "0x" && !code.startsWith("0xef0100"))
      throw refuse(`its signer ${signer} is a contract, which cannot delegate.`);
    if (delegate !== ZERO_ADDRESS && delegateCode === "0x")
      throw refuse(`there is no contract at ${delegate} on chain ${chain.id}.`);
    list.push(authorization);
    signers.push(signer);
  }
  return { list, signers };
}

async function signerOf(authorization: Authorization): Promise<EvmAddress | undefined> {
  const found = await recoverAuthorizationAddress({ authorization }).catch(() => undefined); // no point of the curve
  return found && checkEvmAddress(found);
}
