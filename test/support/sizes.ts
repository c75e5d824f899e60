/** True with JOURNEYS=full (`npm run test:long`), where everything is tried at full length. */
export const isFull = process.env["JOURNEYS"] === "full";

/** How often a property is tried: a fifth of what it is tried with JOURNEYS=full. */
export function runs(full: number): number {
  return isFull ? full : Math.ceil(full / 5);
}

/** The cases of a rule: the usual ones, and with JOURNEYS=full the others as well. */
export function usualCases<Case>(usual: readonly Case[], others: readonly Case[]): readonly Case[] {
  return isFull ? [...usual, ...others] : usual;
}

/** Defines a test with JOURNEYS=full only: others, which cost less, cover its rule otherwise. */
export function itInFull(title: string, test: Mocha.AsyncFunc): void {
  if (isFull) it(title, test);
}
