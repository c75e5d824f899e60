import type { MethodChoice } from "./view.ts";

/** A coin with the ways to pay it: one for each of its networks. */
export type CoinChoice = Readonly<{ coin: string; ways: readonly MethodChoice[] }>;

/** The coins that can be chosen now, in the order in which they first occur, each with its networks. */
export function coinChoices(methods: readonly MethodChoice[]): readonly CoinChoice[] {
  const coins = new Map<string, MethodChoice[]>();
  for (const choice of methods) {
    if (!choice.available) continue;
    const ways = coins.get(choice.coin);
    if (ways) ways.push(choice);
    else coins.set(choice.coin, [choice]);
  }
  return [...coins].map(([coin, ways]) => ({ coin, ways }));
}
