import { z } from "zod";
import type { Hex } from "viem";
import type { EvmAddress } from "../../evm/codec/address.ts";
import { unixSeconds, type Instant } from "../../values/time.ts";
import { isToken, requireCurrency, type Catalog, type Token } from "../catalog.ts";
import type { BridgeRequest } from "../request.ts";

/**
 * How a signature moves a token to the address of its request.
 *   eip3009  the token itself takes a signed transfer
 *   erc2612  the token takes a signed allowance, of which PermitTransfer moves the tokens in the same transaction
 *   permit2  Uniswap's Permit2, which the holder has allowed once, takes a signed transfer
 */
export type PermitKind = "eip3009" | "erc2612" | "permit2";

/** What a quote decided about its permit, as it is kept with the quote. */
export type Permit =
  | Readonly<{ kind: "eip3009" }>
  | Readonly<{ kind: "erc2612"; nonce: bigint }>
  | Readonly<{ kind: "permit2"; contract: EvmAddress }>;

/** A transfer that a user signs: the input of a request, to the address of the request. */
export type SignedTransfer = Readonly<{
  id: Hex; // of the request; what is signed names it, so one request never takes two
  token: Token;
  user: EvmAddress;
  depositAddress: EvmAddress;
  input: bigint;
  deadline: bigint; // unix seconds
}>;

/** How long a signature may be used, from the quote on. */
export const PERMIT_SECONDS = 600;

const recordSchema = z.object({
  permit: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("eip3009") }),
    z.object({ kind: z.literal("erc2612"), nonce: z.string().regex(/^\d+$/).transform(BigInt) }),
    z.object({ kind: z.literal("permit2"), contract: z.string().transform((text) => text as EvmAddress) }), // checked when it was written
  ]),
});

/** The permit that a request's quote asked for. Quotes of earlier versions knew one kind only. */
export function permitOf({ quote }: Pick<BridgeRequest, "quote">): Permit {
  return recordSchema.safeParse(quote).data?.permit ?? { kind: "eip3009" };
}

/** The transfer that a permit request's quote asked for. Throws for a request without a deposit address or an amount. */
export function transferOf(catalog: Catalog, request: BridgeRequest): SignedTransfer {
  const { id, user, depositAddress, floor, createdAt, origin } = request;
  const token = requireCurrency(catalog, origin);
  if (depositAddress === undefined || !floor || !isToken(token))
    throw new Error(`Request ${id} has a permit without an address, an amount or a token.`);
  return signedTransfer({ id, token, user, depositAddress, input: floor.input, createdAt });
}

/** The same for a quote that is being given. */
export function signedTransfer({
  id,
  token,
  user,
  depositAddress,
  input,
  createdAt,
}: Readonly<{
  id: string;
  token: Token;
  user: string;
  depositAddress: string;
  input: bigint;
  createdAt: Instant;
}>): SignedTransfer {
  return {
    id: id as Hex, // 32 bytes in hex, made by newRequestId
    token,
    user: user as EvmAddress, // checked for an EVM origin
    depositAddress: depositAddress as EvmAddress, // issued for an EVM origin
    input,
    deadline: BigInt(unixSeconds(createdAt) + PERMIT_SECONDS),
  };
}
