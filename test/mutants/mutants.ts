import { QUOTE_MUTANTS } from "./quoteMutants.ts";
import { SERVICE_MUTANTS } from "./serviceMutants.ts";

/** The hook of some rows, taken out: `find` stands once in `file`. Of each row some test that carries its `[id]` must fail. */
export type Mutant = Readonly<{ ids: readonly string[]; file: string; find: string; replace: string }>;

/** Mutants of one file, each as the ids of its rows (with spaces between), what is found and what stands there instead. */
export type MutantsOf = Readonly<{ file: string; mutants: readonly (readonly [string, string, string])[] }>;

export const MUTANTS: readonly Mutant[] = [...QUOTE_MUTANTS, ...SERVICE_MUTANTS].flatMap(
  ({ file, mutants }) =>
    mutants.map(([ids, find, replace]) => ({ ids: ids.split(" "), file, find, replace })),
);

/** Rows that have nothing in src which could be taken out, and why. */
export const WITHOUT_HOOK: Readonly<Record<string, string>> = {
  "bitcoin.anyone": "Nobody looks at who pays: the rule is that there is no check.",
  "limit.stall": "Guidance for clients. The service waits for a block without any limit of time.",
  "service.stages":
    "The five stages are how docs/network.md is ordered; the other rows are what they consist of.",
};
