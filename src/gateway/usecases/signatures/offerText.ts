/**
 * What the gateway signs of an offer: a text of one field a line, version 1 (docs/reference/signatures.md). It never changes; another
 * form would be another version. The verifier page reads the same (views/verify/verify.js).
 */
export type OfferClaim = Readonly<Record<(typeof FIELDS)[number], string>>;

const VERSION_LINE = "crosstill-offer-v1";

const FIELDS = [
  ...(["invoice", "store", "domain"] as const), // domain: that the store has proven, or "none"
  ...(["address", "units", "amount"] as const), // smallest units and decimal, or "any" where the payer chooses
  ...(["coin", "token", "chain"] as const), // symbol, contract (or the chain's own coin), chain id
  "expires" as const, // unix seconds
];

const SIGNATURE = "signature: ";

/** The text of a claim, without a line feed at its end. A control character in a value becomes a blank: no value makes a line. */
export function offerText(claim: OfferClaim): string {
  const lines = FIELDS.map((name) => `${name}: ${claim[name].replace(/\p{Cc}/gu, " ")}`);
  return [VERSION_LINE, ...lines].join("\n");
}

/** The claim in a text of version 1; undefined for any other text. */
export function readOfferText(text: string): OfferClaim | undefined {
  const [version, ...lines] = text.split("\n");
  if (version !== VERSION_LINE || lines.length !== FIELDS.length) return undefined;
  if (!FIELDS.every((name, index) => lines[index]?.startsWith(`${name}: `))) return undefined;
  const entries = FIELDS.map((name, index) => [name, lines[index]?.slice(name.length + 2) ?? ""]);
  return Object.fromEntries(entries) as OfferClaim; // every field is there
}

/** Text and signature as one, for people to copy: the signature is the last line. */
export function signedBlock(text: string, signature: string): string {
  return `${text}\n${SIGNATURE}${signature}`;
}

/**
 * Text and signature of such a block, tolerant of changed line ends and surrounding blanks; else undefined.
 */
export function readSignedBlock(block: string): Readonly<{ text: string; signature: string }> | undefined {
  const lines = block.replaceAll("\r\n", "\n").trim().split("\n");
  const last = lines.pop() ?? "";
  if (!last.startsWith(SIGNATURE)) return undefined;
  return { text: lines.join("\n"), signature: last.slice(SIGNATURE.length) };
}
