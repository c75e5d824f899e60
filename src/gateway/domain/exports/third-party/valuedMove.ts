import { bankMoveOf, signedWorth, type BankItem, type BankMove } from "./bankMove.ts";
import type { Manner } from "./importFile.ts";

/** A movement with a known worth, for programs that keep books in one currency. */
export type ValuedMove = BankMove & Readonly<{ amount: string }>;

/** Rows of programs that keep books in one currency: movements without a valuation are left out. */
export function valuedMoves(item: BankItem, { currency }: Manner): readonly ValuedMove[] | "unknown" {
  const move = bankMoveOf(item, currency);
  if (!move) return [];
  const amount = signedWorth(move);
  return amount === undefined ? "unknown" : [{ ...move, amount }];
}

/** Names the transaction of a movement, which tells it apart from an equal one of the same day. */
export function transactionText({ nameTxid }: BankMove): string {
  return nameTxid === undefined ? "" : `, transaction ${nameTxid}`;
}
