import { expect } from "chai";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY, NATIVE_EVM_CURRENCY } from "../../src/intents/identifiers.ts";
import { EVM_CHAIN_ID, startWorld, type World } from "./world.ts";

const USD: Readonly<Record<string, bigint>> = { BTC: 8_000_050_000_000n, ETH: 300_000_000_000n };

describe("currencies, prices and what the solver holds", () => {
  let world: World;
  before(async () => {
    const price = (symbol: string) => Promise.resolve(USD[symbol] ?? 100_000_000n);
    world = await startWorld({ priceSource: { price } });
  });
  after(() => world.close());

  const symbols = async (filter: Record<string, unknown>) => {
    const { status, body } = await world.post("/currencies/v2", filter);
    expect(status, JSON.stringify(filter)).to.equal(200);
    return (body as unknown as { symbol: string }[]).map(({ symbol }) => symbol);
  };

  it("currencies are found by chain, word, address, id and pair", async () => {
    expect(await symbols({})).to.deep.equal(["BTC", "ETH", "USDC", "USDT", "WETH"]);
    expect(
      await symbols({ defaultList: true, verified: true, depositAddressOnly: true, limit: 2 }),
    ).to.have.length(2);
    expect(await symbols({ chainIds: [BITCOIN_CHAIN_ID] })).to.deep.equal(["BTC"]);
    expect(await symbols({ term: "usd" })).to.deep.equal(["USDC", "USDT"]);
    expect(await symbols({ term: "Ether" })).to.deep.equal(["USDT", "WETH"]); // Tether, too
    expect(await symbols({ address: world.usdc.toUpperCase().replace("0X", "0x") })).to.deep.equal(["USDC"]);
    expect(await symbols({ currencyId: "weth" })).to.deep.equal(["WETH"]);
    expect(await symbols({ tokens: [`${EVM_CHAIN_ID}:${world.usdc}`, `1:${BTC_CURRENCY}`] })).to.deep.equal([
      "USDC",
    ]);
    expect(await symbols({ term: "nothing" })).to.deep.equal([]);
  });

  it("a currency says where it is and what it is", async () => {
    const { body } = await world.post("/currencies/v2", { currencyId: "btc" });
    expect((body as unknown as unknown[])[0]).to.deep.include({
      chainId: BITCOIN_CHAIN_ID,
      address: BTC_CURRENCY,
      symbol: "BTC",
      decimals: 8,
      vmType: "bvm",
    });
  });

  it("a price is a number, and an exact text under /v2", async () => {
    const at = (path: string, chainId: number, address: string) =>
      world.get(`/currencies/token/price${path}?chainId=${chainId}&address=${address}`);
    expect((await at("", BITCOIN_CHAIN_ID, BTC_CURRENCY)).body).to.deep.equal({ price: 80_000.5 });
    expect((await at("/v2", BITCOIN_CHAIN_ID, BTC_CURRENCY)).body).to.deep.equal({ price: "80000.50000000" });
    expect((await at("", EVM_CHAIN_ID, NATIVE_EVM_CURRENCY)).body).to.deep.equal({ price: 3_000 });
    const unknown = await at("", EVM_CHAIN_ID, `0x${"9".repeat(40)}`);
    expect(unknown.status).to.equal(400);
    expect(unknown.body.error, "the public name of the message").to.equal(unknown.body.message);
    expect((await world.get("/currencies/token/price")).status).to.equal(400);
  });

  it("liquidity is what the solver can still promise, in the currency and in dollars", async () => {
    const { body } = await world.get(`/chains/liquidity?chainId=${EVM_CHAIN_ID}`);
    const rows = body.liquidity as { symbol: string; balance: string; amountUsd: string }[];
    const usdc = rows.find(({ symbol }) => symbol === "USDC");
    expect(usdc).to.include({ currencyId: "usdc", balance: "1000000000000", amountUsd: "1000000.000000" });
    expect((await world.get("/chains/liquidity?chainId=1")).body.errorCode).to.equal("UNSUPPORTED_CHAIN");
  });

  it("a chain that does not answer is not healthy, and a good answer is kept for seconds only", async () => {
    const healthy = async (chainId: number) => (await world.get(`/chains/health?chainId=${chainId}`)).body;
    expect(await healthy(EVM_CHAIN_ID)).to.deep.equal({ healthy: true });
    expect(await healthy(BITCOIN_CHAIN_ID)).to.deep.equal({ healthy: true });
    world.rpcDown = world.explorerDown = true;
    world.now += 60_000;
    expect(await healthy(EVM_CHAIN_ID)).to.deep.equal({ healthy: false });
    expect(await healthy(BITCOIN_CHAIN_ID)).to.deep.equal({ healthy: false });
    const { status, body } = await world.get(`/chains/liquidity?chainId=${EVM_CHAIN_ID}`);
    expect([status, body.errorCode]).to.deep.equal([503, "SERVICE_UNAVAILABLE"]);
    world.rpcDown = world.explorerDown = false;
    world.now += 60_000;
    expect(await healthy(EVM_CHAIN_ID)).to.deep.equal({ healthy: true });
  });
});
