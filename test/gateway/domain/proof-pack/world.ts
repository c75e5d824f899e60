import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import type { Hex } from "viem";
import type { DecidedRow } from "../../../../src/gateway/domain/invariants/record.ts";
import type { KeptQuote } from "../../../../src/gateway/domain/proof-pack/proofBody.ts";
import { addressOfScript } from "../../../../src/bitcoin/codec/address.ts";
import { callBudget } from "../../../../src/http-client/callBudget.ts";
import { createEsplora } from "../../../../src/bitcoin/reader/esplora.ts";
import { transferReceipt } from "../../../../src/evm/reader/evmTransferReceipt.ts";
import { createHttp } from "../../../../src/http-client/http.ts";
import { createSigner } from "../../../../src/gateway/adapters/signing.ts";
import type { ReceiptReader } from "../../../../src/gateway/ports/chainPort.ts";
import type { MerchantStore } from "../../../../src/gateway/usecases/stores/merchantStore.ts";
import type { Proving } from "../../../../src/gateway/usecases/proofs/proveInvoice.ts";
import { decide } from "../../../../src/gateway/domain/invoices/decide.ts";
import type { Invoice, Terms } from "../../../../src/gateway/domain/invoices/invoice.ts";
import type { Observation } from "../../../../src/gateway/domain/invoices/observation.ts";
import { blankOf } from "../../../../src/gateway/domain/invoices/replay.ts";
import { silentLog } from "../../../../src/runtime/log.ts";
import { merkleBranch } from "../../../../src/sandbox/bitcoin/chain/blocks.ts";
import { explorerRoutes } from "../../../../src/sandbox/bitcoin/explorer/explorerRoutes.ts";
import { signTransfer } from "../../../../src/sandbox/wallet/signing.ts";
import {
  topicOf,
  fakeNode,
  nextBlock,
  word,
  type FakeLog,
  type FakeTx,
} from "../../../evm/reader/evmFakeNode.ts";
import { anInvoice } from "../invoices/given.ts";
import { coin, payer, richLedger } from "../../../sandbox/ledgerAtHand.ts";

/** The key with which the gateway of these tests signs. */
export const SIGNER = createSigner(new Uint8Array(32).fill(9));
export const CHAIN = 31337; // the one EVM chain that has a node
const SENDER: Hex = `0x${"5e".repeat(20)}`;
const TRANSFER: Hex = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

/** An output of a transaction in a block, as the gateway's follower would tell of it. */
export type Paid = Readonly<{ outpoint: string; blockHash: string; height: number; place: object }>;

/** A regtest chain with its explorer, an EVM chain with its node, and invoices that are paid on them. */
export type World = Readonly<Awaited<ReturnType<typeof openWorld>>>;

export async function openWorld() {
  const ledger = await richLedger();
  const server = await listening(express().use(explorerRoutes(ledger)));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const explorer = createEsplora(createHttp({ baseUrl: `http://127.0.0.1:${port}`, timeoutMs: 5_000, maxBytes: 1e7 }));
  const evm: { txs: FakeTx[]; logs: FakeLog[] } = { txs: [], logs: [] };
  const node = fakeNode([]);
  const read: ReceiptReader = (...transfer) => transferReceipt(node, ...transfer);
  const invoices = new Map<string, Known>();
  const gateway = {
    ...{ clock: () => 1_800_000_900_000, log: silentLog, signer: SIGNER, explorer },
    settings: { bitcoinNetwork: "regtest" },
    budgets: { explorer: callBudget(1_000_000, () => 0) },
    receipts: new Map([[CHAIN, read]]),
    persistence: {
invoices: {
      load: async (id: string) => invoices.get(id)?.invoice,
},
stores: {
      load: async () => SHOP,
},
books: {
      proofRecord: async (id: string) => invoices.get(id) ?? { decided: [], quotes: [] },
},
},
  } as unknown as Proving; // of the store nothing else is asked
  let coins = 0;
  return {
    gateway,
    /** Pays scripts (hex) from one coin, and gives the txid. */
    pay: (outputs: readonly Readonly<{ script: string; value: bigint }>[]) => {
      const from = coin(ledger, coins++ % 200);
      const spent = outputs.reduce((total, { value }) => total + value, 1_000n);
      return ledger.accept(signTransfer(payer, [from], [...outputs, { script: payer.script, value: from.value - spent }]));
    },
    mine: (blocks: number) => ledger.mine(blocks),
    paid: (txid: string, vout: number): Paid => {
      const { block, position } = ledger.view.knownTx(txid);
      if (!block) throw new Error(`${txid} is in no block.`);
      const { hash: blockHash, height } = block;
      const proof = { header: block.header.toString("hex"), index: position, branch: merkleBranch(block.txids, position) };
      return { outpoint: `${txid}:${vout}`, blockHash, height, place: { outpoint: `${txid}:${vout}`, height, blockHash, proof } };
    },
    /** Moves a token on the EVM chain, in a transaction that has another log before it. */
    transfer: (hash: Hex, token: Hex, to: Hex, value: bigint) => {
      const log = { address: token, hash, topics: [TRANSFER, topicOf(SENDER), topicOf(to)], data: word(value) };
      evm.logs.push({ ...log, topics: [TRANSFER, topicOf(to), topicOf(SENDER)] }, log);
      node.chain = [nextBlock(undefined, evm.txs, evm.logs)];
    },
    nameOf: async (hash: Hex, currency: string, to: string) => {
      const receipt = await transferReceipt(node, hash, currency, to);
      return receipt?.transfers[0]?.part ?? "none";
    },
    /** Carries native coins, and gives the transaction's hash. */
    carry: (to: Hex, value: bigint): Hex => {
      evm.txs.push({ from: SENDER, to, value });
      node.chain = [nextBlock(undefined, evm.txs, evm.logs)];
      return node.chain[0]?.txs.at(-1)?.hash as Hex; // it was just put there
    },
    keep: (known: Known) => void invoices.set(known.invoice.id, known),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await ledger.close();
    },
  };
} // prettier-ignore

export const SHOP = {
  ...{ id: "store-1", name: "Tea House", settings: { profile: { website: "https://tea.example" } } },
} as unknown as MerchantStore; // all that is read of it

export type Known = Readonly<{
  invoice: Invoice;
  decided: readonly DecidedRow[];
  quotes: readonly KeptQuote[];
}>;

/** A piece of news, who brought it, and what was kept of how it was seen. */
export type News = Readonly<{ source: string; seen: Observation; body?: unknown }>;

/** What would be stored of an invoice after this news. */
export function knownAfter(id: string, news: readonly News[], terms: Partial<Terms> = {}): Known {
  let invoice: Invoice = { ...blankOf(anInvoice(terms)), id };
  const decided: DecidedRow[] = [];
  const quotes: KeptQuote[] = [];
  for (const { source, seen, body = {} } of news) {
    const { invoice: after } = decide(invoice, seen);
    if (after === invoice) continue;
    invoice = decided.length === 0 ? { ...after, version: 1 } : after;
    decided.push({ version: invoice.version, source, seen, body });
    if (seen.kind === "offer") {
      const { quoteId, methodId, requestId, input, from: at } = seen.offer;
      quotes.push({ id: quoteId, methodId, kind: "deposit", requestId, input, raw: { fee: 1.5e-7, "ü😀": "a" }, at });
    }
  }
  return { invoice, decided, quotes };
} // prettier-ignore

/** The address of a script (hex). */
export function addressOf(script: string): string {
  return addressOfScript("regtest", script) ?? "none";
}

async function listening(app: express.Express): Promise<Server> {
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
