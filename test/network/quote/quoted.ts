import { expect } from "chai";
import type { EvmWorld, Wallet } from "../evmWorld.ts";
import type { World } from "../world.ts";

export type Item = {
  status: string;
  data: {
    from: string;
    to: string;
    data: string;
    value: string;
    chainId: number;
    gas?: string;
    maxFeePerGas?: string;
    maxPriorityFeePerGas?: string;
    psbt?: string;
    sign?: {
      domain: object;
      types: object;
      value: Record<string, string>;
      primaryType: string;
      signatureKind: string;
    };
    post?: { endpoint: string; method: string; body: Record<string, unknown> };
  };
  check?: { endpoint: string; method: string };
};
export type Step = {
  id: string;
  kind: string;
  action: string;
  requestId: string;
  depositAddress: string;
  items: [Item, ...Item[]];
};
type Amount = { amount: string; minimumAmount: string; amountUsd: string; currency: { address: string } };
export type Answer = {
  steps: Step[];
  details: { operation: string; currencyIn: Amount; currencyOut: Amount; timeEstimate: number };
  fees: Record<"gas" | "relayer" | "relayerGas" | "relayerService" | "app", Amount>;
};

/** A quote between EVM chains for a wallet: USDC of the first chain for USDC of the second unless a test says otherwise. */
export function walletQuote(world: World, user: string, changes: Record<string, unknown> = {}) {
  return {
    user,
    originChainId: world.evm.id,
    destinationChainId: world.other.id,
    originCurrency: "USDC",
    destinationCurrency: "USDC",
    amount: "25000000",
    tradeType: "EXACT_INPUT",
    ...changes,
  };
}

/** The answer to a quote request, which must be 200. */
export async function ask(
  world: World,
  body: Record<string, unknown>,
  headers?: Record<string, string>,
): Promise<Answer> {
  const { status, body: answer } = await world.post("/quote/v2", body, headers);
  expect(status, JSON.stringify(answer)).to.equal(200);
  return answer as Answer;
}

/** The status and code of a refusal. */
export async function refused(world: World, body: Record<string, unknown>): Promise<string> {
  const { status, body: answer } = await world.post("/quote/v2", body);
  return `${status} ${String(answer.errorCode)}`;
}

/** Walks the transactions of a quote's steps with a wallet, as a client does (interface specification 4.6). */
export async function walk(chain: EvmWorld, wallet: Wallet, steps: readonly Step[]): Promise<void> {
  for (const { kind, items } of steps) {
    expect(kind).to.equal("transaction");
    for (const { data } of items) {
      expect(data).to.include({ from: wallet.address, chainId: chain.id });
      await wallet.send({ to: data.to, data: data.data, value: BigInt(data.value) });
    }
  }
}
