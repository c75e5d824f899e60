import { expect } from "chai";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Hex } from "viem";
import { ZERO_ADDRESS } from "../../src/evm/codec/address.ts";
import { openDatabase } from "../../src/database/open.ts";
import { insertAddress } from "../../src/network/persistence/addresses.ts";
import { tables } from "../../src/network/persistence/schema.sqlite.ts";
import { journeyEngines, newDatabase } from "../database/databaseUrls.ts";
import { itInFull } from "../support/sizes.ts";
import {
  balance,
  createPayees,
  evmQuote,
  family,
  sweepOf,
  transferOf,
  walk,
  type Walk,
  listOfCalls,
} from "./evmRoutes.ts";
import type { Wallet } from "./evmWorld.ts";
import { startWorld, type World } from "./world.ts";

const COIN = 10n ** 17n;

describe("deposits that blocks do not show", () => {
  for (const engine of journeyEngines())
    describe(`on ${engine}`, () =>
      hiddenDeposits(async () => startWorld({ twoChains: true, ...(await newDatabase(engine, "hidden")) })));
});

function hiddenDeposits(start: () => Promise<World>): void {
  let world: World;
  let user: Wallet;
  const payee = createPayees();

  before(async () => {
    world = await start();
    user = await world.evm.wallet(10);
  });
  after(() => world.close());

  const quoted = (changes: Readonly<Record<string, unknown>> = {}) =>
    evmQuote(world, user, {
      useDepositAddress: true,
      refundTo: user.address,
      recipient: payee(),
      ...changes,
    });
  const statusOf = ({ requestId }: Walk) => world.status(requestId);
  /** A contract sends coins on in the middle of a call: there is no log, and no transaction to the address. */
  const payInside = (to: string, value: bigint) => user.send(listOfCalls(world.evm, user, [{ to, value }]));
  /** So many blocks must stand on a balance before it is believed. */
  const deepen = (chain = world.evm) => chain.client.mine({ blocks: 6 });
  const lookAt = (txHash: string) =>
    world.post("/transactions/index", { chainId: String(world.evm.id), txHash });
  const reindex = async ({ address }: Walk, more: Readonly<Record<string, unknown>> = {}) => {
    world.now += 61_000; // one look a minute at an address
    const body = { chainId: world.evm.id, depositAddress: address, ...more };
    const answer = await world.post("/transactions/deposit-address/reindex", body);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body.triggeredCurrencies;
  };

  it("coins that a contract sent on are found by their transaction, once, however often it is named", async () => {
    const quote = await quoted();
    const hash = await payInside(quote.address, COIN);
    await world.tick(2);
    expect(await statusOf(quote)).to.include({ status: "waiting" });
    const answers = await Promise.all(Array.from({ length: 5 }, () => lookAt(hash)));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200]);
    await world.tick(2);
    expect(await statusOf(quote)).to.include({ status: "waiting" });
    await deepen();
    await world.tick(2);
    expect(await statusOf(quote)).to.deep.include({ status: "success", inTxHashes: [hash] });
    await lookAt(hash);
    await reindex(quote);
    await world.tick(2);
    expect(await family(world, quote.address)).to.have.length(1);
  });

  it("what an address holds beyond its known deposits is found by a reindex, once", async () => {
    const quote = await quoted();
    await payInside(quote.address, COIN);
    const found = [{ currency: ZERO_ADDRESS, symbol: "ETH", balance: String(COIN) }];
    expect(await reindex(quote)).to.deep.equal(found);
    await deepen();
    await world.tick(2);
    expect(await statusOf(quote)).to.include({ status: "success" });
    await reindex(quote);
    await world.tick(2);
    expect(await family(world, quote.address)).to.have.length(1);
    await payInside(quote.address, COIN);
    await deepen();
    await reindex(quote);
    await world.tick(2);
    expect((await family(world, quote.address)).map(({ status }) => status)).to.deep.equal([
      "success",
      "success",
    ]);
  });

  it("a reindex credits nothing that blocks have shown already, nor a part of it that is owed back", async () => {
    const plain = await quoted({ originCurrency: world.evm.usdc, amount: "200000000" });
    await walk(user, plain.steps);
    await user.send({ to: plain.address, value: COIN });
    const strict = await quoted({ strict: true, tradeType: "EXACT_OUTPUT", amount: String(COIN / 2n) });
    await user.send({ to: strict.address, value: COIN });
    for (const quote of [plain, strict]) await reindex(quote);
    await world.tick(3);
    await deepen();
    for (const quote of [plain, strict]) await reindex(quote);
    await world.tick(3);
    expect((await family(world, plain.address)).map(({ status }) => status)).to.deep.equal([
      "success",
      "success",
    ]);
    const [excess, whole] = await family(world, strict.address);
    expect(whole).to.include({ id: strict.requestId, status: "success" });
    expect(excess?.parentRequestId).to.equal(strict.requestId);
    expect(await family(world, strict.address)).to.have.length(2);
    await payInside(strict.address, COIN); // and what is hidden is found whole
    await deepen();
    await reindex(strict);
    await world.tick(3);
    const [further] = await family(world, strict.address);
    expect(further).to.include({ parentRequestId: strict.requestId });
    expect(further?.data.metadata.currencyIn?.amount).to.equal(String(COIN));
  });

  itInFull("hidden coins that were swept with others are found in what was swept", async () => {
    const quote = await quoted();
    await walk(user, quote.steps);
    await payInside(quote.address, COIN * 2n);
    await user.send(sweepOf(world, quote.address, quote.requestId));
    await world.tick(2);
    expect(await statusOf(quote)).to.include({ status: "success" });
    expect(await world.evm.client.getBalance({ address: quote.address as Hex })).to.equal(0n);
    await deepen();
    await reindex(quote);
    await world.tick(3);
    const [child] = await family(world, quote.address);
    expect(child).to.include({ parentRequestId: quote.requestId, status: "success" });
    expect(child?.data.metadata.currencyIn?.amount).to.equal(String(COIN * 2n));
  });

  itInFull("a hidden deposit that a reorganisation removes in time is never credited", async () => {
    const { client } = world.evm;
    const quote = await quoted();
    await world.tick();
    const fork = await client.snapshot();
    await payInside(quote.address, COIN);
    await reindex(quote);
    await world.tick();
    await client.revert({ id: fork });
    await deepen();
    await client.mine({ blocks: 3 });
    await world.tick(2);
    expect(await statusOf(quote)).to.include({ status: "waiting" });
    await payInside(quote.address, COIN);
    await deepen();
    await reindex(quote);
    await world.tick(2);
    expect(await statusOf(quote)).to.include({ status: "success" });
    expect(await family(world, quote.address)).to.have.length(1);
  });

  itInFull("a hidden deposit is credited once, also when all blocks above its own are replaced", async () => {
    const { client } = world.evm;
    const recipient = payee();
    const quote = await quoted({ recipient });
    const hash = await payInside(quote.address, COIN);
    const fork = await client.snapshot();
    await deepen();
    await lookAt(hash);
    await world.tick(2);
    expect(await statusOf(quote)).to.include({ status: "success" });
    const paid = await balance(world.other, ZERO_ADDRESS, recipient);
    await client.revert({ id: fork });
    await user.send({ to: user.address, value: 1n }); // so that every block is another
    await client.mine({ blocks: 9 });
    await world.tick(2);
    await lookAt(hash);
    await reindex(quote);
    await deepen();
    await world.tick(3);
    expect(await family(world, quote.address)).to.have.length(1);
    expect(await balance(world.other, ZERO_ADDRESS, recipient)).to.equal(paid);
  });

  it("a hidden deposit that was credited stays and is filled once, though the block at which it was counted is replaced", async () => {
    const { client } = world.evm;
    const recipient = payee();
    const quote = await quoted({ recipient });
    world.gate = ({ originalUrl, socket }, _, next) =>
      originalUrl.endsWith(`/${world.other.id}`) ? void socket.destroy() : next(); // credited, but not filled yet
    const hash = await payInside(quote.address, COIN);
    const fork = await client.snapshot();
    await deepen();
    await lookAt(hash);
    await world.tick(2);
    expect(await statusOf(quote)).to.include({ status: "pending" });
    await client.revert({ id: fork });
    await user.send({ to: user.address, value: 1n }); // so that every block is another
    await client.mine({ blocks: 9 });
    await world.tick(2);
    world.gate = undefined;
    world.now += 60_000;
    await world.tick(3);
    expect(await statusOf(quote)).to.include({ status: "success" });
    const paid = await balance(world.other, ZERO_ADDRESS, recipient);
    await lookAt(hash);
    await reindex(quote);
    await world.tick(2);
    expect(await family(world, quote.address)).to.have.length(1);
    expect(await balance(world.other, ZERO_ADDRESS, recipient), "paid once").to.equal(paid);
  });
}

