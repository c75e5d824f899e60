import type { Esplora, EsploraTx } from "../../src/bitcoin/reader/esplora.ts";
import { HttpFailure } from "../../src/http-client/http.ts";
import type { ChainView, MinedBlock, Tx } from "./bitcoinChain.ts";

/**
 * An explorer over a view of the chain: the true one, or whatever a test lets it show. While `trouble` is set nothing is
 * answered. `listed` changes what its lists say about an address, beside what the raw transactions say.
 */
export type Explorer = Esplora & {
  shows: () => ChainView;
  trouble: "down" | "busy" | undefined;
  listed: (txs: readonly EsploraTx[], address: string) => readonly EsploraTx[];
  /** What it says a transaction's place is. */
  placed: (tx: EsploraTx) => EsploraTx;
  calls: number;
};

type ScriptOf = (address: string) => string;

export function createExplorer(truth: () => ChainView, scriptOf: ScriptOf): Explorer {
  const view = (): ChainView => {
    explorer.calls += 1;
    if (explorer.trouble === "busy") throw new HttpFailure("busy", "Too many requests.", 429);
    if (explorer.trouble === "down") throw new HttpFailure("unreachable", "The explorer is down.");
    return explorer.shows();
  };
  const blockWith = (id: string): MinedBlock => {
    const block = view().blocks.find((one) => one.id === id);
    if (block) return block;
    throw new HttpFailure("refused", "Block not found.", 404);
  };
  const find = (txid: string) => {
    const { blocks, mempool } = view();
    for (const block of blocks.toReversed()) {
      const tx = block.txs.find((one) => one.txid === txid);
      if (tx) return { tx, block };
    }
    const tx = mempool.find((one) => one.txid === txid);
    return tx && { tx, block: undefined };
  };
  const explorer: Explorer = {
    shows: truth,
    trouble: undefined,
    listed: (txs) => txs,
    placed: (tx) => tx,
    calls: 0,
    tipHash: async () => view().blocks.at(-1)?.id ?? "",
    tipHeight: async () => view().blocks.length - 1,
    blockHash: async (height) => view().blocks[height]?.id,
    header: async (id) => blockWith(id).header,
    readBlock: async (id, read) => read(blockWith(id).raw),
    async mempoolOf(address) {
      const script = scriptOf(address);
      const paying = view().mempool.filter(({ outputs }) => outputs.some((output) => output.script === script)); // prettier-ignore
      return explorer.listed(
        paying.map((tx) => asListed(tx, undefined)),
        address,
      );
    },
    async tx(txid) {
      const found = find(txid);
      return found && explorer.placed(asListed(found.tx, found.block));
    },
    rawTx: async (txid) => find(txid)?.tx.raw,
    merkleProof: async () => Promise.reject(new HttpFailure("refused", "Nobody proves here.", 400)),
    addressSums: async (address) => sumsOf(view(), scriptOf(address)),
    utxos: async () => [],
    feeEstimates: async () => ({}),
    broadcast: async () => Promise.reject(new HttpFailure("refused", "Nobody broadcasts here.", 400)),
    doubt: () => undefined,
  };
  return explorer;
}

function asListed({ txid, transaction, outputs }: Tx, block: MinedBlock | undefined): EsploraTx {
  return {
    txid,
    vin: transaction.ins.map(({ hash, index }) => ({ txid: Buffer.from(hash).reverse().toString("hex"), vout: index })), // prettier-ignore
    vout: outputs.map(({ script, value }) => ({ scriptpubkey: script, value })),
    status: block
      ? { confirmed: true, block_height: block.height, block_hash: block.id }
      : { confirmed: false },
  };
}

function sumsOf({ blocks, mempool }: ChainView, script: string) {
  const funded = (txs: readonly Tx[]) =>
    txs
      .flatMap(({ outputs }) => outputs)
      .reduce((total, output) => total + (output.script === script ? output.value : 0n), 0n);
  const inBlocks = funded(blocks.flatMap(({ txs }) => txs));
  return { funded: inBlocks, spent: 0n, mempoolFunded: funded(mempool), mempoolSpent: 0n };
}
