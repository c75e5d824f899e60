import { expect } from "chai";
import { BITCOIN_CHAIN_ID } from "../../src/intents/identifiers.ts";
import { openDoors, type Doors } from "../support/doors.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { AWAY, evmShopOf } from "./evmShop.ts";
import { startOwnGateway, type OwnGateway } from "./ownGateway.ts";

const CHAINS: Readonly<Record<string, number>> = { BTC: BITCOIN_CHAIN_ID, USDC: AWAY };

/** A follower begins at the tip that it meets: nobody may be asked to pay before that. */
describe("the first payments of a gateway that has just been installed", function () {
  this.timeout(60_000);
  let sandbox: SandboxApp;
  let door: Doors; // between the gateway and its chains
  let own: OwnGateway;
  let shop: ReturnType<typeof evmShopOf>;

  beforeEach(async () => {
    sandbox = await startSandboxApp();
    await sandbox.control("bitcoin/automine", { seconds: 0 });
    const { rpcUrl } = sandbox.app.sandbox!.file.chains.find(({ id }) => id === AWAY)!;
    const explorer = sandbox.app.sandbox!.file.explorerUrls[0]!;
    door = await openDoors({ urls: { "/rpc": rpcUrl, "/explorer": explorer }, answer: () => 404 });
    door.watch = () => true; // every line is cut
    const places = { rpcAt: { [AWAY]: `${door.url}/rpc` }, explorerAt: `${door.url}/explorer` };
    own = await startOwnGateway(sandbox, { rpc: [AWAY], ...places });
    shop = evmShopOf(sandbox, own);
  });
  afterEach(async () => {
    await own.close();
    await door.close();
    await sandbox.close();
  });

  it("are noticed on Bitcoin, however many blocks come before the next look", async () => {
    door.watch = undefined;
    const { id } = await shop.invoice();
    await shop.pay(id);
    await shop.mine(3);
    await own.run();
    expect((await shop.load(id)).status).to.equal("Processing");
  });

  it("are noticed on an EVM chain, also in a coin that nobody asked for", async () => {
    door.watch = undefined;
    const { id } = await shop.invoice();
    const usdc = await shop.choose(id, "USDC", AWAY);
    const usdt = await shop.method(id, "USDT", AWAY);
    await shop.send(AWAY, usdt.additionalData.tokenAddress, usdc.destination, 7_000_000n);
    await shop.send(AWAY, usdc.additionalData.tokenAddress, usdc.destination, 1_000_000n);
    await own.run();
    expect(await shop.deposits(id)).to.have.length(2);
    expect(await shop.oddities(id)).to.include("wrongAsset");
  });

  it("are not asked for on a chain that was never seen, and are as soon as it is", async () => {
    const { id } = await shop.invoice();
    for (const symbol of ["BTC", "USDC"]) {
      const { paymentMethodId, destination } = await shop.method(id, symbol, CHAINS[symbol]!);
      expect(destination, symbol).to.equal("");
      const refused = await own.post(`/invoices/${id}/payment-methods/${paymentMethodId}/activate`);
      expect(refused.status, symbol).to.equal(503);
      expect(JSON.stringify(refused.body)).to.match(/cannot be seen now.*Try again/);
    }
    door.watch = undefined;
    for (const symbol of ["BTC", "USDC"]) await shop.choose(id, symbol, CHAINS[symbol]!);
  });
});
