import { expect } from "chai";
import { assignUnattributed } from "../../../src/gateway/usecases/crediting/assignUnattributed.ts";
import { inbox } from "../../../src/gateway/usecases/invoices/inbox.ts";
import { HOUR_MS, MINUTE_MS } from "../../../src/values/time.ts";
import { ok, shopOf, type ApiInvoice } from "../../journeys/shop.ts";
import { startSandboxApp, type SandboxApp } from "../../support/sandboxApp.ts";

const PERSON = { by: "Ada", reason: "the customer named the transaction" };

describe("money that comes to an address after its lease has ended", function () {
  this.timeout(60_000);
  let sandbox: SandboxApp;
  before(async () => {
    sandbox = await startSandboxApp();
    await sandbox.control("bitcoin/automine", { seconds: 0 });
  });
  after(() => sandbox.close());

  it("is in the inbox, and once a person has said whose it is, its conversion is found and counts", async () => {
    // given: an invoice whose time, monitoring and quarantine are over, and a payment to its address all the same
    const { gateway } = sandbox.app;
    const shop = shopOf(sandbox);
    const brief = { expirationMinutes: 1, monitoringMinutes: 1 }; // the service holds the address to its rate, which moves in days
    const old = ok<ApiInvoice>(
      await sandbox.post("/invoices", { amount: "25.00", currency: "USD", checkout: brief }),
    );
    const { destination } = await shop.bitcoin(old.id);
    for (const minutes of [3, 3]) {
      sandbox.clock.advance(minutes * MINUTE_MS);
      await shop.mine();
      await shop.tick();
    }
    expect((await gateway.persistence.leases.open("", 10)).map(({ address }) => address)).not.to.include(
      destination,
    );
    const paid = { address: destination, sats: "40000" };
    await sandbox.control("bitcoin/pay", paid);
    await shop.mine();
    for (let second = 0; second < 5; second++) await shop.tick();

    // when: it is listed, and given to an invoice that was issued an hour later, after the service has converted it
    const [unclaimed, ...more] = (await inbox(gateway, sandbox.storeId)).unattributed;
    expect(more).to.deep.equal([]);
    expect(unclaimed).to.include({ address: destination, value: 40_000n, lastInvoiceId: old.id });
    sandbox.clock.advance(HOUR_MS);
    await shop.mine();
    await shop.tick();
    const { id } = await shop.invoice();
    await assignUnattributed(gateway, unclaimed!, id, PERSON);

    // then: the settlement that was there already is the invoice's, verified on the chain
    const settled = await shop.until(id, "Settled");
    expect(settled.crosstill.settlements[0]).to.include({ evidence: "verified" });
    expect(settled.crosstill.settlements[0]?.originOutpoint).to.equal(unclaimed!.outpoint);
    expect((await inbox(gateway, sandbox.storeId)).unattributed).to.deep.equal([]);
  });
});
