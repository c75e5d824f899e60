import { expect } from "chai";
import { PAYEE } from "./bitcoinSpending.ts";
import { startWorld, type World } from "./world.ts";

describe("deposits in the mempool", () => {
  let world: World;
  before(async () => {
    world = await startWorld({ statusDetail: "public" });
  });
  after(() => world.close());

  const wordFor = async (requestId: string) => (await world.status(requestId)).status;

  it("the public words tell of a deposit that waits for a block, and that it is gone again [x.status-detail]", async () => {
    const quote = await world.quote();
    const txid = await world.pay(quote.address, 100_000);
    expect(await wordFor(quote.requestId)).to.equal("waiting"); // asking is what makes it worth a look
    await world.tick();
    expect(await wordFor(quote.requestId)).to.equal("pending");
    await world.wallet.replace({ txid, address: PAYEE, feeRate: 20 });
    await world.tick();
    expect(await wordFor(quote.requestId)).to.equal("pending"); // one look in ten seconds
    await world.tick(10);
    expect(await wordFor(quote.requestId)).to.equal("waiting");
    await world.pay(quote.address, 100_000);
    await world.mine();
    await world.tick(3);
    expect(await wordFor(quote.requestId)).to.equal("success");
  });

  it("what nobody asks about is not looked at", async () => {
    const quote = await world.quote();
    await world.pay(quote.address, 100_000);
    await world.tick(20);
    expect(await wordFor(quote.requestId)).to.equal("waiting");
  });
});
