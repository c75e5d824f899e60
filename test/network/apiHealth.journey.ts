import { expect } from "chai";
import { EVM_CHAIN_ID, startWorld, type World } from "./world.ts";

const HTML = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

type Chain = { id: number; status: string; height: number; tipAgeSeconds: number; readTo: number };

describe("what the intent service says of itself", () => {
  let world: World;
  let priced = true;
  before(async () => {
    const priceSource = {
      async price(symbol: string) {
        if (!priced) throw new Error("No exchange answers at https://secret.example/?key=1.");
        return symbol === "BTC" ? 8_000_000_000_000n : 100_000_000n;
      },
    };
    world = await startWorld({ priceSource, callsPerMinute: 3 });
  });
  after(() => world.close());
  beforeEach(() => (world.now += 60_000));

  const page = (path: string) => fetch(`${world.url}${path}`, { headers: HTML });
  const health = async () => {
    world.now += 2_000;
    const { status, body } = await world.get("/health");
    const chains = body["chains"] as Chain[];
    return { status, body, bitcoin: chains[0] as Chain, evm: chains[1] as Chain };
  };

  it("the start page is a page for people and JSON for programs, with the way to everything", async () => {
    const response = await page("/");
    const html = await response.text();
    expect(response.status).to.equal(200);
    expect(response.headers.get("content-security-policy")).to.include("default-src 'none'");
    for (const words of [
      "Bitcoin",
      "USDC",
      'href="./keys"',
      'href="./health"',
      "docs/tutorials/run-the-intent-service.md",
    ])
      expect(html).to.include(words);
    const { body } = await world.get("/");
    expect(body).to.include.keys("name", "version", "chains", "links");
    expect((body["chains"] as { id: number }[]).map(({ id }) => id)).to.deep.equal([8253038, EVM_CHAIN_ID]);
    const withoutSlash = await (await page("")).text();
    expect(withoutSlash, "the way from /base/path").to.include('href="path/keys"');
  });

  it("a browser that is lost gets a page with a way back, a program gets JSON", async () => {
    const response = await page("/nothing/here");
    expect(response.status).to.equal(404);
    expect(await response.text())
      .to.include('href="/base/path/"')
      .and.include("/nothing/here");
    const { status, body } = await world.get("/nothing/here");
    expect([status, body["errorCode"]]).to.deep.equal([404, "NOT_FOUND"]);
  });

  it("health is good while database, chains and prices answer, whatever the limits of callers", async () => {
    await world.quote();
    for (let asked = 0; asked < 10; asked++) expect((await world.get("/health")).status).to.equal(200);
    await world.evm.client.mine({ blocks: 1 });
    await world.tick();
    const { status, body, bitcoin, evm } = await health();
    expect(status).to.equal(200);
    expect(body).to.deep.include({ status: "ok", database: "ok", prices: { status: "ok" } });
    expect(body["stream"]).to.deep.equal({ status: "on", connections: 0 });
    expect(evm).to.include({ id: EVM_CHAIN_ID, status: "ok" });
    expect(bitcoin).to.include({ status: "ok", height: bitcoin.readTo });
    world.now += 28_000;
    expect((await health()).evm).to.include({ height: evm.height, tipAgeSeconds: 30 });
    await world.evm.client.mine({ blocks: 1 });
    expect((await health()).evm).to.include({ height: evm.height + 1, tipAgeSeconds: 0 });
  });

  it("health is 503 and names what does not answer, without a word of where it is", async () => {
    world.rpcDown = true;
    const noChain = await health();
    expect([noChain.status, noChain.evm.status, noChain.bitcoin.status]).to.deep.equal([
      503,
      "no answer",
      "ok",
    ]);
    world.rpcDown = false;
    world.explorerDown = true;
    world.now += 10_000; // fees are asked for anew
    const noExplorer = await health();
    expect([noExplorer.status, noExplorer.bitcoin.status]).to.deep.equal([503, "no answer"]);
    world.explorerDown = false;
    priced = false;
    const noPrices = await health();
    priced = true;
    expect(noPrices.status).to.equal(503);
    expect(noPrices.body["prices"]).to.deep.equal({ status: "no answer", unpriced: ["BTC", "ETH", "USDC", "USDT", "WETH"] }); // prettier-ignore
    for (const { body } of [noChain, noExplorer, noPrices])
      expect(JSON.stringify(body)).to.not.match(/https?:|127\.0\.0\.1|secret|rpc/i);
    world.now += 10_000;
    expect((await health()).status).to.equal(200);
  });
});
