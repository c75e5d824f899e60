import { z } from "zod";
import { describeIssues, inOurWords } from "../api/describeIssues.ts";
import { plainText } from "../api/readInput.ts";
import { Refusal } from "../api/refusals.ts";

const TEXT = plainText.min(1).max(4096);
const EMPTY_ADDRESS = "expected an address, got an empty text";
/** Refuses an empty optional address: the caller may have wanted none, or have lost one. */
export const EMPTY_OPTIONAL_ADDRESS = `${EMPTY_ADDRESS}. Leave the field out to name none`;
const ADDRESS = plainText.min(1, EMPTY_ADDRESS).max(4096);
const OPTIONAL_ADDRESS = plainText.min(1, EMPTY_OPTIONAL_ADDRESS).max(4096).optional();
const MAX_UINT256 = 2n ** 256n - 1n; // what a contract can hold
const INTEGER = z
  .string()
  .regex(/^\d{1,78}$/, 'expected an integer string in smallest units, for example "2500"')
  .refine(
    (digits) => !/^\d{1,78}$/.test(digits) || BigInt(digits) <= MAX_UINT256,
    "expected at most 256 bits",
  );
/** A native amount of a call: an integer string, or (one sample of the contract has it) a small JSON number. */
const CALL_VALUE = z.union([INTEGER, z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)], {
  error: "expected an integer string in smallest units, or a whole JSON number",
});
const HEX = z.string().regex(/^0x([0-9a-fA-F]{2})*$/, "expected 0x and an even number of hex digits");

const MOST_CALLS = 50;
const LONGEST_REFERRER = 256; // it is in an index, whose entries PostgreSQL bounds
const MOST_APP_FEES = 10;
const MOST_SOURCES = 100;
const LONGEST_TTL_SECONDS = 31_536_000; // a year

const SOURCES = z.array(TEXT).max(MOST_SOURCES).optional(); // names of GET /swap-sources; unknown ones are none of ours

/**
 * The fields of interface specification 2.1 and our extensions. Of others those that move money are refused
 * (unsupportedFields.ts), and the rest is ignored.
 */
export const quoteBodySchema = z.object({
  user: ADDRESS,
  originChainId: z.number().int(),
  destinationChainId: z.number().int(),
  originCurrency: TEXT,
  destinationCurrency: TEXT,
  amount: INTEGER,
  tradeType: TEXT,
  recipient: OPTIONAL_ADDRESS,
  txs: z
    .array(z.object({ to: TEXT, value: CALL_VALUE, data: HEX }))
    .max(MOST_CALLS)
    .optional(),
  useDepositAddress: z.boolean().optional(),
  refundTo: z.unknown().optional(), // checked where it is used
  usePermit: z.boolean().optional(),
  subsidizeFees: z.boolean().optional(),
  useExternalLiquidity: z.boolean().optional(),
  referrer: plainText.max(LONGEST_REFERRER).optional(),
  // Extensions, in the words of public services.
  recoveryAddress: z.unknown().optional(), // checked where it is used
  strict: z.boolean().optional(),
  slippageTolerance: z.unknown().optional(),
  appFees: z
    .array(z.object({ recipient: TEXT, fee: TEXT }))
    .max(MOST_APP_FEES)
    .optional(),
  includedSwapSources: SOURCES,
  excludedSwapSources: SOURCES,
  includedDestinationSwapSources: SOURCES,
  forceSolverExecution: z.boolean().optional(),
  ttl: z.number().int().positive().max(LONGEST_TTL_SECONDS).optional(),
  additionalData: z.object({ userPublicKey: TEXT.optional() }).optional(),
});
export type QuoteBody = z.infer<typeof quoteBodySchema>;

/**
 * The body of a quote request with the right types. `wrong` are the fields that are missing or of another type: they are not
 * in `body`, and `refusal` names them all.
 */
export type ReadBody = Readonly<{
  body: QuoteBody;
  wrong: ReadonlySet<string>;
  refusal?: Refusal;
}>;

/** Reads what can be read of a quote request. Throws Refusal for what is no JSON object. */
export function readQuoteBody(input: unknown): ReadBody {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw new Refusal("INVALID_REQUEST", "Expected a JSON object with the content type application/json.");
  }
  const parsed = quoteBodySchema.safeParse(input, { error: inOurWords });
  if (parsed.success) return { body: parsed.data, wrong: new Set() };
  const wrong = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
  const others = Object.fromEntries(Object.entries(input).filter(([name]) => !wrong.has(name)));
  return {
    body: quoteBodySchema.partial().parse(others) as QuoteBody, // callers check `wrong` first
    wrong,
    refusal: new Refusal("INVALID_REQUEST", `${describeIssues(parsed.error)}.`),
  };
}
