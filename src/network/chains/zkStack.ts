import type { PublicClient } from "viem";

/** Chains of the ZK stack, by chain id: those that viem/chains lists, and others that are known. */
const KNOWN: ReadonlySet<number> = new Set([
  240, 260, 270, 272, 280, 282, 300, 302, 320, 324, 325, 388, 232, 626, 627, 2741, 11124, 37111, 50104, 61166, 543210, 978658,
  1612127, 531050104,
]); // prettier-ignore

/** Why a chain cannot be served when it is known to be of the ZK stack; undefined for any other. */
export function knownZkStackProblem(chainId: number): string | undefined {
  return KNOWN.has(chainId) ? zkStackProblem(chainId) : undefined;
}

/** Why a chain of the ZK stack cannot be served. */
export function zkStackProblem(chainId: number): string {
  return `NETWORK_RPC_${chainId}: chain ${chainId} is of the zkSync type (ZK stack), where contracts get other addresses than on Ethereum, so that what is sent to a deposit address would be lost: leave this chain out.`;
}

/** True for a node that answers what only nodes of the ZK stack are asked. */
export async function isZkStack(rpc: PublicClient): Promise<boolean> {
  try {
    const answer: unknown = await rpc.request({ method: "zks_L1ChainId", params: [] } as never);
    return typeof answer === "string" && /^(0x)?[0-9a-f]+$/i.test(answer);
  } catch {
    return false; // it has no such method, or says so in a way of its own
  }
}
