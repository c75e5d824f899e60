import { expect } from "chai";
import { payerBitcoin } from "../../../src/sandbox/accounts.ts";
import type { Wallet } from "../evmWorld.ts";
import { API_KEY, RECIPIENT, startWorld, type World } from "../world.ts";
import { ask, refused, walletQuote } from "../quote/quoted.ts";

const ZERO = "0x0000000000000000000000000000000000000000";
const BTC = "bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8";
const ETHER = 10n ** 18n;

/** Interface specification 2.1: what a quote request may say, and what happens when it says something else. */
describe("the fields of a quote request", () => {
  let world: World;
  let wallet: Wallet;
  before(async () => {
    world = await startWorld({ twoChains: true });
    wallet = await world.evm.wallet(10);
  });
  after(() => world.close());

  /** Dollars from chain to chain by the user's own wallet. */
  const bridge = (changes: Record<string, unknown> = {}) => walletQuote(world, wallet.address, changes);
  /** Bitcoin to dollars by deposit address. */
  const bitcoin = (changes: Record<string, unknown> = {}) => world.quoteBody(changes);
  const ether = { originCurrency: ZERO, destinationCurrency: ZERO, amount: String(ETHER / 10n) };
  const call = (changes: Record<string, unknown>) => {
    const one = { to: RECIPIENT, value: "5", data: "0x", ...changes };
    return bridge({ ...ether, amount: "5", tradeType: "EXACT_OUTPUT", txs: [one] });
  };
  const complaint = async (body: Record<string, unknown>) => {
    const { status, body: answer } = await world.post("/quote/v2", body);
    return `${status} ${String(answer.errorCode)} ${String(answer.message)}`;
  };
  /** A required field: without it, and as anything but its type, the answer is a 400 that names it. */
  const isRequired = async (field: string, wrong: readonly unknown[]) => {
    for (const value of [undefined, null, ...wrong]) {
      const said = await complaint(bridge({ [field]: value }));
      expect(said, String(value)).to.match(new RegExp(`^400 INVALID_REQUEST ${field}: `));
    }
  };

  it("user is an address of the origin chain [quote.user]", async () => {
    await isRequired("user", [1, ""]);
    for (const user of ["0x1234", payerBitcoin().address, `${wallet.address}0`])
      expect(await refused(world, bridge({ user })), user).to.equal("400 INVALID_ADDRESS");
    expect(await refused(world, bitcoin({ user: wallet.address }))).to.equal("400 INVALID_ADDRESS");
    expect(await refused(world, bridge())).to.equal("200 undefined");
  });

  it("with a deposit address user may be anybody, the zero address too; without one nobody can sign as it [quote.user.any]", async () => {
    const deposit = { useDepositAddress: true, recipient: RECIPIENT };
    for (const user of [ZERO, RECIPIENT])
      expect(await refused(world, bridge({ ...deposit, user })), user).to.equal("200 undefined");
    expect(await refused(world, bridge({ user: ZERO, recipient: RECIPIENT }))).to.equal(
      "400 INVALID_ADDRESS",
    );
  });

  const isChain = async (field: string) => {
    await isRequired(field, ["31337", 1.5, [31337]]);
    for (const unheardOf of [1, 0, -1])
      expect(await refused(world, bridge({ [field]: unheardOf }))).to.equal("400 UNSUPPORTED_CHAIN");
  };
  it("originChainId is the integer of a chain that /chains lists [quote.origin-chain]", () =>
    isChain("originChainId"));
  it("destinationChainId is the integer of a chain that /chains lists [quote.destination-chain]", () =>
    isChain("destinationChainId"));

  const isCurrencyOf = async (field: string, foreign: string) => {
    await isRequired(field, [0, ["USDC"]]);
    for (const currency of ["DOGE", BTC, world.evm.unknown, foreign, RECIPIENT])
      expect(await refused(world, bridge({ [field]: currency }))).to.equal("400 UNSUPPORTED_CURRENCY");
  };
  it("originCurrency is a currency of the origin chain [quote.origin-currency]", async () => {
    await isCurrencyOf("originCurrency", "BTC");
    const { details } = await ask(world, bridge({ originCurrency: world.evm.usdt }));
    expect(details.currencyIn.currency.address).to.equal(world.evm.usdt);
  });
  it("destinationCurrency is a currency of the destination chain [quote.destination-currency]", async () => {
    await isCurrencyOf("destinationCurrency", "BTC");
    const { details } = await ask(world, bridge({ destinationCurrency: world.other.usdt }));
    expect(details.currencyOut.currency.address).to.equal(world.other.usdt);
  });

  it("the zero address is the native coin of an EVM chain [quote.native]", async () => {
    const { details } = await ask(world, bridge(ether));
    for (const { currency } of [details.currencyIn, details.currencyOut])
      expect(currency).to.include({ address: ZERO, symbol: "ETH", decimals: 18 });
  });

  it("symbols in any case name currencies, and are answered as addresses [quote.symbols]", async () => {
    const { details } = await ask(
      world,
      bitcoin({ originCurrency: "Btc", destinationCurrency: "usdc", amount: "200000" }),
    );
    expect(details.currencyIn.currency).to.include({ address: BTC, symbol: "BTC" });
    expect(details.currencyOut.currency).to.include({ address: world.usdc, symbol: "USDC" });
    const inCapitals = bridge({ originCurrency: world.evm.usdc.toUpperCase().replace("X", "x") });
    expect((await ask(world, inCapitals)).details.currencyIn.currency.address).to.equal(world.evm.usdc);
  });

  it("amount is a string of digits in smallest units, up to what a contract can hold [quote.amount]", async () => {
    await isRequired("amount", [25_000_000, "1.5", "-1", "1e6", "0x10", " 1", "", "9".repeat(78)]);
    const { details } = await ask(world, bridge({ amount: "25000000" }));
    expect(details.currencyIn).to.include({ amount: "25000000", amountFormatted: "25" });
    expect(await refused(world, bridge({ amount: "0" }))).to.equal("400 AMOUNT_TOO_LOW");
  });

  it("tradeType is one of the words that there are [quote.trade-type]", async () => {
    await isRequired("tradeType", [1]);
    for (const tradeType of ["exact_input", "EXACT", "TOGGLE"])
      expect(await refused(world, bridge({ tradeType }))).to.equal("400 UNSUPPORTED_EXECUTION_TYPE");
  });

  it("with EXACT_INPUT the amount is what is paid, and less comes out [quote.exact-input]", async () => {
    const { details, steps } = await ask(world, bridge({ tradeType: "EXACT_INPUT" }));
    expect(details.currencyIn.amount).to.equal("25000000");
    expect(Number(details.currencyOut.amount)).to.be.within(24_000_000, 24_999_999);
    expect(steps.at(-1)?.items[0].data.data).to.include((25_000_000).toString(16).padStart(64, "0"));
  });

  it("with EXACT_OUTPUT the amount is what comes out, and more is paid [quote.exact-output]", async () => {
    const { details } = await ask(world, bridge({ tradeType: "EXACT_OUTPUT" }));
    expect(details.currencyOut).to.include({ amount: "25000000", minimumAmount: "25000000" });
    expect(Number(details.currencyIn.amount)).to.be.within(25_000_001, 26_000_000);
    const moved = await ask(world, bridge({ tradeType: "EXACT_OUTPUT", slippageTolerance: "300" }));
    expect(moved.details.currencyOut, "whatever the slippage").to.include({
      amount: "25000000",
      minimumAmount: "25000000",
    });
    expect(Number(moved.details.currencyIn.amount)).to.be.above(Number(details.currencyIn.amount));
  });

  it("recipient is an address of the destination chain at which money is not lost [quote.recipient]", async () => {
    for (const recipient of ["0x1234", payerBitcoin().address])
      expect(await refused(world, bridge({ recipient })), recipient).to.equal("400 INVALID_ADDRESS");
    for (const recipient of [ZERO, BTC, world.other.usdc, world.other.contracts.Depository])
      expect(await refused(world, bridge({ recipient })), recipient).to.equal("400 INVALID_RECIPIENT");
    expect(await refused(world, bitcoin({ recipient: undefined })), "whose?").to.equal(
      "400 INVALID_RECIPIENT",
    );
    const { details } = await ask(world, bridge({ recipient: RECIPIENT }));
    expect(details).to.include({ sender: wallet.address, recipient: RECIPIENT });
    expect((await ask(world, bridge())).details).to.include({ recipient: wallet.address });
  });

  it("a call names the contract on the destination [quote.tx.to]", async () => {
    for (const to of ["0x1234", payerBitcoin().address])
      expect(await refused(world, call({ to }))).to.equal("400 INVALID_ADDRESS");
    expect(await complaint(call({ to: undefined }))).to.match(/^400 INVALID_REQUEST txs\.0\.to: /);
  });

  it("the value of a call is an integer string, or a whole JSON number [quote.tx.value]", async () => {
    for (const value of [1.5, -1, 2 ** 53, "1.5", "", null, undefined])
      expect(await complaint(call({ value }))).to.match(/^400 INVALID_REQUEST txs\.0\.value: /);
    for (const value of ["5", 5]) expect(await refused(world, call({ value }))).to.equal("200 undefined");
  });

  it("the data of a call is hex [quote.tx.data]", async () => {
    for (const data of ["", "0x1", "0xzz", "1234", 12, undefined])
      expect(await complaint(call({ data }))).to.match(/^400 INVALID_REQUEST txs\.0\.data: /);
    expect(await refused(world, call({ data: "0xAb12" }))).to.equal("200 undefined");
  });

  it("useDepositAddress asks for an address instead of a transaction of the wallet [quote.use-deposit-address]", async () => {
    expect(await complaint(bridge({ useDepositAddress: "true" }))).to.match(/^400 INVALID_REQUEST useDep/);
    const ways = [true, false, undefined].map(async (useDepositAddress) => {
      const { steps } = await ask(world, bridge({ ...ether, useDepositAddress }));
      return steps[0]?.depositAddress === "" ? "wallet" : "address";
    });
    expect(await Promise.all(ways)).to.deep.equal(["address", "wallet", "wallet"]);
  });

  it("refundTo is checked with a deposit address, and means nothing without one [quote.refund-to]", async () => {
    const deposit = { useDepositAddress: true };
    for (const refundTo of ["0x1234", payerBitcoin().address, world.evm.contracts.Depository]) {
      expect(await refused(world, bridge({ ...deposit, refundTo }))).to.equal("400 INVALID_ADDRESS");
      expect(await refused(world, bridge({ refundTo }))).to.equal("200 undefined");
    }
    for (const refundTo of [RECIPIENT, ZERO])
      // the zero address stands for who sends the deposit
      expect(await refused(world, bridge({ ...deposit, refundTo }))).to.equal("200 undefined");
  });

  it("usePermit is accepted on every route [quote.use-permit]", async () => {
    const routes = [bridge(), bridge(ether), bridge({ originCurrency: "USDT" }), bitcoin()];
    for (const body of routes)
      for (const usePermit of [true, false])
        expect(await refused(world, { ...body, usePermit })).to.equal("200 undefined");
    expect(await refused(world, bridge({ usePermit: "yes" }))).to.equal("400 INVALID_REQUEST");
  });

  it("useExternalLiquidity is accepted [quote.use-external-liquidity]", async () => {
    for (const useExternalLiquidity of [true, false])
      expect(await refused(world, bridge({ useExternalLiquidity }))).to.equal("200 undefined");
    expect(await refused(world, bridge({ useExternalLiquidity: 1 }))).to.equal("400 INVALID_REQUEST");
  });

  it("referrer is any label, and the request keeps it [quote.referrer]", async () => {
    const referrer = "a shop's own label: “Ω” 1/2";
    const key = { "x-api-key": API_KEY };
    const { steps } = await ask(world, bridge({ referrer }), key);
    const { body } = await world.get(`/requests/v2?id=${steps[0]?.requestId}`, key);
    expect((body.requests as { referrer: string }[])[0]?.referrer).to.equal(referrer);
    expect(await refused(world, bridge({ referrer: 1 }))).to.equal("400 INVALID_REQUEST");
  });

  it("amounts of every currency go in and come out as integer strings [service.amounts]", async () => {
    const bodies = [
      bridge(),
      bridge(ether),
      bitcoin({ amount: "200000" }),
      bitcoin({ destinationCurrency: ZERO }),
    ];
    for (const body of bodies) {
      const { details, fees } = await ask(world, body);
      for (const { amount, minimumAmount } of [
        details.currencyIn,
        details.currencyOut,
        ...Object.values(fees),
      ])
        for (const digits of [amount, minimumAmount]) expect(digits).to.be.a("string").and.match(/^\d+$/);
    }
    const worth = (await ask(world, bridge(ether))).details.currencyIn;
    expect(worth).to.include({ amount: "100000000000000000", amountFormatted: "0.1" });
  });
});
