import { expect } from "chai";
import { BITCOIN_CHAIN_ID } from "../../../src/intents/identifiers.ts";
import { evmQuote, walk } from "../evmRoutes.ts";
import type { Wallet } from "../evmWorld.ts";
import { EVM_CHAIN_ID, RECIPIENT, startWorld, type World } from "../world.ts";

describe("transaction hashes with and without 0x", () => {
  let world: World;
  let user: Wallet;
  before(async () => {
    world = await startWorld();
    user = await world.evm.wallet(5);
  });
  after(() => world.close());

  const index = async (chainId: number, txHash: string) =>
    (await world.post("/transactions/index", { chainId, txHash })).status;
  const bare = (hash: string) => hash.replace("0x", "");

  it("a Bitcoin transaction is found by its id with 0x before it, and an unknown one is 404", async () => {
    const { address } = await world.quote();
    const txid = await world.pay(address, 100_000);
    await world.mine();
    expect(await index(BITCOIN_CHAIN_ID, `0x${txid}`)).to.equal(200);
    expect(await index(BITCOIN_CHAIN_ID, `0x${"12".repeat(32)}`)).to.equal(404);
  });

  it("a transaction of an EVM chain is found without 0x, also when it is reported for a send", async () => {
    const quote = await evmQuote(world, user, { destinationChainId: EVM_CHAIN_ID, recipient: RECIPIENT });
    const hash = await walk(user, quote.steps);
    expect(await index(EVM_CHAIN_ID, bare(hash))).to.equal(200);
    const report = {
      requestId: quote.requestId,
      chainId: EVM_CHAIN_ID,
      tx: JSON.stringify({ txHash: bare(hash) }),
    };
    expect((await world.post("/transactions/single", report)).status).to.equal(200);
    expect(await world.status(quote.requestId)).to.deep.include({ status: "success", txHashes: [hash] });
  });
});