describe("deposits and time, and what finding them costs", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-found-"));
  let world: World;
  let user: Wallet;

  before(async () => {
    world = await startWorld({ twoChains: true });
    user = await world.evm.wallet(10);
  });
  after(async () => {
    await world.close();
    fs.rmSync(folder, { recursive: true });
  });

  it("a deposit from before its chain was followed is found by a reindex", async () => {
    const { evm, other } = world;
    const databaseUrl = path.join(folder, "young.db");
    await world.restart({ databaseUrl, evmChains: [evm.config(evm.url)] });
    const quote = await evmQuote(world, user, {
      ...{ useDepositAddress: true, refundTo: user.address, destinationChainId: evm.id },
      destinationCurrency: evm.usdc,
    });
    const abroad = await other.wallet(10);
    await abroad.send(transferOf(other.usdc, quote.address, 200_000_000n));
    await other.client.mine({ blocks: 10 });
    await world.restart({ databaseUrl });
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ status: "waiting" });
    await other.client.mine({ blocks: 6 });
    await world.tick();
    const place = { chainId: evm.id, targetChainId: other.id, depositAddress: quote.address };
    await world.post("/transactions/deposit-address/reindex", { ...place, currency: other.usdc });
    await world.tick(3);
    const [child] = await family(world, quote.address); // of another currency than the quoted one
    expect(child).to.include({ parentRequestId: quote.requestId, status: "success" });
  });

  it("a Bitcoin deposit from before the chain was followed is found by its transaction, unless it was spent since", async () => {
    const freshly = (name: string) => world.restart({ databaseUrl: path.join(folder, name) });
    await freshly("first.db");
    const [kept, spent] = [await world.quote(), await world.quote({ amount: "50000" })];
    const back = await world.pay(spent.address, 600); // too little: it goes back
    await world.mine();
    await world.tick(3);
    await world.mine();
    await world.tick();
    expect(await world.status(spent.requestId)).to.include({ status: "refund" });
    await freshly("lost.db"); // knows nothing of the addresses
    const brought = [await world.pay(kept.address, 100_000), back];
    await world.mine(10);
    await freshly("second.db");
    const again = [await world.quote(), await world.quote({ amount: "50000" })];
    expect(again.map(({ address }) => address)).to.deep.equal([kept.address, spent.address]);
    for (const txHash of brought) {
      const answer = await world.post("/transactions/index", { chainId: "8253038", txHash });
      expect(answer.status).to.equal(200);
    }
    await world.tick(3);
    const words = await Promise.all(
      again.map(async ({ requestId }) => (await world.status(requestId)).status),
    );
    expect(words).to.deep.equal(["success", "waiting"]);
  });

  it("a look at a chain costs as many questions with 500 issued addresses as with one", async () => {
    const databaseUrl = path.join(folder, "many.db");
    await world.restart({ databaseUrl });
    const { address } = await evmQuote(world, user, { useDepositAddress: true, refundTo: user.address });
    await world.tick(2);
    const costOfLook = async () => {
      world.now += 60_000;
      await world.tick(2);
      await user.send({ to: user.address, value: 1n }); // a block in which nothing is ours
      world.rpcRequests = 0;
      await world.tick();
      return world.rpcRequests;
    };
    const withOne = await costOfLook();
    await issueMany(databaseUrl, 500);
    expect(await costOfLook()).to.equal(withOne);
    await user.send({ to: address, value: COIN });
    await world.tick(3);
    expect((await family(world, address))[0]).to.include({ status: "success" });
  });
});

/** Addresses as if so many quotes had been given. */
async function issueMany(databaseUrl: string, count: number): Promise<void> {
  const { db, commit, close } = await openDatabase(databaseUrl, "network", true);
  const writes = Array.from({ length: count }, (_, made) => {
    const address = `0xd${made.toString(16).padStart(38, "0")}d`;
    const issued = { addressIndex: 1_000 + made, family: "evm", address, watch: address } as const;
    return insertAddress({ db, commit, close, tables }, { ...issued, salt: null, requestId: "0x" });
  });
  await commit(writes);
  await close();
}
