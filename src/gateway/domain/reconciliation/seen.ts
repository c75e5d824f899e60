import type { StatusMeaning } from "../../../intents/status.ts";

/**
 * An amount as the world shows it, in smallest units: nothing is 0. "unseen" where nobody here can look; "silent" where whoever
 * can did not answer, which says nothing.
 */
export type Reading = Readonly<{ kind: "read"; amount: bigint }> | Readonly<{ kind: "unseen" | "silent" }>;

export const UNSEEN: Reading = { kind: "unseen" };
export const SILENT: Reading = { kind: "silent" };
export const read = (amount: bigint): Reading => ({ kind: "read", amount });

/** What the service says of the request that converts a deposit. */
export type Told = Readonly<{
  requestId: string;
  word: string;
  meaning: StatusMeaning;
  output: bigint | undefined; // what it says has arrived, where it says so
}>;

/** Everything that could be found out about one deposit. */
export type DepositSeen = Readonly<{
  arrived: Reading; // what its transaction brought to its address, in a block of the best chain
  settled: Reading; // what the transaction of its settlement brought to the merchant
  refunded: Reading; // what the transaction of its refund brought to the refund address
  told: Told | undefined; // undefined where the service does not tell
}>;
