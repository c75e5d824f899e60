import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../src/intents/identifiers.ts";
import type { BridgeRequest } from "../../src/network/request.ts";

/** A request that waits for its deposit, with whatever a test changes about it. */
export function requestOf(id: string, changes: Partial<BridgeRequest> = {}): BridgeRequest {
  return {
    id,
    version: 0,
    state: "waiting",
    parent: undefined,
    successor: undefined,
    user: "user",
    recipient: "0x1111111111111111111111111111111111111111",
    refundTo: "refund",
    referrer: undefined,
    owner: undefined,
    method: "deposit-address",
    operation: "bridge",
    origin: { chainId: BITCOIN_CHAIN_ID, currency: BTC_CURRENCY },
    destination: { chainId: 31337, currency: "0x2222222222222222222222222222222222222222" },
    tradeType: "EXACT_INPUT",
    strict: false,
    expiresAt: undefined,
    appFees: [],
    calls: [],
    depositAddress: "deposit",
    addressIndex: 0,
    slippageBps: 100,
    floor: undefined,
    promised: undefined,
    taken: undefined,
    quote: { z: "1", a: "2" },
    sighted: undefined,
    deposit: undefined,
    fill: undefined,
    refund: undefined,
    failReason: undefined,
    refundFailReason: undefined,
    held: undefined,
    createdAt: 1_800_000_000_000,
    updatedAt: 1_800_000_000_000,
    ...changes,
  };
}
