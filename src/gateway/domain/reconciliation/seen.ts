import type { StatusMeaning } from "../../../intents/status.ts";

/**
 * An amount found outside, in smallest units: nothing is 0. "unseen" where this gateway cannot look;
 * "silent" where the system did not answer, which proves nothing.
 */
export type Reading = Readonly<{ kind: "read"; amount: bigint }> | Readonly<{ kind: "unseen" | "silent" }>;

export const UNSEEN: Reading = { kind: "unseen" };
export const UNAVAILABLE: Reading = { kind: "silent" };
export const read = (amount: bigint): Reading => ({ kind: "read", amount });

/** The service's report of the request that converts a deposit. */
export type ServiceReport = Readonly<{
  requestId: string;
  word: string;
  meaning: StatusMeaning;
  output: bigint | undefined; // the arrived amount by its report, where it has one
}>;

/** Everything that could be found out about one deposit. */
export type DepositSeen = Readonly<{
  arrived: Reading; // what its transaction brought to its address, in a block of the best chain
  settled: Reading; // what the transaction of its settlement brought to the merchant
  refunded: Reading; // what the transaction of its refund brought to the refund address
  told: ServiceReport | undefined; // undefined where the service does not report it
}>;
