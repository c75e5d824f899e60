import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { spendableBalance } from "../../src/bitcoin/reader/esplora.ts";
import { quoteResponseSchema } from "../../src/intents/quote.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../src/intents/identifiers.ts";
import { payerBitcoin } from "../../src/sandbox/accounts.ts";
import { EVM_CHAIN_ID, RECIPIENT, startWorld, type World } from "./world.ts";

const ZERO = `0x${"0".repeat(40)}`;
const OTHER = "0x2222222222222222222222222222222222222222";
const MISTYPED = "0x52908400098527886E0F7030069857D2E4169Ee7"; // the second last character is E
const MAINNET_ADDRESS = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

describe("quotes over HTTP", () => {
  let world: World;
  before(async () => {
    world = await startWorld();
  });
  after(() => world.close());

  const refusal = async (changes: Record<string, unknown>) => {
    const { status, body } = await world.post("/quote/v2", world.quoteBody(changes));
    expect(Object.keys(body).sort()).to.deep.equal(["errorCode", "message"]);
    expect(String(body.message).length).to.be.greaterThan(20);
    return `${status} ${String(body.errorCode)}`;
  };

  it("a deposit-address quote has one step, as the contract shows it", async () => {
    const { status, body } = await world.post("/quote/v2", world.quoteBody());
    expect(status).to.equal(200);
    const { steps } = quoteResponseSchema.parse(body);
    expect(steps).to.have.length(1);
    const [step] = steps;
    expect(step).to.include({ id: "deposit", kind: "transaction" });
    expect(step?.requestId).to.match(/^0x[0-9a-f]{64}$/);
    expect(step?.items).to.deep.equal([
      {
        status: "incomplete",
        data: {
          from: payerBitcoin().address,
          to: step?.depositAddress,
          data: "0x",
          value: "100000",
          chainId: BITCOIN_CHAIN_ID,
        },
        check: { endpoint: `/intents/status?requestId=${step?.requestId}`, method: "GET" },
      },
    ]);
  });

  it("fees and details carry exact amounts that add up", async () => {
    const { body } = await world.post("/quote/v2", world.quoteBody());
    const { details, fees } = body as Priced;
    expect(details.currencyIn).to.include({
      amount: "100000",
      amountFormatted: "0.001",
      minimumAmount: "100000",
    });
    expect(BigInt(details.currencyOut.minimumAmount)).to.equal(
      (BigInt(details.currencyOut.amount) * 99n) / 100n,
    );
    expect(BigInt(fees.relayer.amount)).to.equal(
      BigInt(fees.relayerGas.amount) + BigInt(fees.relayerService.amount),
    );
    const worth = Number(details.currencyIn.amountUsd) - Number(details.currencyOut.amountUsd);
    expect(worth).to.be.closeTo(Number(fees.relayer.amountUsd), 0.0001);
    expect(Number(details.rate) / 1e3).to.be.closeTo(Number(details.currencyOut.amountFormatted), 0.001);
    expect(details).to.include({ sender: payerBitcoin().address, recipient: RECIPIENT, operation: "bridge" });
  });

  it("EXACT_OUTPUT names the sats that bring the wanted output, and no fewer would do", async () => {
    const exact = { strict: true, tradeType: "EXACT_OUTPUT", amount: "25000000" };
    const { details } = (await world.post("/quote/v2", world.quoteBody(exact))).body as Priced;
    expect(details.currencyOut).to.include({ amount: "25000000", minimumAmount: "25000000" });
    const outputOf = async (sats: bigint) => (await world.quote({ amount: String(sats) })).output;
    const input = BigInt(details.currencyIn.amount);
    expect((await outputOf(input)) >= 25_000_000n, "the same sats").to.equal(true);
    expect((await outputOf(input - 1n)) < 25_000_000n, "one sat less").to.equal(true);
  });

  it("EXPECTED_OUTPUT is sized in the same way and leaves the slippage", async () => {
    const expected = { strict: true, tradeType: "EXPECTED_OUTPUT", amount: "25000000" };
    const { details } = (await world.post("/quote/v2", world.quoteBody(expected))).body as Priced;
    const { amount, minimumAmount } = details.currencyOut;
    expect(Number(amount)).to.be.within(25_000_000, 25_002_000);
    expect(BigInt(minimumAmount)).to.equal((BigInt(amount) * 99n) / 100n);
  });

  it("the fees and impacts of every kind are told, costs as negative dollars", async () => {
    const appFees = [{ recipient: RECIPIENT, fee: "50" }];
    const { details, fees } = (
      await world.post("/quote/v2", world.quoteBody({ appFees, slippageTolerance: "250" }))
    ).body as Priced;
    expect(Object.keys(fees)).to.deep.equal([
      "gas",
      "relayer",
      "relayerGas",
      "relayerService",
      "app",
      "subsidized",
    ]);
    const share = (Number(details.currencyIn.amountUsd) * 50) / 10_000;
    expect(Number(fees.app.amountUsd)).to.be.closeTo(share, 0.001);
    const { execution, relay, app, swap, sponsored } = details.expandedPriceImpact;
    expect(Number(execution.usd)).to.equal(-Number(fees.relayerGas.amountUsd));
    expect(Number(relay.usd)).to.equal(-Number(fees.relayerService.amountUsd));
    expect(Number(app.usd)).to.equal(-Number(fees.app.amountUsd));
    expect([Number(swap.usd), Number(sponsored.usd)]).to.deep.equal([0, 0]);
    const all = Number(execution.usd) + Number(relay.usd) + Number(app.usd);
    expect(Number(details.totalImpact.usd)).to.be.closeTo(all, 0.0001);
    expect(details.slippageTolerance.total).to.equal("250");
    const { amount, minimumAmount } = details.currencyOut;
    expect(BigInt(details.slippageTolerance.destination.value)).to.equal(
      BigInt(amount) - BigInt(minimumAmount),
    );
    expect(details.timeEstimate).to.equal(610); // a Bitcoin block, and the fill
  });

  it("currencies are understood by symbol and in any case, and answered as addresses", async () => {
    const named = world.quoteBody({ originCurrency: "btc", destinationCurrency: "usdc" });
    const { details } = (await world.post("/quote/v2", named)).body as Priced;
    expect(details.currencyOut.currency).to.include({ address: world.usdc, symbol: "USDC", decimals: 6 });
    expect(details.currencyIn.currency).to.include({ address: BTC_CURRENCY, chainId: BITCOIN_CHAIN_ID });
  });

  it("every mistake in a request is refused with the code that names it", async () => {
    for (const [changes, code] of MISTAKES(world)) {
      expect(await refusal(changes), JSON.stringify(changes)).to.equal(`400 ${code}`);
    }
  });

  it("names the checksum of an EVM address with a mistyped character, whatever field it is in", async () => {
    const says = (field: string) =>
      `${field} "${MISTYPED}" has a wrong checksum (EIP-55): a character may be mistyped.`;
    const fromEvm = {
      originChainId: EVM_CHAIN_ID,
      originCurrency: "USDC",
      destinationChainId: BITCOIN_CHAIN_ID,
    };
    const toBitcoin = {
      ...fromEvm,
      destinationCurrency: "BTC",
      recipient: world.refundTo,
      amount: "100000000",
    };
    const own = { user: RECIPIENT, refundTo: RECIPIENT };
    const txs = [{ to: MISTYPED, value: "5", data: "0x" }];
    const call = {
      useDepositAddress: false,
      destinationCurrency: ZERO,
      tradeType: "EXACT_OUTPUT",
      amount: "5",
      txs,
    };
    for (const [field, changes] of Object.entries({
      user: { ...toBitcoin, ...own, user: MISTYPED },
      refundTo: { ...toBitcoin, ...own, refundTo: MISTYPED },
      recoveryAddress: { ...toBitcoin, ...own, recoveryAddress: MISTYPED },
      recipient: { recipient: MISTYPED },
      "txs.0.to": call,
      "appFees.0.recipient": { appFees: [{ recipient: MISTYPED, fee: "1" }] },
    })) {
      const { status, body } = await world.post("/quote/v2", world.quoteBody(changes));
      expect([status, body["errorCode"]], field).to.deep.equal([400, "INVALID_ADDRESS"]);
      expect(body["message"]).to.satisfy((said: string) => said.startsWith(says(field)));
    }
    const { body } = await world.get(`/app-fees/${MISTYPED}/balances`);
    expect(body["message"]).to.contain("has a wrong checksum (EIP-55)");
  });

  it("a body that is no JSON object is refused, and unknown fields are ignored", async () => {
    for (const body of ["{", "[]", "null", '"text"']) {
      expect((await world.post("/quote/v2", body)).body.errorCode).to.equal("INVALID_REQUEST");
    }
    expect(
      (await world.post("/quote/v2", { ...world.quoteBody(), useFallbacks: 3, unheardOf: {} })).status,
    ).to.equal(200);
    expect(
      (await world.post("/quote/v2", { ...world.quoteBody(), referrer: "x".repeat(70_000) })).status,
    ).to.equal(413);
  });

  it("user needs one sat more than the amount, and what it spends in the mempool does not count", async () => {
    const user = world.network.solver.bitcoin;
    await world.pay(user, 100_000);
    expect(await refusal({ user }), "unconfirmed money is no balance").to.equal("400 INSUFFICIENT_FUNDS");
    await world.mine();
    expect(await refusal({ user }), "a balance equal to the amount").to.equal("400 INSUFFICIENT_FUNDS");
    expect((await world.post("/quote/v2", world.quoteBody({ user, amount: "99999" }))).status).to.equal(200);
    expect(spendableBalance({ funded: 10n, spent: 3n, mempoolFunded: 50n, mempoolSpent: 2n })).to.equal(5n);
  });

  it("what the solver has promised is not promised again", async () => {
    const amount = "800000000";
    const { address } = await world.quote({ amount });
    await world.pay(address, Number(amount));
    await world.mine();
    world.swallowSends = true; // signed and promised, not on the chain yet
    await world.tick();
    expect(await refusal({ amount })).to.equal("400 INSUFFICIENT_LIQUIDITY");
    world.swallowSends = false;
  });

  it("a chain that does not answer is a 503, not a wrong quote", async () => {
    world.now += 60_000;
    world.explorerDown = true;
    expect(await refusal({})).to.equal("503 SERVICE_UNAVAILABLE");
    world.explorerDown = false;
    world.rpcDown = true;
    world.now += 60_000;
    expect(await refusal({})).to.equal("503 SERVICE_UNAVAILABLE");
    world.rpcDown = false;
    expect((await world.post("/quote/v2", world.quoteBody())).status).to.equal(200);
  });

  it("no two of fifty quotes at once share an address or an id", async () => {
    const quotes = await Promise.all(Array.from({ length: 50 }, () => world.quote()));
    expect(new Set(quotes.map(({ address }) => address)).size).to.equal(50);
    expect(new Set(quotes.map(({ requestId }) => requestId)).size).to.equal(50);
  });

  it("a deposit is found even when it comes before the first look at the chain", async () => {
    await world.restart({
      databaseUrl: path.join(os.tmpdir(), `crosstill-fresh-${process.pid}`, "network.db"),
    });
    const { requestId, address } = await world.quote();
    await world.pay(address, 100_000);
    await world.mine(3);
    await world.tick(2);
    expect(await world.status(requestId)).to.include({ status: "success" });
    await world.restart();
    fs.rmSync(path.join(os.tmpdir(), `crosstill-fresh-${process.pid}`), { recursive: true });
  });

  it("addresses go on where they ended after a restart", async () => {
    const before = await world.quote();
    await world.restart();
    expect((await world.quote()).address).to.not.equal(before.address);
  });
});

