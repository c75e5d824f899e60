/** A rule's hook, taken out: `find` stands once in `file`. The tests that carry `[id]` must notice. */
export type Mutant = Readonly<{ id: string; file: string; find: string; replace: string }>;

export const MUTANTS: readonly Mutant[] = [
  {
    id: "rule-2",
    file: "src/network/decide.ts",
    find: 'if (offer.output + borne < floor.output) return "SLIPPAGE";',
    replace: "",
  },
];
