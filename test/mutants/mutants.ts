import { MONEY_MUTANTS } from "./moneyMutants.ts";
import { PLANTED_BUGS } from "./plantedBugs.ts";
import { QUOTE_MUTANTS } from "./quoteMutants.ts";
import { SERVICE_MUTANTS } from "./serviceMutants.ts";

/** A change of the sources: `find` stands once in `file` and gives way to `replace`. */
export type Edit = Readonly<{ file: string; find: string; replace: string }>;

/** The hook of some rows of the interface, taken out. Of each row some test that carries its `[id]` must fail. */
export type Mutant = Edit & Readonly<{ ids: readonly string[] }>;

/** Mutants of one file, each as the ids of its rows (with spaces between), what is found and what stands there instead. */
export type MutantsOf = Readonly<{ file: string; mutants: readonly (readonly [string, string, string])[] }>;

/**
 * A bug that somebody could have written, in one edit or several. A test that carries its `[id]` must fail. The id has a colon,
 * so that nobody takes it for a row of the interface.
 */
export type PlantedBug = Readonly<{ id: string; edits: readonly Edit[] }>;

export const MUTANTS: readonly Mutant[] = [...QUOTE_MUTANTS, ...SERVICE_MUTANTS].flatMap(
  ({ file, mutants }) =>
    mutants.map(([ids, find, replace]) => ({ ids: ids.split(" "), file, find, replace })),
);

export const BUGS: readonly PlantedBug[] = [...PLANTED_BUGS, ...MONEY_MUTANTS];

/** Rows that have nothing in src which could be taken out, and why. */
export const WITHOUT_HOOK: Readonly<Record<string, string>> = {
  "bitcoin.anyone": "Nobody looks at who pays: the rule is that there is no check.",
  "limit.stall": "Guidance for clients. The service waits for a block without any limit of time.",
  "service.stages":
    "The five stages are how docs/tutorials/run-the-intent-service.md is ordered; the other rows are what they consist of.",
};
