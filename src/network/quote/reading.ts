import { Refusal } from "../api/refusals.ts";
import type { QuoteBody, ReadBody } from "./quoteBody.ts";

/** Reads the fields of one body and collects the errors, so that a caller gets them all at once. */
export type Reading = Readonly<{
  /**
   * What `rule` makes of the fields that it looks at; undefined when it refuses them, and when one of them is missing or has
   * the wrong type, which is refused already.
   */
  read<T>(fields: readonly (keyof QuoteBody)[], rule: (body: QuoteBody) => T): T | undefined;
  /** Everything that was refused, as one: the first one's code, and every message once. */
  refusal(): Refusal | undefined;
}>;

/** A reading of one body without errors yet. */
export function createReading({ body, wrong, refusal: malformed }: ReadBody): Reading {
  const refusals: Refusal[] = malformed ? [malformed] : [];
  return {
    read(fields, rule) {
      if (fields.some((field) => wrong.has(field))) return undefined;
      try {
        return rule(body);
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
