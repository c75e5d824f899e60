import { PERMIT2 } from "../../src/evm/codec/contracts.ts";
import { AMOUNT, DEPOSITORY, REQUEST_ID, stepOf, TOKEN, USER } from "./payer.ts";

type Fields = Readonly<Record<string, unknown>>;
/** Typed data as a service puts it into a step; the fields are replaced one by one. */
export type SignChanges = Readonly<{ types?: Fields; primaryType?: string; domain?: Fields; value?: Fields }>;

/** "address owner,uint256 value" as the fields of a type. */
export const fieldsOf = (text: string) =>
  text.split(",").map((field) => ({ type: field.split(" ")[0]!, name: field.split(" ")[1]! }));

const AUTHORIZATION = fieldsOf(
  "address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce",
);
export const AUTHORIZATION_TYPES = { ReceiveWithAuthorization: AUTHORIZATION };
const PERMISSIONS = { TokenPermissions: fieldsOf("address token,uint256 amount") };
const TRANSFER = "TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline";
const permission = (token: unknown, amount: unknown) => ({ token, amount });

function signStep(primaryType: string, types: Fields, value: Fields, changes: SignChanges, by: string) {
  const domain = { name: "A permit", chainId: 8453, verifyingContract: by, ...changes.domain };
  const sign = {
    signatureKind: "eip712",
    primaryType: changes.primaryType ?? primaryType,
    domain,
    types: { ...types, ...changes.types },
    value: { ...value, ...changes.value },
  };
  const post = { endpoint: "/execute/permits/v2", method: "POST", body: {} };
  return stepOf({ sign, post }, { id: "authorize", kind: "signature" });
}

/** EIP-3009: a transfer of the quoted amount. */
export const authorizationStep = (changes: SignChanges = {}) =>
  signStep(
    "ReceiveWithAuthorization",
    AUTHORIZATION_TYPES,
    {
      from: USER,
      to: DEPOSITORY,
      value: String(AMOUNT),
      validAfter: "0",
      validBefore: "9999999999",
      nonce: REQUEST_ID,
    },
    changes,
    TOKEN,
  );

/** ERC-2612: an allowance of the quoted amount. */
export const permitStep = (spender: string, changes: SignChanges = {}) =>
  signStep(
    "Permit",
    { Permit: fieldsOf("address owner,address spender,uint256 value,uint256 nonce,uint256 deadline") },
    { owner: USER, spender, value: String(AMOUNT), nonce: "0", deadline: "9999999999" },
    changes,
    TOKEN,
  );

/** Permit2: one transfer of the quoted amount. */
export const permit2Step = (spender: string, permitted: Fields = {}, changes: SignChanges = {}) =>
  signStep(
    "PermitTransferFrom",
    { PermitTransferFrom: fieldsOf(TRANSFER), ...PERMISSIONS },
    {
      permitted: { ...permission(TOKEN, String(AMOUNT)), ...permitted },
      spender,
      nonce: "1",
      deadline: "9999999999",
    },
    changes,
    PERMIT2,
  );

/** Permit2: as many transfers of the quoted amount as tokens. */
export const permit2BatchStep = (spender: string, tokens: readonly string[]) =>
  signStep(
    "PermitBatchTransferFrom",
    { PermitBatchTransferFrom: fieldsOf(TRANSFER.replace(" ", "[] ")), ...PERMISSIONS },
    {
      permitted: tokens.map((token) => permission(token, String(AMOUNT))),
      spender,
      nonce: "1",
      deadline: "9999999999",
    },
    {},
    PERMIT2,
  );
