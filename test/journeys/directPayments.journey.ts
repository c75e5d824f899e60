import { expect } from "chai";
import { createTestClient, http, publicActions, type Hex } from "viem";
import { assignUnattributed } from "../../src/gateway/usecases/crediting/assignUnattributed.ts";
import { isFull } from "../support/sizes.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { evmShopOf, HOME } from "./evmShop.ts";
import { ok, onEveryService } from "./shop.ts";

const DOLLAR = 1_000_000n; // of USDC
const MINUTE = 60;
const DEPTH = 5;

/** A payer who has the coin that the shop wants, where the shop wants it. */
describe("a payment in the settlement coin on its own chain", function () {
  this.timeout(60_000);

  onEveryService(
    (service, isBare) => {
      let sandbox: SandboxApp;
      let shop: ReturnType<typeof evmShopOf>;

      before(async () => {
        sandbox = await startSandboxApp({ service });
        shop = evmShopOf(sandbox);
        await sandbox.control("bitcoin/automine", { seconds: 0 });
        await shop.tick();
      });
      after(() => sandbox.close());

      const merchant = () => sandbox.app.sandbox!.file.settlement.recipient;
      const direct = (id: string) => shop.choose(id, "USDC", HOME);

      // The barer service is the harder case of these: what it filled has to be told from what a payer sent.
      if (isBare || isFull) {
      it("pays the rest after a part in another coin", async () => {
        const { id } = await shop.invoice("100.00");
        const { units } = await shop.choose(id, "USDT", HOME);
        await shop.payIn(id, "USDT", HOME, units / 2n);
        await shop.settledTimes(id, 1);
        const rest = await direct(id);
        expect(rest.units < 52n * DOLLAR && rest.units > 49n * DOLLAR, `${rest.units}`).to.equal(true);
        await shop.payIn(id, "USDC", HOME);
        const settled = await shop.until(id, "Settled");
        expect([settled.additionalStatus, settled.crosstill.settlements.length]).to.deep.equal(["None", 2]);
      });

      it("is in the inbox as unattributed funds when its amount was not asked for, and pays the invoice that it is assigned to", async () => {
        const { id } = await shop.invoice();
        const { units } = await direct(id);
        const { additionalData } = await shop.method(id, "USDC", HOME);
        await shop.send(HOME, additionalData.tokenAddress, merchant(), units - 1n);
        for (let look = 0; look < 2; look++) await shop.tick(3);
        expect((await shop.load(id)).status).to.equal("New");
        expect(await shop.deposits(id)).to.deep.equal([]);
        for (let minute = 0; minute < 3; minute++) await shop.tick(MINUTE);
        type Funds = Readonly<{ chainId: number; outpoint: string; units: string; amount: string | null }>;
        const { unattributed } = ok<{ unattributed: readonly Funds[] }>(await sandbox.get("/crosstill/inbox"));
        const [found, ...others] = unattributed;
        expect([found?.units, others.length], "fills of the service are not listed").to.deep.equal([`${units - 1n}`, 0]);
        const { chainId, outpoint } = found!;
        const person = { by: "anna", reason: "the customer showed it" };
        await assignUnattributed(sandbox.app.gateway, { chainId, outpoint }, id, person);
        const { directRpcUrl } = sandbox.app.sandbox!.sandbox.evmChains.find((chain) => chain.id === HOME)!;
        await createTestClient({ mode: "anvil", transport: http(directRpcUrl) }).mine({ blocks: 1 });
        const settled = await shop.until(id, "Settled");
        const [settlement] = settled.crosstill.settlements;
        expect([settlement?.evidence, settlement?.amount]).to.deep.equal(["verified", `${units - 1n}`]);
      });

      it("is listed once, at the deposit address, when it comes to a used address after its quarantine", async () => {
        const { id } = await shop.invoice();
        const { destination, additionalData } = await shop.choose(id, "USDT", HOME);
        await shop.payIn(id, "USDT", HOME);
        await shop.until(id, "Settled");
        await shop.tick(16 * MINUTE);
        await shop.tick(2 * MINUTE);
        await shop.send(HOME, additionalData.tokenAddress, destination, 23n * DOLLAR);
        for (let look = 0; look < 4; look++) await shop.tick(MINUTE);
        await shop.tick(30 * MINUTE);
        type Funds = Readonly<{ chainId: number; outpoint: string; units: string }>;
        const { unattributed } = ok<{ unattributed: readonly Funds[] }>(await sandbox.get("/crosstill/inbox"));
        expect(unattributed.map(({ units }) => units)).to.deep.equal([`${23n * DOLLAR}`]);
        const { chainId, outpoint } = unattributed[0]!;
        await assignUnattributed(sandbox.app.gateway, { chainId, outpoint }, id, { by: "anna", reason: "an old link" });
        for (let look = 0; look < 8 && (await shop.load(id)).crosstill.settlements.length < 2; look++) await shop.tick(2 * MINUTE);
        const settled = await shop.settledTimes(id, 2, 1);
        expect(settled.crosstill.settlements, "both payments are settled").to.have.length(2);
      });
      }

      if (isBare && !isFull) return; // the rest does not depend on what a service shows

      it("is the first way to pay, goes to the merchant's own address, and costs nothing", async () => {
        const before = await shop.received();
        const { id } = await shop.invoice();
        const page = await (await fetch(`${sandbox.url}/i/${id}`)).text();
        const [first] = /\/methods\/[A-Z0-9-]+/.exec(page) ?? [];
        expect(first).to.equal(`/methods/${(await shop.method(id, "USDC", HOME)).paymentMethodId}`);
        const { destination, units } = await direct(id);
        expect(destination).to.equal(merchant());
        expect(units > 25n * DOLLAR && units <= (25n * DOLLAR * 1001n) / 1000n, `${units}`).to.equal(true);
        const hash = await shop.payIn(id, "USDC", HOME);
        const settled = await shop.until(id, "Settled");
        expect(settled.additionalStatus).to.equal("None");
        const [settlement, ...others] = settled.crosstill.settlements;
        expect(others).to.deep.equal([]);
        expect([settlement?.evidence, settlement?.txHash, settlement?.amount]).to.deep.equal(["verified", hash, `${units}`]);
        expect((await shop.received()) - before).to.equal(units);
      });

      it("is told apart from another of the same price by its amount", async () => {
        const [one, other] = [await shop.invoice(), await shop.invoice()];
        await direct(one.id);
        await direct(other.id);
        await shop.payIn(other.id, "USDC", HOME);
        await shop.until(other.id, "Settled");
        expect((await shop.load(one.id)).status).to.equal("New");
      });

      it("counts twice for the invoice that is paid twice, and is late after its time", async () => {
        const [twice, late] = [await shop.invoice(), await shop.invoice()];
        await direct(twice.id);
        await direct(late.id);
        await shop.payIn(twice.id, "USDC", HOME);
        await shop.until(twice.id, "Settled");
        const { destination, additionalData } = await shop.method(twice.id, "USDC", HOME);
        const asked = BigInt((await shop.load(twice.id)).crosstill.settlements[0]!.amount);
        await shop.send(HOME, additionalData.tokenAddress, destination || merchant(), asked);
        const { units } = await shop.method(late.id, "USDC", HOME).then(async () => direct(late.id));
        await shop.tick(16 * MINUTE);
        expect((await shop.load(late.id)).status).to.equal("Expired");
        await shop.send(HOME, additionalData.tokenAddress, merchant(), units);
        await shop.settledTimes(late.id, 1);
        const [over, after] = [await shop.load(twice.id), await shop.load(late.id)];
        expect([over.status, over.additionalStatus, over.crosstill.settlements.length]).to.deep.equal(["Settled", "PaidOver", 2]);
        expect([after.status, after.additionalStatus]).to.deep.equal(["Expired", "PaidLate"]);
      });
    },
    ["full", "stripped"],
  );

  it("settles once it is final, and not when a reorganisation has taken it out of the chain", async () => {
    const sandbox = await startSandboxApp({ env: { FINALITY_31337: String(DEPTH) } });
    try {
      const shop = evmShopOf(sandbox);
      await sandbox.control("bitcoin/automine", { seconds: 0 });
      await shop.tick();
      const { directRpcUrl } = sandbox.app.sandbox!.sandbox.evmChains.find(({ id }) => id === HOME)!;
      const node = createTestClient({ mode: "anvil", transport: http(directRpcUrl) }).extend(publicActions);
      const ask = <T>(method: string, params: readonly unknown[]) => node.request({ method: method as never, params: params as never }) as Promise<T>;
      const { id } = await shop.invoice();
      await shop.choose(id, "USDC", HOME);
      const hash = await shop.payIn(id, "USDC", HOME);
      await shop.tick(2);
      expect((await shop.load(id)).status).to.equal("Processing");
      const raw = await ask<Hex>("eth_getRawTransactionByHash", [hash]);
      await ask("anvil_reorg", [1, []]);
      await node.mine({ blocks: DEPTH });
      for (let quarter = 0; quarter < 4; quarter++) await shop.tick(3 * MINUTE);
      expect((await shop.load(id)).crosstill.settlements).to.deep.equal([]);
      await ask("eth_sendRawTransaction", [raw]);
      await node.mine({ blocks: DEPTH });
      for (let second = 0; second < 3; second++) await shop.tick(2);
      const settled = await shop.load(id);
      expect([settled.status, settled.crosstill.settlements.map(({ txHash }) => txHash)]).to.deep.equal(["Settled", [hash]]);
    } finally {
      await sandbox.close();
    }
  });
}); // prettier-ignore
