import type { Facts } from "./invoice.ts";

/**
 * A reorganisation may take a settlement out of the chain, and the chain may take the same transaction in again, also long
 * afterwards. Each of the two is an exception of the invoice. Its detail is the settlement's proof, from the second time on with the
 * number of times, so that each repetition is recorded and is an entry of the inbox.
 */
export type ReorgException = "settlement_undone" | "settlement_returned";

/** True while the last that is known of a settlement is that its transaction has left the chain. */
export function isUndone(facts: Pick<Facts, "anomalies">, proof: string): boolean {
  return timesOf(facts, "settlement_undone", proof) > timesOf(facts, "settlement_returned", proof);
}

/** The exception to record; undefined when the invoice has it already. */
export function reorgExceptionOf(
  facts: Pick<Facts, "anomalies">,
  what: ReorgException,
  proof: string,
): Readonly<{ what: ReorgException; detail: string }> | undefined {
  if (isUndone(facts, proof) === (what === "settlement_undone")) return undefined;
  const time = timesOf(facts, what, proof) + 1;
  return { what, detail: time === 1 ? proof : `${proof} (${time} times)` };
}

function timesOf({ anomalies }: Pick<Facts, "anomalies">, turn: ReorgException, proof: string): number {
  return anomalies.filter(({ kind, detail }) => kind === turn && detail.split(" ", 1)[0] === proof).length; // a proof has no space
}
