import type { Request, Response, Router } from "express";
import { rawBlock } from "../chain/blocks.ts";
import { blockJson, txJson } from "./esploraShapes.ts";
import { CONFIRMED_PAGE, isHash, plain } from "./explorerAnswers.ts";
import type { ChainView } from "../chain/chainState.ts";
import type { ChainBlock, TxRecord } from "../chain/blockRecord.ts";

/** The block paths of the explorer. */
export function blockRoutes(routes: Router, view: ChainView): void {
  const isBest = (block: ChainBlock) => view.blockAt(block.height) === block;
  const blockOf = (request: Request<{ hash: string }>, response: Response): ChainBlock | undefined => {
    const { hash } = request.params;
    if (!isHash(hash)) return plain(response, 400, "Invalid hex string") as undefined;
    const block = view.blockBy(hash);
    if (!block) plain(response, 404, "Block not found");
    return block;
  };
  const recordsOf = (block: ChainBlock): readonly TxRecord[] | undefined =>
    isBest(block) ? block.txids.map((txid) => view.knownTx(txid)) : undefined;

  routes.get("/blocks/tip/height", (_request, response) => plain(response, 200, String(view.tip().height)));
  routes.get("/blocks/tip/hash", (_request, response) => plain(response, 200, view.tip().hash));
  routes.get("/block-height/:height", (request, response) => {
    const { height } = request.params;
    if (!/^\d{1,9}$/.test(height)) return plain(response, 400, "Invalid block height");
    const block = view.blockAt(Number(height));
    if (block) plain(response, 200, block.hash);
    else plain(response, 404, "Block not found");
  });
  routes.get("/block/:hash", (request, response) => {
    const block = blockOf(request, response);
    if (block) response.json(blockJson(block));
  });
  routes.get("/block/:hash/status", (request, response) => {
    const block = blockOf(request, response);
    if (!block) return;
    if (!isBest(block)) return void response.json({ in_best_chain: false, height: null, next_best: null });
    const next = view.blockAt(block.height + 1)?.hash ?? null;
    response.json({ in_best_chain: true, height: block.height, next_best: next });
  });
  routes.get("/block/:hash/header", (request, response) => {
    const block = blockOf(request, response);
    if (block) plain(response, 200, block.header.toString("hex"));
  });
  routes.get("/block/:hash/raw", (request, response) => {
    const block = blockOf(request, response);
    if (!block) return;
    const records = recordsOf(block);
    if (!records) return plain(response, 404, "Block not found"); // the ledger keeps no bodies of stale blocks
    const raw = rawBlock(
      block.header,
      records.map(({ tx }) => tx.raw),
    );
    response.type("application/octet-stream").send(raw);
  });
  routes.get("/block/:hash/txids", (request, response) => {
    const block = blockOf(request, response);
    if (block) response.json(block.txids);
  });
  routes.get("/block/:hash/txs{/:start}", (request, response) => {
    const block = blockOf(request, response);
    if (!block) return;
    const start = Number(request.params.start ?? "0");
    if (!Number.isInteger(start) || start % CONFIRMED_PAGE !== 0) {
      return plain(response, 400, `start index must be a multiple of ${CONFIRMED_PAGE}`);
    }
    const page = recordsOf(block)?.slice(start, start + CONFIRMED_PAGE);
    if (!page) return plain(response, 404, "Block not found");
    if (page.length === 0) return plain(response, 400, "start index out of range");
    response.json(page.map(txJson));
  });
}
