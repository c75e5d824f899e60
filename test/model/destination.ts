import type { Arrival } from "../../src/evm/reader/evmRpc.ts";
import type { TokenTransfer } from "../../src/evm/reader/watchTransfers.ts";
import type { ArrivalReader, TransferReader } from "../../src/gateway/ports/chainPort.ts";
import { sameCurrency } from "../../src/intents/identifiers.ts";
import type { Clock } from "../../src/values/time.ts";

/** The chain where merchants are paid, as far as it is looked at: one block for each transfer of a token. */
export type Destination = Readonly<{
  /** Pays a recipient; gives the transfer as the chain has it. */
  transfer(currency: string, recipient: string, amount: bigint): TokenTransfer;
  arrivals: ArrivalReader;
  transfers: TransferReader;
}>;

export function createDestination(clock: Clock): Destination {
  const all: TokenTransfer[] = [];
  const hashAt = (height: number) => `0x${height.toString(16).padStart(64, "b")}`;
  return {
    transfer(currency, recipient, amount) {
      const height = all.length + 1;
      const txHash = `0x${height.toString(16).padStart(64, "0")}`;
      const paid = { currency: currency.toLowerCase(), recipient: recipient.toLowerCase(), amount };
      const transfer = { txHash, part: "0.aa", logIndex: 0, ...paid, height, at: clock() };
      all.push(transfer);
      return transfer;
    },
    arrivals: async (txHash, currency, recipient) =>
      all
        .filter((one) => one.txHash === txHash && sameCurrency(one.currency, currency))
        .filter((one) => one.recipient === recipient.toLowerCase())
        .map(({ txHash: hash, part, logIndex, amount, height, at }): Arrival => ({ txHash: hash, part, logIndex, amount, height, at })), // prettier-ignore
    async transfers(known, { tokens, recipients }) {
      const from = known.at(-1)?.height ?? 0;
      const height = all.length;
      const nothing = { undoneFrom: undefined, unread: [], caughtUp: true };
      if (known.length > 0 && height === from)
        return { ...nothing, transfers: [], checkpoints: known, unread: [] };
      const fresh = all.filter((one) => one.height > from);
      const watched = fresh.filter(
        ({ currency, recipient }) => tokens.includes(currency) && recipients.includes(recipient),
      );
      return { ...nothing, transfers: watched, checkpoints: [...known, { height, hash: hashAt(height) }].slice(-100) }; // prettier-ignore
    },
  };
}
