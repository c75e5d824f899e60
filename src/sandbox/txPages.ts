import { Router, type Response } from "express";
import type { PublicClient } from "viem";
import { createEvmRpc } from "../evm/reader/evmClient.ts";
import type { AddressNames } from "./addressNames.ts";
import type { SimulatedChain } from "./bitcoin/chain/simulatedChain.ts";
import { bitcoinTxView } from "./bitcoin/explorer/bitcoinTxView.ts";
import { evmTxView } from "./evm/evmTxView.ts";
import { isHash } from "./bitcoin/explorer/explorerAnswers.ts";
import { backPath, keepingBack, sendPage } from "./pages.ts";

export type TxPageParts = Readonly<{
  ledger: SimulatedChain;
  names: AddressNames;
  chains: readonly Readonly<{ id: number; name: string; directRpcUrl: string }>[];
}>;

/** A transaction for people: GET /tx/:txid on Bitcoin, GET /evm/:chainId/tx/:hash on the EVM chains. */
export function txPages({ ledger, names, chains }: TxPageParts): Router {
  const routes = Router();
  const clients = new Map(chains.map(({ id, directRpcUrl }) => [id, createEvmRpc(directRpcUrl)]));

  routes.get("/tx/:txid", (request, response) => {
    const frame = frameOf(request.query, "Bitcoin (regtest)");
    const txid = request.params.txid.toLowerCase();
    if (!isHash(txid)) return noHash(response, frame, txid, "64 hex digits");
    const record = ledger.view.tx(txid);
    const url = (id: string) => keepingBack(bitcoinTxUrl(id), frame.back);
    if (record)
      return sendPage(response, 200, "bitcoinTx", {
        ...frame,
        url,
        tx: bitcoinTxView(record, ledger.view, names),
      });
    lonely(response, 404, frame, {
      title: "Not in the ledger",
      text: "The sandbox's Bitcoin does not know this transaction. Another one with a higher fee replaced it, or it was dropped before a block took it, or it was never sent. It has moved nothing.",
      hash: txid,
    });
  });

  routes.get("/evm/:chainId/tx/:hash", async (request, response) => {
    const chain = chains.find(({ id }) => String(id) === request.params.chainId);
    const client = chain && clients.get(chain.id);
    const frame = frameOf(request.query, chain?.name ?? "Unknown chain");
    const hash = request.params.hash.toLowerCase();
    if (!chain || !client) {
      const known = chains.map(({ id, name }) => `${id} (${name})`).join(" and ");
      return lonely(response, 404, frame, {
        title: "No such chain",
        text: `The sandbox has the EVM chains ${known}.`,
      });
    }
    if (!isEvmHash(hash)) return noHash(response, frame, hash, "0x and 64 hex digits");
    const found = await look(client, hash, names);
    if (found === "no answer") {
      return lonely(response, 503, frame, {
        title: "No answer",
        text: `${chain.name} gave no answer just now, so nothing can be said about this transaction. Look again in a moment.`,
        hash,
      });
    }
    if (found) return sendPage(response, 200, "evmTx", { ...frame, tx: found });
    lonely(response, 404, frame, {
      title: "Not on this chain",
      text: `${chain.name} does not know this transaction. Check that the whole hash was copied, and that the transaction was sent on this chain.`,
      hash,
    });
  });
  return routes;
}

/** The page of a Bitcoin transaction. */
export function bitcoinTxUrl(txid: string): string {
  return `/sandbox/tx/${txid}`;
}

/** The page of a transaction on an EVM chain of the sandbox. */
export function evmTxUrl(chainId: number, hash: string): string {
  return `/sandbox/evm/${chainId}/tx/${hash}`;
}

type Frame = Readonly<{ chain: string; back: string | undefined; walletUrl: string }>;

function frameOf(query: Readonly<Record<string, unknown>>, chain: string): Frame {
  const back = backPath(query);
  return { chain, back, walletUrl: keepingBack("/sandbox/wallet", back) };
}

async function look(client: PublicClient, hash: `0x${string}`, names: AddressNames) {
  try {
    return await evmTxView(client, hash, names);
  } catch {
    return "no answer"; // could not find out is not the same as unknown
  }
}

function noHash(response: Response, frame: Frame, text: string, expected: string): void {
  const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text;
  lonely(response, 404, frame, {
    title: "Not a transaction id",
    text: `Expected ${expected} at the end of the address; got "${shown}".`,
  });
}

/** A page with only an explanation. */
function lonely(
  response: Response,
  status: number,
  frame: Frame,
  words: Readonly<{ title: string; text: string; hash?: string }>,
): void {
  sendPage(response, status, "noTx", { ...frame, ...words });
}

function isEvmHash(text: string): text is `0x${string}` {
  return text.startsWith("0x") && isHash(text.slice(2));
}
