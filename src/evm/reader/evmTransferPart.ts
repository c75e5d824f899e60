import { createHash } from "node:crypto";
import { ZERO_ADDRESS, type EvmAddress } from "../codec/address.ts";
import type { Erc20Transfer, NativeTransfer } from "./evmFollowerTransfers.ts";

/**
 * A movement, independent of its block: smallest units of a token, or of the native coin (the zero
 * address).
 */
export type Moved = Readonly<{ token: EvmAddress; from: EvmAddress; to: EvmAddress; value: bigint }>;

const DIGEST_LENGTH = 32; // of hexadecimal digits: a collision of 128 bits is infeasible

/**
 * What names a transfer within its transaction, for ever: "value" for the coins that a plain transaction carries, else the
 * place of its log among those of the transaction and a digest of what moved, as "3:<digest>". A log's number in its block
 * would change when a reorganisation moves the transaction; this does not. The digest is there because a contract may do one
 * thing in one block and another in the next (docs/explanation/decisions/0012-deposit-quote-matching.md).
 */
export function transferPart(transfer: NativeTransfer | Erc20Transfer): string {
  return transfer.kind === "native" ? "value" : `${transfer.place}:${digestOf(transfer)}`;
}

/** The same for coins that a call inside a transaction moved; `path` counts the calls on the way to it. */
export function insidePart(path: readonly number[], moved: Omit<Moved, "token">): string {
  return `call.${path.join(".")}:${digestOf({ token: ZERO_ADDRESS, ...moved })}`;
}

/** Names are kept for ever, so the text that is digested must never change. */
function digestOf({ token, from, to, value }: Moved): string {
  const text = ["transfer", token, from, to, value].join(" ");
  return createHash("sha256").update(text).digest("hex").slice(0, DIGEST_LENGTH);
}

/** Zero transfers and transfers to oneself bring nothing, and any account can make both for any address. */
export function movesSomething({ from, to, value }: Pick<Moved, "from" | "to" | "value">): boolean {
  return value > 0n && from !== to;
}
