import { BITCOIN_CHAIN_ID } from "../../protocol/identifiers.ts";
import type { NetworkParts } from "../parts.ts";
import { followPayments, sendPayments } from "./evmPayments.ts";
import { decideFills } from "./fills.ts";
import { isolated } from "./isolated.ts";
import { settlePayment } from "./settle.ts";

/**
 * One turn of the solver: what has landed is settled first, so that it no longer counts as promised; then new fills are decided,
 * and everything that is due is sent.
 */
export async function runSolver(parts: NetworkParts): Promise<void> {
  await followAll(parts);
  await decideFills(parts);
  await eachEvmChain(parts, (chainId) => sendPayments(parts, chainId));
  await followAll(parts);
}

async function followAll(parts: NetworkParts): Promise<void> {
  await eachEvmChain(parts, (chainId) =>
    followPayments(parts, chainId, (payment, ending) => settlePayment(parts, payment, ending)),
  );
}

/** All chains at once: a slow one delays only itself. */
async function eachEvmChain(parts: NetworkParts, work: (chainId: number) => Promise<void>): Promise<void> {
  const chains = [...parts.evm.keys()].filter((chainId) => chainId !== BITCOIN_CHAIN_ID);
  await Promise.all(chains.map((chain) => isolated(parts, { chain }, () => work(chain))));
}
