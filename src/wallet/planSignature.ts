import { sum } from "../values/amount.ts";
import { unsafe } from "./errors.ts";
import { units, type ItemData, type QuoteBody, type SignaturePost, type ToSign } from "./quote.ts";

/** What is to be signed off the chain, and where it is posted. */
export type SignatureAction = Readonly<{ kind: "signature"; sign: ToSign; post: SignaturePost }>;

/**
 * A signature can move money as a transaction does: it must be for this chain, for the token of the request and for no more than
 * was quoted. Throws WalletError unsafe_quote.
 */
export function planSignature(
  request: QuoteBody,
  { sign, post }: ItemData,
  input: bigint | undefined,
): SignatureAction {
  if (!sign || !post) throw unsafe("its signature step does not say what to sign and where to post it");
  if (sign.signatureKind === "eip712") {
    checkDomain(request, sign);
    checkGrants(request, sign, input);
  }
  return { kind: "signature", sign, post };
}

type TypedDataToSign = Extract<ToSign, { signatureKind: "eip712" }>;

function checkDomain({ originChainId }: QuoteBody, { domain }: TypedDataToSign): void {
  const chainId = units.safeParse(domain["chainId"]).data;
  if (chainId !== undefined && BigInt(chainId) !== BigInt(originChainId))
    throw unsafe(`it wants a signature for chain ${chainId}, the request was for chain ${originChainId}`);
}

function checkGrants({ originCurrency }: QuoteBody, sign: TypedDataToSign, input: bigint | undefined): void {
  if (sign.value["allowed"] === true) throw unsafe("it wants an allowance without a limit to be signed");
  const grants = listGrants(sign);
  const total = sum(grants.map(({ amount }) => readAmount(amount)));
  if (input !== undefined && total > input)
    throw unsafe(`it wants ${total} to be signed away, the quote is for ${input} in smallest units`);
  const other = grants.find(({ token }) => String(token).toLowerCase() !== originCurrency.toLowerCase());
  if (other)
    throw unsafe(`it wants ${shown(other.token)} to be signed away, the quote is for ${originCurrency}`);
}

type Grant = Readonly<{ token: unknown; amount: unknown }>;

/**
 * What a signature lets be taken: `value` of the token that verifies it (ERC-2612, EIP-3009); of Permit2 what `permitted`
 * or `details` name, once or in a list.
 */
function listGrants({ domain, value: message }: TypedDataToSign): readonly Grant[] {
  const { value, permitted, details } = message;
  return [
    ...(value === undefined ? [] : [{ token: domain["verifyingContract"], amount: value }]),
    ...[permitted ?? [], details ?? []].flat().map((one) => Object(one) as Grant), // its fields are read as unknown
  ];
}

/** Wallets read hex and fractions in their own ways, so that only digits can be judged. */
function readAmount(amount: unknown): bigint {
  const digits = units.safeParse(amount).data;
  if (digits === undefined) throw unsafe(`expected an amount in digits to be signed, got ${shown(amount)}`);
  return BigInt(digits);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 80);
}
