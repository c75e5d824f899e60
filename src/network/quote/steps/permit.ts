import type { Hex } from "viem";
import type { EvmAddress } from "../../../evm/codec/address.ts";
import { unixSeconds, type Instant } from "../../../values/time.ts";
import { isToken, type Token } from "../../catalog.ts";
import type { NetworkParts } from "../../parts.ts";
import type { MakeSteps, PricedQuote } from "../pricedQuote.ts";
import { itemOf, type Step } from "./step.ts";

/** A transfer that the user signs and the service sends (EIP-3009): the input, to an address of the request. */
export type Authorization = Readonly<{
  from: EvmAddress;
  to: EvmAddress;
  value: bigint;
  validAfter: bigint; // unix seconds
  validBefore: bigint;
  nonce: Hex; // the request's id, so one request never takes two
}>;

/** The request that an authorization contains. */
export type AuthorizedRequest = Readonly<{
  id: string;
  user: string;
  depositAddress: string;
  input: bigint;
  createdAt: Instant;
}>;

const AUTHORIZATION_SECONDS = 600;

const TYPES = {
  TransferWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;

/** One signature instead of approve and deposit: it costs the user no gas. */
export async function permitSteps(_parts: NetworkParts, quote: PricedQuote): Promise<MakeSteps> {
  const { requestId, terms, price, at } = quote;
  const { origin, destination, user, recipient } = terms;
  return (depositAddress = "") => {
    if (!isToken(origin)) throw new Error(`Request ${requestId} asks for a permit of a coin that has none.`);
    const authorization = authorizationOf({
      id: requestId,
      user,
      depositAddress,
      createdAt: at,
      input: price.input,
    });
    const { message, ...shape } = authorizationData(origin, authorization);
    const value = Object.fromEntries(Object.entries(message).map(([name, part]) => [name, String(part)]));
    const step: Step = {
      id: "authorize",
      action: `Sign the transfer of ${origin.symbol}`,
      description: `Lets the service move ${origin.symbol} once, for this request; ${destination.symbol} is sent to ${recipient}.`,
      kind: "signature",
      requestId,
      depositAddress: "",
      items: [
        itemOf(
          {
            sign: { signatureKind: "eip712", ...shape, value },
            post: {
              endpoint: "/execute/permits",
              method: "POST",
              body: { kind: "eip3009", requestId, api: "bridge" },
            },
          },
          requestId,
        ),
      ],
    };
    return [step];
  };
}

/** The authorization that a request's quote asked for. */
export function authorizationOf(request: AuthorizedRequest): Authorization {
  return {
    from: request.user as EvmAddress, // checked for an EVM origin
    to: request.depositAddress as EvmAddress, // issued for an EVM origin
    value: request.input,
    validAfter: 0n,
    validBefore: BigInt(unixSeconds(request.createdAt) + AUTHORIZATION_SECONDS),
    nonce: request.id as Hex, // 32 bytes in hex, made by newRequestId
  };
}

/** The authorization as typed data (EIP-712) of its token, in the shape that viem takes. Throws for a token without EIP-3009. */
export function authorizationData(token: Token, message: Authorization) {
  const { permit, chainId, address, symbol } = token;
  if (!permit) throw new Error(`${symbol} on chain ${chainId} takes no signed transfers.`);
  const domain = { name: permit.name, version: permit.version, chainId, verifyingContract: address };
  return { domain, types: TYPES, primaryType: "TransferWithAuthorization", message } as const;
}
