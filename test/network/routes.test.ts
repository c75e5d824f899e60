import { expect } from "chai";
import { chainSchema, chainsResponseSchema } from "../../src/protocol/chains.ts";
import { requestListSchema, requestRowSchema } from "../../src/protocol/requests.ts";
import { BITCOIN_CHAIN_ID, BTC_CURRENCY } from "../../src/protocol/identifiers.ts";
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
    expect(chains[1]?.solverCurrencies[0]).to.include({ symbol: "USDC", address: world.usdc, decimals: 6 });
    expect(JSON.stringify(body)).to.not.include("/rpc");
  });

  it("both status paths answer the same body and words", async () => {
    const { requestId } = await world.quote();
    const v3 = await world.get(`/intents/status/v3?requestId=${requestId}`);
    const plain = await world.get(`/intents/status?requestId=${requestId}`);
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
      "txHashes",
      "updatedAt",
    ]);
  });

  it("an id that was never given out is unknown, and a missing one is an error", async () => {
    const { address } = await world.quote();
    const txid = await world.pay(address, 100_000);
    for (const id of ["0x1234", txid]) {
      const { status, body } = await world.get(`/intents/status/v3?requestId=${id}`);
      expect(status).to.equal(200);
      expect(body).to.deep.equal({ status: "unknown" });
    }
    for (const query of ["", "?requestId=", "?requestId=a&requestId=b"]) {
      expect((await world.get(`/intents/status/v3${query}`)).status).to.equal(400);
    }
  });

  it("requests are found by deposit address and by id, children on demand", async () => {
    const quote = await world.quote();
    for (let paid = 0; paid < 2; paid++) {
      await world.pay(quote.address, 100_000);
      await world.mine();
      await world.tick();
    }
    const ids = async (query: string) =>
      requestListSchema
        .parse((await world.get(`/requests/v2?${query}`)).body)
        .requests.map((row) => requestRowSchema.parse(row).id);
    expect(await ids(`depositAddress=${quote.address}`)).to.deep.equal([quote.requestId]);
    expect(await ids(`id=${quote.requestId}`)).to.deep.equal([quote.requestId]);
    const family = await ids(`depositAddress=${quote.address}&includeChildRequests=true`);
    expect(family).to.have.length(2);
    expect(await ids(`id=${quote.requestId}&includeChildRequests=true`)).to.deep.equal(family);
    expect(await ids(`id=${family[0]}`)).to.deep.equal([family[0]]);
  });

  it("pages of requests neither repeat nor skip", async () => {
    for (let made = 0; made < 5; made++) await world.quote();
    const seen: string[] = [];
    let continuation: string | undefined;
    do {
      const cursor = continuation ? `&continuation=${continuation}` : "";
      const { body } = await world.get(`/requests/v2?limit=2${cursor}`);
      const page = requestListSchema.parse(body);
      seen.push(...page.requests.map((row) => requestRowSchema.parse(row).id));
      continuation = page.continuation ?? undefined;
    } while (continuation);
    expect(seen.length).to.be.greaterThan(6);
    expect(new Set(seen).size).to.equal(seen.length);
  });

  it("a filter that is not understood is refused, because ignoring it would answer too much", async () => {
    for (const query of ["user=x", "limit=0", "limit=x", "includeChildRequests=yes"]) {
      expect((await world.get(`/requests/v2?${query}`)).status, query).to.equal(400);
    }
  });

  it("/requests/v3 needs a key, and uses its own names", async () => {
    const { requestId, address } = await world.quote();
    expect((await world.get(`/requests/v3?id=${requestId}`)).status).to.equal(401);
    const { body } = await world.get(`/requests/v3?id=${requestId}`, { "x-api-key": API_KEY });
    const [row] = body.requests as [
      { depositAddress: Record<string, unknown>; data: Record<string, unknown> },
    ];
    expect(row.depositAddress).to.include({ address, type: "open" });
    expect(row.data.failReason).to.equal(null);
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

  it("an unknown path is a JSON 404", async () => {
    const { status, body } = await world.get("/nothing");
    expect(status).to.equal(404);
    expect(body.message).to.equal("There is no GET /nothing.");
  });

  it("quotes and other calls have budgets of their own; a key has a larger one; time gives them back", async () => {
    await world.restart({ quotesPerMinute: 3, callsPerMinute: 5, elevatedPerMinute: 8 });
    const quoteStatuses = async (count: number, headers = {}) => {
      const statuses = [];
      for (let asked = 0; asked < count; asked++) {
        statuses.push((await world.post("/quote/v2", world.quoteBody(), headers)).status);
      }
      return statuses;
    };
    expect(await quoteStatuses(4)).to.deep.equal([200, 200, 200, 429]);
    const refused = await world.post("/quote/v2", world.quoteBody());
    expect(Object.keys(refused.body)).to.deep.equal(["message"]);
    expect(refused.headers.get("retry-after")).to.equal("20");
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
