import type { KeyedMutex } from "../../../runtime/concurrency/keyedMutex.ts";

/** What this process remembers about issuing invoices. */
export type IssuingState = Readonly<{
  /** What is being issued or counted now, by what must not have two of them at a time. */
  issuing: KeyedMutex;
  /** The tips of the chains that are followed, by chain id; empty until the first poll. */
  heights: Map<number, number>;
}>;

/** The state of a process that has issued nothing and polled no chain. */
export function createIssuingState(): IssuingState {
  return { issuing: new Map(), heights: new Map() };
}
