/** What this process remembers about payments from wallets. */
export type WalletPaymentState = Readonly<{
  /** Transactions (hex) that made payers' coins, by txid: asked for once (coinOrigins.ts). */
  origins: Map<string, string>;
}>;

/** The state of a process that has followed no payment yet. */
export function createWalletPaymentState(): WalletPaymentState {
  return { origins: new Map() };
}
