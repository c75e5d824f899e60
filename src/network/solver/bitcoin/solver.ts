import { BITCOIN_CHAIN_ID } from "../../../intents/identifiers.ts";
import type { NetworkParts } from "../../parts.ts";
import { pendingRequests, refundsDue } from "../../persistence/requests.ts";
import { placeOf } from "../../persistence/rows.ts";
import { fillOnBitcoin } from "./fills.ts";
import { sendBitcoin } from "./payments.ts";
import { refundOnBitcoin } from "./refunds.ts";
import { replaceStuck } from "./replacements.ts";
import { sweepOnBitcoin } from "./sweeps.ts";
import { isolateFailure } from "../isolateFailure.ts";
import { nextPage } from "../pages.ts";

const PER_TURN = 200;

/**
 * The solver on Bitcoin: one turn of it, to be run every second. What is stuck is paid for better, new fills, refunds and sweeps
 * are signed and stored, and everything that is due is sent. What has landed is noticed in the blocks that the deposit indexer
 * reads.
 */
export function createBitcoinSolver(parts: NetworkParts): () => Promise<void> {
  const pages = new Map<string, string>();
  const { store } = parts;
  const turn = (what: string, work: () => Promise<void>) => isolateFailure(parts, { bitcoin: what }, work);
  const due = (list: string, read: typeof pendingRequests) =>
    nextPage(
      { pages },
      {
        list,
        limit: PER_TURN,
        placeOf,
        read: (after, limit) => read(store, BITCOIN_CHAIN_ID, after, limit),
      },
    );
  return async () => {
    await turn("replace", () => replaceStuck(parts));
    await turn("fill", async () => fillOnBitcoin(parts, await due("fills", pendingRequests)));
    await turn("refund", async () => refundOnBitcoin(parts, await due("refunds", refundsDue)));
    await turn("sweep", () => sweepOnBitcoin(parts, pages));
    await turn("send", () => sendBitcoin(parts));
  };
}
