import { expect } from "chai";
import type { StoreSettings } from "../../src/gateway/usecases/stores/merchantStore.ts";
import { onEngines, USUAL_ENGINES } from "../support/databases.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { AWAY, evmShopOf, HOME } from "./evmShop.ts";
import { startOwnGateway, type OwnGateway } from "./ownGateway.ts";

const MINUTE = 60;
const STEP = 3; // seconds

/** A gateway without an RPC for a chain has the service's word of what happens there, and says how good its evidence is. */
describe("payments on chains that the gateway cannot read", function () {
  this.timeout(60_000);

  onEngines(USUAL_ENGINES, (newUrl) => {
    let sandbox: SandboxApp;
    let own: OwnGateway | undefined;

    const besideService = (service: "full" | "bare") => {
      before(async () => {
        sandbox = await startSandboxApp({ service });
        await sandbox.control("bitcoin/automine", { seconds: 0 });
      });
      after(() => sandbox.close());
      afterEach(async () => own?.close());
    };

    async function open(rpc: readonly number[], settings: Partial<StoreSettings> = {}) {
      own = await startOwnGateway(sandbox, { databaseUrl: await newUrl(), rpc, settings });
      const gateway = own;
      const shop = evmShopOf(sandbox, gateway);
      await gateway.run();
      const tick = async (seconds = 1) => {
        sandbox.clock.advance(seconds * 1_000);
        await sandbox.run();
        await gateway.run();
      };
      return {
        ...shop,
        tick,
        /** The page is open while seconds pass, until the invoice has the status. */
        async watch(id: string, status: string, seconds = 30) {
          for (let second = 0; second < seconds && (await shop.load(id)).status !== status; second += STEP) {
            await fetch(`${gateway.url}/i/${id}/status`);
            await tick(STEP);
          }
          const invoice = await shop.load(id);
          expect(invoice.status, JSON.stringify(invoice.crosstill)).to.equal(status);
          return invoice;
        },
        page: async (id: string) => (await fetch(`${gateway.url}/i/${id}`)).text(),
      };
    } // prettier-ignore

    describe("of a service that shows everything", () => {
      besideService("full");

      it("the service's word of a deposit is enough, and its settlement is read from the shop's own chain", async () => {
        const shop = await open([HOME]);
        const before = await shop.received();
        const { id } = await shop.invoice();
        await shop.choose(id, "ETH", AWAY);
        const hash = await shop.payIn(id, "ETH", AWAY);
        const settled = await shop.watch(id, "Settled");
        const [settlement] = settled.crosstill.settlements;
        expect(settlement?.evidence).to.equal("verified");
        expect(settlement?.originOutpoint).to.match(new RegExp(`^${hash}:reported:0x`));
        expect((await shop.received()) - before).to.equal(BigInt(settlement!.amount));
      });

      it("settles by the service's transaction where no RPC is set, and the invoice says so", async () => {
        const shop = await open([]);
        const { id } = await shop.invoice();
        await shop.choose(id, "USDC", AWAY);
        await shop.payIn(id, "USDC", AWAY);
        const settled = await shop.watch(id, "Settled");
        expect(settled.crosstill.settlements.map(({ evidence }) => evidence)).to.deep.equal(["hash"]);
      });

      it("money that was paid in time is in time when the last look before the end finds it", async () => {
        const shop = await open([HOME]);
        const { id } = await shop.invoice();
        await shop.choose(id, "USDC", AWAY);
        await shop.tick(14 * MINUTE);
        await shop.payIn(id, "USDC", AWAY);
        sandbox.clock.advance(1_000);
        await sandbox.run(); // the service knows; nobody has the page open, and the gateway's next look would be in minutes
        await shop.tick(70);
        expect((await shop.load(id)).status).to.be.oneOf(["Processing", "Settled"]);
        const settled = await shop.watch(id, "Settled");
        expect(settled.additionalStatus).to.equal("None");
      });
    });

    describe("of a service that shows only what the contract shows", () => {
      besideService("bare");

      it("does not settle a payment that only the service reports, and calls it claimed", async () => {
        const shop = await open([]);
        const { id } = await shop.invoice();
        await shop.pay(id);
        await shop.mine();
        for (let second = 0; second < 8 && (await shop.oddities(id)).length === 0; second++)
          await shop.tick();
        expect(await shop.oddities(id)).to.deep.equal(["claimed"]);
        await shop.tick();
        expect((await shop.load(id)).status).to.equal("Processing");
        expect((await shop.page(id)).toLowerCase()).to.contain("reported by the service");
      });

      it("a shop may take the service's word, and then that settles", async () => {
        const shop = await open([], { policy: { evidence: "reported" } });
        const { id } = await shop.invoice();
        await shop.pay(id);
        await shop.mine();
        const settled = await shop.watch(id, "Settled");
        expect(settled.crosstill.settlements.map(({ evidence }) => evidence)).to.deep.equal(["reported"]);
      });

      it("where nobody could tell of a deposit, its coins are not offered", async () => {
        const shop = await open([HOME]);
        const { id } = await shop.invoice();
        const chains = (await shop.methods(id)).map(({ additionalData }) => additionalData.chainId);
        expect(chains).to.include(HOME).and.not.to.include(AWAY);
      });
    });
  });
});
