import { expect } from "chai";
import { createEsplora, type Esplora } from "../../src/bitcoin/reader/esplora.ts";
import { createHttp } from "../../src/http-client/http.ts";
import { addressOf } from "../../src/sandbox/bitcoin/rules/outputScript.ts";
import { startExplorer, type NodeExplorer } from "./explorer.ts";
import { SCRIPTS, makeTx, type Coin } from "./keys.ts";
import { startNode, type RegtestNode } from "./node.ts";

const MINED_TO = "0014" + "22".repeat(20);
const OTHER_MINER = "0014" + "33".repeat(20);
const shop = addressOf(SCRIPTS.p2tr)!; // bcrt1p…
const payer = addressOf(SCRIPTS.p2wpkh)!;

describe("an explorer over a real node", () => {
  let node: RegtestNode;
  let explorer: NodeExplorer;
  let esplora: Esplora;
  before(async () => {
    node = await startNode();
    await node.mine(5, SCRIPTS.p2wpkh);
    await node.mine(100, MINED_TO);
    explorer = await startExplorer(node);
    esplora = createEsplora(createHttp({ baseUrl: explorer.url, timeoutMs: 5_000, maxBytes: 5_000_000 }));
  });
  after(async () => {
    await explorer?.close();
    await node?.stop();
  });

  /** The payer's oldest coinbase that is still there. */
  const coin = async (): Promise<Coin> => {
    const [utxo] = (await esplora.utxos(payer)).filter(({ status }) => status.block_height! <= 5);
    return { ...utxo!, kind: "p2wpkh" };
  };
  const payment = async (fee: bigint, sats = 70_000n, from?: Coin) => {
    const spent = from ?? (await coin());
    const change = { script: SCRIPTS.p2wpkh, value: spent.value - sats - fee };
    return makeTx([spent], [{ script: SCRIPTS.p2tr, value: sats }, change]).toHex();
  };
  const text = async (path: string) => (await fetch(explorer.url + path)).text();

  it("answers every question of our client, for addresses as the gateway writes them", async () => {
    const hex = await payment(1_000n);
    const txid = await esplora.broadcast(hex);
    expect((await esplora.mempoolOf(shop)).map((tx) => tx.txid)).to.deep.equal([txid]);
    expect((await esplora.addressSums(shop)).mempoolFunded).to.equal(70_000n);
    expect((await esplora.tx(txid))?.status.confirmed).to.equal(false);
    expect(await esplora.rawTx(txid)).to.equal(hex);
    const [mined] = await node.mine(1, MINED_TO);
    expect(await esplora.tipHeight()).to.equal(106);
    expect(await esplora.tipHash()).to.equal(mined);
    expect(await esplora.blockHash(106)).to.equal(mined);
    expect(await esplora.blockHash(107)).to.equal(undefined);
    expect((await esplora.tx(txid))?.status.block_hash).to.equal(mined);
    expect((await esplora.utxos(shop)).map(({ value }) => value)).to.deep.equal([70_000n]);
    expect((await esplora.addressSums(shop)).funded).to.equal(70_000n);
    expect(await esplora.tx("ab".repeat(32))).to.equal(undefined);
    expect((await esplora.feeEstimates())["1"]).to.be.at.least(1);
  });

  it("hands out blocks and headers byte for byte as the node has them", async () => {
    for (const height of [0, 1, 106]) {
      const hash = (await esplora.blockHash(height))!;
      const raw = await fetch(`${explorer.url}/block/${hash}/raw`);
      const theirs = await node.rpc<string>("getblock", hash, 0);
      expect(Buffer.from(await raw.arrayBuffer()).toString("hex")).to.equal(theirs);
      expect(await text(`/block/${hash}/header`)).to.equal(await node.rpc("getblockheader", hash, false));
    }
    const txs = JSON.parse(await text(`/block/${await esplora.tipHash()}/txs/0`)) as unknown[];
    expect(txs).to.have.length(2);
  });

  it("refuses a broadcast in the node's own words", async () => {
    const spent = await coin();
    const body = await payment(-1n, 70_000n, spent);
    const answer = await fetch(`${explorer.url}/tx`, { method: "POST", body });
    expect(answer.status).to.equal(400);
    expect(await answer.text()).to.match(/^sendrawtransaction RPC error: .*bad-txns-in-belowout, value in/);
  });

  it("forgets what was replaced", async () => {
    const spent = await coin();
    const old = await esplora.broadcast(await payment(1_000n, 50_000n, spent));
    const next = await esplora.broadcast(await payment(9_000n, 60_000n, spent));
    expect((await esplora.mempoolOf(shop)).map((tx) => tx.txid)).to.deep.equal([next]);
    expect(await esplora.tx(old)).to.equal(undefined);
  });

  it("follows the node through a reorganisation, and a payment back into the mempool", async () => {
    const txid = await esplora.broadcast(await payment(2_000n, 80_000n));
    const [stale] = await node.mine(1, MINED_TO);
    expect((await esplora.tx(txid))?.status.block_hash).to.equal(stale);
    await node.rpc("invalidateblock", stale);
    expect(await esplora.tipHeight()).to.equal(106);
    expect((await esplora.tx(txid))?.status.confirmed).to.equal(false);
    const [, tip] = await node.mine(2, OTHER_MINER);
    expect(await esplora.tipHash()).to.equal(tip);
    expect((await esplora.tx(txid))?.status.block_height).to.equal(107);
    expect(JSON.parse(await text(`/block/${stale}/status`))).to.include({ in_best_chain: false });
  });

  it("looks at the node once at a time, however many ask at once", async () => {
    const [mined] = await node.mine(1, MINED_TO);
    const tips = await Promise.all(Array.from({ length: 20 }, () => esplora.tipHash()));
    expect(new Set(tips)).to.deep.equal(new Set([mined]));
  });
});
