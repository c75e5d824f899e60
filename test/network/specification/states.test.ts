import { expect } from "chai";
import { encodeFunctionData, parseAbi } from "viem";
import { ZERO_ADDRESS } from "../../../src/evm/codec/address.ts";
import { readArtifact } from "../../../src/network/contracts/artifacts.ts";
import { held, PAYEE } from "../bitcoinSpending.ts";
import { balance, createPayees, evmQuote, family, transferOf, walk } from "../evmRoutes.ts";
import type { Wallet } from "../evmWorld.ts";
import { startWorld, type World } from "../world.ts";

const COIN = 10n ** 17n; // a tenth of an ether: 300 dollars

/** Interface specification 3: the states of a request and the rules of deposit addresses. */
describe("states and rules", () => {
  const prices: Record<string, bigint> = { BTC: 80_000n, ETH: 3_000n, WETH: 3_000n, USDC: 1n, USDT: 1n };
  const payee = createPayees();
  let world: World;
  let user: Wallet;
  let abroad: Wallet; // the same account on the other chain
  before(async () => {
    const priceSource = { price: async (symbol: string) => (prices[symbol] ?? 1n) * 100_000_000n };
    world = await startWorld({ twoChains: true, priceSource });
    user = await world.evm.wallet(10);
    abroad = await world.other.wallet(10);
  });
  after(() => world.close());
  beforeEach(() => {
    prices.ETH = 3_000n;
    prices.BTC = 80_000n;
  });

  /** Ether to dollars on the other chain by deposit address; a fresh recipient and refund address unless told otherwise. */
  const quoted = (changes: Record<string, unknown> = {}) =>
    evmQuote(world, user, {
      ...{ useDepositAddress: true, refundTo: payee(), recipient: payee() },
      ...{ amount: String(COIN), destinationCurrency: world.other.usdc },
      ...changes,
    });
  const statusOf = ({ requestId }: { requestId: string }) => world.status(requestId);
  const wordOf = async (quote: { requestId: string }) => (await statusOf(quote)).status;
  const dollars = (owner: string) => balance(world.other, world.other.usdc, owner);
  const settle = () => world.tick(4);

  it("a request is waiting until its deposit is in a block [state.waiting]", async () => {
    const quote = await world.quote();
    expect(await wordOf(quote)).to.equal("waiting");
    await world.pay(quote.address, 100_000);
    await world.tick(3);
    expect(await wordOf(quote), "in the mempool").to.equal("waiting");
    await world.mine();
    await world.tick(3);
    expect(await wordOf(quote)).to.equal("success");
  });

  it("it is pending from the indexed deposit until the fill is on the chain [state.pending]", async () => {
    const quote = await world.quote();
    await world.pay(quote.address, 100_000);
    await world.mine();
    world.rpcDown = true; // the destination is silent: nothing can be filled
    await world.tick(3);
    expect(await wordOf(quote)).to.equal("pending");
    world.rpcDown = false;
    world.swallowSends = true; // the fill is prepared and does not reach the chain
    await world.tick(3);
    expect(await wordOf(quote)).to.equal("pending");
    world.swallowSends = false;
    world.now += 60_000;
    await world.tick(5);
    expect(await wordOf(quote)).to.equal("success");
  });

  it("success means that the recipient has the money, and it stays success [state.success] [service.solver]", async () => {
    const recipient = payee();
    const quote = await quoted({ recipient });
    await user.send({ to: quote.address, value: COIN });
    for (let tick = 0; tick < 6; tick++) {
      await world.tick();
      const [word, paid] = [await wordOf(quote), await dollars(recipient)];
      if (word === "success") expect(paid >= quote.minimum).to.equal(true);
    }
    expect(await wordOf(quote)).to.equal("success");
    await user.send({ to: quote.address, value: COIN }); // another deposit is another request
    await settle();
    expect(await wordOf(quote)).to.equal("success");
  });

  it("what cannot be filled ends in refund, or in failure when nothing can be refunded [state.failure] [error.refund]", async () => {
    const refundTo = payee();
    const quote = await quoted({ refundTo });
    prices.ETH = 2_000n;
    await user.send({ to: quote.address, value: COIN });
    const words = new Set<unknown>();
    for (let tick = 0; tick < 5; tick++) {
      await world.tick();
      words.add(await wordOf(quote));
    }
    expect([...words].at(-1)).to.equal("refund");
    expect(words.has("failure"), "a refund was to follow").to.equal(false);
    expect((await balance(world.evm, ZERO_ADDRESS, refundTo)) > (COIN * 9n) / 10n).to.equal(true);

    const dust = await quoted();
    await user.send({ to: dust.address, value: 10n ** 12n }); // the gas of its refund costs more
    await settle();
    expect((await family(world, dust.address))[0]).to.include({ status: "failure" });
  });

  it("a Bitcoin deposit is processed after one block, not before and not later [rule-1] [limit.confirmations]", async () => {
    const before = await world.received();
    const quote = await world.quote();
    await world.pay(quote.address, 100_000);
    for (let hour = 0; hour < 3; hour++) {
      world.now += 3_600_000;
      await world.tick(2);
    }
    expect(await wordOf(quote)).to.equal("waiting");
    expect(await world.received()).to.equal(before);
    await world.mine(1);
    await world.tick(3);
    expect(await wordOf(quote)).to.equal("success");
    expect((await world.received()) - before >= quote.minimum).to.equal(true);
  });

  it("a deposit is priced anew when it is filled, up and down [rule-2] [service.revalidated]", async () => {
    for (const [price, least, most] of [
      [3_300n, 328n, 330n],
      [2_985n, 296n, 299n],
    ] as const) {
      prices.ETH = 3_000n;
      const recipient = payee();
      const quote = await quoted({ recipient });
      prices.ETH = price;
      await user.send({ to: quote.address, value: COIN });
      await settle();
      const paid = await dollars(recipient);
      expect(paid >= quote.minimum && paid > least * 1_000_000n && paid < most * 1_000_000n).to.equal(true);
    }
  });

  it("nobody gets less than the minimum: then the deposit goes back [rule-2]", async () => {
    for (const [slippageTolerance, outcome] of [
      ["100", "refund"],
      ["500", "success"],
    ] as const) {
      prices.ETH = 3_000n;
      const [recipient, refundTo] = [payee(), payee()];
      const quote = await quoted({ recipient, refundTo, slippageTolerance });
      prices.ETH = 2_920n; // 2.7 % less
      await user.send({ to: quote.address, value: COIN });
      await settle();
      expect(await wordOf(quote)).to.equal(outcome);
      const [paid, back] = [await dollars(recipient), await balance(world.evm, ZERO_ADDRESS, refundTo)];
      expect(paid >= quote.minimum).to.equal(outcome === "success");
      expect(back > 0n).to.equal(outcome === "refund");
    }
  });

  it("the minimum is a rate: one unit more, half and double go back too when the price has fallen [rule-2]", async () => {
    for (const sent of [COIN + 1n, COIN / 2n, COIN * 2n]) {
      prices.ETH = 3_000n;
      const [recipient, refundTo] = [payee(), payee()];
      const quote = await quoted({ recipient, refundTo });
      prices.ETH = 2_000n;
      await user.send({ to: quote.address, value: sent });
      await settle();
      expect(await wordOf(quote), String(sent)).to.equal("refund");
      expect(await dollars(recipient)).to.equal(0n);
      const back = await balance(world.evm, ZERO_ADDRESS, refundTo);
      expect(back > (sent * 99n) / 100n, "all but the gas").to.equal(true);
    }
    prices.ETH = 3_000n;
    const [recipient, refundTo] = [payee(), payee()];
    const strict = await quoted({ recipient, refundTo, strict: true });
    prices.ETH = 2_000n;
    await user.send({ to: strict.address, value: COIN + 1n });
    await settle();
    expect([await wordOf(strict), await dollars(recipient)]).to.deep.equal(["refund", 0n]);
    prices.ETH = 3_000n;
  });

  it("more or less than quoted is quoted for what came, and filled [rule-3] [deposit.any-value]", async () => {
    for (const [sent, least] of [
      [COIN * 3n, 890n],
      [COIN / 2n, 145n],
      [COIN + 1n, 297n],
    ] as const) {
      const recipient = payee();
      const quote = await quoted({ recipient });
      await user.send({ to: quote.address, value: sent });
      await settle();
      expect(await wordOf(quote)).to.equal("success");
      expect((await dollars(recipient)) > least * 1_000_000n).to.equal(true);
    }
    const quote = await world.quote(); // bitcoin
    await world.pay(quote.address, 40_000);
    await world.mine();
    await settle();
    expect(await wordOf(quote)).to.equal("success");
  });

  it("funds on the wrong chain are bridged to the requested destination [rule-4]", async () => {
    const recipient = payee();
    const quote = await quoted({ recipient });
    await abroad.send(transferOf(world.other.usdt, quote.address, 50_000_000n));
    await settle();
    const [bridged] = await family(world, quote.address); // a request of its own
    expect(bridged).to.include({ status: "success", parentRequestId: quote.requestId });
    expect((await dollars(recipient)) > 49_000_000n).to.equal(true);
    expect(await wordOf(quote), "the end of the one that was quoted, too").to.equal("success");
  });

  it("funds on the wrong chain that do not cover fees and gas are not bridged [rule-4]", async () => {
    const recipient = payee();
    const quote = await quoted({ recipient });
    await abroad.send(transferOf(world.other.usdt, quote.address, 10_000n)); // a cent
    await settle();
    const [cent] = await family(world, quote.address);
    expect(cent?.status).to.be.oneOf(["failure", "refund"]);
    expect(await dollars(recipient)).to.equal(0n);
  });

  it("unsupported tokens and NFTs stay at the address and bring nothing [rule-5]", async () => {
    const { evm } = world;
    const hash = await evm.client.deployContract({ ...readArtifact("SandboxNft"), args: [] });
    const { contractAddress: nft } = await evm.client.waitForTransactionReceipt({ hash });
    const [recipient, refundTo] = [payee(), payee()];
    const quote = await quoted({ recipient, refundTo });
    const abi = parseAbi(["function mint(address to, uint256 id)"]);
    const args = [quote.address as `0x${string}`, 7n] as const;
    await user.send(transferOf(evm.unknown, quote.address, 50_000_000n));
    await user.send({ to: nft!, data: encodeFunctionData({ abi, args }) });
    await settle();
    expect(await statusOf(quote)).to.deep.include({ status: "waiting", inTxHashes: [] });
    expect(await evm.balanceOf(evm.unknown, quote.address)).to.equal(50_000_000n);
    expect(await dollars(recipient)).to.equal(0n);
    await walk(user, quote.steps);
    await settle();
    expect(await wordOf(quote), "the address works for what it is for").to.equal("success");
  });

  it("without refundTo a failed bridge waits for a person; with it the money goes back by itself [rule-6]", async () => {
    for (const refundTo of [undefined, payee()]) {
      prices.ETH = 3_000n;
      const quote = await quoted({ refundTo });
      prices.ETH = 2_000n;
      await walk(user, quote.steps);
      await settle();
      const lies = await balance(world.evm, ZERO_ADDRESS, quote.address);
      expect(await wordOf(quote)).to.equal(refundTo ? "refund" : "failure");
      expect(lies).to.equal(refundTo ? 0n : COIN);
      if (refundTo) expect((await balance(world.evm, ZERO_ADDRESS, refundTo)) > 0n).to.equal(true);
    }
  });

  it("a refund of bitcoin goes to refundTo, whoever paid [rule-6]", async () => {
    const quote = await world.quote({ refundTo: PAYEE });
    prices.BTC = 50_000n;
    await world.pay(quote.address, 100_000);
    await world.mine();
    await world.tick(3);
    expect(await statusOf(quote)).to.include({ status: "pending", failReason: "SLIPPAGE" });
    await world.mine();
    await world.tick(3);
    expect(await wordOf(quote)).to.equal("refund");
    expect(held(world, PAYEE) > 90_000n).to.equal(true);
  });

  it("a deposit for which no block comes in an hour is no failure: it is filled after the block [limit.stall]", async () => {
    const quote = await world.quote({ slippageTolerance: "3000" });
    await world.pay(quote.address, 100_000);
    world.now += 3 * 50 * 60_000; // three slow blocks
    await world.tick(2);
    expect(await wordOf(quote)).to.equal("waiting");
    await world.mine();
    await world.tick(3);
    expect(await wordOf(quote)).to.equal("success");
  });
});
