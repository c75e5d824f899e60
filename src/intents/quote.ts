import { z } from "zod";

/** POST /quote/v2: what a caller sends (interface specification 2.1) and what a service answers (2.2). */

export const TRADE_TYPES = ["EXACT_INPUT", "EXACT_OUTPUT"] as const;
export type TradeType = (typeof TRADE_TYPES)[number];

/** The body of a quote request, as a caller sends it. Amounts are integer strings in smallest units. */
export type QuoteRequest = Readonly<{
  user: string;
  originChainId: number;
  destinationChainId: number;
  originCurrency: string;
  destinationCurrency: string;
  amount: string;
  tradeType: TradeType;
  recipient?: string;
  useDepositAddress?: boolean;
  refundTo?: string;
  referrer?: string;
}>;

const integerText = z.string().regex(/^\d{1,78}$/);
const text = z.string().max(4096);
/** Public services write "" or null where the contract leaves a field out; both mean absent. */
const optionalText = z.preprocess(
  (value) => (value === "" || value === null ? undefined : value),
  text.optional(),
);

const currencySchema = z.looseObject({
  chainId: z.number().int().optional(),
  address: optionalText,
  symbol: optionalText,
  decimals: z.number().int().min(0).max(77).optional(),
});

const amountSchema = z.looseObject({
  currency: currencySchema.optional().catch(undefined),
  amount: integerText.optional().catch(undefined),
  amountUsd: optionalText.catch(undefined),
  minimumAmount: integerText.optional(),
});
export type QuotedAmount = z.infer<typeof amountSchema>;

const stepItemSchema = z.looseObject({
  status: optionalText,
  data: z
    .looseObject({
      from: optionalText,
      to: optionalText,
      data: optionalText,
      value: z.union([integerText, z.number().int().nonnegative()]).optional(),
      chainId: z.number().int().optional(),
      psbt: optionalText,
    })
    .optional(),
  check: z.looseObject({ endpoint: text, method: optionalText }).optional(),
});

const stepSchema = z.looseObject({
  id: text,
  action: optionalText,
  description: optionalText,
  kind: text,
  requestId: optionalText,
  depositAddress: optionalText,
  depositAddressType: optionalText, // stated by v3
  items: z.array(stepItemSchema).max(32).default([]),
});
export type QuoteStep = z.infer<typeof stepSchema>;

/** A quote response, read tolerantly: unknown fields are kept, fees and details may be missing altogether. */
export const quoteResponseSchema = z.looseObject({
  steps: z.array(stepSchema).max(32),
  fees: z.record(z.string(), amountSchema.nullish()).nullish().catch(undefined),
  details: z
    .looseObject({
      currencyIn: amountSchema.optional().catch(undefined),
      currencyOut: amountSchema.optional().catch(undefined),
      timeEstimate: z.number().nonnegative().optional().catch(undefined),
    })
    .nullish()
    .catch(undefined),
});
export type QuoteResponse = z.infer<typeof quoteResponseSchema>;
