import { unsafe } from "./errors.ts";
import { shown } from "./shown.ts";
import type { ToSign } from "./quote.ts";

export type TypedDataToSign = Extract<ToSign, { signatureKind: "eip712" }>;

/** A known form of typed data: a transfer, an allowance, or either through Permit2. */
export type SignedForm = Readonly<{ effect: "transfer" | "allowance" | "permit2"; types: TypeTexts }>;
/** The fields of types by name, written as in EIP-712. A contract accepts exactly these and no others. */
type TypeTexts = Readonly<Record<string, string>>;

const AUTHORIZATION =
  "address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce";
const PERMISSIONS = "address token,uint256 amount";
const DETAILS = "address token,uint160 amount,uint48 expiration,uint48 nonce";
const PERMITTED = "TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline";
const PERMITTED_LIST = PERMITTED.replace(" ", "[] ");

/** ERC-2612, EIP-3009 and Permit2, by primary type. */
const FORMS: Readonly<Record<string, SignedForm>> = Object.fromEntries([
  form("allowance", {
    Permit: "address owner,address spender,uint256 value,uint256 nonce,uint256 deadline",
  }),
  form("transfer", { TransferWithAuthorization: AUTHORIZATION }),
  form("transfer", { ReceiveWithAuthorization: AUTHORIZATION }),
  form("permit2", { PermitTransferFrom: PERMITTED, TokenPermissions: PERMISSIONS }),
  form("permit2", { PermitBatchTransferFrom: PERMITTED_LIST, TokenPermissions: PERMISSIONS }),
  form("permit2", { PermitWitnessTransferFrom: PERMITTED, TokenPermissions: PERMISSIONS }),
  form("permit2", { PermitBatchWitnessTransferFrom: PERMITTED_LIST, TokenPermissions: PERMISSIONS }),
  form("permit2", {
    PermitSingle: "PermitDetails details,address spender,uint256 sigDeadline",
    PermitDetails: DETAILS,
  }),
  form("permit2", {
    PermitBatch: "PermitDetails[] details,address spender,uint256 sigDeadline",
    PermitDetails: DETAILS,
  }),
]);

function form(effect: SignedForm["effect"], types: TypeTexts): readonly [string, SignedForm] {
  return [Object.keys(types)[0] ?? "", { effect, types }];
}

const DOMAIN_FIELDS = ["name", "version", "chainId", "verifyingContract"];

/** Returns the known form of typed data. Other forms are refused, because their effect cannot be checked. Throws WalletError unsafe_quote. */
export function readForm({ primaryType, types, domain }: TypedDataToSign): SignedForm {
  const known = Object.hasOwn(FORMS, primaryType) ? FORMS[primaryType] : undefined;
  if (known === undefined) throw unknownForm(`typed data of type ${shown(primaryType)}`);
  for (const [name, expected] of Object.entries(known.types)) {
    const fields = (types[name] ?? []).map((field) => `${field.type} ${field.name}`);
    if (name === primaryType && isWitnessed(primaryType, fields)) fields.pop();
    if (fields.join(",") !== expected)
      throw unknownForm(`${name} with the fields "${fields.join(",").slice(0, 200)}"`);
  }
  const strange = Object.keys(domain).find((name) => !DOMAIN_FIELDS.includes(name));
  if (strange !== undefined) throw unknownForm(`a domain with ${shown(strange)}`);
  return known;
}

/** Returns true if the last field is the witness. Its type is the spender's own, and only the spender can use the signature. */
function isWitnessed(primaryType: string, fields: readonly string[]): boolean {
  return primaryType.includes("Witness") && (fields.at(-1)?.endsWith(" witness") ?? false);
}

function unknownForm(came: string): Error {
  return unsafe(
    `it wants ${came} to be signed; expected a permit of ERC-2612, EIP-3009 or Permit2 with exactly their fields. Ask for a quote without usePermit, or pay a deposit address`,
  );
}
