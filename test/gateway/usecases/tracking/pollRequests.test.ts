import { expect } from "chai";
import { requestWorld } from "../requestWorld.ts";

/** Some invoices whose money is moving. */
function movingWorld(perMinute: number, count: number) {
  const world = requestWorld({ perMinute });
  const moving = Array.from({ length: count }, () => world.bitcoin());
  for (const id of moving) world.pays(id);
  return { world, moving };
}

describe("asking the service about moving money", () => {
  it("asks about each once a second while the budget lasts", async () => {
    const { world, moving } = movingWorld(6_000, 12);
    await world.seconds(1);
    expect(world.asked.map(({ address }) => address).toSorted()).to.deep.equal(moving);
    await world.seconds(1);
    expect(world.asked).to.have.length(2 * moving.length);
  });

  it("serves them in turn when the budget is too small for all", async () => {
    const { world, moving } = movingWorld(60, 12);
    await world.seconds(10 * 60);
    const times = moving.map((id) => world.askedAbout(id));
    expect(Math.max(...times) - Math.min(...times)).to.be.at.most(2);
    expect(world.asked.length).to.be.within(9 * 60, 10 * 60);
  });

  it("asks nothing about a Bitcoin payment that no block holds yet, and nothing about an address that nobody has paid to", async () => {
    const world = requestWorld({ perMinute: 6_000 });
    world.bitcoin();
    world.pays(world.bitcoin(), { presence: "mempool", confirmations: 0, blockHash: undefined });
    await world.seconds(240);
    expect(world.asked).to.have.length(0);
  });

  it("goes on asking about money that the service failed to convert: a refund may follow", async () => {
    const { world, moving } = movingWorld(6_000, 1);
    await world.seconds(1);
    world.says(moving[0]!, "failure");
    world.stops(moving[0]!);
    const before = world.asked.length;
    await world.seconds(3_600);
    expect(world.asked.length - before).to.be.within(6, 12);
    world.restart();
    await world.seconds(1_200);
    expect(world.asked.length - before, "after a restart").to.be.within(8, 15);
  });

  it("asks the next one although one cannot be asked about", async () => {
    const { world, moving } = movingWorld(60, 5);
    world.serviceDown(true);
    await world.seconds(60);
    for (const id of moving) expect(world.askedAbout(id)).to.be.at.least(8);
  });
});
