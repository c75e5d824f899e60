import { z } from "zod";
import { checkBitcoinAddress, type BitcoinAddress, type BitcoinNetwork } from "../bitcoin/address.ts";
import { checkEvmAddress, type EvmAddress } from "../evm/address.ts";
import { BITCOIN_CHAIN_ID, isCurrencyIdentifier } from "../protocol/identifiers.ts";
import type { TradeType } from "../protocol/quote.ts";
import { BITCOIN, type Catalog, type Token } from "./catalog.ts";
import { DEFAULT_SLIPPAGE_BPS } from "./pricing.ts";
import { Refusal } from "./refusals.ts";

/** A quote request that was understood and checked: a bridge from Bitcoin to a token. */
export type QuoteTerms = Readonly<{
  user: BitcoinAddress;
  token: Token;
  recipient: EvmAddress;
  tradeType: TradeType;
  amount: bigint; // sats for EXACT_INPUT, destination units for EXACT_OUTPUT
  slippageBps: number;
  referrer: string | undefined;
  depositAddress: Readonly<{ refundTo: BitcoinAddress | undefined }> | undefined;
}>;

const text = z.string().min(1).max(4096);
const bodySchema = z.object({
  user: text,
  originChainId: z.number().int(),
  destinationChainId: z.number().int(),
  originCurrency: text,
  destinationCurrency: text,
  amount: z.string().regex(/^\d{1,78}$/, 'Expected an integer string in smallest units, for example "2500"'),
  tradeType: text,
  recipient: text.optional(),
  txs: z.array(z.unknown()).optional(),
  useDepositAddress: z.boolean().optional(),
  strict: z.boolean().optional(),
  refundTo: z.string().max(4096).optional(),
  referrer: z.string().max(4096).optional(),
  slippageTolerance: z.unknown().optional(),
});
type Body = z.infer<typeof bodySchema>;

/**
 * Reads the body of POST /quote/v2 (interface specification 2.1). Unknown fields are ignored; everything else is checked
 * strictly and refused with the code that names the field. Throws Refusal.
 */
export function readQuoteTerms(input: unknown, catalog: Catalog, network: BitcoinNetwork): QuoteTerms {
  const body = readBody(input);
  const token = readRoute(body, catalog);
  const tradeType = readTradeType(body);
  const amount = BigInt(body.amount);
  if (amount === 0n) throw new Refusal("AMOUNT_TOO_LOW", "Expected an amount above zero.");
  return {
    user: readBitcoinAddress("user", body.user, network),
    token,
    recipient: readRecipient(body.recipient, token, catalog),
    tradeType,
    amount,
    slippageBps: readSlippage(body.slippageTolerance),
    referrer: body.referrer,
    depositAddress: body.useDepositAddress ? { refundTo: readRefundTo(body.refundTo, network) } : undefined,
  };
}

function readBody(input: unknown): Body {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw new Refusal("INVALID_REQUEST", "Expected a JSON object with the content type application/json.");
  }
  const parsed = bodySchema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Refusal(
    "INVALID_REQUEST",
    `${issue?.path.join(".") || "body"}: ${issue?.message ?? "not understood"}.`,
  );
}

