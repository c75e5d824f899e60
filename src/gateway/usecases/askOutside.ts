import type { Unavailable } from "../domain/proof-pack/chainProof.ts";
import type { CallBudget } from "../../http-client/callBudget.ts";
import type { Log } from "../../runtime/log.ts";

/** What an answer is: it came, or this is why not. */
export type Asked<T> = Readonly<{ answer: T }> | Unavailable;

/** Asks one place outside for something that can wait; a place that has once given no answer is asked nothing more. */
export type AskOutside = <T>(question: () => Promise<T>) => Promise<Asked<T>>;

/**
 * `place` names the outside system in error messages, such as "the explorer"; `budget` is the call budget
 * of that system, where it has one.
 */
export function askOutside(place: string, log: Log, budget?: CallBudget): AskOutside {
  let silent: Unavailable | undefined;
  return async (question) => {
    if (silent) return silent;
    if (budget && !budget.takeSpare())
      return unavailable(`No call to ${place} was left for this. Ask again in a minute.`);
    try {
      return { answer: await question() };
    } catch (error) {
      log.warn("proof.no_answer", { place, error });
      return (silent = unavailable(`There was no answer of ${place}. Ask again later.`));
    }
  };
}

/** Why something is missing in a pack. */
export function unavailable(why: string): Unavailable {
  return { unavailable: why };
}
