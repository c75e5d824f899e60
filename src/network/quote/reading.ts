import { Refusal } from "../api/refusals.ts";

/** Reads the fields of one body and keeps what is refused, so that a caller hears of every mistake at once. */
export type Reading = Readonly<{
  /** What a field says; undefined when it is refused. */
  read<T>(field: () => T): T | undefined;
  /** Everything that was refused, as one: the first one's code, and every message once. */
  refusal(): Refusal | undefined;
}>;

export function createReading(): Reading {
  const refusals: Refusal[] = [];
  return {
    read(field) {
      try {
        return field();
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refusals.push(error);
        return undefined;
      }
    },
    refusal() {
      const [first, ...others] = refusals;
      if (!first || others.length === 0) return first;
      return new Refusal(first.code, [...new Set(refusals.map(({ message }) => message))].join(" "));
    },
  };
}