/** What is wrong with a request, by the code that says so. */
const MISTAKES = (world: World): readonly (readonly [Record<string, unknown>, string])[] => {
  const call = { to: RECIPIENT, value: "0", data: "0x" };
  const called = (changes: object, amount = "5") => ({
    ...{ useDepositAddress: false, destinationCurrency: ZERO, tradeType: "EXACT_OUTPUT", amount },
    txs: [{ ...call, value: "5", ...changes }],
  });
  const toBitcoin = {
    ...{ originChainId: EVM_CHAIN_ID, originCurrency: "USDC", user: RECIPIENT, refundTo: RECIPIENT },
    ...{ destinationChainId: BITCOIN_CHAIN_ID, destinationCurrency: "BTC", amount: "100000000" },
  };
  const sameChain = {
    ...{ originChainId: EVM_CHAIN_ID, originCurrency: "USDC", user: RECIPIENT, useDepositAddress: false },
  };
  const types = Object.entries({
    user: [undefined, null, 1, "", {}, "x".repeat(4_097)],
    originChainId: [undefined, "8253038", 1.5, null, 2 ** 60],
    destinationChainId: [undefined, "31337", {}],
    originCurrency: [undefined, 0, ""],
    destinationCurrency: [undefined, null, ["USDC"]],
    amount: [undefined, 100_000, "1.5", "-1", "+1", "1e5", "0x10", " 1", "", "9".repeat(78), "1".repeat(79)],
    tradeType: [undefined, 1, null],
    recipient: [null, "", 5],
    txs: [{}, "[]", [null], [{ to: RECIPIENT }], Array(51).fill(call)],
    useDepositAddress: ["true", 1, null],
    usePermit: [3, "yes"],
    useExternalLiquidity: ["true", 0],
    referrer: [1, null],
    strict: ["true", 1],
    appFees: [{}, [{}], [{ recipient: RECIPIENT, fee: 1 }], [{ recipient: RECIPIENT, fee: "1.5" }]],
    ttl: ["60", 0, -1, 1.5, 31_536_001],
    refundTo: [1, null, {}, ""],
    recoveryAddress: [1, ""],
    additionalData: ["02", { userPublicKey: 2 }],
  }).flatMap(([field, values]) =>
    values.map((value): readonly [Record<string, unknown>, string] => [
      { [field]: value },
      "INVALID_REQUEST",
    ]),
  );
  return [
    ...types,
    [called({ value: 1.5 }), "INVALID_REQUEST"],
    [called({ value: -1 }), "INVALID_REQUEST"],
    [called({ value: 2 ** 53 }), "INVALID_REQUEST"],
    [called({ data: "0x1" }), "INVALID_REQUEST"],
    [called({ data: "zz" }), "INVALID_REQUEST"],
    [called({ to: "0x1234" }), "INVALID_ADDRESS"],
    [called({}, "6"), "INVALID_EXTRA_TXS"],
    [{ ...called({}), destinationCurrency: "USDC" }, "INVALID_EXTRA_TXS"],
    [{ ...called({}), tradeType: "EXACT_INPUT" }, "UNSUPPORTED_EXECUTION_TYPE"],
    [{ ...called({}), tradeType: "EXPECTED_OUTPUT" }, "UNSUPPORTED_EXECUTION_TYPE"],
    [{ ...toBitcoin, ...called({}), destinationCurrency: "BTC" }, "EXTRA_TXS_NOT_SUPPORTED"],
    [{ txs: [call] }, "EXTRA_TXS_NOT_SUPPORTED"],
    [{ amount: "0" }, "AMOUNT_TOO_LOW"],
    [{ amount: "500" }, "AMOUNT_TOO_LOW"],
    [{ ...toBitcoin, recipient: world.refundTo, amount: "1" }, "AMOUNT_TOO_LOW"],
    [{ destinationChainId: 1 }, "UNSUPPORTED_CHAIN"],
    [{ originChainId: 10 }, "UNSUPPORTED_CHAIN"],
    [{ originChainId: -1 }, "UNSUPPORTED_CHAIN"],
    [{ destinationChainId: BITCOIN_CHAIN_ID, destinationCurrency: BTC_CURRENCY }, "UNSUPPORTED_ROUTE"],
    [{ ...toBitcoin, recipient: RECIPIENT }, "INVALID_ADDRESS"],
    [{ ...toBitcoin, recipient: world.refundTo, refundTo: world.refundTo }, "INVALID_ADDRESS"],
    [{ ...sameChain, destinationCurrency: "USDC", recipient: RECIPIENT }, "INVALID_RECIPIENT"], // to oneself
    [
      { ...sameChain, originCurrency: "ETH", destinationCurrency: "WETH", recipient: OTHER },
      "USER_RECIPIENT_MISMATCH",
    ],
    [
      { ...sameChain, destinationCurrency: "USDC", useDepositAddress: true, refundTo: undefined },
      "UNSUPPORTED_ROUTE",
    ],
    [{ ...sameChain, user: ZERO, recipient: OTHER }, "INVALID_ADDRESS"],
    [{ originCurrency: ZERO }, "UNSUPPORTED_CURRENCY"],
    [{ destinationCurrency: "DOGE" }, "UNSUPPORTED_CURRENCY"],
    [{ destinationCurrency: world.evm.unknown }, "UNSUPPORTED_CURRENCY"],
    [{ tradeType: "EXACT_OUTPUT" }, "UNSUPPORTED_EXECUTION_TYPE"],
    [{ tradeType: "EXACT" }, "UNSUPPORTED_EXECUTION_TYPE"],
    [{ strict: true, refundTo: undefined }, "INVALID_REQUEST"],
    [{ strict: true, refundTo: "" }, "INVALID_REQUEST"],
    [{ user: RECIPIENT }, "INVALID_ADDRESS"],
    [{ user: MAINNET_ADDRESS }, "INVALID_ADDRESS"],
    [{ user: BTC_CURRENCY }, "INVALID_ADDRESS"],
    [{ user: payerBitcoin().address.slice(0, -1) + "x" }, "INVALID_ADDRESS"],
    [{ refundTo: MAINNET_ADDRESS }, "INVALID_ADDRESS"],
    [{ refundTo: BTC_CURRENCY }, "INVALID_ADDRESS"],
    [{ refundTo: world.network.solver.bitcoin }, "INVALID_ADDRESS"],
    [{ recipient: payerBitcoin().address }, "INVALID_ADDRESS"],
    [{ recipient: "0x52908400098527886E0F7030069857D2E4169Ee7" }, "INVALID_ADDRESS"], // a checksum that is wrong
    [{ recipient: undefined }, "INVALID_RECIPIENT"],
    [{ recipient: ZERO }, "INVALID_RECIPIENT"],
    [{ recipient: BTC_CURRENCY }, "INVALID_RECIPIENT"],
    [{ recipient: world.usdc }, "INVALID_RECIPIENT"],
    [{ recipient: world.evm.contracts.Depository }, "INVALID_RECIPIENT"],
    [{ recipient: world.evm.contracts.Router }, "INVALID_RECIPIENT"],
    [{ recipient: world.network.solver.evm }, "INVALID_RECIPIENT"],
    [
      {
        ...toBitcoin,
        user: ZERO,
        destinationChainId: EVM_CHAIN_ID,
        destinationCurrency: "WETH",
        recipient: undefined,
      },
      "INVALID_RECIPIENT",
    ],
    [{ slippageTolerance: "10001" }, "INVALID_SLIPPAGE_TOLERANCE"],
    [{ slippageTolerance: "007" }, "INVALID_SLIPPAGE_TOLERANCE"],
    [{ slippageTolerance: 100 }, "INVALID_SLIPPAGE_TOLERANCE"],
    [{ appFees: [{ recipient: ZERO, fee: "1" }] }, "INVALID_ADDRESS"],
    [{ appFees: [{ recipient: "me", fee: "1" }] }, "INVALID_ADDRESS"],
    [{ appFees: [{ recipient: RECIPIENT, fee: "5001" }] }, "INVALID_REQUEST"],
    [{ amount: "3000000000" }, "INSUFFICIENT_LIQUIDITY"],
    [{ amount: String(2n ** 256n - 1n) }, "INSUFFICIENT_LIQUIDITY"],
    [{ user: world.network.solver.bitcoin }, "INSUFFICIENT_FUNDS"],
  ];
};

type Shown = {
  amount: string;
  minimumAmount: string;
  amountUsd: string;
  amountFormatted: string;
  currency: object;
};
type Usd = { usd: string };
type Priced = {
  details: {
    currencyIn: Shown;
    currencyOut: Shown;
    rate: string;
    timeEstimate: number;
    totalImpact: Usd;
    expandedPriceImpact: Record<"swap" | "execution" | "relay" | "app" | "sponsored", Usd>;
    slippageTolerance: { total: string; destination: { value: string } };
  };
  fees: Record<"gas" | "relayer" | "relayerGas" | "relayerService" | "app" | "subsidized", Shown>;
};
