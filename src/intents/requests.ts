import { z } from "zod";
import { plainText } from "./plainText.ts";

/**
 * GET /requests/v2 and /requests/v3 (public extension, service-facts 5): one row per deposit,
 * findable by deposit address. The contract itself does not show it, so every field is optional but the id.
 */
const hashText = plainText(256);
const optionalText = z.preprocess(
  (value) => (value === "" || value === null ? undefined : value),
  hashText.optional(),
);
const transactionSchema = z.looseObject({
  hash: optionalText,
  txHash: optionalText, // the name in v3
  chainId: z.number().int().nullish(),
  status: optionalText,
});

/**
 * A larger amount than 60 digits is invalid, and sums of such would overflow the columns: it counts as
 * absent.
 */
const amountSchema = z.looseObject({
  amount: z
    .string()
    .regex(/^\d{1,60}$/)
    .nullish()
    .catch(undefined),
  currency: z.looseObject({ chainId: z.number().int(), address: hashText }).nullish().catch(undefined),
});

const sideSchema = z
  .looseObject({ inputCurrency: amountSchema.nullish(), outputCurrency: amountSchema.nullish() })
  .nullish()
  .catch(undefined);

export const requestRowSchema = z.looseObject({
  id: hashText.min(1),
  status: z.unknown(),
  depositAddress: z
    .looseObject({ address: optionalText, depositTxHash: optionalText })
    .nullish()
    .catch(undefined),
  supersededByRequestId: optionalText,
  parentRequestId: optionalText,
  data: z
    .looseObject({
      failReason: optionalText,
      supersededByRequestId: optionalText,
      inTxs: z.array(transactionSchema).max(64).nullish().catch(undefined),
      outTxs: z.array(transactionSchema).max(64).nullish().catch(undefined),
      metadata: z
        .looseObject({ currencyIn: amountSchema.nullish(), currencyOut: amountSchema.nullish() })
        .nullish()
        .catch(undefined),
      route: z
        .looseObject({
          actual: z.looseObject({ origin: sideSchema, destination: sideSchema }).nullish().catch(undefined),
        })
        .nullish()
        .catch(undefined),
    })
    .nullish()
    .catch(undefined),
});
export type RequestRow = z.infer<typeof requestRowSchema>;
type RowAmount = z.infer<typeof amountSchema> | null | undefined;

/** Returns what came in and what went out of a row: v2 has them in `metadata`, v3 in `route.actual`. */
export function rowAmounts({ data, status }: RequestRow): Readonly<{ input: RowAmount; output: RowAmount }> {
  const { origin, destination } = data?.route?.actual ?? {};
  // On one chain the output may stand at the origin alone. Between two chains what stands there was not delivered.
  const isOneChain = !destination && status === "success";
  return {
    input: data?.metadata?.currencyIn ?? origin?.inputCurrency,
    output:
      data?.metadata?.currencyOut ??
      destination?.outputCurrency ??
      (isOneChain ? origin?.outputCurrency : undefined),
  };
}

export const requestListSchema = z.looseObject({
  requests: z.array(z.unknown()).max(1000),
  continuation: z.string().max(4096).nullish(),
});
