import { expect } from "chai";
import { createPayees, balance, evmQuote, family, transferOf } from "../evmRoutes.ts";
import type { Wallet } from "../evmWorld.ts";
import { RECIPIENT, startWorld, type World } from "../world.ts";
import { ask, refused, walletQuote } from "../quote/quoted.ts";

const ZERO = "0x0000000000000000000000000000000000000000";
const COIN = 10n ** 17n;

/** Interface specification 4.4: the deposit-address flow. */
describe("deposit addresses", () => {
  const payee = createPayees();
  let world: World;
  let user: Wallet;
  before(async () => {
    const usd: Record<string, bigint> = { BTC: 80_000n, ETH: 3_000n, WETH: 3_000n };
    const priceSource = { price: async (symbol: string) => (usd[symbol] ?? 1n) * 100_000_000n };
    world = await startWorld({ twoChains: true, priceSource });
    user = await world.evm.wallet(10);
  });
  after(() => world.close());

  /** Ether from chain to chain. */
  const native = (changes: Record<string, unknown> = {}) =>
    walletQuote(world, user.address, {
      ...{ originCurrency: ZERO, destinationCurrency: ZERO, amount: String(COIN) },
      ...{ useDepositAddress: true, refundTo: RECIPIENT },
      ...changes,
    });
  const dollars = (changes: Record<string, unknown> = {}) =>
    native({ originCurrency: "USDC", destinationCurrency: "USDC", amount: "50000000", ...changes });
  const call = { to: RECIPIENT, value: "0", data: "0x" };

  it("the deposit step is a plain payment of the amount to the address [deposit.step]", async () => {
    for (const [body, chainId, amount] of [
      [native(), 31337, String(COIN)],
      [world.quoteBody(), 8253038, "100000"],
    ] as const) {
      const { steps } = await ask(world, body);
      expect(steps).to.have.length(1);
      const [{ id, kind, depositAddress, items }] = steps as [(typeof steps)[0]];
      expect([id, kind]).to.deep.equal(["deposit", "transaction"]);
      const { maxFeePerGas, maxPriorityFeePerGas, ...payment } = items[0].data;
      expect(payment).to.deep.equal({
        ...{ from: body.user, to: depositAddress, data: "0x", value: amount, chainId },
      });
      for (const price of [maxFeePerGas, maxPriorityFeePerGas])
        expect(price === undefined, "bitcoin has no gas").to.equal(chainId === 8253038);
    }
  });

  it("for a token the step is its transfer to the address, and that is bridged [x.erc20-deposit]", async () => {
    const recipient = payee();
    const { steps } = await ask(world, dollars({ recipient }));
    const [{ depositAddress, requestId, items }] = steps as [(typeof steps)[0]];
    const { to, data, value } = items[0].data;
    expect({ to, data }).to.deep.equal(transferOf(world.evm.usdc, depositAddress, 50_000_000n));
    expect(value).to.equal("0");
    await user.send({ to, data });
    await world.tick(4);
    expect(await world.status(requestId)).to.include({ status: "success" });
    expect((await balance(world.other, world.other.usdc, recipient)) > 49_000_000n).to.equal(true);
  });

  it("fifty addresses begin and end with d, and are all different [deposit.d]", async () => {
    const quotes = await Promise.all(Array.from({ length: 50 }, () => ask(world, native())));
    const addresses = quotes.map(({ steps }) => steps[0]!.depositAddress);
    for (const address of addresses) expect(address).to.match(/^0x[dD][0-9a-fA-F]{38}[dD]$/);
    expect(new Set(addresses).size).to.equal(50);
  });

  it("any value is bridged that covers gas and fees; one that does not is not [deposit.any-value]", async () => {
    for (const [sent, word] of [
      [COIN / 4n, "success"],
      [COIN * 5n, "success"],
      [10n ** 13n, "failure"], // three cents, less than the gas of anything
    ] as const) {
      const recipient = payee();
      const quote = await evmQuote(world, user, { useDepositAddress: true, refundTo: payee(), recipient });
      await user.send({ to: quote.address, value: sent });
      await world.tick(4);
      const [deposit] = await family(world, quote.address); // dust takes no quote's place
      expect(deposit).to.include({ status: word });
      const paid = await balance(world.other, ZERO, recipient);
      expect(paid > (sent * 9n) / 10n).to.equal(word === "success");
    }
  });

  it("an address takes further deposits on its route, months later too [deposit.reusable] [x.children]", async () => {
    const recipient = payee();
    const quote = await evmQuote(world, user, { useDepositAddress: true, refundTo: payee(), recipient });
    for (let month = 0; month < 3; month++) {
      await user.send({ to: quote.address, value: COIN });
      await world.tick(4);
      world.now += 30 * 86_400_000;
    }
    const rows = await family(world, quote.address);
    expect(rows.map(({ status }) => status)).to.deep.equal(["success", "success", "success"]);
    expect(new Set(rows.map(({ id }) => id)).size).to.equal(3);
    expect(rows.at(-1)).to.include({ id: quote.requestId, parentRequestId: null });
    for (const child of rows.slice(0, 2)) expect(child.parentRequestId).to.equal(quote.requestId);
    expect(rows.at(-1)?.supersededByRequestId).to.equal(rows[0]?.id);
    expect((await balance(world.other, ZERO, recipient)) > (3n * COIN * 9n) / 10n).to.equal(true);
  });

  it("calls on the destination are refused with an address [deposit.no-calls]", async () => {
    for (const tradeType of ["EXACT_INPUT", "EXACT_OUTPUT"])
      expect(await refused(world, native({ txs: [call], tradeType }))).to.equal(
        "400 EXTRA_TXS_NOT_SUPPORTED",
      );
    expect(await refused(world, native({ txs: [] }))).to.equal("200 undefined");
  });

  it("an address takes exact input; exact output is refused [deposit.exact-input] [limit.deposit-trade-type]", async () => {
    expect(await refused(world, native({ tradeType: "EXACT_INPUT" }))).to.equal("200 undefined");
    for (const body of [native(), dollars(), world.quoteBody()])
      expect(await refused(world, { ...body, tradeType: "EXACT_OUTPUT" })).to.equal(
        "400 UNSUPPORTED_EXECUTION_TYPE",
      );
  });

  /** What an address costs more than the wallet's own deposit, in destination units, and wei for a unit of gas, at one moment. */
  const surcharge = async (body: Record<string, unknown>) => {
    const wallet = await ask(world, native({ useDepositAddress: false }));
    const perGas = BigInt(wallet.steps[0]!.items[0].data.maxFeePerGas!);
    const [own, address] = [
      await ask(world, { ...body, useDepositAddress: false }),
      await ask(world, { ...body, useDepositAddress: true }),
    ];
    const more = BigInt(address.fees.relayerGas.amount) - BigInt(own.fees.relayerGas.amount);
    const less = BigInt(own.details.currencyOut.amount) - BigInt(address.details.currencyOut.amount);
    expect(less, "it is what comes out less").to.equal(more);
    return { more, perGas };
  };

  it("a native coin's address costs 33,000 gas more than a bridge without one [deposit.gas-native]", async () => {
    const { more, perGas } = await surcharge(native());
    expect(more).to.equal(33_000n * perGas);
  });

  it("a token's address costs 70,000 gas more [deposit.gas-erc20]", async () => {
    const { more, perGas } = await surcharge(dollars());
    const wei = 70_000n * perGas;
    const rounded = (wei * 3_000n * 1_000_000n + 10n ** 18n - 1n) / 10n ** 18n; // in dollars of 6 decimals, upwards
    expect(more).to.equal(rounded);
  });
});
