import { expect } from "chai";
import { chainSchema, chainsResponseSchema } from "../../src/intents/chains.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY, NATIVE_EVM_CURRENCY } from "../../src/intents/identifiers.ts";
import { API_KEY, EVM_CHAIN_ID, startWorld, type World } from "./world.ts";

describe("the other endpoints of the intent service", () => {
  let world: World;
  before(async () => {
    world = await startWorld();
  });
  after(() => world.close());

  it("chains list the currencies of deposit addresses, Bitcoin's among them", async () => {
    const { status, body } = await world.get("/chains");
    expect(status).to.equal(200);
    const chains = chainsResponseSchema.parse(body).chains.map((chain) => chainSchema.parse(chain));
    expect(chains.map(({ id }) => id)).to.deep.equal([BITCOIN_CHAIN_ID, EVM_CHAIN_ID]);
    expect(chains[0]?.solverCurrencies[0]).to.include({ symbol: "BTC", address: BTC_CURRENCY, decimals: 8 });
    const [native, usdc] = chains[1]?.solverCurrencies ?? [];
    expect(native).to.include({ symbol: "ETH", address: NATIVE_EVM_CURRENCY, decimals: 18 });
    expect(usdc).to.include({ symbol: "USDC", address: world.usdc, decimals: 6 });
    expect(JSON.stringify(body), "the service's own RPC URL is private").to.not.include("/rpc");
  });

  it("a chain says what a wallet needs: its coin, tokens, contracts and the solver's account", async () => {
    const { body } = await world.get("/chains");
    const [, chain] = body.chains as Record<string, unknown>[];
    expect(chain).to.include({ vmType: "evm", depositEnabled: true, disabled: false });
    expect(chain?.currency).to.include({ symbol: "ETH", decimals: 18, supportsBridging: true });
    expect(chain?.contracts).to.include({ depository: world.evm.contracts.Depository });
    expect(chain?.solverAddresses).to.deep.equal([world.network.solver.evm]);
    const tokens = chain?.erc20Currencies as { symbol: string; supportsPermit: boolean }[];
    expect(tokens.map(({ symbol, supportsPermit }) => [symbol, supportsPermit])).to.deep.include.members([
      ["USDC", true],
      ["USDT", false],
    ]);
  });

  it("both status paths answer the same body and words [get.check]", async () => {
    const { requestId } = await world.quote();
    const v3 = await world.get(`/intents/status/v3?requestId=${requestId}`);
    const plain = await world.get(`/intents/status?requestId=${requestId}&referrer=relay.link`);
    expect(v3.body).to.deep.equal(plain.body);
    expect(Object.keys(v3.body).sort()).to.deep.equal([
      "destinationChainId",
      "details",
      "failReason",
      "inTxHashes",
      "originChainId",
      "quoteCreatedAt",
      "refundFailReason",
      "status",
      "supersededByRequestId",
      "txHashes",
      "updatedAt",
    ]);
    expect(v3.headers["cache-control"]).to.equal("no-store");
  });

  it("an id that was never given out is unknown, and a missing one is an error", async () => {
    const { address } = await world.quote();
    const txid = await world.pay(address, 100_000);
    for (const id of ["0x1234", txid]) {
      for (const path of ["/intents/status/v3", "/intents/status"]) {
        const { status, body } = await world.get(`${path}?requestId=${id}`);
        expect(status).to.equal(200);
        expect(body).to.deep.equal({ status: "unknown" });
      }
    }
    for (const query of ["", "?requestId=", "?requestId=a&requestId=b"]) {
      const { status, body } = await world.get(`/intents/status/v3${query}`);
      expect(status).to.equal(400);
      expect(body.errorCode).to.equal("INVALID_REQUEST");
    }
  });

  it("an unknown key is refused everywhere, and no key is fine", async () => {
    const wrong = { "x-api-key": "not-a-key" };
    for (const answer of [
      await world.get("/chains", wrong),
      await world.post("/quote/v2", world.quoteBody(), wrong),
    ]) {
      expect(answer.status).to.equal(401);
      expect(answer.body.errorCode).to.equal("UNAUTHORIZED");
    }
    expect((await world.get("/chains")).status).to.equal(200);
  });

  it("quotes and other calls have budgets of their own; a key has a larger one; time gives them back", async () => {
    await world.restart({ quotesPerMinute: 3, callsPerMinute: 5, elevatedPerSecond: 8 });
    const quoteStatuses = async (count: number, headers = {}) => {
      const statuses = [];
      for (let asked = 0; asked < count; asked++) {
        statuses.push((await world.post("/quote/v2", world.quoteBody(), headers)).status);
      }
      return statuses;
    };
    expect(await quoteStatuses(4)).to.deep.equal([200, 200, 200, 429]);
    const refused = await world.post("/quote/v2", world.quoteBody());
    expect(Object.keys(refused.body)).to.include("message");
    expect(refused.headers["retry-after"]).to.equal("20");
    for (let asked = 0; asked < 5; asked++) expect((await world.get("/chains")).status).to.equal(200);
    expect((await world.get("/chains")).status).to.equal(429);
    expect(await quoteStatuses(9, { "x-api-key": API_KEY })).to.deep.equal([
      ...Array<number>(8).fill(200),
      429,
    ]);
    world.now += 20_000;
    expect(await quoteStatuses(2)).to.deep.equal([200, 429]);
    await world.restart();
  });

  it("a service without a list by deposit address has no /requests", async () => {
    await world.restart({ enableRequestsList: false });
    expect((await world.get("/requests/v2")).status).to.equal(404);
    expect((await world.get("/requests/v3", { "x-api-key": API_KEY })).status).to.equal(404);
    await world.restart();
  });
});
