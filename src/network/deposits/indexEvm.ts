import type { NetworkParts } from "../parts.ts";

/** Takes in what happened on an EVM chain since the last look. */
export async function indexEvm(_parts: NetworkParts, _chainId: number): Promise<void> {}
