import { BITCOIN_CHAIN_ID } from "../../protocol/identifiers.ts";
import type { NetworkParts } from "../parts.ts";
import { pendingRequests, refundsDue } from "../store/requests.ts";
import { fillOnBitcoin } from "./bitcoinFills.ts";
import { sendBitcoin } from "./bitcoinPayments.ts";
import { refundOnBitcoin } from "./bitcoinRefunds.ts";
import { replaceStuck } from "./bitcoinReplacements.ts";
import { sweepOnBitcoin } from "./bitcoinSweeps.ts";
import { isolated } from "./isolated.ts";

const PER_TURN = 200;

/**
 * One turn of the solver on Bitcoin: what is stuck is paid for better, new fills, refunds and sweeps are signed and stored,
 * and everything that is due is sent. What has landed is noticed in the blocks that the deposit indexer reads.
 */
export async function solveBitcoin(parts: NetworkParts): Promise<void> {
  const { store } = parts;
  const turn = (what: string, work: () => Promise<void>) => isolated(parts, { bitcoin: what }, work);
  await turn("replace", () => replaceStuck(parts));
  await turn("fill", async () =>
    fillOnBitcoin(parts, await pendingRequests(store, BITCOIN_CHAIN_ID, PER_TURN)),
  );
  await turn("refund", async () =>
    refundOnBitcoin(parts, await refundsDue(store, BITCOIN_CHAIN_ID, PER_TURN)),
  );
  await turn("sweep", () => sweepOnBitcoin(parts));
  await turn("send", () => sendBitcoin(parts));
}
