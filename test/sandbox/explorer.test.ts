import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import express from "express";
import supertest from "supertest";
import { bitcoinRules } from "../../src/bitcoin/reader/bitcoinRules.ts";
import { createEsplora, spendableBalance, type Esplora } from "../../src/bitcoin/reader/esplora.ts";
import { chainNews, headersAfter, type BlockHeader } from "../../src/bitcoin/reader/followBlocks.ts";
import { HttpFailure, createHttp } from "../../src/http-client/http.ts";
import type { SimulatedChain } from "../../src/sandbox/bitcoin/chain/simulatedChain.ts";
import { explorerRoutes } from "../../src/sandbox/bitcoin/explorer/explorerRoutes.ts";
import { addressOf } from "../../src/sandbox/bitcoin/rules/outputScript.ts";
import { STRANGER, coin, payer, payment, richLedger } from "./ledgerAtHand.ts";

const stranger = addressOf(STRANGER) ?? "";

describe("the explorer", () => {
  let ledger: SimulatedChain;
  let server: Server;
  let esplora: Esplora;
  const ask = (path: string) => supertest(server).get(`/api${path}`);

  beforeEach(async () => {
    ledger = await richLedger();
    server = express().use("/api", explorerRoutes(ledger)).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
    esplora = createEsplora(createHttp({ baseUrl, timeoutMs: 5_000, maxBytes: 5_000_000 }));
  });
  afterEach((done) => {
    server.closeAllConnections();
    server.close(done);
  });

  it("answers every question of our client", async () => {
    const hex = payment(coin(ledger, 0), 70_000n);
    const txid = await esplora.broadcast(hex);
    expect((await esplora.mempoolOf(stranger)).map((tx) => tx.txid)).to.deep.equal([txid]);
    expect(await esplora.addressSums(stranger)).to.deep.equal({
      funded: 0n,
      spent: 0n,
      mempoolFunded: 70_000n,
      mempoolSpent: 0n,
    });
    await ledger.mine(1);
    expect(await esplora.tipHeight()).to.equal(110);
    expect(await esplora.tipHash()).to.equal(await esplora.blockHash(110));
    expect(await esplora.blockHash(111)).to.equal(undefined);
    expect((await esplora.tx(txid))?.status.block_height).to.equal(110);
    expect(await esplora.tx("ab".repeat(32))).to.equal(undefined);
    expect((await esplora.utxos(stranger)).map(({ value }) => value)).to.deep.equal([70_000n]);
    expect(spendableBalance(await esplora.addressSums(payer.address))).to.equal(
      [...(ledger.view.script(payer.script)?.unspent.values() ?? [])].reduce(
        (sum, { value }) => sum + value,
        0n,
      ),
    );
    expect(Object.keys(await esplora.feeEstimates())).to.include.members(["1", "6", "144"]);
  });

  it("follows a chain through blocks and a reorganisation", async () => {
    let known: readonly BlockHeader[] = [];
    const look = async () => {
      const news = await chainNews(esplora, bitcoinRules("regtest"), known);
      known = headersAfter(known, news);
      return news;
    };
    expect((await look()).joined).to.have.length(1);
    expect(await look()).to.deep.include({ undone: [], joined: [] });
    const txid = await ledger.accept(payment(coin(ledger, 0), 70_000n));
    await ledger.mine(2);
    const paid = (await look()).joined
      .flatMap(({ outputs }) => outputs)
      .filter(({ script }) => script === STRANGER);
    expect(paid).to.deep.equal([{ txid, vout: 0, script: STRANGER, value: 70_000n }]);
    await ledger.reorg(2);
    const turned = await look();
    expect([turned.undone.length, turned.joined.length]).to.deep.equal([2, 3]);
    expect(
      turned.joined.flatMap(({ outputs }) => outputs).some(({ script }) => script === STRANGER),
    ).to.equal(false);
    await ledger.mine(1);
    expect(
      (await look()).joined.flatMap(({ outputs }) => outputs).some((output) => output.txid === txid),
    ).to.equal(true);
  });

  it("pages an address like Esplora: 50 unconfirmed and 25 confirmed, then 25 after a txid", async () => {
    const sent: string[] = [];
    for (let index = 0; index < 60; index++) {
      sent.push(await ledger.accept(payment(coin(ledger, 0), 1_000n)));
      if (index % 7 === 0) await ledger.mine(1);
    }
    await ledger.mine(1);
    const newest = sent.toReversed();
    const txids = (body: { txid: string }[]) => body.map(({ txid }) => txid);
    const first = txids((await ask(`/address/${stranger}/txs`).expect(200)).body);
    expect(first).to.have.length(25);
    const second = txids((await ask(`/address/${stranger}/txs/chain/${first.at(-1)}`).expect(200)).body);
    const third = txids((await ask(`/address/${stranger}/txs/chain/${second.at(-1)}`).expect(200)).body);
    expect([...first, ...second, ...third]).to.have.members(newest);
    expect(new Set([...first, ...second, ...third]).size).to.equal(60);
    expect(third).to.have.length(10);
    expect((await ask(`/address/${stranger}/txs/chain/${third.at(-1)}`)).body).to.deep.equal([]);
    for (let index = 0; index < 55; index++) await ledger.accept(payment(coin(ledger, 0), 1_000n));
    expect((await ask(`/address/${stranger}/txs`)).body).to.have.length(75);
    expect((await ask(`/address/${stranger}/txs/mempool`)).body).to.have.length(50);
  });

  it("shows a transaction in Esplora's own fields", async () => {
    const from = coin(ledger, 0);
    const txid = await ledger.accept(payment(from, 70_000n));
    const { body } = await ask(`/tx/${txid}`).expect(200);
    expect(body).to.have.all.keys(
      "txid",
      "version",
      "locktime",
      "vin",
      "vout",
      "size",
      "weight",
      "fee",
      "status",
    );
    expect(body.fee).to.equal(1_000);
    expect(body.status).to.deep.equal({ confirmed: false });
    expect(body.vout[0]).to.deep.equal({
      scriptpubkey: STRANGER,
      scriptpubkey_asm: `OP_0 OP_PUSHBYTES_20 ${"11".repeat(20)}`,
      scriptpubkey_type: "v0_p2wpkh",
      scriptpubkey_address: stranger,
      value: 70_000,
    });
    expect(body.vin[0].prevout.value).to.equal(Number(from.value));
    await ledger.mine(1);
    const status = {
      confirmed: true,
      block_height: 110,
      block_hash: ledger.view.tip().hash,
      block_time: ledger.view.tip().time,
    };
    expect((await ask(`/tx/${txid}/status`)).body).to.deep.equal(status);
    expect((await ask(`/tx/${from.txid}/outspend/${from.vout}`)).body).to.deep.equal({
      spent: true,
      txid,
      vin: 0,
      status,
    });
    expect((await ask(`/tx/${txid}/outspend/0`)).body).to.deep.equal({ spent: false });
    await ask(`/tx/${txid}/outspend/2`).expect(404);
    expect((await ask(`/tx/${txid}/merkle-proof`)).body).to.deep.include({ block_height: 110, pos: 1 });
    expect((await ask(`/tx/${txid}/merkle-proof`)).body.merkle).to.deep.equal([ledger.view.tip().txids[0]]);
  });

  it("shows blocks with their transactions in pages of 25", async () => {
    for (let index = 0; index < 30; index++) await ledger.accept(payment(coin(ledger, 0), 1_000n));
    await ledger.mine(1);
    const { hash, txids, header } = ledger.view.tip();
    const { body } = await ask(`/block/${hash}`).expect(200);
    expect(body).to.include({
      id: hash,
      height: 110,
      tx_count: 31,
      bits: 0x207fffff,
      previousblockhash: ledger.view.blockAt(109)?.hash,
    });
    expect((await ask(`/block/${hash}/header`)).text).to.equal(header.toString("hex"));
    expect((await ask(`/block/${hash}/txs`)).body).to.have.length(25);
    expect((await ask(`/block/${hash}/txs/25`)).body).to.have.length(6);
    await ask(`/block/${hash}/txs/26`).expect(400);
    await ask(`/block/${hash}/txs/50`).expect(400);
    expect((await ask(`/block/${hash}/txids`)).body).to.deep.equal(txids);
    await ledger.reorg(1);
    expect((await ask(`/block/${hash}/status`)).body.in_best_chain).to.equal(false);
    expect((await ask("/mempool/txids")).body).to.have.length(30);
  });

  it("answers bad and unknown things in plain text", async () => {
    await ask("/address/nonsense")
      .expect(400, "Invalid Bitcoin address")
      .expect("content-type", /text\/plain/);
    await ask("/address/bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4/utxo").expect(400);
    await ask("/tx/nonsense").expect(400);
    await ask(`/tx/${"ab".repeat(32)}`).expect(404, "Transaction not found");
    await ask(`/block/${"ab".repeat(32)}`).expect(404, "Block not found");
    await ask("/block-height/4000").expect(404, "Block not found");
    await ask("/nowhere").expect(404);
  });

  it("refuses a bad broadcast with the node's reason", async () => {
    const from = coin(ledger, 0);
    const failure = await esplora
      .broadcast(payment({ ...from, value: from.value + 1n }, 1_000n, 0n))
      .catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(HttpFailure);
    expect(failure).to.include({ kind: "refused", status: 400 });
    expect((failure as HttpFailure).body).to.match(
      /^sendrawtransaction RPC error: \{"code":-26,"message":"bad-txns-in-belowout"\}$/,
    );
  });

  it("learns its fee estimates from what was paid", async () => {
    const cheap = await esplora.feeEstimates();
    for (let index = 0; index < 20; index++)
      await ledger.accept(payment(coin(ledger, index), 1_000n, 20_000n));
    const dear = await esplora.feeEstimates();
    expect(dear["1"]).to.be.above((cheap["1"] ?? 0) * 10);
  });
});
