import { expect } from "chai";
import { createTestClient, http, publicActions, type Hex } from "viem";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { ok, onEveryService, shopOf } from "./shop.ts";

const DEPTH = 5;

/** The merchant's chain may still take back what its newest blocks show. */
describe("a settlement that is not final yet", function () {
  this.timeout(60_000);

  onEveryService(
    (service) => {
      let sandbox: SandboxApp;
      let shop: ReturnType<typeof shopOf>;

      before(async () => {
        sandbox = await startSandboxApp({ service, env: { FINALITY_31337: String(DEPTH) } });
        shop = shopOf(sandbox);
        await sandbox.control("bitcoin/automine", { seconds: 0 });
        await shop.tick();
      });
      after(() => sandbox.close());

      function chain() {
        const home = sandbox.app.sandbox!.file.settlement.chainId;
        const { directRpcUrl } = sandbox.app.sandbox!.sandbox.evmChains.find(({ id }) => id === home)!;
        const client = createTestClient({ mode: "anvil", transport: http(directRpcUrl) }).extend(
          publicActions,
        );
        const ask = <T>(method: string, params: readonly unknown[]) =>
          client.request({ method: method as never, params: params as never }) as Promise<T>;
        return { ask, mine: (blocks: number) => client.mine({ blocks }) };
      }

      const page = async (id: string) => (await fetch(`${sandbox.url}/i/${id}`)).text();

      /** An invoice that was paid, and the transaction by which its settlement is in the chain. */
      async function seen(): Promise<Readonly<{ id: string; txHash: string }>> {
        const { id } = await shop.invoice();
        await shop.pay(id);
        await shop.mine();
        for (let second = 0; second < 20 && !waiting(id); second++) await shop.tick(2);
        const txHash = waiting(id)?.txHash;
        expect(txHash, "the transaction that was seen").to.be.a("string");
        return { id, txHash: txHash ?? "" };
      }
      const waiting = (id: string) => sandbox.app.gateway.seenSettlements.get(id);

      it("is shown as seen, and settles the invoice once its blocks are there", async () => {
        const { id } = await seen();
        expect(await page(id))
          .to.include("is in the chain and not final yet")
          .and.include("seen, not final yet");
        const before = await shop.load(id);
        expect([before.status, before.crosstill.settlements]).to.deep.equal(["Processing", []]);
        await chain().mine(DEPTH - 2);
        await shop.tick(2);
        expect((await shop.load(id)).status).to.equal("Processing");
        await chain().mine(1);
        const settled = await shop.until(id, "Settled");
        expect(settled.crosstill.settlements.map(({ evidence }) => evidence)).to.deep.equal(["verified"]);
        expect(await page(id)).to.not.include("not final yet");
      });

      it("takes nothing with it when a reorganisation takes it out of the chain, and counts once it is back for good", async () => {
        const { id, txHash } = await seen();
        const { ask, mine } = chain();
        const raw = await ask<Hex>("eth_getRawTransactionByHash", [txHash]);
        await mine(DEPTH - 2);
        await ask("anvil_reorg", [DEPTH - 1, []]);
        await mine(DEPTH);
        for (let second = 0; second < 3; second++) await shop.tick(2);
        const gone = await shop.load(id);
        expect([gone.status, gone.crosstill.settlements, gone.crosstill.anomalies]).to.deep.equal([
          "Processing",
          [],
          [],
        ]);
        expect(await page(id)).to.not.include("not final yet");
        await ask("eth_sendRawTransaction", [raw]);
        await mine(DEPTH);
        const settled = await shop.until(id, "Settled");
        expect(settled.crosstill.settlements.map((one) => one.txHash)).to.deep.equal([txHash]);
        ok(await sandbox.get(`/invoices/${id}`));
      });
    },
    ["full", "stripped"],
  );
});
