import type { BitcoinAddress } from "../../src/bitcoin/address.ts";
import type { EvmAddress } from "../../src/evm/address.ts";
import type { BridgeRequest } from "../../src/network/request.ts";

/** A request that waits for its deposit, with whatever a test changes about it. */
export function requestOf(id: string, changes: Partial<BridgeRequest> = {}): BridgeRequest {
  return {
    id,
    version: 0,
    state: "waiting",
    parent: undefined,
    user: "user",
    recipient: "0x1111111111111111111111111111111111111111" as EvmAddress,
    refundTo: "refund" as BitcoinAddress,
    referrer: undefined,
    destinationChainId: 31337,
    destinationCurrency: "0x2222222222222222222222222222222222222222" as EvmAddress,
    depositAddress: "deposit" as BitcoinAddress,
    addressIndex: 0,
    slippageBps: 100,
    floor: undefined,
    promised: undefined,
    quote: { z: "1", a: "2" },
    deposit: undefined,
    fill: undefined,
    refund: undefined,
    failReason: undefined,
    refundFailReason: undefined,
    createdAt: 1_800_000_000_000,
    updatedAt: 1_800_000_000_000,
    ...changes,
  };
}
