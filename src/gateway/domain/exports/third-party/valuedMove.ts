import { bankMoveOf, signedWorth, type BankItem, type BankMove } from "./bankMove.ts";
import type { Manner } from "./importFile.ts";

/** A move whose worth is known, as programs need it that keep books in one currency. */
export type ValuedMove = BankMove & Readonly<{ amount: string }>;

/** Rows of programs that keep books in one currency: what was worth nobody knows what, they cannot take. */
export function valuedMoveOf(item: BankItem, { currency }: Manner): ValuedMove | "nothing" | "unknown" {
  const move = bankMoveOf(item, currency);
  if (!move) return "nothing";
  const amount = signedWorth(move);
  return amount === undefined ? "unknown" : { ...move, amount };
}
