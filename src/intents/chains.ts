import { z } from "zod";

/** GET /chains: the contract shows `solverCurrencies` (2.4); the rest is what public services add. */
const tokenSchema = z.looseObject({
  symbol: z.string().max(64),
  name: z.string().max(128).nullish(),
  address: z.string().max(128),
  decimals: z.number().int().min(0).max(77),
});
export type SolverCurrency = z.infer<typeof tokenSchema>;

export const chainSchema = z.looseObject({
  id: z.number().int(),
  name: z.string().max(128).nullish(),
  displayName: z.string().max(128).nullish(),
  vmType: z.string().max(32).nullish(),
  disabled: z.boolean().nullish(),
  explorerUrl: z.string().max(2048).nullish(),
  solverCurrencies: z
    .array(tokenSchema)
    .max(1000)
    .nullish()
    .transform((list) => list ?? []),
});
export type ServiceChain = z.infer<typeof chainSchema>;

export const chainsResponseSchema = z.looseObject({ chains: z.array(z.unknown()).max(1000) });
