import { expect } from "chai";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { openDatabase } from "../../../src/database/open.ts";
import { tables } from "../../../src/network/persistence/schema.sqlite.ts";
import { evmQuote, walk } from "../evmRoutes.ts";
import { EVM_CHAIN_ID, RECIPIENT, startWorld, type World } from "../world.ts";

describe("direct requests of an earlier version", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "crosstill-direct-"));
  const databaseUrl = path.join(folder, "network.db");
  let world: World;

  before(async () => {
    world = await startWorld({ databaseUrl });
  });
  after(async () => {
    await world.close();
    fs.rmSync(folder, { recursive: true });
  });

  /** Takes out of a request at which block its quote was given. */
  const forgetSince = async (id: string) => {
    const { db, close } = await openDatabase(databaseUrl, "network", true);
    const { requests } = tables;
    const [row] = await db.select({ quote: requests.quote }).from(requests).where(eq(requests.id, id));
    const { since, ...quote } = row?.quote as { since: number };
    expect(since).to.be.a("number");
    await db.update(requests).set({ quote }).where(eq(requests.id, id));
    await close();
  };

  it("that do not say when they were quoted are refused with a reason, and what was reported is forgotten", async () => {
    const user = await world.evm.wallet(10);
    const quote = await evmQuote(world, user, {
      ...{ destinationChainId: EVM_CHAIN_ID, recipient: RECIPIENT, amount: "1234" },
    });
    const report = (txHash: string) =>
      world.post("/transactions/single", {
        ...{ requestId: quote.requestId, chainId: String(EVM_CHAIN_ID), tx: JSON.stringify({ txHash }) },
      });
    await forgetSince(quote.requestId);
    await world.evm.client.setAutomine(false);
    const sent = walk(user, quote.steps);
    const hash = await inThePool(world);
    expect((await report(hash)).status).to.equal(200); // it is in no block yet
    await world.evm.client.setAutomine(true);
    await world.evm.client.mine({ blocks: 1 });
    await sent;
    await world.tick();
    expect(world.failures).to.deep.equal([]);
    expect(await world.status(quote.requestId)).to.deep.include({ status: "waiting", inTxHashes: [] });
    const { status, body } = await report(hash);
    expect([status, body["errorCode"]]).to.deep.equal([400, "INVALID_REQUEST"]);
    expect(body["message"]).to.include("Ask for another");
  });
});

/** The hash of the only transaction in the pool, once it is there. */
async function inThePool({ evm: { client } }: World): Promise<string> {
  for (;;) {
    const [hash] = (await client.getBlock({ blockTag: "pending" })).transactions;
    if (hash) return hash;
    await new Promise((resolve) => setTimeout(resolve, 10)); // a real process takes it in
  }
}
