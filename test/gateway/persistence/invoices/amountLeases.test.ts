import { expect } from "chai";
import { ConflictError } from "../../../../src/database/driver.ts";
import { amountKey, type AmountLease } from "../../../../src/gateway/ports/directPort.ts";
import type { Persistence } from "../../../../src/gateway/ports/persistencePort.ts";
import { createPersistence } from "../../../../src/gateway/persistence/persistence.ts";
import { ISSUED } from "../../domain/invoices/given.ts";
import { createMemoryPersistence } from "../../../support/memoryPersistence.ts";
import { onBothDatabases } from "../../../support/databases.ts";
import { ALONE, newInvoice } from "../storedThings.ts";

const HUGE = 10n ** 77n;

function leaseOf(invoiceId: string, change: Partial<AmountLease> = {}): AmountLease {
  const place = { chainId: 8453, currency: "0xUSDC", address: "0xShop", amount: 25_000_017n };
  return { id: `lease-${invoiceId}`, ...place, invoiceId, requestId: `direct:${invoiceId}`, fromAt: ISSUED, ...change };
} // prettier-ignore

describe("amounts that are leased to invoices", () => {
  onBothDatabases("gateway", (open) => {
    keepTheContract(async () =>
      createPersistence(await open(), (error) => {
        throw error;
      }),
    );
  });
  describe("in memory", () => keepTheContract(async () => createMemoryPersistence()));

  function keepTheContract(newStore: () => Promise<Persistence>): void {
    let persistence: Persistence;
    beforeEach(async () => {
      persistence = await newStore();
    });
    const issue = (amount: AmountLease) =>
      persistence.invoices.issue(newInvoice(amount.invoiceId), { ...ALONE, amount });
    const at = (...leases: readonly AmountLease[]) => persistence.amountLeases.at(leases.map(amountKey));

    it("are found by amount and place, however the addresses are spelled", async () => {
      const [one, huge] = [leaseOf("a"), leaseOf("b", { amount: HUGE })];
      await issue(one);
      await issue(huge);
      expect(await at({ ...one, currency: "0xusdc", address: "0xSHOP" })).to.deep.equal([one]);
      expect(await at({ ...one, amount: one.amount + 1n }, { ...one, chainId: 1 })).to.deep.equal([]);
      expect(await at(one, huge)).to.have.deep.members([one, huge]);
      expect(await persistence.amountLeases.addresses(8453)).to.deep.equal(["0xshop"]);
      expect(await persistence.amountLeases.addresses(1)).to.deep.equal([]);
    });

    it("are one invoice's at a time: a second is refused with everything that was to be written", async () => {
      await issue(leaseOf("a"));
      const refused = await issue({ ...leaseOf("b"), address: "0xSHOP" }).catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(ConflictError);
      expect(await persistence.invoices.load("b")).to.equal(undefined);
    });

    it("are free again once they have ended, and then no payment of them is noticed", async () => {
      const lease = leaseOf("a");
      await issue(lease);
      expect(await persistence.amountLeases.open("", 10)).to.deep.equal([lease]);
      await persistence.amountLeases.end(lease, ISSUED + 1);
      expect([await at(lease), await persistence.amountLeases.open("", 10), await persistence.amountLeases.addresses(8453)]).to.deep.equal([[], [], []]); // prettier-ignore
      await issue(leaseOf("b"));
      expect((await at(lease)).map(({ invoiceId }) => invoiceId)).to.deep.equal(["b"]);
    });
  }
});
