/**
 * Continuous integration plays each rule by the cases that stand for all of them. JOURNEYS=full (`npm run test:long`) plays
 * every case, with each service and each database.
 */
export const isFull = process.env["JOURNEYS"] === "full";

/** The cases of a rule: the usual ones, and with JOURNEYS=full the others as well. */
export function usualCases<Case>(usual: readonly Case[], others: readonly Case[]): readonly Case[] {
  return isFull ? [...usual, ...others] : usual;
}

/** Defines a test with JOURNEYS=full only: others, which cost less, cover its rule otherwise. */
export function itInFull(title: string, test: Mocha.AsyncFunc): void {
  if (isFull) it(title, test);
}
