import type { TypedDataDefinition } from "viem";
import type { EvmAddress } from "../../evm/codec/address.ts";
import type { ContractAddresses } from "../../evm/codec/deployment.ts";
import type { Token } from "../catalog.ts";
import type { Permit, SignedTransfer } from "./permit.ts";

/** Who hands permits in: the solver's account, and its contract for signed allowances. */
export type Spenders = Readonly<{ solver: EvmAddress; contracts: Pick<ContractAddresses, "PermitTransfer"> }>;

const AUTHORIZATION = {
  TransferWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;

const ALLOWANCE = {
  Permit: [
    { name: "owner", type: "address" },
    { name: "spender", type: "address" },
    { name: "value", type: "uint256" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint256" },
  ],
} as const;

/** Permit2's own fields, and as the witness what the transfer is for. */
const PERMIT2 = {
  PermitWitnessTransferFrom: [
    { name: "permitted", type: "TokenPermissions" },
    { name: "spender", type: "address" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint256" },
    { name: "witness", type: "Deposit" },
  ],
  TokenPermissions: [
    { name: "token", type: "address" },
    { name: "amount", type: "uint256" },
  ],
  Deposit: [
    { name: "requestId", type: "bytes32" },
    { name: "depositAddress", type: "address" },
  ],
} as const;

/** How Permit2 is told the type of the witness: the rest of the struct's fields, then the types in the order of their names. */
export const WITNESS_TYPE =
  "Deposit witness)Deposit(bytes32 requestId,address depositAddress)TokenPermissions(address token,uint256 amount)";

/** What the user signs (EIP-712), in the shape that viem takes. Throws for a token that takes no such signature. */
export function permitData(
  transfer: SignedTransfer,
  permit: Permit,
  { solver, contracts }: Spenders,
): TypedDataDefinition {
  const { id, token, user, depositAddress, input, deadline } = transfer;
  switch (permit.kind) {
    case "eip3009":
      return {
        domain: domainOf(token, token.permit),
        types: AUTHORIZATION,
        primaryType: "TransferWithAuthorization",
        message: {
          from: user,
          to: depositAddress,
          value: input,
          validAfter: 0n,
          validBefore: deadline,
          nonce: id,
        },
      };
    case "erc2612":
      return {
        domain: domainOf(token, token.erc2612),
        types: ALLOWANCE,
        primaryType: "Permit",
        message: {
          owner: user,
          spender: contracts.PermitTransfer,
          value: input,
          nonce: permit.nonce,
          deadline,
        },
      };
    case "permit2":
      return {
        domain: { name: "Permit2", chainId: token.chainId, verifyingContract: permit.contract },
        types: PERMIT2,
        primaryType: "PermitWitnessTransferFrom",
        message: {
          permitted: { token: token.address, amount: input },
          spender: solver,
          nonce: BigInt(id),
          deadline,
          witness: { requestId: id, depositAddress },
        },
      };
  }
}

function domainOf({ chainId, address, symbol }: Token, domain: Token["permit"]) {
  if (!domain) throw new Error(`${symbol} on chain ${chainId} takes no such signature.`);
  return { ...domain, chainId, verifyingContract: address };
}
