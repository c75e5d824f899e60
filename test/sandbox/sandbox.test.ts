import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import express from "express";
import supertest from "supertest";
import { createEvmRpc } from "../../src/evm/reader/evmClient.ts";
import type { EvmAddress } from "../../src/evm/codec/address.ts";
import { erc20Abi } from "../../src/evm/codec/erc20.ts";
import type { BitcoinAddress } from "../../src/bitcoin/codec/address.ts";
import { silentLog } from "../../src/runtime/log.ts";
import { contractsOf } from "../../src/network/contracts/artifacts.ts";
import { faulty } from "../../src/sandbox/faults/faults.ts";
import { startSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import { STRANGER, handClock } from "./ledgerAtHand.ts";
import { addressOf } from "../../src/sandbox/bitcoin/rules/outputScript.ts";

const SHOP = addressOf(STRANGER) ?? "";
const MERCHANT = "0x00000000000000000000000000000000000a11ce" as EvmAddress;

describe("the sandbox", () => {
  const time = handClock();
  let sandbox: Sandbox;
  let server: Server;
  let folder: string;
  const start = () =>
    startSandbox({
      dataDir: folder,
      publicUrl: "http://localhost:3000",
      clock: time.clock,
      log: silentLog,
    });
  const post = (path: string, body: object) => supertest(server).post(`/sandbox${path}`).send(body);
  const get = (path: string) => supertest(server).get(`/sandbox${path}`);

  before(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-sandbox-"));
    sandbox = await start();
    const app = express()
      .use("/sandbox/intents", faulty(sandbox.faults, "intents"), (_request, response) => {
        response.json({ status: "pending", inTxHashes: ["0xabc"] });
      })
      .use((request, response, next) => sandbox.routes(request, response, next));
    server = app.listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await sandbox.close();
    fs.rmSync(folder, { recursive: true });
  });
  afterEach(() => time.pass(3_600_000)); // no fault lasts longer

  it("pays, replaces, mines and reorganises over POST", async () => {
    const paid = await post("/bitcoin/pay", { address: SHOP, sats: "25000" }).expect(200);
    const replaced = await post("/bitcoin/replace", {
      txid: paid.body.txid,
      sats: 26000,
      feeRate: 30,
    }).expect(200);
    expect(sandbox.ledger.view.tx(paid.body.txid)).to.equal(undefined);
    expect(sandbox.ledger.view.output({ txid: replaced.body.txid, vout: 0 })?.value).to.equal(26_000n);
    const mined = await post("/bitcoin/mine", { blocks: 2 }).expect(200);
    const turned = await post("/bitcoin/reorg", { depth: 2 }).expect(200);
    expect(turned.body.height).to.equal(mined.body.height + 1);
    expect(sandbox.ledger.view.mempool().has(replaced.body.txid)).to.equal(true);
    await post("/bitcoin/drop", { txid: replaced.body.txid }).expect(200);
    expect(sandbox.ledger.view.mempool().size).to.equal(0);
  });

  it("moves a replaced payment to another address, with the change where it was", async () => {
    const { body } = await post("/bitcoin/pay", { address: SHOP, sats: 25_000, feeRate: 2 }).expect(200);
    const other = sandbox.wallet.bitcoin.address;
    const replaced = await post("/bitcoin/replace", { txid: body.txid, address: other, feeRate: 10 }).expect(
      200,
    );
    const { tx, fee } = sandbox.ledger.view.knownTx(replaced.body.txid);
    expect(tx.outputs.map(({ script }) => addressOf(script))).to.deep.equal([other, other]);
    expect(Number(fee) / tx.vsize).to.be.within(10, 10.2);
  });

  it("says what it expected when it is asked for nonsense", async () => {
    const refusals: [string, object, RegExp][] = [
      [
        "/bitcoin/pay",
        {},
        /^Expected address to be a regtest address \(bcrt1…\); got nothing\. Expected sats to be a whole number of smallest units, e\.g\. "25000"; got nothing\.$/,
      ],
      ["/bitcoin/pay", { address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", sats: 1 }, /regtest address/],
      ["/bitcoin/pay", { address: SHOP, sats: 0.5 }, /whole number of smallest units/],
      ["/bitcoin/pay", { address: SHOP, sats: "-5" }, /whole number of smallest units/],
      ["/bitcoin/pay", { address: SHOP, sats: 2 ** 60 }, /whole number/],
      ["/bitcoin/pay", { address: SHOP, sats: 100 }, /dust/],
      ["/bitcoin/pay", { address: SHOP, sats: "2100000000000000" }, /do not cover/],
      ["/bitcoin/pay", { address: SHOP, sats: 1000, feeRate: 0 }, /at least 1/],
      ["/bitcoin/mine", { blocks: 0 }, /whole number from 1 to 1000/],
      [
        "/bitcoin/reorg",
        { depth: "deep" },
        /^Expected depth to be a whole number from 1 to 90; got "deep"\.$/,
      ],
      ["/bitcoin/reorg", [], /^Expected the body to be a JSON object; got \[\]\.$/],
      ["/bitcoin/drop", {}, /^Expected txid to be a transaction id of 64 hex digits; got nothing\.$/],
      [
        "/evm/pay",
        {},
        /^Expected chainId to be .* Expected currency to be .* Expected address to be .* Expected amount to be /,
      ],
      ["/bitcoin/automine", { seconds: null }, /^Expected seconds to be .*; got null\.$/],
      [
        "/evm/pay",
        { chainId: 1, currency: MERCHANT, address: MERCHANT, amount: 1 },
        /Expected chainId 31337/,
      ],
      ["/evm/pay", { chainId: 31337, currency: "USDC", address: MERCHANT, amount: 1 }, /EVM address/],
      ["/faults", { target: "moon", kind: "down", seconds: 1 }, /intents, explorer, explorer2, rpc/],
    ];
    for (const [path, body, expected] of refusals) {
      const answer = await post(path, body).expect(400);
      expect(answer.body, path).to.have.all.keys("code", "message");
      expect(answer.body.message, path).to.match(expected);
    }
    await post("/bitcoin/replace", { txid: "ab".repeat(32), feeRate: 5 }).expect(404);
    const broken = supertest(server)
      .post("/sandbox/bitcoin/mine")
      .set("content-type", "application/json")
      .send("{");
    expect((await broken.expect(400)).body.code).to.equal("invalid_json");
  });

  it("sustains 200 payments in a row without a block in between", async () => {
    const txids = new Set<string>();
    await Promise.all(
      Array.from({ length: 200 }, async () => {
        txids.add(await sandbox.wallet.bitcoin.pay({ address: SHOP as never, sats: 5_000n, feeRate: 1 }));
      }),
    );
    expect(txids.size).to.equal(200);
    await sandbox.ledger.mine(1);
    expect(sandbox.ledger.view.mempool().size).to.equal(0);
  });

  it("pays tokens and native coins on both chains, and reads show it", async () => {
    for (const { id, usdc, directRpcUrl } of sandbox.evmChains) {
      const token = await post("/evm/pay", {
        chainId: id,
        currency: usdc,
        address: MERCHANT,
        amount: "2500000",
      }).expect(200);
      await post("/evm/pay", {
        chainId: id,
        currency: `0x${"0".repeat(40)}`,
        address: MERCHANT,
        amount: 77,
      }).expect(200);
      const rpc = createEvmRpc(directRpcUrl);
      expect((await rpc.getTransactionReceipt({ hash: token.body.txHash })).status).to.equal("success");
      expect(await rpc.getBalance({ address: MERCHANT })).to.equal(77n);
      const rpcPath = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sandbox/rpc/${id}`;
      const args = [MERCHANT] as const;
      const call = { address: usdc, abi: erc20Abi, functionName: "balanceOf", args } as const;
      expect(await createEvmRpc(rpcPath).readContract(call)).to.equal(2_500_000n);
    }
    await post("/evm/pay", { chainId: 31337, currency: sandbox.evmChains[0]?.usdc, address: MERCHANT, amount: "9".repeat(30) }).expect(400); // prettier-ignore
  });

  it("deploys the service's contracts and funds the solver, on every chain and in bitcoin, once", async () => {
    const evm = "0x0000000000000000000000000000000000050150" as EvmAddress;
    const bitcoin = addressOf(`0014${"51".repeat(20)}`) as BitcoinAddress;
    await sandbox.setUp({ evm, bitcoin });
    const heights = () =>
      Promise.all(sandbox.evmChains.map(({ directRpcUrl }) => createEvmRpc(directRpcUrl).getBlockNumber()));
    const before = [...(await heights()), sandbox.ledger.view.tip().height];
    await sandbox.setUp({ evm, bitcoin });
    expect([...(await heights()), sandbox.ledger.view.tip().height]).to.deep.equal(before);
    for (const { tokens, directRpcUrl } of sandbox.evmChains) {
      const rpc = createEvmRpc(directRpcUrl);
      const balances = await Promise.all(
        tokens.map(({ address }) =>
          rpc.readContract({ address, abi: erc20Abi, functionName: "balanceOf", args: [evm] }),
        ),
      );
      expect(balances).to.deep.equal([50_000_000_000_000n, 50_000_000_000_000n, 1_000n * 10n ** 18n]);
      for (const [name, address] of Object.entries(contractsOf(evm))) {
        expect(await rpc.getCode({ address }), name).to.match(/^0x[0-9a-f]{40,}/);
      }
    }
    const coins = [...(sandbox.ledger.view.script(`0014${"51".repeat(20)}`)?.unspent.values() ?? [])];
    expect(coins.length, "several, so that fills need not wait for one another's change").to.equal(10);
    expect(coins.every(({ record }) => record.block !== undefined)).to.equal(true);
  });

  it("mines by the clock: every ten seconds while a payment waits, every ten minutes otherwise", async () => {
    const [mine] = sandbox.jobs;
    if (!mine) throw new Error("The sandbox has no miner.");
    const height = () => sandbox.ledger.view.tip().height;
    await sandbox.ledger.mine(6); // whatever waited is settled
    time.pass(10_000);
    await mine.run();
    const quiet = height();
    time.pass(10_000);
    await mine.run();
    expect(height()).to.equal(quiet);
    await post("/bitcoin/pay", { address: SHOP, sats: 5_000 }).expect(200);
    time.pass(9_000);
    await mine.run();
    expect(height()).to.equal(quiet);
    time.pass(1_000);
    await mine.run();
    expect(height()).to.equal(quiet + 1);
    await post("/bitcoin/automine", { seconds: 0 }).expect(200);
    time.pass(3_600_000);
    await mine.run();
    expect(height()).to.equal(quiet + 1);
    await post("/bitcoin/automine", { seconds: 10 }).expect(200);
    time.pass(10_000);
    await mine.run();
    expect(height()).to.equal(quiet + 2);
  });

  it("breaks one target on request, in five ways, until the clock says enough", async () => {
    const fault = (target: string, kind: string) =>
      post("/faults", { target, kind, seconds: 60 }).expect(200);
    await fault("explorer", "429");
    await get("/explorer/api/blocks/tip/height").expect(429).expect("retry-after", "1");
    await get("/explorer2/api/blocks/tip/height").expect(200);
    await fault("explorer", "refuse");
    expect((await get("/explorer/api/blocks/tip/height").expect(400)).body).to.have.property("message");
    await fault("explorer", "down");
    expect(await get("/explorer/api/blocks/tip/height").then(String, String)).to.match(
      /socket hang up|ECONNRESET/,
    );
    await fault("explorer", "slow");
    const outcome = await get("/explorer/api/blocks/tip/height").timeout(100).then(String, String);
    expect(outcome).to.match(/Timeout/);
    await fault("explorer", "lie");
    const [lie, truth] = await Promise.all(
      ["explorer", "explorer2"].map(
        async (name) => (await get(`/${name}/api/address/${SHOP}`).expect(200)).body,
      ),
    );
    expect(lie.chain_stats.funded_txo_sum).to.equal(truth.chain_stats.funded_txo_sum * 2);
    await fault("intents", "lie");
    expect((await get("/intents/intents/status/v3")).body).to.deep.equal({
      status: "success",
      inTxHashes: [],
    });
    time.pass(60_000);
    expect((await get("/intents/intents/status/v3")).body.status).to.equal("pending");
    expect((await get(`/explorer/api/address/${SHOP}`)).body).to.deep.equal(truth);
  });

  it("continues where it stopped", async () => {
    const { hash } = sandbox.ledger.view.tip();
    await post("/bitcoin/automine", { seconds: 0 }).expect(200);
    await sandbox.close();
    sandbox = await start();
    expect(sandbox.ledger.view.tip().hash).to.equal(hash);
    expect((await get("/wallet")).text, "the miner").to.include("stopped");
    await post("/bitcoin/automine", { seconds: 10 }).expect(200);
    const [base] = sandbox.evmChains;
    if (!base) throw new Error("The sandbox has no chains.");
    expect(base.rpcUrl).to.equal("http://localhost:3000/sandbox/rpc/31337");
    expect(await createEvmRpc(base.directRpcUrl).getBalance({ address: MERCHANT })).to.equal(77n);
  });
});
