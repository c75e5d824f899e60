import { Router, text, type Request, type Response } from "express";
import { checkBitcoinAddress, scriptOf } from "../../../bitcoin/codec/address.ts";
import type { SimulatedChain } from "../chain/simulatedChain.ts";
import { CONFIRMED_PAGE, isHash, plain } from "./explorerAnswers.ts";
import { blockRoutes } from "./explorerBlocks.ts";
import { merkleBranch } from "../chain/blocks.ts";
import { addressJson, outspendJson, statusJson, txJson, unspentJson } from "./esploraShapes.ts";
import { feeEstimates } from "../chain/feeEstimates.ts";
import { RefusedTransaction } from "../rules/transactionRules.ts";
import type { ChainView } from "../chain/chainState.ts";
import type { TxRecord } from "../chain/blockRecord.ts";
import type { ScriptEntry } from "../chain/scriptIndex.ts";

const MEMPOOL_PAGE = 50;

const MAX_TX_HEX = "2mb"; // twice the weight limit of a standard transaction

/** The ledger as an Esplora-shaped explorer: same paths, same JSON, same paging, same plain-text errors. */
export function explorerRoutes(ledger: Pick<SimulatedChain, "view" | "accept">): Router {
  const { view } = ledger;
  const routes = Router();
  addressRoutes(routes, view);
  txRoutes(routes, view);
  blockRoutes(routes, view);
  routes.get("/mempool/txids", (_request, response) => {
    response.json([...view.mempool().keys()]);
  });
  routes.get("/fee-estimates", (_request, response) => {
    response.json(feeEstimates(view));
  });
  routes.post("/tx", text({ type: () => true, limit: MAX_TX_HEX }), async (request, response) => {
    try {
      plain(response, 200, await ledger.accept(String(request.body)));
    } catch (error) {
      if (!(error instanceof RefusedTransaction)) throw error;
      const { code, message } = error;
      plain(response, 400, `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`);
    }
  });
  routes.use((_request, response) => plain(response, 404, "endpoint does not exist"));
  return routes;
}

function addressRoutes(routes: Router, view: ChainView): void {
  const entryOf = (response: Response, text: string): { entry: ScriptEntry | undefined } | undefined => {
    const address = checkBitcoinAddress("regtest", text);
    if (address) return { entry: view.script(scriptOf("regtest", address)) };
    plain(response, 400, "Invalid Bitcoin address");
    return undefined;
  };
  routes.get("/address/:address", (request, response) => {
    const found = entryOf(response, request.params.address);
    if (found) response.json(addressJson(request.params.address, found.entry));
  });
  routes.get("/address/:address/txs", (request, response) => {
    const found = entryOf(response, request.params.address);
    if (!found) return;
    const records = [...newestUnconfirmed(found.entry), ...confirmedAfter(found.entry, undefined)];
    response.json(records.map(txJson));
  });
  routes.get("/address/:address/txs/mempool", (request, response) => {
    const found = entryOf(response, request.params.address);
    if (found) response.json(newestUnconfirmed(found.entry).map(txJson));
  });
  routes.get("/address/:address/txs/chain{/:last}", (request, response) => {
    const found = entryOf(response, request.params.address);
    if (!found) return;
    const { last } = request.params;
    const after = last === undefined ? undefined : view.tx(last);
    if (last !== undefined && !after) return plain(response, 404, "Transaction not found");
    response.json(confirmedAfter(found.entry, after).map(txJson));
  });
  routes.get("/address/:address/utxo", (request, response) => {
    const found = entryOf(response, request.params.address);
    if (found) response.json([...(found.entry?.unspent.values() ?? [])].map(unspentJson));
  });
}

function txRoutes(routes: Router, view: ChainView): void {
  const recordOf = (request: Request<{ txid: string }>, response: Response): TxRecord | undefined => {
    const { txid } = request.params;
    if (!isHash(txid)) return plain(response, 400, "Invalid hex string") as undefined;
    const record = view.tx(txid);
    if (!record) plain(response, 404, "Transaction not found");
    return record;
  };
  routes.get("/tx/:txid", (request, response) => {
    const record = recordOf(request, response);
    if (record) response.json(txJson(record));
  });
  routes.get("/tx/:txid/status", (request, response) => {
    const record = recordOf(request, response);
    if (record) response.json(statusJson(record.block));
  });
  routes.get("/tx/:txid/hex", (request, response) => {
    const record = recordOf(request, response);
    if (record) plain(response, 200, record.tx.raw.toString("hex"));
  });
  routes.get("/tx/:txid/outspend/:vout", (request, response) => {
    const record = recordOf(request, response);
    if (!record) return;
    const { vout } = request.params;
    const outspend = /^\d{1,6}$/.test(vout) ? outspendJson(view, record.tx.txid, Number(vout)) : undefined;
    if (outspend) response.json(outspend);
    else plain(response, 404, "Transaction output not found");
  });
  routes.get("/tx/:txid/merkle-proof", (request, response) => {
    const record = recordOf(request, response);
    if (!record) return;
    const { block, position } = record;
    if (!block) return plain(response, 404, "Transaction not found or is unconfirmed");
    response.json({ block_height: block.height, merkle: merkleBranch(block.txids, position), pos: position });
  });
}

function newestUnconfirmed(entry: ScriptEntry | undefined): readonly TxRecord[] {
  return [...(entry?.mempool.values() ?? [])].reverse().slice(0, MEMPOOL_PAGE);
}

/** One page of confirmed transactions, newest first, from below `after` (or from the newest). */
function confirmedAfter(entry: ScriptEntry | undefined, after: TxRecord | undefined): readonly TxRecord[] {
  const confirmed = entry?.confirmed ?? [];
  const end = after ? placeOf(confirmed, after) : confirmed.length;
  return confirmed.slice(Math.max(0, end - CONFIRMED_PAGE), end).reverse();
}

/** How many of the records (in chain order) lie before this one, by halving. */
function placeOf(confirmed: readonly TxRecord[], record: TxRecord): number {
  let low = 0;
  let high = confirmed.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(confirmed[middle] as TxRecord, record)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isBefore(a: TxRecord, b: TxRecord): boolean {
  const gap = (a.block?.height ?? Infinity) - (b.block?.height ?? Infinity);
  return gap === 0 ? a.position < b.position : gap < 0;
}