function readRoute(body: Body, catalog: Catalog): Token {
  for (const [field, id] of [
    ["originChainId", body.originChainId],
    ["destinationChainId", body.destinationChainId],
  ] as const) {
    if (id !== BITCOIN_CHAIN_ID && !catalog.chain(id)) {
      throw new Refusal(
        "UNSUPPORTED_CHAIN",
        `${field} ${id} is not supported. GET /chains lists the chains.`,
      );
    }
  }
  if (body.originChainId !== BITCOIN_CHAIN_ID || body.destinationChainId === BITCOIN_CHAIN_ID) {
    throw new Refusal("UNSUPPORTED_ROUTE", "This service bridges from Bitcoin to tokens on EVM chains.");
  }
  if (!isBitcoin(body.originCurrency)) {
    throw new Refusal(
      "UNSUPPORTED_CURRENCY",
      `originCurrency "${shorten(body.originCurrency)}" is not Bitcoin's ${BITCOIN.address}.`,
    );
  }
  const token = catalog.token(body.destinationChainId, body.destinationCurrency);
  if (token) return token;
  const native = catalog.native(body.destinationChainId);
  const wanted = body.destinationCurrency.toLowerCase();
  if (native && (wanted === native.address || wanted === native.symbol.toLowerCase())) {
    throw new Refusal(
      "UNSUPPORTED_ROUTE",
      "This service bridges from Bitcoin to tokens, not to native coins.",
    );
  }
  throw new Refusal(
    "UNSUPPORTED_CURRENCY",
    `destinationCurrency "${shorten(body.destinationCurrency)}" is not supported on chain ${body.destinationChainId}. GET /chains lists the currencies.`,
  );
}

function readTradeType(body: Body): TradeType {
  if (body.txs && body.txs.length > 0) {
    throw new Refusal(
      "EXTRA_TXS_NOT_SUPPORTED",
      "Calls on the destination (txs) are not possible on this route.",
    );
  }
  if (body.strict)
    throw new Refusal("UNSUPPORTED_EXECUTION_TYPE", "Strict deposit addresses are not supported.");
  if (body.tradeType !== "EXACT_INPUT" && body.tradeType !== "EXACT_OUTPUT") {
    throw new Refusal(
      "UNSUPPORTED_EXECUTION_TYPE",
      `Expected tradeType EXACT_INPUT or EXACT_OUTPUT, got "${shorten(body.tradeType)}".`,
    );
  }
  if (body.useDepositAddress && body.tradeType !== "EXACT_INPUT") {
    throw new Refusal("UNSUPPORTED_EXECUTION_TYPE", "A deposit address takes EXACT_INPUT only.");
  }
  return body.tradeType;
}

/** Sender and receiver are of different address families here, so there is nobody to fall back to. */
function readRecipient(given: string | undefined, token: Token, catalog: Catalog): EvmAddress {
  if (given === undefined) {
    throw new Refusal(
      "INVALID_RECIPIENT",
      "Expected a recipient: a Bitcoin user cannot receive on an EVM chain.",
    );
  }
  if (isCurrencyIdentifier(given) || catalog.chains.some(({ id }) => catalog.token(id, given))) {
    throw new Refusal(
      "INVALID_RECIPIENT",
      "The recipient is the zero address or a currency: money sent there is lost.",
    );
  }
  const address = checkEvmAddress(given);
  if (!address)
    throw new Refusal(
      "INVALID_ADDRESS",
      `recipient "${shorten(given)}" is not an address on chain ${token.chainId}.`,
    );
  return address;
}

/** Public clients write "" where the contract leaves the field out. */
function readRefundTo(given: string | undefined, network: BitcoinNetwork): BitcoinAddress | undefined {
  return given === undefined || given === "" ? undefined : readBitcoinAddress("refundTo", given, network);
}

function readBitcoinAddress(field: string, given: string, network: BitcoinNetwork): BitcoinAddress {
  const address = checkBitcoinAddress(network, given);
  if (address) return address;
  throw new Refusal(
    "INVALID_ADDRESS",
    `${field} "${shorten(given)}" is not a Bitcoin address of ${network}.`,
  );
}

function readSlippage(given: unknown): number {
  if (given === undefined) return DEFAULT_SLIPPAGE_BPS;
  if (typeof given === "string" && /^(0|[1-9]\d{0,3}|10000)$/.test(given)) return Number(given); // basis points
  throw new Refusal(
    "INVALID_SLIPPAGE_TOLERANCE",
    'Expected slippageTolerance as whole basis points from "0" to "10000".',
  );
}

function isBitcoin(currency: string): boolean {
  return currency.toLowerCase() === BITCOIN.address || currency.toLowerCase() === "btc";
}

function shorten(given: string): string {
  return given.length > 80 ? `${given.slice(0, 80)}…` : given;
}
