import type { MethodChoice } from "./view.ts";

/** Why one might take a way to pay. */
export const MARKS = { cheapest: "lowest fee", fastest: "fastest" } as const;

/** What a way to pay comes to, as far as it is known before a price was asked for. */
export const aboutSent = (amount: string): string => `about ${amount}`;
export const aboutFee = (amount: string): string => `fee about ${amount}`;
export const aboutReceived = (store: string, amount: string): string => `${store} receives about ${amount}`;

/** A time in words: "about 30 s", "about 20 min", "about 2 h". */
export function aboutTime(seconds: number): string {
  if (seconds < 90) return `about ${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `about ${minutes} min` : `about ${Math.ceil(minutes / 60)} h`;
}

/** Which ways to pay are not offered for so little, and from when on they would be; undefined when all are. */
export function notOffered(methods: readonly MethodChoice[]): string | undefined {
  const said = methods
    .filter(({ available, needs }) => !available && needs !== undefined)
    .map(({ name, needs }) => `${name} needs at least ${needs}`);
  return said.length === 0 ? undefined : `Not offered for this amount, because fees would eat too much of it: ${said.join("; ")}.`;
} // prettier-ignore
