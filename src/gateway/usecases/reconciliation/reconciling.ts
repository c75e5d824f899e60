import type { Checkpoint } from "../../../evm/reader/watchTransfers.ts";
import type { Cost } from "../../domain/invoices/invoice.ts";
import type { Instant } from "../../../values/time.ts";
import type { Gateway, GatewaySettings } from "../gateway.ts";
import type { TransferReader } from "../../ports/chainPort.ts";

/** What a reconciliation needs of the world. */

/** The past of an EVM chain. */
export type ChainPast = Readonly<{
  /** The last block from before that; the first of the chain when there is none. */
  blockBefore(at: Instant): Promise<Checkpoint>;
  transfers: TransferReader;
}>;

/** The outside systems that a reconciliation asks. */
export type Witness = "service" | "explorer" | `chain ${number}`;

export type Reconciling = Pick<
  Gateway,
  "persistence" | "service" | "explorer" | "arrivals" | "departures" | "clock"
> &
  Readonly<{
    settings: Pick<GatewaySettings, "bitcoinNetwork">;
    pasts: ReadonlyMap<number, ChainPast>; // by chain id, where RPC_<chainId> is configured
    /** The cost that a stored quote states; undefined when it cannot be read any more. */
    quotedCost(raw: unknown): Readonly<{ cost: Cost | undefined }> | undefined;
    /** Waits until the budget of calls to a witness allows one more. */
    turn(who: Witness): Promise<void>;
  }>;
