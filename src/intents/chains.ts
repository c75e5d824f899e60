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

const DEPTH = 4; // versioned pairs stand one level below `contracts`

/**
 * Every address that a service lists as its own on a chain, in lower case, whatever the name: earlier and later pairs are both
 * valid while a service moves to the next. None at a service that shows only what the contract names.
 */
export function listContracts(chains: readonly unknown[], chainId: number): ReadonlySet<string> {
  const { contracts, protocol, solverAddresses } =
    chains.map(fieldsIn).find(({ id }) => id === chainId) ?? {};
  return new Set([contracts, protocol, solverAddresses].flatMap((value) => collectAddresses(value, DEPTH)));
}

/** The addresses in a value, to a depth: an answer may be nested without end. */
function collectAddresses(value: unknown, depth: number): readonly string[] {
  if (typeof value === "string") return /^0x[0-9a-fA-F]{40}$/.test(value) ? [value.toLowerCase()] : [];
  if (depth === 0) return [];
  return Object.values(fieldsIn(value)).flatMap((one) => collectAddresses(one, depth - 1));
}

/** The fields of an object, or the elements of a list by their places. */
function fieldsIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {}; // fields are read as unknown
}
