import { HttpFailure } from "../../../http-client/http.ts";
import { bpsCeil } from "../../../values/amount.ts";
import type { EvmAddress } from "../../../evm/codec/address.ts";
import type { Currency } from "../../catalog.ts";
import type { EvmCall } from "../../chains/evm.ts";
import { requireChain, type NetworkParts } from "../../parts.ts";

/** A step of a quote response (interface specification 2.2). */
export type Step = Readonly<{
  id: "approve" | "deposit" | "swap" | "send" | "authorize";
  action: string;
  description: string;
  kind: "transaction" | "signature";
  requestId: string;
  depositAddress: string; // "" on ordinary quotes, as public services write it
  items: readonly StepItem[];
}>;

export type StepItem = Readonly<{
  status: "incomplete";
  data: Readonly<Record<string, unknown>>;
  check?: Readonly<{ endpoint: string; method: "GET" }>;
}>;

/** A transaction of the user's wallet. */
export type WalletCall = Readonly<{ chainId: number; from: string }> & EvmCall;

const GAS_LIMIT_BPS = 12_000; // of the estimate: a balance that becomes zero or a new holder changes what a call uses

/** An item that asks for something, with the place where the outcome is asked for (interface specification 4.2). */
export function itemOf(data: StepItem["data"], requestId?: string): StepItem {
  if (requestId === undefined) return { status: "incomplete", data };
  const check = { endpoint: `/intents/status?requestId=${requestId}`, method: "GET" } as const;
  return { status: "incomplete", data, check };
}

/** A transaction as an item shows it: amounts are strings, the chain id is a number. */
export function transactionData({ from, to, data, value, chainId }: WalletCall) {
  return { from, to, data, value: String(value), chainId };
}

/**
 * Gas prices and, for a transaction that would succeed now, a gas limit, as strings; without a limit the wallet estimates by
 * itself. Throws HttpFailure when the chain does not tell its prices.
 */
export async function gasFields(
  parts: Pick<NetworkParts, "evm" | "market">,
  call: WalletCall,
): Promise<Readonly<Record<string, string>>> {
  const [gas, prices] = await Promise.all([gasLimit(parts, call), gasPrices(parts, call.chainId)]);
  return { ...(gas !== undefined && { gas: String(gas) }), ...prices };
}

/** Gas prices (interface specification 2.2) in wei, as strings. Throws HttpFailure when the chain does not tell them. */
export async function gasPrices(
  { market }: Pick<NetworkParts, "market">,
  chainId: number,
): Promise<Readonly<Record<string, string>>> {
  const { maxFeePerGas, maxPriorityFeePerGas } = await market.gasFees(chainId);
  return { maxFeePerGas: String(maxFeePerGas), maxPriorityFeePerGas: String(maxPriorityFeePerGas) };
}

/** Undefined for a transaction that would fail now, or when the chain does not tell. */
async function gasLimit(
  { evm }: Pick<NetworkParts, "evm">,
  { chainId, from, to, data, value }: WalletCall,
): Promise<bigint | undefined> {
  try {
    const simulation = await requireChain(evm, chainId).simulate(from as EvmAddress, { to, data, value }); // users of EVM origins are checked
    return simulation.reverts ? undefined : bpsCeil(simulation.gas, GAS_LIMIT_BPS);
  } catch (error) {
    if (error instanceof HttpFailure) return undefined;
    throw error;
  }
}

/** A currency and the chain it is on, in words. */
export function named({ symbol, chainId, kind }: Currency): string {
  return kind === "bitcoin" ? "bitcoin" : `${symbol} on chain ${chainId}`;
}
