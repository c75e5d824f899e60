import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "chai";
import { spendableBalance } from "../../src/chain/esplora.ts";
import { quoteResponseSchema } from "../../src/protocol/quote.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../src/protocol/identifiers.ts";
import { payerBitcoin } from "../../src/sandbox/accounts.ts";
import { EVM_CHAIN_ID, RECIPIENT, startWorld, type World } from "./world.ts";

const ZERO = `0x${"0".repeat(40)}`;
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
        check: { endpoint: `/intents/status/v3?requestId=${step?.requestId}`, method: "GET" },
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

  it("an indicative quote has an empty deposit address and nothing to pay to", async () => {
    const { body } = await world.post("/quote/v2", world.quoteBody({ useDepositAddress: undefined }));
    const { steps } = body as { steps: [{ depositAddress: string; requestId: string }] };
    expect(steps[0].depositAddress).to.equal("");
    expect(await world.status(steps[0].requestId)).to.deep.equal({ status: "unknown" });
  });

  it("an indicative quote needs no funds of the user", async () => {
    const poor = world.network.solver.bitcoin;
    const { status } = await world.post(
      "/quote/v2",
      world.quoteBody({ useDepositAddress: false, user: poor }),
    );
    expect(status).to.equal(200);
  });

  it("EXACT_OUTPUT names the sats that bring the wanted output", async () => {
    const wanted = world.quoteBody({
      useDepositAddress: false,
      tradeType: "EXACT_OUTPUT",
      amount: "25000000",
    });
    const { details } = (await world.post("/quote/v2", wanted)).body as Priced;
    expect(details.currencyOut).to.include({ amount: "25000000", minimumAmount: "25000000" });
    const input = details.currencyIn.amount;
    const forward = await world.post(
      "/quote/v2",
      world.quoteBody({ useDepositAddress: false, amount: input }),
    );
    expect(Number((forward.body as Priced).details.currencyOut.amount)).to.be.within(25_000_000, 25_002_000);
  });

  it("currencies are understood by symbol and in any case, and answered as addresses", async () => {
    const named = world.quoteBody({ originCurrency: "btc", destinationCurrency: "usdc" });
    const { details } = (await world.post("/quote/v2", named)).body as Priced;
    expect(details.currencyOut.currency).to.include({ address: world.usdc, symbol: "USDC", decimals: 6 });
    expect(details.currencyIn.currency).to.include({ address: BTC_CURRENCY, chainId: BITCOIN_CHAIN_ID });
  });

  it("every mistake in a request is refused with the code that names it", async () => {
    const expected: readonly (readonly [Record<string, unknown>, string])[] = [
      [{ user: undefined }, "INVALID_REQUEST"],
      [{ amount: 100000 }, "INVALID_REQUEST"],
      [{ amount: "1.5" }, "INVALID_REQUEST"],
      [{ amount: "-1" }, "INVALID_REQUEST"],
      [{ amount: "9".repeat(79) }, "INVALID_REQUEST"],
      [{ originChainId: "8253038" }, "INVALID_REQUEST"],
      [{ useDepositAddress: "true" }, "INVALID_REQUEST"],
      [{ amount: "0" }, "AMOUNT_TOO_LOW"],
      [{ amount: "500" }, "AMOUNT_TOO_LOW"],
      [{ destinationChainId: 1 }, "UNSUPPORTED_CHAIN"],
      [{ originChainId: 10 }, "UNSUPPORTED_CHAIN"],
      [{ originChainId: EVM_CHAIN_ID, originCurrency: ZERO }, "UNSUPPORTED_ROUTE"],
      [{ destinationChainId: BITCOIN_CHAIN_ID, destinationCurrency: BTC_CURRENCY }, "UNSUPPORTED_ROUTE"],
      [{ destinationCurrency: ZERO }, "UNSUPPORTED_ROUTE"],
      [{ originCurrency: ZERO }, "UNSUPPORTED_CURRENCY"],
      [{ destinationCurrency: "DOGE" }, "UNSUPPORTED_CURRENCY"],
      [{ tradeType: "EXACT_OUTPUT" }, "UNSUPPORTED_EXECUTION_TYPE"],
      [{ tradeType: "EXPECTED_OUTPUT" }, "UNSUPPORTED_EXECUTION_TYPE"],
      [{ strict: true }, "UNSUPPORTED_EXECUTION_TYPE"],
      [{ txs: [{ to: RECIPIENT, value: "0", data: "0x" }] }, "EXTRA_TXS_NOT_SUPPORTED"],
      [{ user: RECIPIENT }, "INVALID_ADDRESS"],
      [{ user: MAINNET_ADDRESS }, "INVALID_ADDRESS"],
      [{ user: BTC_CURRENCY }, "INVALID_ADDRESS"],
      [{ refundTo: MAINNET_ADDRESS }, "INVALID_ADDRESS"],
      [{ refundTo: BTC_CURRENCY }, "INVALID_ADDRESS"],
      [{ recipient: payerBitcoin().address }, "INVALID_ADDRESS"],
      [{ recipient: "0x52908400098527886E0F7030069857D2E4169Ee7" }, "INVALID_ADDRESS"],
      [{ recipient: undefined }, "INVALID_RECIPIENT"],
      [{ recipient: ZERO }, "INVALID_RECIPIENT"],
      [{ recipient: BTC_CURRENCY }, "INVALID_RECIPIENT"],
      [{ recipient: world.usdc }, "INVALID_RECIPIENT"],
      [{ slippageTolerance: "10001" }, "INVALID_SLIPPAGE_TOLERANCE"],
      [{ slippageTolerance: 100 }, "INVALID_SLIPPAGE_TOLERANCE"],
      [{ amount: "3000000000" }, "INSUFFICIENT_LIQUIDITY"],
      [{ user: world.network.solver.bitcoin }, "INSUFFICIENT_FUNDS"],
    ];
    for (const [changes, code] of expected) {
      expect(await refusal(changes), JSON.stringify(changes)).to.equal(`400 ${code}`);
    }
  });

  it("a body that is no JSON object is refused, and unknown fields are ignored", async () => {
    for (const body of ["{", "[]", "null", '"text"']) {
      expect((await world.post("/quote/v2", body)).body.errorCode).to.equal("INVALID_REQUEST");
    }
    expect(
      (await world.post("/quote/v2", { ...world.quoteBody(), usePermit: 3, unheardOf: {} })).status,
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

type Shown = {
  amount: string;
  minimumAmount: string;
  amountUsd: string;
  amountFormatted: string;
  currency: object;
};
type Priced = {
  details: { currencyIn: Shown; currencyOut: Shown; rate: string };
  fees: { relayer: Shown; relayerGas: Shown; relayerService: Shown };
};
