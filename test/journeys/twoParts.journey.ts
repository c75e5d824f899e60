import { expect } from "chai";
import { parseDecimal } from "../../src/values/amount.ts";
import { usualCases } from "../support/sizes.ts";
import { startSandboxApp, type SandboxApp } from "../support/sandboxApp.ts";
import { AWAY, evmShopOf, HOME } from "./evmShop.ts";
import { payInTwoParts } from "./twoParts.ts";

describe("an invoice paid in two parts, the second before the first is confirmed", function () {
  this.timeout(120_000);

  let sandbox: SandboxApp;
  let shop: ReturnType<typeof evmShopOf>;

  before(async () => {
    sandbox = await startSandboxApp();
    shop = evmShopOf(sandbox);
    await sandbox.control("bitcoin/automine", { seconds: 0 });
  });
  after(() => sandbox.close());

  for (const share of usualCases([300n], [10n, 500n, 970n, 999n])) {
    it(`settles when ${Number(share) / 10} % and then what is asked for are paid`, async () => {
      await payInTwoParts(shop, (asked) => (asked * share) / 1_000n);
    });
  }

  for (const short of usualCases([300n], [1n, 100n])) {
    it(`settles when ${short} sats are missing, which no wallet can send`, async () => {
      const { id } = await shop.invoice("42.50");
      await shop.pay(id, parseDecimal((await shop.bitcoin(id)).due, 8) - short);
      await shop.look(id);
      await shop.tick();
      const { due, paymentLink } = await shop.bitcoin(id);
      expect([due, paymentLink], "nothing is asked for that cannot be paid").to.deep.equal(["0", ""]);
      await shop.mine();
      const settled = await shop.until(id, "Settled");
      expect(settled.crosstill.settlements).to.have.length(1);
    });
  }

  it("settles when 1,000 sats are missing and are paid as asked", async () => {
    await payInTwoParts(shop, (asked) => asked - 1_000n);
  });

  const away = { symbol: "USDC", chainId: AWAY };
  const atHome = { symbol: "ETH", chainId: HOME };
  for (const { symbol, chainId } of usualCases([away], [atHome])) {
    it(`settles in ${symbol} when half and then what is asked for are paid`, async () => {
      const { id } = await shop.invoice("42.50");
      const { units } = await shop.choose(id, symbol, chainId);
      await shop.payIn(id, symbol, chainId, units / 2n);
      await shop.tick();
      await shop.tick(2);
      await shop.payIn(id, symbol, chainId);
      const settled = await shop.until(id, "Settled");
      expect(settled.crosstill.settlements).to.have.length(2);
      expect(settled.additionalStatus).to.equal("None");
    });
  }

  it("names no address and no amount from the first part until the rest is priced, and no old address then", async () => {
    const { id } = await shop.invoice("42.50");
    const asked = await shop.bitcoin(id);
    await shop.pay(id, parseDecimal(asked.due, 8) / 2n);
    sandbox.clock.advance(4_000);
    await fetch(`${sandbox.url}/i/${id}/status`);
    await sandbox.run("watch mempool");
    const between = await shop.bitcoin(id);
    expect(between).to.include({ activated: false, destination: "", paymentLink: "", due: "0" });
    await sandbox.run("price rests");
    const rest = await shop.bitcoin(id);
    expect(rest.activated).to.equal(true);
    expect(rest.destination).to.not.equal(asked.destination);
    expect(rest.paymentLink).to.include(rest.destination).and.to.include(`amount=${rest.due}`);
    const page = await (await fetch(`${sandbox.url}/i/${id}`)).text();
    expect(page).to.include(rest.destination).and.to.include(rest.due);
    expect(page).to.not.include(asked.destination);
  });
});
