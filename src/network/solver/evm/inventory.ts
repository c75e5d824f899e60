import { formatDecimal } from "../../../values/amount.ts";
import { isToken } from "../../catalog.ts";
import { requireChain } from "../../parts.ts";
import type { SolverParts } from "../memory.ts";
import { nativeOf, valuer } from "../worth.ts";

/** Raises an alarm when the solver runs low on a chain: of gas, or of a token to pay out. */
export async function watchInventory(parts: SolverParts, chainId: number): Promise<void> {
  const { evm, keys, settings, catalog } = parts;
  const chain = requireChain(evm, chainId);
  const { lowNative, lowToken } = settings.solver;
  const native = nativeOf(parts, chainId);
  const tokens = catalog.currencies(chainId).filter(isToken);
  const [coins, ...balances] = await Promise.all([
    chain.nativeBalance(keys.solverEvmAddress),
    ...tokens.map(({ address }) => chain.tokenBalance(address, keys.solverEvmAddress)),
  ]);
  report(parts, "network.low_gas", native.symbol, chainId, coins < lowNative, coins, native.decimals);
  for (const [index, token] of tokens.entries()) {
    const held = balances[index] ?? 0n; // one for each token
    const { usd } = await valuer(parts, token);
    const isLow = usd(held) < lowToken;
    report(parts, "network.low_inventory", token.symbol, chainId, isLow, held, token.decimals);
  }
}

function report(
  { memory, keys }: SolverParts,
  event: string,
  symbol: string,
  chain: number,
  isLow: boolean,
  held: bigint,
  decimals: number,
): void {
  const about = `${chain} ${symbol}`;
  if (!isLow) return memory.alarms.clear(event, about);
  const account = keys.solverEvmAddress;
  memory.alarms.raise(event, about, { chain, symbol, account, held: formatDecimal(held, decimals) });
}
