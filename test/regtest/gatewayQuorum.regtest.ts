import { expect } from "chai";
import { customerOf, isSettled } from "./customer.ts";
import { startExplorer } from "./explorer.ts";
import { startGatewayWorld, type GatewayWorld } from "./gatewayWorld.ts";
import { provenBlocks } from "./proofs.ts";

const MINUTE = 60;

describe("the gateway on two real nodes with two explorers that must agree", function () {
  this.timeout(60_000);
  let world: GatewayWorld;
  let shop: ReturnType<typeof customerOf>;
  before(async () => {
    world = await startGatewayWorld(2);
    shop = customerOf(world);
  });
  after(() => world?.close());
  afterEach(() => expect(world.alarms).to.deep.equal([]));

  const doubt = async () => {
    const health = await (await fetch(`${world.app.url}/health/ready`)).json();
    return (health as { chainUncertain: string | null }).chainUncertain;
  };
  const unconfirmed = { stage: "seen", confirmations: { need: 1, have: 0 } };

  it("confirms what both have", async () => {
    const { id } = await shop.invoice();
    await shop.pay(id);
    const [block] = await world.bitcoin.mine();
    await shop.tick(4);
    expect((await shop.load(id)).status, "only one of them has the block").to.equal("New");
    expect(await doubt(), "which happens now and then").to.equal(null);
    await world.bitcoin.share();
    await shop.until(id, isSettled);
    expect(await provenBlocks(world, id)).to.deep.equal([block]);
  });

  it("confirms nothing while the nodes are cut off from each other, says so, and goes on when they meet again", async () => {
    const { bitcoin } = world;
    const [first, second] = bitcoin.nodes;
    const before = await shop.received();
    const { id } = await shop.invoice();
    await shop.pay(id);
    await bitcoin.share();
    await shop.look(id);
    const [block] = await bitcoin.mine(4);
    for (let mined = 0; mined < 4; mined++) await bitcoin.mineNothing(second);
    await shop.look(id);
    expect(await shop.page(id)).to.deep.include(unconfirmed);
    expect(await doubt()).to.match(/^2 explorers must have one chain/);
    await shop.tick(16 * MINUTE);
    expect((await shop.load(id)).status, "neither confirmed nor given up").to.equal("Processing");
    expect(await shop.received()).to.equal(before);
    await bitcoin.mine(1, first); // the longer branch, which the second node follows when it hears of it
    await bitcoin.share(first, second);
    expect(await second!.rpc("getbestblockhash")).to.equal(await first!.rpc("getbestblockhash"));
    const settled = await shop.until(id, isSettled);
    expect(await doubt()).to.equal(null);
    expect(world.told.filter((event) => event.startsWith("chain."))).to.deep.equal([
      "chain.uncertain",
      "chain.certain",
    ]);
    expect(settled.crosstill.settlements).to.have.length(1);
    expect((await shop.received()) - before).to.equal(BigInt(settled.crosstill.settlements[0]!.amount));
    expect(await provenBlocks(world, id)).to.deep.equal([block]);
  });

  it("neither confirms nor expires anything while one of the two gives no answer", async () => {
    const { bitcoin } = world;
    const [node] = bitcoin.nodes;
    const [explorer] = bitcoin.explorers;
    const [paid, unpaid] = [await shop.invoice(), await shop.invoice()];
    await shop.tick();
    await explorer!.close();
    await shop.pay(paid.id);
    const [block] = await bitcoin.mine();
    await bitcoin.share();
    for (let minute = 0; minute < 20; minute++) await shop.tick(MINUTE);
    expect(await doubt()).to.match(/^Only 1 of the explorers answered, and 2 must agree/);
    for (const { id } of [paid, unpaid])
      expect((await shop.load(id)).status, "it may have been paid in time").to.equal("New");
    const again = await startExplorer(node!, Number(new URL(explorer!.url).port));
    try {
      await shop.tick(6 * MINUTE); // one that was in trouble for so long is left alone for five
      const settled = await shop.until(paid.id, isSettled);
      expect(settled.additionalStatus, "nobody was looking, but it was in time").to.equal("None");
      expect(await provenBlocks(world, paid.id)).to.deep.equal([block]);
      await shop.until(unpaid.id, ({ status }) => status === "Expired");
      expect(await doubt()).to.equal(null);
    } finally {
      await again.close();
    }
  });
});
