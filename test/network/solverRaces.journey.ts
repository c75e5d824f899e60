import { expect } from "chai";
import type { NextFunction, RequestHandler } from "express";
import { keccak256, parseTransaction } from "viem";
import { ZERO_ADDRESS } from "../../src/evm/codec/address.ts";
import type { Network } from "../../src/network/service.ts";
import { newPostgresUrl } from "../support/migratedDatabases.ts";
import { balance, evmQuote, walk } from "./evmRoutes.ts";
import type { Wallet } from "./evmWorld.ts";
import { OTHER_CHAIN_ID, startWorld, type World } from "./world.ts";

describe("two processes of the intent service on one database", function () {
  this.timeout(60_000); // a real database server and two chains are started

  let world: World;
  let second: Network;
  let user: Wallet;

  before(async () => {
    world = await startWorld({
      twoChains: true,
      databaseUrl: await newPostgresUrl("network_races", "network"),
    });
    second = await world.beside();
    user = await world.evm.wallet(10);
  });
  after(async () => {
    await second.close();
    await world.close();
  });

  /** Every job of both processes at the same time. */
  const bothTick = async () => {
    world.now += 1_000;
    const jobs = [...world.network.jobs, ...second.jobs];
    await Promise.all(jobs.map((job) => job.run().catch((error: unknown) => world.failures.push(error))));
  };

  it("every deposit is filled once, with one nonce each, and every refund is paid once", async () => {
    const payees = [];
    for (let made = 1; made <= 6; made++) {
      const recipient = `0xab${made.toString(16).padStart(38, "0")}`;
      const refundTo = `0xac${made.toString(16).padStart(38, "0")}`;
      const late = made > 4;
      const changes = { recipient, refundTo, useDepositAddress: true, ...(late && { ttl: 60 }) };
      payees.push({ recipient, refundTo, late, quote: await evmQuote(world, user, changes) });
    }
    world.now += 120_000;
    for (const { quote } of payees) await walk(user, quote.steps);
    world.sent.length = 0;
    for (let ticks = 0; ticks < 6; ticks++) await bothTick();
    for (const { recipient, refundTo, late, quote } of payees) {
      expect(await world.status(quote.requestId)).to.include({ status: late ? "refund" : "success" });
      const paid = await balance(world.other, ZERO_ADDRESS, recipient);
      const back = await balance(world.evm, ZERO_ADDRESS, refundTo);
      expect(late ? paid : back).to.equal(0n);
      expect(paid < 2n * quote.minimum && back < 10n ** 17n).to.equal(true);
      expect(paid > 0n || back > 0n).to.equal(true);
    }
    const there = new Map(world.sent.map((raw) => [keccak256(raw), parseTransaction(raw)]));
    const nonces = [...there.values()]
      .filter(({ chainId }) => chainId === OTHER_CHAIN_ID)
      .map(({ nonce }) => nonce);
    expect(new Set(nonces).size, "no nonce was signed twice").to.equal(nonces.length);
  });

  it("two looks at one block at the same moment are no failure, and its deposit counts once", async () => {
    world.failures.length = 0;
    const quote = await world.quote();
    await world.pay(quote.address, 100_000);
    await world.mine();
    const looks = [world.network, second].flatMap(({ jobs }) =>
      jobs.filter(({ name }) => name.startsWith("index")),
    );
    world.gate = meeting(2);
    await Promise.all(looks.map((job) => job.run()));
    world.gate = undefined;
    for (let ticks = 0; ticks < 3; ticks++) await bothTick();
    expect(world.failures).to.deep.equal([]);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
  });
});

/** Holds the first callers of the explorer until so many of them are there. */
function meeting(count: number): RequestHandler {
  const waiting: NextFunction[] = [];
  return (request, _, next) => {
    if (!request.baseUrl.startsWith("/explorer") || waiting.length >= count) return next();
    waiting.push(next);
    if (waiting.length === count) for (const go of waiting) go();
  };
}
