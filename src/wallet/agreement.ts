import { unsafe, type WalletError } from "./errors.ts";

/** Refuses an item on another chain than the request's. */
export function checkChain(chainId: number | undefined, expected: number): void {
  if (chainId !== expected)
    throw unsafe(`it is for chain ${chainId ?? "(none)"}, the request was for chain ${expected}`);
}

/** Refuses an amount other than the quoted input, where that is known. Smallest units. */
export function checkAmount(amount: bigint, input: bigint | undefined): void {
  if (input !== undefined && amount !== input) {
    throw unsafe(`it pays ${amount}, the quote is for ${input} in smallest units`);
  }
}

/** The error of money that would end up elsewhere than it should. */
export function disagreement(expected: string, actual: string): WalletError {
  return unsafe(`its money should go to ${expected} and would go to ${actual}`);
}
