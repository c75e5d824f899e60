import { ZERO_ADDRESS } from "../../evm/codec/address.ts";
import { PERMIT2 } from "../../evm/codec/contracts.ts";
import type { Keys } from "../addresses.ts";
import type { EvmChainConfig } from "../catalog.ts";
import type { NetworkStore } from "../persistence/open.ts";
import { issuedAddress } from "../persistence/addresses.ts";

/** What is wrong with the treasuries of some chains: sentences. Coins that are sent to these addresses are lost, or come back. */
export function treasuryProblems(chains: readonly EvmChainConfig[], keys: Keys): readonly string[] {
  return chains.flatMap((chain) => {
    const { id, treasury, tokens, pools, permit2 = PERMIT2, rebalance = [] } = chain;
    if (!treasury) return [];
    const name = `NETWORK_TREASURY_${id}`;
    const own = [keys.solverEvmAddress, keys.refunderEvmAddress, ...Object.values(keys.contracts)];
    const foreign = [
      ZERO_ADDRESS,
      permit2,
      ...tokens.map(({ address }) => address),
      ...Object.values(pools ?? {}),
    ];
    const overlaps = treasury.keep.filter(({ symbol, least, most }) =>
      rebalance.some((bounds) => bounds.symbol === symbol && (least + most) / 2n < bounds.least),
    );
    return [
      ...(own.includes(treasury.address)
        ? [
            `${name} must be an account whose key is not in the service; ${treasury.address} is the service's own.`,
          ]
        : []),
      ...(foreign.some((address) => address.toLowerCase() === treasury.address)
        ? [
            `${name} must be an account of yours; ${treasury.address} is a contract that keeps what it is sent.`,
          ]
        : []),
      ...overlaps.map(
        ({ symbol }) =>
          `NETWORK_TREASURY_KEEP_${id} sends ${symbol} away down to the middle of its bounds, which is below those of NETWORK_REBALANCE_${id}: it would be bought again.`,
      ),
    ];
  });
}

/** Treasuries that are deposit addresses of the service: what is sent there would be a payer's. */
export async function issuedTreasuries(
  store: NetworkStore,
  chains: readonly EvmChainConfig[],
): Promise<readonly string[]> {
  const found = await Promise.all(
    chains.map(async ({ id, treasury }) => {
      if (!treasury || !(await issuedAddress(store, treasury.address))) return [];
      return [
        `NETWORK_TREASURY_${id} is ${treasury.address}, which the service has issued as a deposit address.`,
      ];
    }),
  );
  return found.flat();
}
