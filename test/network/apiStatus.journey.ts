import { expect } from "chai";
import { startWorld, type World } from "./world.ts";

describe("what a polling client is told", () => {
  let world: World;
  before(async () => {
    world = await startWorld();
  });
  after(() => world.close());

  const words = async (requestId: string, what: () => Promise<unknown>, ticks: number) => {
    const told: unknown[] = [(await world.status(requestId))["status"]];
    await what();
    for (let tick = 0; tick < ticks; tick++) {
      await world.tick();
      told.push((await world.status(requestId))["status"]);
    }
    return told.filter((word, index) => word !== told[index - 1]);
  };
  const deposit = async (address: string, sats: number) => {
    await world.pay(address, sats);
    await world.mine();
  };

  it("is never told failure when a refund will follow [state.failure]", async () => {
    const quote = await world.quote();
    await world.takeSolverTokens();
    const told = await words(quote.requestId, () => deposit(quote.address, 100_000), 5);
    expect(told).to.deep.equal(["waiting", "pending"]);
    await world.mine();
    expect(await words(quote.requestId, () => world.mine(), 3)).to.deep.equal(["pending", "refund"]);
    const status = await world.status(quote.requestId);
    expect(status).to.include({ failReason: "SOLVER_BALANCE_TOO_LOW", refundFailReason: "N/A" });
    expect(status["txHashes"]).to.have.length(1);
    await world.setSolverTokens(1_000_000_000_000n);
  });

  it("without refundTo it is told failure, and what a person has to do", async () => {
    const quote = await world.quote({ refundTo: undefined });
    await world.takeSolverTokens();
    const told = await words(quote.requestId, () => deposit(quote.address, 100_000), 5);
    expect(told.at(-1)).to.equal("failure");
    const status = await world.status(quote.requestId);
    expect(status).to.include({ refundFailReason: "MANUAL_REFUND_REQUIRED" });
    expect(status["details"]).to.include("contact the operator");
    await world.setSolverTokens(1_000_000_000_000n);
  });

  it("in the contract's words a deposit in the mempool is still awaited, and a fill in flight is pending", async () => {
    const quote = await world.quote();
    const told = await words(quote.requestId, () => world.pay(quote.address, 100_000), 12);
    expect(told).to.deep.equal(["waiting"]);
    world.swallowSends = true;
    expect(await words(quote.requestId, () => world.mine(), 3)).to.deep.equal(["waiting", "pending"]);
    world.swallowSends = false;
    expect((await words(quote.requestId, () => Promise.resolve(), 30)).at(-1)).to.equal("success");
  });

  it("in the public words it is told the sighting, the fill in flight and its hash [x.status-detail]", async () => {
    await world.restart({ statusDetail: "public" });
    const quote = await world.quote();
    const told = await words(quote.requestId, () => world.pay(quote.address, 100_000), 12);
    expect(told).to.deep.equal(["waiting", "pending"]);
    world.swallowSends = true;
    expect(await words(quote.requestId, () => world.mine(), 3)).to.deep.equal(["pending", "submitted"]);
    expect((await world.status(quote.requestId))["txHashes"]).to.have.length(1);
    world.swallowSends = false;
    expect((await words(quote.requestId, () => Promise.resolve(), 30)).at(-1)).to.equal("success");
    await world.restart();
  });
});
