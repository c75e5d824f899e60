import type { AddressStream } from "../../bitcoin/reader/addressStream.ts";
import type { EvmHeader } from "../../evm/reader/evmBlocks.ts";
import type { BalancesAt } from "../../evm/reader/evmBalances.ts";
import type { DepositNews, DepositWatch } from "../../evm/reader/evmDeposits.ts";
import type { Arrival } from "../../evm/reader/evmRpc.ts";
import type { TransferReceipt } from "../../evm/reader/evmTransferReceipt.ts";
import type { Checkpoint, TransferFilter, TransferNews } from "../../evm/reader/watchTransfers.ts";
import type { EvmAddress } from "../../evm/codec/address.ts";

/** What a transaction paid to a recipient, read from the destination chain; none when it did not (yet). */
export type ArrivalReader = (
  txHash: string,
  currency: string,
  recipient: string,
) => Promise<readonly Arrival[]>;

/** How much of a coin a transaction took from a payer, in smallest units, gas aside; 0 when it did not (yet). */
export type DepartureReader = (txHash: string, currency: string, payer: string) => Promise<bigint>;

/** The receipt of a transaction that succeeded, with what it paid to a recipient; undefined when the node has none. */
export type ReceiptReader = (
  txHash: string,
  currency: string,
  recipient: string,
) => Promise<TransferReceipt | undefined>;

/** Whether there is a contract at an address; an account that only delegates (EIP-7702) is none. Throws HttpFailure. */
export type ContractReader = (address: string) => Promise<boolean>;

/** The Transfer logs of some tokens to some recipients since the checkpoints that are known. */
export type TransferReader = (known: readonly Checkpoint[], filter: TransferFilter) => Promise<TransferNews>;

/** What blocks do not show of an EVM chain: coins that contracts send on in the middle of a call. Throws HttpFailure. */
export type HiddenReader = Readonly<{
  balancesAt: BalancesAt;
  /**
   * The transactions of a block with internal transfers of native coins to an account; undefined where the
   * node does not show them.
   */
  payersInside(block: string, to: EvmAddress): Promise<readonly string[] | undefined>;
}>;

/** What a chain's blocks brought to deposit addresses since the headers that are known. */
export type DepositReader = (known: readonly EvmHeader[], watch: DepositWatch) => Promise<DepositNews>;

/** The explorer's push channel (bitcoin/reader/addressStream.ts). */
export type AddressHints = Pick<AddressStream, "connection" | "follow" | "onNews">;
