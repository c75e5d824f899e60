import { expect } from "chai";
import { BITCOIN_CHAIN_ID } from "../../src/intents/identifiers.ts";
import { ZERO_ADDRESS } from "../../src/evm/codec/address.ts";
import { evmQuote, walk } from "./evmRoutes.ts";
import type { Wallet } from "./evmWorld.ts";
import { EVM_CHAIN_ID, RECIPIENT, startWorld, type World } from "./world.ts";

const STRANGER = `0x${"ab".repeat(32)}`;

describe("transactions that a client reports", () => {
  let world: World;
  let user: Wallet;
  before(async () => {
    world = await startWorld();
    user = await world.evm.wallet(5);
  });
  after(() => world.close());

  const send = (changes: Record<string, unknown> = {}) =>
    evmQuote(world, user, { destinationChainId: EVM_CHAIN_ID, recipient: RECIPIENT, ...changes });
  const report = (requestId: string, hash: string, more: Record<string, unknown> = {}) =>
    world.post("/transactions/single", {
      ...{ requestId, chainId: String(EVM_CHAIN_ID) },
      tx: JSON.stringify({ from: user.address, to: RECIPIENT, value: "1", txHash: hash }),
      ...more,
    });
  const index = (chainId: number, txHash: string) =>
    world.post("/transactions/index", { chainId: String(chainId), txHash });
  const wordOf = async (requestId: string) => (await world.status(requestId))["status"];

  it("a send, a wrap and an unwrap succeed when the quoted transaction is in a block, whatever the report says about it [x.single]", async () => {
    const { weth } = world.evm;
    for (const changes of [
      {},
      { originCurrency: world.usdc, destinationCurrency: world.usdc, amount: "1000000" },
      { destinationCurrency: weth, recipient: user.address },
      { originCurrency: weth, destinationCurrency: ZERO_ADDRESS, recipient: user.address },
    ]) {
      const quote = await send(changes);
      const hash = await walk(user, quote.steps);
      expect(await wordOf(quote.requestId), "nobody watches it").to.equal("waiting");
      const { status, body } = await report(quote.requestId, hash);
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body["message"]).to.be.a("string");
      const told = await world.status(quote.requestId);
      expect(told).to.deep.include({ status: "success", inTxHashes: [hash], txHashes: [hash] });
      expect((await report(quote.requestId, hash)).status, "once more changes nothing").to.equal(200);
    }
  });

  it("one transaction serves one request only", async () => {
    const [one, two] = [await send(), await send()];
    const hash = await walk(user, one.steps);
    expect((await report(one.requestId, hash)).status).to.equal(200);
    const { status, body } = await report(two.requestId, hash);
    expect([status, body["errorCode"]]).to.deep.equal([400, "INVALID_REQUEST"]);
    expect(await wordOf(two.requestId)).to.equal("waiting");
  });

  it("another transaction than the quoted one is refused, naming the difference", async () => {
    const quote = await send({ amount: "1000" });
    const stranger = await world.evm.wallet(6);
    const wrong: readonly [string, string][] = [
      [await stranger.send({ to: RECIPIENT, value: 1_000n }), "from"],
      [await user.send({ to: RECIPIENT, value: 999n }), "value"],
      [await user.send({ to: stranger.address, value: 1_000n }), "to"],
      [await user.send({ to: RECIPIENT, value: 1_000n, data: "0x00" }), "data"],
    ];
    for (const [hash, word] of wrong) {
      const { status, body } = await report(quote.requestId, hash);
      expect(status, word).to.equal(400);
      expect(body["message"]).to.include(word);
    }
    expect(await wordOf(quote.requestId)).to.equal("waiting");
  });

  it("a transaction from before the quote was for something else: it is refused, or forgotten once it is deep enough", async () => {
    const early = await user.send({ to: RECIPIENT, value: 77_000n });
    const quote = await send({ amount: "77000" });
    const { status, body } = await report(quote.requestId, early);
    expect([status, body["errorCode"]]).to.deep.equal([400, "INVALID_REQUEST"]);
    expect(body["message"]).to.include("after the quote");
    const slow = {
      ...world.evm.config(world.url.replace("/base/path", `/rpc/${EVM_CHAIN_ID}`)),
      confirmations: 3,
    };
    await world.restart({ evmChains: [slow] });
    const shallow = await user.send({ to: RECIPIENT, value: 78_000n });
    const later = await send({ amount: "78000" });
    expect((await report(later.requestId, shallow)).status, "too early to say").to.equal(200);
    await world.evm.client.mine({ blocks: 3 });
    await world.tick();
    expect(await world.status(later.requestId)).to.deep.include({ status: "waiting", inTxHashes: [] });
    await world.restart();
    const hash = await walk(user, quote.steps);
    expect((await report(quote.requestId, hash)).status).to.equal(200);
    expect(await wordOf(quote.requestId)).to.equal("success");
  });

  it("a transaction that is in no block yet is remembered, after a restart too, and found later", async () => {
    const quote = await send();
    await world.evm.client.setAutomine(false);
    const [{ items }] = quote.steps as [(typeof quote.steps)[number]];
    const pending = user.send({ ...(items[0]?.data as { to: string }), value: 10n ** 17n });
    const hash = await waiting(world);
    expect((await report(quote.requestId, hash)).status).to.equal(200);
    await world.tick(2);
    expect(await wordOf(quote.requestId)).to.equal("waiting");
    await world.restart();
    await world.evm.client.setAutomine(true);
    await world.evm.client.mine({ blocks: 1 });
    expect(await pending).to.equal(hash);
    await world.tick();
    expect(await wordOf(quote.requestId)).to.equal("success");
  });

  it("a hash that nobody knows is forgotten after an hour, and another may be reported", async () => {
    const quote = await send();
    expect((await report(quote.requestId, STRANGER)).status).to.equal(200);
    expect((await world.status(quote.requestId))["inTxHashes"]).to.deep.equal([STRANGER]);
    world.now += 3_600_000;
    await world.tick();
    expect((await world.status(quote.requestId))["inTxHashes"]).to.deep.equal([]);
    const hash = await walk(user, quote.steps);
    await report(quote.requestId, hash);
    expect(await wordOf(quote.requestId)).to.equal("success");
  });

  it("a report that names no request, another chain or no transaction is refused", async () => {
    const { requestId } = await send();
    expect((await report(STRANGER, STRANGER)).status).to.equal(404);
    expect((await report(requestId, STRANGER, { chainId: String(BITCOIN_CHAIN_ID) })).status).to.equal(400);
    for (const tx of ["", "{", "null", "[]", "{}", '{"txHash":"0x12"}', `{"txHash":["${STRANGER}"]}`]) {
      expect((await report(requestId, STRANGER, { tx })).status, tx).to.equal(400);
    }
  });

  it("a Bitcoin deposit is looked at once its transaction is in a block; before that it is 404", async () => {
    const quote = await world.quote();
    const txid = await world.pay(quote.address, 100_000);
    const early = await index(BITCOIN_CHAIN_ID, txid);
    expect([early.status, early.body["errorCode"]]).to.deep.equal([404, "NOT_FOUND"]);
    await world.mine();
    expect((await index(BITCOIN_CHAIN_ID, txid)).status).to.equal(200);
    expect(await wordOf(quote.requestId)).to.equal("pending");
  });

  it("an EVM transaction that is in no block is 404, a chain that is not served is refused", async () => {
    expect((await index(EVM_CHAIN_ID, STRANGER)).status).to.equal(404);
    expect((await index(1, STRANGER)).body["errorCode"]).to.equal("UNSUPPORTED_CHAIN");
    expect((await index(EVM_CHAIN_ID, "x")).status).to.equal(400);
    world.rpcDown = true;
    expect((await index(EVM_CHAIN_ID, STRANGER)).status).to.equal(503);
    world.rpcDown = false;
  });

  it("a deposit address is reindexed once a minute; addresses of others are 404", async () => {
    const quote = await world.quote();
    const ask = (more: Record<string, unknown> = {}) =>
      world.post("/transactions/deposit-address/reindex", {
        ...{ chainId: BITCOIN_CHAIN_ID, depositAddress: quote.address },
        ...more,
      });
    await world.pay(quote.address, 100_000);
    await world.mine();
    const { status, body } = await ask();
    expect(status).to.equal(200);
    expect(body).to.have.keys("message", "triggeredCurrencies", "checkedCurrencies", "failedCurrencies");
    expect((body["triggeredCurrencies"] as unknown[])[0]).to.include({ symbol: "BTC", balance: "100000" });
    expect(await wordOf(quote.requestId)).to.equal("pending");
    const again = await ask();
    expect(again.status).to.equal(429);
    expect(again.headers["retry-after"]).to.equal("60");
    world.now += 60_000;
    expect((await ask()).status).to.equal(200);
    expect((await ask({ depositAddress: RECIPIENT })).status).to.equal(404);
    expect((await ask({ targetChainId: EVM_CHAIN_ID })).body["errorCode"]).to.equal("UNSUPPORTED_CHAIN");
    expect((await ask({ currency: "USDC" })).body["errorCode"]).to.equal("UNSUPPORTED_CURRENCY");
  });
});

/** The hash of the only transaction in the pool, once it is there. */
async function waiting(world: World): Promise<string> {
  for (;;) {
    const block = await world.evm.client.getBlock({ blockTag: "pending" });
    const [hash] = block.transactions;
    if (hash) return hash;
    await new Promise((resolve) => setTimeout(resolve, 10)); // a real process takes it in
  }
}
