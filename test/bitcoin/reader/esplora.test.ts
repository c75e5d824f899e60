import { expect } from "chai";
import { createEsplora, spendableBalance } from "../../../src/bitcoin/reader/esplora.ts";
import { createHttp, HttpFailure } from "../../../src/http-client/http.ts";
import { serve, type LocalServer } from "../../support/localServer.ts";

const HASH = "0f".repeat(32);
const ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const STATUS = { confirmed: true, block_height: 7, block_hash: HASH, block_time: 1 };
const TX = {
  txid: HASH,
  vin: [{ txid: HASH, vout: 1, sequence: 0xfffffffd, prevout: null }],
  vout: [{ scriptpubkey: "0014", value: 2_100_000_000_000_000, scriptpubkey_type: "v0_p2wpkh" }],
  status: STATUS,
  fee: 141,
};

describe("reading an explorer", () => {
  let server: LocalServer;
  afterEach(() => server.close());

  const explorerThatSays = async (status: number, body: unknown) => {
    server = await serve((_, response) =>
      response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body)),
    );
    return createEsplora(createHttp({ baseUrl: `${server.url}/api`, timeoutMs: 5_000, maxBytes: 100_000 }));
  };
  const kindOf = async (work: Promise<unknown>): Promise<string> => {
    const error = await work.then(() => undefined, (caught: unknown) => caught); // prettier-ignore
    expect(error).to.be.instanceOf(HttpFailure);
    return (error as HttpFailure).kind; // proven by the line above
  };

  it("says where in which block a transaction is, or that it is in none", async () => {
    const explorer = await explorerThatSays(200, { block_height: 7, merkle: [HASH], pos: 1 });
    expect(await explorer.merkleProof(HASH)).to.deep.equal({ height: 7, index: 1, branch: [HASH] });
    await server.close();
    const unconfirmed = await explorerThatSays(404, "Transaction not found or is unconfirmed");
    expect(await unconfirmed.merkleProof(HASH)).to.equal(undefined);
    await server.close();
    const odd = await explorerThatSays(200, { block_height: 7, merkle: ["no hash"], pos: 1 });
    expect(await kindOf(odd.merkleProof(HASH))).to.equal("broken");
  });

  it("gives amounts as exact sats and ignores fields it does not know", async () => {
    const explorer = await explorerThatSays(200, TX);
    const tx = await explorer.tx(HASH);
    expect(tx?.vout[0]?.value).to.equal(2_100_000_000_000_000n);
    expect(tx?.status).to.include({ confirmed: true, block_height: 7 });
    expect(server.asked[0]?.path).to.equal(`/api/tx/${HASH}`);
  });

  it("computes the balance as the contract does: confirmed in, less spent, less what the mempool spends (4.5)", async () => {
    const explorer = await explorerThatSays(200, {
      chain_stats: { funded_txo_sum: 1_000, spent_txo_sum: 300 },
      mempool_stats: { funded_txo_sum: 5_000, spent_txo_sum: 200 },
    });
    expect(spendableBalance(await explorer.addressSums(ADDRESS))).to.equal(500n);
  });

  it("takes 404 for what does not exist, and nothing else", async () => {
    const explorer = await explorerThatSays(404, "Block not found");
    expect(await explorer.tx(HASH)).to.equal(undefined);
    expect(await explorer.blockHash(9)).to.equal(undefined);
    expect(await kindOf(explorer.utxos(ADDRESS))).to.equal("refused");
  });

  for (const [status, body, kind] of [
    [200, "<html>Welcome</html>", "broken"],
    [200, "", "broken"],
    [200, { ...TX, vout: [{ scriptpubkey: "0014", value: 0.5 }] }, "broken"],
    [200, { ...TX, vout: [{ scriptpubkey: "0014", value: -1 }] }, "broken"],
    [200, { ...TX, txid: "../../etc" }, "broken"],
    [500, TX, "broken"],
    [429, TX, "busy"],
    [403, TX, "refused"],
  ] as const) {
    it(`finds nothing out from ${status} ${JSON.stringify(body).slice(0, 40)}`, async () => {
      const explorer = await explorerThatSays(status, body);
      expect(await kindOf(explorer.tx(HASH))).to.equal(kind);
    });
  }

  it("takes no place in a transaction, and no target of a fee, that there cannot be", async () => {
    const coin = { txid: HASH, vout: 0xffff_ffff, value: 1_000, status: STATUS };
    for (const vout of [0xffff_ffff + 1, 1e15, -1, 0.5]) {
      const explorer = await explorerThatSays(200, [coin, { ...coin, vout }]);
      expect(await kindOf(explorer.utxos(ADDRESS)), `output ${vout}`).to.equal("broken");
      await server.close();
    }
    const explorer = await explorerThatSays(200, { "2": 5, soon: 9 });
    expect(await kindOf(explorer.feeEstimates())).to.equal("broken");
  });

  for (const body of ["", "-1", "1e3", "12 blocks", "99999999999", "<html>"]) {
    it(`does not take ${JSON.stringify(body)} for a height or a hash`, async () => {
      const explorer = await explorerThatSays(200, body);
      expect(await kindOf(explorer.tipHeight())).to.equal("broken");
      expect(await kindOf(explorer.tipHash())).to.equal("broken");
    });
  }

  it("takes 80 bytes for a header only when the block's hash is of them", async () => {
    const genesis = `01${"00".repeat(35)}3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c`;
    const explorer = await explorerThatSays(200, genesis);
    const hash = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";
    expect(Buffer.from(await explorer.header(hash)).toString("hex")).to.equal(genesis);
    expect(await kindOf(explorer.header(HASH))).to.equal("broken");
  });

  it("passes on the node's reason when a transaction is refused", async () => {
    const explorer = await explorerThatSays(400, "sendrawtransaction RPC error: dust");
    const error: unknown = await explorer.broadcast("00").catch((caught: unknown) => caught);
    expect(error).to.deep.include({ kind: "refused", body: "sendrawtransaction RPC error: dust" });
    expect(server.asked[0]).to.include({ method: "POST", path: "/api/tx", body: "00" });
  });
});
