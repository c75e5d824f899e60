import { expect } from "chai";
import type { Hex } from "viem";
import { balance, createPayees, evmQuote, family, transferOf, walk } from "../evmRoutes.ts";
import type { Wallet } from "../evmWorld.ts";
import { usualCases } from "../../support/sizes.ts";
import { OTHER_CHAIN_ID, startWorld, type World } from "../world.ts";

const DOLLARS = 100_000_000n;

describe("dust that somebody sends ahead of the payer's money", () => {
  let world: World;
  let user: Wallet;
  let stranger: Wallet;
  const payee = createPayees();

  before(async () => {
    world = await startWorld({ twoChains: true });
    user = await world.evm.wallet(10);
    stranger = await world.evm.wallet(11);
  });
  after(() => world.close());

  const quoted = (changes: Readonly<Record<string, unknown>> = {}) => {
    const { evm, other } = world;
    return evmQuote(world, user, {
      ...{ originCurrency: evm.usdc, destinationCurrency: other.usdc, amount: String(DOLLARS) },
      ...{ useDepositAddress: true, refundTo: user.address, recipient: payee(), ...changes },
    });
  };
  const sendDollars = (to: string, amount: bigint) => stranger.send(transferOf(world.evm.usdc, to, amount));

  const kinds = { "an open quote": {}, "a strict order": { strict: true } };
  const exact = { "a strict order of an exact output": { strict: true, tradeType: "EXACT_OUTPUT" } };
  for (const [name, changes] of usualCases<[string, object]>(Object.entries(kinds), Object.entries(exact))) {
    it(`does not take the place of ${name}: the payer's deposit is bridged as its own`, async () => {
      const recipient = payee();
      const quote = await quoted({ recipient, ...changes });
      await sendDollars(quote.address, 1n);
      await world.tick(2);
      expect(await world.status(quote.requestId)).to.include({ status: "waiting" });
      await walk(user, quote.steps);
      await world.tick(3);
      expect(await world.status(quote.requestId)).to.include({ status: "success" });
      expect((await balance(world.other, world.other.usdc, recipient)) >= quote.minimum).to.equal(true);
      const dust = (await family(world, quote.address)).filter(({ id }) => id !== quote.requestId);
      expect(dust.map(({ parentRequestId }) => parentRequestId)).to.deep.equal([quote.requestId]);
    });
  }

  it("is told by its amount alone: it waits apart while nothing can be priced", async () => {
    const quote = await quoted();
    await sendDollars(quote.address, 1n);
    world.gate = ({ originalUrl, socket }, _, next) =>
      originalUrl.endsWith(`/${OTHER_CHAIN_ID}`) ? void socket.destroy() : next();
    await world.tick(2);
    world.gate = undefined;
    const words = (await family(world, quote.address)).map(({ id, status }) => [
      id === quote.requestId,
      status,
    ]);
    expect(words).to.deep.equal([[false, "pending"], [true, "waiting"]]); // prettier-ignore
    world.now += 60_000;
    await world.tick(3);
  });

  it("is less than a hundredth of what was quoted: a hundredth takes the request", async () => {
    const quote = await quoted();
    await sendDollars(quote.address, DOLLARS / 100n - 1n);
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ status: "waiting" });
    await sendDollars(quote.address, DOLLARS / 100n);
    await world.tick(3);
    expect((await world.status(quote.requestId)).status).to.not.equal("waiting");
    expect(await family(world, quote.address)).to.have.length(2);
  });

  it("dust has an end of its own, and a client that follows supersededByRequestId stays with the quoted request", async () => {
    const quote = await quoted();
    const named = async () => {
      const root = (await family(world, quote.address)).find(({ id }) => id === quote.requestId);
      const { status, supersededByRequestId: inStatus } = await world.status(quote.requestId);
      return { status, inStatus, inList: root?.supersededByRequestId };
    };
    await sendDollars(quote.address, DOLLARS / 1_000n);
    world.now += 60_000;
    await world.tick(3);
    expect(await named()).to.deep.equal({ status: "waiting", inStatus: null, inList: null });
    const dust = (await family(world, quote.address)).find(({ id }) => id !== quote.requestId);
    const { details } = await world.status(quote.requestId);
    expect(String(details)).to.contain(`Request ${dust?.id} carries it`);
    expect((await world.status(dust?.id ?? "")).status).to.equal(dust?.status);
    expect(dust?.status).to.be.oneOf(["success", "refund", "failure"]);
    await walk(user, quote.steps);
    await world.tick(3);
    await sendDollars(quote.address, DOLLARS / 1_000n);
    await stranger.send({ to: quote.address, value: 1_000n });
    await world.tick(3);
    expect(await named()).to.deep.equal({ status: "success", inStatus: null, inList: null });
    await sendDollars(quote.address, DOLLARS);
    await world.tick(3);
    const [further] = await family(world, quote.address);
    expect(await named()).to.deep.equal({ status: "success", inStatus: further?.id, inList: further?.id });
  });

  it("stays what it is when a reorganisation moves it", async () => {
    const { client, usdc, id: chainId } = world.evm;
    const quote = await quoted();
    const { data } = transferOf(usdc, quote.address, 1n);
    const nonce = await client.getTransactionCount({ address: stranger.address });
    const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 8n, gas: 200_000n };
    const call = { to: usdc, data: data as Hex, nonce, chainId, ...fees };
    const raw = await stranger.account.signTransaction({ type: "eip1559", ...call });
    const fork = await client.snapshot();
    await client.sendRawTransaction({ serializedTransaction: raw });
    await world.tick(2);
    await client.revert({ id: fork });
    await client.mine({ blocks: 2 });
    await client.sendRawTransaction({ serializedTransaction: raw });
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ status: "waiting" });
    expect(await family(world, quote.address)).to.have.length(2);
  });

  it("is kept apart on Bitcoin too", async () => {
    const recipient = payee();
    const quote = await world.quote({ recipient });
    await world.pay(quote.address, 600);
    await world.mine();
    await world.tick(2);
    expect(await world.status(quote.requestId)).to.include({ status: "waiting" });
    await world.pay(quote.address, 100_000);
    await world.mine();
    await world.tick(3);
    expect(await world.status(quote.requestId)).to.include({ status: "success" });
    expect((await world.received(recipient)) >= quote.minimum).to.equal(true);
  });
});
