import { checkEvmAddress, type EvmAddress } from "../evm/codec/address.ts";
import { sum } from "../values/amount.ts";
import { unsafe } from "./errors.ts";
import { ABOVE_ANY_SUPPLY } from "./planEvm.ts";
import { units, type ItemData, type QuoteBody, type SignaturePost, type ToSign } from "./quote.ts";
import { shown } from "./shown.ts";
import { readForm, type SignedForm, type TypedDataToSign } from "./signedForms.ts";

/** A message to sign and the URL that receives the signature. `grant` is undefined for a plain text. */
export type SignatureAction = Readonly<{
  kind: "signature";
  sign: ToSign;
  post: SignaturePost;
  grant: SignedGrant | undefined;
}>;

/** The amount of the request's token that a signature lets be taken, in smallest units. */
export type SignedGrant = Readonly<{
  effect: SignedForm["effect"];
  amount: bigint;
  verifier: string;
  spender: string | undefined; // undefined for a transfer, which any account may submit
}>;

/**
 * A signature can move money as a transaction does: it must be of a known form, for this chain, for the token of the request and for
 * no more than was quoted. Throws WalletError unsafe_quote.
 */
export function planSignature(
  request: QuoteBody,
  { sign, post }: ItemData,
  input: bigint | undefined,
): SignatureAction {
  if (!sign || !post) throw unsafe("its signature step does not say what to sign and where to post it");
  if (sign.signatureKind === "eip712")
    return { kind: "signature", sign, post, grant: readGrant(request, sign, input) };
  if (HASH.test(sign.message))
    throw unsafe(
      `it wants 32 bytes to be signed, which may be the hash of anything; expected a text. Ask for a new quote`,
    );
  return { kind: "signature", sign, post, grant: undefined };
}

const HASH = /^0x[0-9a-f]{64}$/i;

function readGrant(request: QuoteBody, sign: TypedDataToSign, input: bigint | undefined): SignedGrant {
  const { effect } = readForm(sign);
  checkDomain(request, sign);
  const amount = readTotal(request, sign, input);
  const verifier = readAddress(sign.domain["verifyingContract"], "verifyingContract");
  const spender = effect === "transfer" ? undefined : readAddress(sign.value["spender"], "spender");
  return { effect, amount, verifier, spender };
}

/** A signature without a chain could be used on every chain. */
function checkDomain({ originChainId }: QuoteBody, { domain }: TypedDataToSign): void {
  const chainId = units.safeParse(domain["chainId"]).data;
  if (chainId !== undefined && BigInt(chainId) === BigInt(originChainId)) return;
  throw unsafe(
    `it wants a signature for chain ${chainId ?? shown(domain["chainId"])}, the request was for chain ${originChainId}. Ask for a quote without usePermit`,
  );
}

function readTotal({ originCurrency }: QuoteBody, sign: TypedDataToSign, input: bigint | undefined): bigint {
  const grants = listGrants(sign);
  const total = sum(grants.map(({ amount }) => readAmount(amount)));
  if (total > (input ?? ABOVE_ANY_SUPPLY)) {
    const quoted = input === undefined ? "states no amount" : `is for ${input} in smallest units`;
    throw unsafe(`it wants ${total} to be signed away, the quote ${quoted}`);
  }
  const other = grants.find(({ token }) => String(token).toLowerCase() !== originCurrency.toLowerCase());
  if (other)
    throw unsafe(`it wants ${shown(other.token)} to be signed away, the quote is for ${originCurrency}`);
  return total;
}

type Grant = Readonly<{ token: unknown; amount: unknown }>;

/**
 * Lists the tokens and amounts that a signature lets be taken. Permit2 has them in `permitted` or `details`, ERC-2612 and EIP-3009 in
 * `value` of the verifying token.
 */
function listGrants({ domain, types, primaryType, value: message }: TypedDataToSign): readonly Grant[] {
  const field = types[primaryType]?.find(({ name }) => name === "permitted" || name === "details")?.name;
  if (field === undefined) return [{ token: domain["verifyingContract"], amount: message["value"] }];
  return [message[field]].flat().map((one) => Object(one) as Grant); // its fields are read as unknown
}

/** Reads an amount in decimal digits. Other notations are refused, because wallets parse them differently. */
function readAmount(amount: unknown): bigint {
  const digits = units.safeParse(amount).data;
  if (digits === undefined) throw unsafe(`expected an amount in digits to be signed, got ${shown(amount)}`);
  return BigInt(digits);
}

function readAddress(value: unknown, what: string): EvmAddress {
  const address = typeof value === "string" ? checkEvmAddress(value) : undefined;
  if (address) return address;
  throw unsafe(`expected an EVM address as ${what} of what is signed, got ${shown(value)}`);
}
